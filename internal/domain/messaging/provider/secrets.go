package provider

import (
	"fmt"
	"io"
	"log/slog"
	"maps"
	"slices"

	"github.com/firmhub/firmhub/internal/domain/secret"
)

// The names of secrets.
const (
	AccessToken = "accessToken"
	AppSecret   = "appSecret"
	VerifyToken = "verifyToken"
	AuthToken   = "authToken"
	Password    = "password"
)

// Secrets are the secrets of an account by name, in the clear. They are not printed, logged or
// written as JSON.
type Secrets map[string]string

// Names returns the names of the secrets that are set, in order.
func (s Secrets) Names() []string {
	names := slices.AppendSeq(make([]string, 0, len(s)), maps.Keys(s)) // [] in JSON without any
	slices.Sort(names)
	return names
}

// Format implements [fmt.Formatter].
func (Secrets) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, secret.Text) }

// LogValue implements [slog.LogValuer].
func (Secrets) LogValue() slog.Value { return slog.StringValue(secret.Text) }

// MarshalJSON implements json.Marshaler.
func (Secrets) MarshalJSON() ([]byte, error) { return []byte(`"` + secret.Text + `"`), nil }
