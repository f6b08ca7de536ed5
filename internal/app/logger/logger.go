// Package logger creates the log of a process: JSON for machines, or lines for people. Each record
// has the request id of the context and a maximum size.
package logger

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strconv"
	"strings"

	"github.com/lmittmann/tint"
	"golang.org/x/term"

	"github.com/firmhub/firmhub/internal/viewer"
)

type format string

const (
	auto  format = "auto"
	json  format = "json"
	human format = "text"
)

// Settings are the level and the format of the log.
type Settings struct {
	level  slog.Level
	format format
}

// Parse parses settings such as "debug,json": a level (debug, info, warn, error), a format (json,
// text, auto), or both. The defaults are info and auto. With an error it returns the defaults.
func Parse(text string) (Settings, error) {
	defaults := Settings{level: slog.LevelInfo, format: auto}
	settings := defaults
	for word := range strings.SplitSeq(strings.ToLower(text), ",") {
		switch word = strings.TrimSpace(word); word {
		case "":
		case "debug", "info", "warn", "error":
			_ = settings.level.UnmarshalText([]byte(word)) // slog knows these words
		case string(auto), string(json), string(human):
			settings.format = format(word)
		default:
			return defaults, fmt.Errorf("must be debug, info, warn or error, and json, text or auto, such as debug,json; it holds %q", word)
		}
	}
	return settings, nil
}

// New returns a logger that writes to out. The format auto means text on a terminal and JSON
// elsewhere.
func New(settings Settings, out io.Writer) *slog.Logger {
	file, ok := out.(*os.File)
	if settings.format == human || settings.format == auto && ok && term.IsTerminal(int(file.Fd())) {
		return slog.New(requestHandler{sizeHandler{newHumanHandler(out, settings.level)}})
	}
	return slog.New(requestHandler{sizeHandler{slog.NewJSONHandler(out, &slog.HandlerOptions{Level: settings.level})}})
}

// newHumanHandler writes one line for each record. Nobody can forge a line: tint quotes attributes,
// and the message is escaped here. It uses no colours, because with colours tint does not escape
// the escape sequences of attributes.
func newHumanHandler(out io.Writer, level slog.Level) slog.Handler {
	return tint.NewTextHandler(out, &tint.Options{
		Level: level, TimeFormat: "15:04:05.000", NoColor: true,
		ReplaceAttr: func(groups []string, attr slog.Attr) slog.Attr {
			if len(groups) == 0 && attr.Key == slog.MessageKey {
				return slog.String(slog.MessageKey, visible(attr.Value.String()))
			}
			return attr
		},
	})
}

// visible escapes characters that would end the line, move the cursor, colour the terminal or
// change the direction of writing.
func visible(text string) string {
	var escaped strings.Builder
	for _, r := range text {
		if r == '\t' || strconv.IsPrint(r) {
			escaped.WriteRune(r)
			continue
		}
		quoted := strconv.QuoteRune(r)
		escaped.WriteString(quoted[1 : len(quoted)-1])
	}
	return escaped.String()
}

// requestHandler adds the request id of the context to each record.
type requestHandler struct{ slog.Handler }

// Handle implements slog.Handler.
func (h requestHandler) Handle(ctx context.Context, record slog.Record) error {
	if id := viewer.From(ctx).Request.ID; id != "" {
		record = record.Clone()
		record.AddAttrs(slog.String("request", id))
	}
	return h.Handler.Handle(ctx, record)
}

// WithAttrs implements slog.Handler.
func (h requestHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return requestHandler{h.Handler.WithAttrs(attrs)}
}

// WithGroup implements slog.Handler.
func (h requestHandler) WithGroup(name string) slog.Handler {
	return requestHandler{h.Handler.WithGroup(name)}
}
