package auth

import (
	"fmt"
	"io"
	"log/slog"
)

const hidden = "[secret]"

// secret, embedded in a struct that holds passwords or tokens, keeps all of it out of prints, logs and JSON.
type secret struct{}

// Format implements fmt.Formatter, for every verb.
func (secret) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, hidden) }

// LogValue implements slog.LogValuer.
func (secret) LogValue() slog.Value { return slog.StringValue(hidden) }

// MarshalJSON implements json.Marshaler: JSON is how logs write what is nested.
func (secret) MarshalJSON() ([]byte, error) { return []byte(`"` + hidden + `"`), nil }
