package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/viewer"
)

// journal is the log of this test binary.
var journal = &buffer{}

type buffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func TestMain(m *testing.M) {
	slog.SetDefault(app.NewLogger(app.Basics{Log: "debug,json"}, journal))
	os.Exit(m.Run())
}

// logged gives the lines of a request.
func logged(t *testing.T, requestID string) []map[string]any {
	t.Helper()
	journal.mu.Lock()
	defer journal.mu.Unlock()
	var lines []map[string]any
	for text := range strings.Lines(journal.text.String()) {
		line := map[string]any{}
		require.NoError(t, json.Unmarshal([]byte(text), &line), text)
		if line["request"] == requestID {
			lines = append(lines, line)
		}
	}
	return lines
}

func TestLogger(t *testing.T) {
	t.Parallel()
	ctx := viewer.NewContext(context.Background(), &viewer.Viewer{Request: viewer.Request{ID: "mine"}})

	t.Run("JSON", func(t *testing.T) {
		t.Parallel()
		var out bytes.Buffer
		log := app.NewLogger(app.Basics{}, &out) // a buffer is no terminal
		log.With("firm", "x").InfoContext(ctx, "done", "n", 1)
		log.DebugContext(ctx, "unseen")
		require.Regexp(t, `^\{"time":"[^"]+","level":"INFO","msg":"done","firm":"x","n":1,"request":"mine"\}\n$`, out.String())
	})

	t.Run("Level", func(t *testing.T) {
		t.Parallel()
		var out bytes.Buffer
		log := app.NewLogger(app.Basics{Log: "warn"}, &out)
		log.InfoContext(ctx, "unseen")
		log.WarnContext(ctx, "seen")
		require.Equal(t, 1, strings.Count(out.String(), "\n"))
	})

	t.Run("Text", func(t *testing.T) {
		t.Parallel()
		var out bytes.Buffer
		log := app.NewLogger(app.Basics{Log: "text,debug"}, &out)
		log.With("firm", "x").WithGroup("db").DebugContext(ctx, "all done", "time", 3, "error", errors.New("line 1\nline 2"))
		want := regexp.MustCompile(`^\d\d:\d\d:\d\d\.\d{3} DEBUG all done firm=x db\.time=3 db\.request=mine\n    error: line 1\n    line 2\n$`)
		require.Regexp(t, want, out.String())
	})

	t.Run("TextCantBeForged", func(t *testing.T) {
		t.Parallel()
		var out bytes.Buffer
		const evil = "/nope\n05:00:00.000 INFO  request \x1b[31m\r\u202e"
		log := app.NewLogger(app.Basics{Log: "text"}, &out).With("error", evil)
		log.ErrorContext(ctx, "bad "+evil, "path", evil, evil, 1, "error", errors.New("a"+evil), "stack", "b"+evil, "panic", "c")
		lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
		require.Len(t, lines, 5)
		require.Contains(t, lines[0], `ERROR bad /nope\n05:00:00.000 INFO  request \x1b[31m\r\u202e error="/nope\n05:00`)
		require.Contains(t, lines[0], ` panic=c request=mine`)
		require.Equal(t, []string{
			`    error: a/nope`, `    05:00:00.000 INFO  request \x1b[31m\r\u202e`,
			`    stack: b/nope`, `    05:00:00.000 INFO  request \x1b[31m\r\u202e`,
		}, lines[1:])
		require.NotContains(t, out.String(), "\x1b")
	})

	t.Run("BadSettingLogsAtDefaults", func(t *testing.T) {
		t.Parallel()
		var out bytes.Buffer
		app.NewLogger(app.Basics{Log: "loud"}, &out).InfoContext(ctx, "seen")
		require.Contains(t, out.String(), `"seen"`)
	})
}
