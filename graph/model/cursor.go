package model

import (
	"io"
	"strconv"
	"strings"

	"entgo.io/contrib/entgql"
	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"
)

// Cursor is a place in a connection: the id of a row, and its value in the connection's order.
type Cursor = entgql.Cursor[uuid.UUID]

// MarshalCursor writes a cursor.
func MarshalCursor(c Cursor) graphql.Marshaler {
	return graphql.WriterFunc(func(w io.Writer) { c.MarshalGQL(w) })
}

// UnmarshalCursor reads what [MarshalCursor] wrote. Whether it fits the order of the connection is the resolver's to say.
func UnmarshalCursor(v any) (Cursor, error) {
	var c Cursor
	if text, ok := v.(string); ok && c.UnmarshalGQL(text) == nil {
		return c, nil
	}
	return Cursor{}, scalarFault("must be a cursor that came with this list")
}

// Origin is a cursor as text that can be read but points nowhere.
func Origin() string {
	var text strings.Builder
	Cursor{}.MarshalGQL(&text)
	origin, err := strconv.Unquote(text.String())
	if err != nil {
		panic(err) // A Cursor writes a JSON string of base64.
	}
	return origin
}
