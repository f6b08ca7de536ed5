package model

import (
	"bytes"
	"encoding/json"
	"io"
	"strings"
	"unicode/utf8"

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
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false) // which makes six bytes of one
	if err := encoder.Encode(v); err != nil {
		return nil, scalarFault("must be JSON")
	}
	return bytes.TrimSuffix(text.Bytes(), []byte("\n")), nil
}

// MarshalStringMap writes an object of texts.
func MarshalStringMap(m map[string]string) graphql.Marshaler {
	text, err := json.Marshal(m)
	if err != nil {
		panic(err) // strings: cannot happen
	}
	return MarshalJSON(text)
}

// UnmarshalStringMap reads an object of texts that the databases can store: PostgreSQL accepts no
// NUL.
func UnmarshalStringMap(v any) (map[string]string, error) {
	object, ok := v.(map[string]any)
	if !ok {
		return nil, scalarFault("must be an object of texts")
	}
	texts := make(map[string]string, len(object))
	for name, value := range object {
		text, ok := value.(string)
		if !ok {
			return nil, scalarFault("must be an object of texts")
		}
		if strings.ContainsRune(name+text, 0) || !utf8.ValidString(name+text) {
			return nil, scalarFault("must be valid UTF-8 without the character U+0000")
		}
		texts[name] = text
	}
	return texts, nil
}
