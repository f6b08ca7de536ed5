package logger_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"log/slog"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app/logger"
	"github.com/firmhub/firmhub/internal/viewer"
)

// newLogger returns a logger for a valid setting.
func newLogger(t *testing.T, setting string, out io.Writer) *slog.Logger {
	t.Helper()
	settings, err := logger.Parse(setting)
	require.NoError(t, err)
	return logger.New(settings, out)
}

func TestLogger(t *testing.T) {
	t.Parallel()
	ctx := viewer.NewContext(context.Background(), &viewer.Viewer{Request: viewer.Request{ID: "mine"}})

	t.Run("JSON", func(t *testing.T) {
		t.Parallel()
		var out bytes.Buffer
		log := newLogger(t, "", &out) // a buffer is no terminal
		log.With("firm", "x").InfoContext(ctx, "done", "n", 1)
		log.DebugContext(ctx, "unseen")
		require.Regexp(t, `^\{"time":"[^"]+","level":"INFO","msg":"done","firm":"x","n":1,"request":"mine"\}\n$`, out.String())
	})

	t.Run("Level", func(t *testing.T) {
		t.Parallel()
		var out bytes.Buffer
		log := newLogger(t, "warn", &out)
		log.InfoContext(ctx, "unseen")
		log.WarnContext(ctx, "seen")
		require.Equal(t, 1, strings.Count(out.String(), "\n"))
	})

	t.Run("Text", func(t *testing.T) {
		t.Parallel()
		var out bytes.Buffer
		log := newLogger(t, "text,debug", &out)
		log.With("firm", "x").WithGroup("db").DebugContext(ctx, "all done", "time", 3, "error", errors.New("line 1\nline 2"))
		require.Regexp(t, `^\d\d:\d\d:\d\d\.\d{3} DBG all done firm=x db\.time=3 db\.error="line 1\\nline 2" db\.request=mine\n$`, out.String())
	})

	t.Run("TextCantBeForged", func(t *testing.T) {
		t.Parallel()
		var out bytes.Buffer
		const evil = "/nope\n05:00:00.000 INF request \x1b[31m\r\u202e"
		log := newLogger(t, "text", &out).With("error", evil).WithGroup("g" + evil)
		log.ErrorContext(ctx, "bad "+evil, "path", evil, evil, 1, "error", errors.New("a"+evil), "stack", "b"+evil, "msg", evil,
			"any", []string{evil}, "bytes", []byte(evil), slog.Group("in"+evil, "x", evil), "panic", "c")
		require.Equal(t, 1, strings.Count(out.String(), "\n"), out.String())
		require.Contains(t, out.String(), `ERR bad /nope\n05:00:00.000 INF request \x1b[31m\r\u202e error="/nope\n05:00`)
		for _, never := range []string{"\x1b", "\r", "\u202e"} {
			require.NotContains(t, out.String(), never)
		}
	})

	t.Run("ErrSetting", func(t *testing.T) {
		t.Parallel()
		settings, err := logger.Parse("debug,loud")
		require.EqualError(t, err, `must be debug, info, warn or error, and json, text or auto, such as debug,json; it holds "loud"`)
		var out bytes.Buffer
		log := logger.New(settings, &out)
		log.InfoContext(ctx, "seen")
		log.DebugContext(ctx, "unseen")
		require.Equal(t, 1, strings.Count(out.String(), "\n"), "it logs at the defaults")
	})
}
