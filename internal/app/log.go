package app

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/term"

	"github.com/firmhub/firmhub/internal/viewer"
)

type logFormat string

const (
	logAuto logFormat = "auto"
	logJSON logFormat = "json"
	logText logFormat = "text"
)

type logSettings struct {
	level  slog.Level
	format logFormat
}

func parseLog(text string) (logSettings, error) {
	settings := logSettings{level: slog.LevelInfo, format: logAuto}
	for word := range strings.SplitSeq(strings.ToLower(text), ",") {
		switch word = strings.TrimSpace(word); word {
		case "":
		case "debug", "info", "warn", "error":
			// These four words are known to slog.
			_ = settings.level.UnmarshalText([]byte(word))
		case string(logAuto), string(logJSON), string(logText):
			settings.format = logFormat(word)
		default:
			return settings, refused("FIRMHUB_LOG",
				"must be debug, info, warn or error, and json, text or auto, such as debug,json; it holds %q.", word)
		}
	}
	return settings, nil
}

// NewLogger makes the log of a process as configured. Every record that is logged with the context of a request carries
// the request id, and has a largest size. An invalid configuration, which [New] will refuse, logs at the defaults.
func NewLogger(c Basics, out io.Writer) *slog.Logger {
	settings, err := parseLog(c.Log)
	if err != nil {
		settings = logSettings{level: slog.LevelInfo, format: logAuto}
	}
	if settings.format == logAuto {
		settings.format = logJSON
		if file, ok := out.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
			settings.format = logText
		}
	}
	if settings.format == logText {
		return slog.New(requestHandler{sizeHandler{newHumanHandler(out, settings.level)}})
	}
	return slog.New(requestHandler{sizeHandler{slog.NewJSONHandler(out, &slog.HandlerOptions{Level: settings.level})}})
}

// requestHandler adds the request id of the context to each record.
type requestHandler struct{ slog.Handler }

func (h requestHandler) Handle(ctx context.Context, record slog.Record) error {
	if id := viewer.From(ctx).Request.ID; id != "" {
		record = record.Clone()
		record.AddAttrs(slog.String("request", id))
	}
	return h.Handler.Handle(ctx, record)
}

func (h requestHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return requestHandler{h.Handler.WithAttrs(attrs)}
}

func (h requestHandler) WithGroup(name string) slog.Handler {
	return requestHandler{h.Handler.WithGroup(name)}
}

// humanHandler writes lines for people: time of day, level, message, then the attributes, which slog's own text handler
// writes into the line's buffer, quoted where need be. Of those of several lines, a stack and what else [blocks] names go
// beneath. A line that does not begin with a blank is always a record: nobody can forge one.
type humanHandler struct {
	line  *humanLine
	attrs slog.Handler
}

type humanLine struct {
	mu  sync.Mutex
	buf bytes.Buffer
	out io.Writer
}

func newHumanHandler(out io.Writer, level slog.Level) *humanHandler {
	line := &humanLine{out: out}
	builtin := []string{slog.TimeKey, slog.LevelKey, slog.MessageKey}
	return &humanHandler{line: line, attrs: slog.NewTextHandler(&line.buf, &slog.HandlerOptions{
		Level: level,
		ReplaceAttr: func(groups []string, attr slog.Attr) slog.Attr {
			if len(groups) == 0 && slices.Contains(builtin, attr.Key) {
				return slog.Attr{}
			}
			return attr
		},
	})}
}

func (h *humanHandler) Enabled(ctx context.Context, level slog.Level) bool {
	return h.attrs.Enabled(ctx, level)
}

func (h *humanHandler) Handle(ctx context.Context, record slog.Record) error {
	h.line.mu.Lock()
	defer h.line.mu.Unlock()
	buf := &h.line.buf
	buf.Reset()
	buf.WriteString(record.Time.Format("15:04:05.000 "))
	buf.WriteString((record.Level.String() + "     ")[:6])
	writeVisible(buf, record.Message)
	buf.WriteByte(' ')
	inline := slog.NewRecord(record.Time, record.Level, record.Message, record.PC)
	var beneath []string
	record.Attrs(func(attr slog.Attr) bool {
		if text := attr.Value.Resolve().String(); blocks(attr.Key) && strings.Contains(text, "\n") {
			beneath = append(beneath, attr.Key+": "+strings.TrimSpace(text))
		} else {
			inline.AddAttrs(attr)
		}
		return true
	})
	if err := h.attrs.Handle(ctx, inline); err != nil {
		return err
	}
	for _, text := range beneath {
		for line := range strings.SplitSeq(text, "\n") {
			buf.WriteString("    ")
			writeVisible(buf, line)
			buf.WriteByte('\n')
		}
	}
	_, err := h.line.out.Write(buf.Bytes())
	return err
}

// blocks names the attributes that are easier to read as they are than quoted.
func blocks(key string) bool { return key == "error" || key == "panic" || key == "stack" }

// writeVisible escapes what would move the cursor, colour the terminal or turn the direction of writing.
func writeVisible(buf *bytes.Buffer, line string) {
	for _, r := range line {
		if r == '\t' || strconv.IsPrint(r) {
			buf.WriteRune(r)
			continue
		}
		quoted := strconv.QuoteRune(r)
		buf.WriteString(quoted[1 : len(quoted)-1])
	}
}

func (h *humanHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	return &humanHandler{line: h.line, attrs: h.attrs.WithAttrs(attrs)}
}

func (h *humanHandler) WithGroup(name string) slog.Handler {
	return &humanHandler{line: h.line, attrs: h.attrs.WithGroup(name)}
}
