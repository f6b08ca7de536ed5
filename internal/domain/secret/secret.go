// Package secret keeps passwords and tokens out of logs, and seals those that the database stores.
package secret

import (
	"fmt"
	"io"
	"log/slog"
)

// Text is printed instead of a secret.
const Text = "[secret]"

// Hidden is embedded in a struct that contains passwords or tokens. It keeps the whole struct out
// of prints, logs and JSON.
type Hidden struct{}

// Format implements fmt.Formatter, for every verb.
func (Hidden) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, Text) }

// LogValue implements slog.LogValuer.
func (Hidden) LogValue() slog.Value { return slog.StringValue(Text) }

// MarshalJSON implements json.Marshaler: slog writes nested values as JSON.
func (Hidden) MarshalJSON() ([]byte, error) { return []byte(`"` + Text + `"`), nil }
