package model

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"io"
	"time"
	"unicode/utf8"

	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/page"
)

const (
	// kindOrder is followed by the length of the name of an order in one byte, the name, and a
	// value of another kind.
	kindOrder = 'o'
	kindNone  = 'n'
	// kindTime is followed by the microseconds since 1970 in 8 bytes.
	kindTime = 't'
	// kindText is followed by UTF-8.
	kindText = 's'

	maxCursor = 4096
)

// MarshalCursor writes a cursor: base64url of the id's 16 bytes, the order unless it is the
// default, a letter for the kind of value, and the value.
func MarshalCursor(c page.Cursor) graphql.Marshaler {
	return graphql.WriterFunc(func(w io.Writer) { _, _ = io.WriteString(w, `"`+encodeCursor(c)+`"`) })
}

func encodeCursor(c page.Cursor) string {
	raw := append([]byte(nil), c.ID[:]...)
	if c.Order != "" {
		raw = append(append(raw, kindOrder, byte(len(c.Order))), c.Order...)
	}
	switch value := c.Value.(type) {
	case time.Time:
		raw = binary.BigEndian.AppendUint64(append(raw, kindTime), uint64(value.UnixMicro())) //nolint:gosec // The bits, not the number.
	case string:
		raw = append(append(raw, kindText), value...)
	default:
		raw = append(raw, kindNone)
	}
	return base64.RawURLEncoding.EncodeToString(raw)
}

// UnmarshalCursor decodes what [MarshalCursor] wrote, and nothing that a database would reject. The
// resolver must check that it fits the order of the connection.
func UnmarshalCursor(v any) (page.Cursor, error) {
	text, ok := v.(string)
	if !ok || len(text) > maxCursor {
		return page.Cursor{}, errCursor()
	}
	raw, err := base64.RawURLEncoding.DecodeString(text)
	if err != nil || len(raw) <= len(uuid.UUID{}) {
		return page.Cursor{}, errCursor()
	}
	c := page.Cursor{ID: uuid.UUID(raw[:16])}
	kind, value := raw[16], raw[17:]
	if kind == kindOrder {
		if len(value) == 0 || value[0] == 0 {
			return page.Cursor{}, errCursor()
		}
		end := 1 + int(value[0])
		if len(value) <= end {
			return page.Cursor{}, errCursor()
		}
		c.Order, kind, value = string(value[1:end]), value[end], value[end+1:]
	}
	switch {
	case kind == kindNone && len(value) == 0:
		return c, nil
	case kind == kindTime && len(value) == 8:
		at := time.UnixMicro(int64(binary.BigEndian.Uint64(value))).UTC() //nolint:gosec // The bits, not the number.
		c.Value = at
		if at.Year() >= 1 && at.Year() <= 9999 {
			return c, nil
		}
	case kind == kindText && utf8.Valid(value) && !bytes.ContainsRune(value, 0):
		c.Value = string(value)
		return c, nil
	}
	return page.Cursor{}, errCursor()
}

func errCursor() error { return scalarFault("must be a cursor that came with this list") }

// Origin is a valid cursor as text that points nowhere.
func Origin() string { return encodeCursor(page.Cursor{}) }
