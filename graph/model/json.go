package model

import (
	"encoding/json"
	"io"

	"github.com/99designs/gqlgen/graphql"
)

// MarshalJSON writes a value that is JSON already.
func MarshalJSON(text json.RawMessage) graphql.Marshaler {
	if text == nil {
		return graphql.Null
	}
	return graphql.WriterFunc(func(w io.Writer) { _, _ = w.Write(text) })
}

// UnmarshalJSON reads any value.
func UnmarshalJSON(v any) (json.RawMessage, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, scalarFault("must be JSON")
	}
	return text, nil
}
