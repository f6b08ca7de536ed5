package session_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/session"
)

// A struct with a secret, alone or nested, is never printed or logged with it.
func TestSecrets(t *testing.T) {
	t.Parallel()
	const kept = "hunter2"
	for name, value := range map[string]any{
		"LoginInput":          session.LoginInput{Email: email, Password: kept},
		"LoginInputPointer":   &session.LoginInput{Email: email, Password: kept},
		"RefreshInput":        session.RefreshInput{RefreshToken: kept},
		"ChangePasswordInput": session.ChangePasswordInput{CurrentPassword: kept, NewPassword: kept},
		"ResetPasswordInput":  session.ResetPasswordInput{NewPassword: kept},
		"Login":               &session.Login{Token: kept, RefreshToken: kept},
		"TokenPair":           session.TokenPair{Token: kept, RefreshToken: kept},
		"FirmToken":           &session.FirmToken{Token: kept},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, shown := range []any{
				value, &value, []any{value}, map[string]any{"in": value}, struct{ In any }{value}, fmt.Errorf("failed: %v", value),
			} {
				var out bytes.Buffer
				for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
					_, _ = fmt.Fprintf(&out, verb, shown)
				}
				for _, handler := range []slog.Handler{slog.NewTextHandler(&out, nil), slog.NewJSONHandler(&out, nil)} {
					slog.New(handler).WithGroup("request").Info("called", "in", shown)
				}
				written, err := json.Marshal(shown)
				require.NoError(t, err)
				out.Write(written)
				require.NotContains(t, out.String(), kept)
				require.NotContains(t, out.String(), fmt.Sprintf("%x", kept))
			}
		})
	}
}
