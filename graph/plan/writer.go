package plan

import (
	"encoding/hex"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
)

// Writer is a JSON value that is being written.
type Writer struct {
	text  []byte
	total *atomic.Int64
	limit int64
	added int // the bytes of text that are in total
}

// NewWriter returns an empty writer with space for size bytes. It adds the bytes it writes to
// total, which several writers may share. Plans stop once all of them together have written more
// than limit bytes.
func NewWriter(size int, total *atomic.Int64, limit int64) *Writer {
	return &Writer{text: make([]byte, 0, size), total: total, limit: limit}
}

// Discard subtracts the written bytes from the total.
func (w *Writer) Discard() {
	w.total.Add(-int64(w.added))
	w.text, w.added = nil, 0
}

// Bytes returns what was written.
func (w *Writer) Bytes() []byte { return w.text }

// Write implements io.Writer for the marshal functions of gqlgen.
func (w *Writer) Write(text []byte) (int, error) {
	w.text = append(w.text, text...)
	return len(text), nil
}

// WriteString implements io.StringWriter.
func (w *Writer) WriteString(text string) (int, error) {
	w.raw(text)
	return len(text), nil
}

func (w *Writer) raw(text string) { w.text = append(w.text, text...) }

// full reports whether more was written than allowed.
func (w *Writer) full() bool {
	more := len(w.text) - w.added
	w.added = len(w.text)
	return w.total.Add(int64(more)) > w.limit
}

func (w *Writer) null() bool {
	w.raw("null")
	return true
}

// Value writes a value without fields. It reports whether it could.
type Value[V any] func(*Writer, V) bool

// String writes a text.
func String(w *Writer, text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c == '"' || c == '\\' {
			graphql.MarshalString(text).MarshalGQL(w)
			return true
		}
	}
	w.text = append(w.text, '"')
	w.text = append(w.text, text...)
	w.text = append(w.text, '"')
	return true
}

// Text writes a text of a type of its own.
func Text[V ~string](w *Writer, text V) bool { return String(w, string(text)) }

// Boolean writes true or false.
func Boolean(w *Writer, value bool) bool {
	w.text = strconv.AppendBool(w.text, value)
	return true
}

// Int writes a number.
func Int(w *Writer, value int) bool {
	w.text = strconv.AppendInt(w.text, int64(value), 10)
	return true
}

// ID writes a UUID in lower case.
func ID(w *Writer, id uuid.UUID) bool {
	mark := byte('"')
	for _, group := range [][]byte{id[:4], id[4:6], id[6:8], id[8:10], id[10:]} {
		w.text = hex.AppendEncode(append(w.text, mark), group)
		mark = '-'
	}
	w.text = append(w.text, '"')
	return true
}

// DateTime writes RFC 3339 in UTC.
func DateTime(w *Writer, at time.Time) bool {
	w.text = append(w.text, '"')
	w.text = at.UTC().AppendFormat(w.text, time.RFC3339Nano)
	w.text = append(w.text, '"')
	return true
}

// Marshaled writes the result of a marshal function of gqlgen.
func Marshaled[V any](marshal func(V) graphql.Marshaler) Value[V] {
	return func(w *Writer, value V) bool {
		marshaled := marshal(value)
		if marshaled == graphql.Null {
			return false
		}
		marshaled.MarshalGQL(w)
		return true
	}
}

// Marshaler writes a value that marshals itself.
func Marshaler[V graphql.Marshaler](w *Writer, value V) bool {
	value.MarshalGQL(w)
	return true
}

// Optional writes null for nil.
func Optional[V any](write Value[V]) Value[*V] {
	return func(w *Writer, value *V) bool {
		if value == nil {
			return w.null()
		}
		return write(w, *value)
	}
}

// Required does the same as [Optional] for values that the schema does not allow to be null.
func Required[V any](write Value[V]) Value[*V] {
	return func(w *Writer, value *V) bool { return value != nil && write(w, *value) }
}

// List writes a list. No entry may be null.
func List[V any](write Value[V]) Value[[]V] {
	return func(w *Writer, entries []V) bool {
		w.raw("[")
		for i, entry := range entries {
			if i > 0 {
				w.raw(",")
			}
			if !write(w, entry) {
				return false
			}
		}
		w.raw("]")
		return true
	}
}

// OptionalList does the same as [List], with null for nil.
func OptionalList[V any](write Value[V]) Value[[]V] {
	all := List(write)
	return func(w *Writer, entries []V) bool {
		if entries == nil {
			return w.null()
		}
		return all(w, entries)
	}
}
