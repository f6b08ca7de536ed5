package logger

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
)

const (
	// maxLoggedText is how many bytes of an attribute are logged, and maxLoggedBlock how many of a
	// stack, an error or SQL.
	maxLoggedText  = 1 << 10
	maxLoggedBlock = 16 << 10
	// maxLoggedLine is the maximum size of all attributes of a record in bytes. An attribute that
	// does not fit is left out.
	maxLoggedLine = 32 << 10
)

// sizeHandler limits the size of each record, so that nobody can fill the disk with a few requests.
// A text that is cut ends with the number of missing bytes.
type sizeHandler struct{ slog.Handler }

// Handle implements slog.Handler.
func (h sizeHandler) Handle(ctx context.Context, record slog.Record) error {
	cut := slog.NewRecord(record.Time, record.Level, shortened(record.Message, maxLoggedBlock), record.PC)
	left := maxLoggedLine
	omitted := 0
	record.Attrs(func(attr slog.Attr) bool {
		attr, size := sized(attr)
		if size > left {
			omitted++
			return true
		}
		left -= size
		cut.AddAttrs(attr)
		return true
	})
	if omitted > 0 {
		cut.AddAttrs(slog.Int("omitted", omitted))
	}
	return h.Handler.Handle(ctx, cut)
}

// WithAttrs implements slog.Handler.
func (h sizeHandler) WithAttrs(attrs []slog.Attr) slog.Handler {
	bounded := make([]slog.Attr, len(attrs))
	for i, attr := range attrs {
		bounded[i], _ = sized(attr)
	}
	return sizeHandler{h.Handler.WithAttrs(bounded)}
}

// WithGroup implements slog.Handler.
func (h sizeHandler) WithGroup(name string) slog.Handler {
	return sizeHandler{h.Handler.WithGroup(name)}
}

// sized returns the attribute with its text cut, and the size of that text.
func sized(attr slog.Attr) (slog.Attr, int) {
	attr.Value = attr.Value.Resolve()
	limit := maxLoggedText
	switch attr.Key {
	case "error", "panic", "stack", "statement", "plan":
		limit = maxLoggedBlock
	}
	switch attr.Value.Kind() {
	case slog.KindString:
		text := attr.Value.String()
		if len(text) > limit {
			attr.Value = slog.StringValue(shortened(text, limit))
		}
	case slog.KindAny:
		// An error is logged as its text. Otherwise it would be written as JSON or with %+v, which
		// contain more than its text.
		text := fmt.Sprintf("%+v", attr.Value.Any())
		if err, ok := attr.Value.Any().(error); ok {
			text = err.Error()
		}
		if len(text) > limit {
			attr.Value = slog.StringValue(shortened(text, limit))
		}
	case slog.KindGroup:
		return sizedGroup(attr)
	case slog.KindBool, slog.KindDuration, slog.KindFloat64, slog.KindInt64, slog.KindTime, slog.KindUint64,
		slog.KindLogValuer:
	}
	return attr, len(attr.Key) + len(attr.Value.String())
}

func sizedGroup(attr slog.Attr) (slog.Attr, int) {
	group := attr.Value.Group()
	bounded := make([]slog.Attr, len(group))
	total := len(attr.Key)
	for i, member := range group {
		cut, size := sized(member)
		bounded[i] = cut
		total += size
	}
	attr.Value = slog.GroupValue(bounded...)
	return attr, total
}

// shortened returns the first bytes of a text that is longer than the limit, and the number of
// missing bytes.
func shortened(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	return strings.ToValidUTF8(text[:limit], "") + fmt.Sprintf("… (%d bytes more)", len(text)-limit)
}
