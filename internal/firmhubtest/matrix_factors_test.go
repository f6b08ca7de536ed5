package firmhubtest_test

import (
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/factor/factortest"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// beginTotp begins a new authenticator of a caller, who may have one, and returns its secret.
func (m *matrix) beginTotp(c *caller) (secret string) {
	m.t.Helper()
	m.resetFactor(c)
	var setup struct{ Secret string }
	m.must(c, http.MethodPost, "/api/v1/auth/mfa/totp", nil).Into(m.t, &setup)
	return setup.Secret
}

// addFactor adds an authenticator to a caller, whose code of the present step is used up.
func (m *matrix) addFactor(c *caller) (secret string, recoveryCodes []string) {
	m.t.Helper()
	secret = m.beginTotp(c)
	var confirmed struct{ RecoveryCodes []string }
	m.must(c, http.MethodPost, "/api/v1/auth/mfa/totp/confirm", map[string]any{"code": factortest.Code(m.t, secret, time.Now())}).
		Into(m.t, &confirmed)
	return secret, confirmed.RecoveryCodes
}

// resetFactor removes the factor of a caller, if any.
func (m *matrix) resetFactor(c *caller) {
	m.t.Helper()
	if err := m.Sessions.Factors().Reset(m.t.Context(), c.email); err != nil {
		require.True(m.t, fault.Is(err, fault.Conflict), "%v", err)
	}
}

// challenge returns what ends a log-in with a factor.
func (m *matrix) challenge() map[string]any {
	m.t.Helper()
	c := m.newUser(m.emptyRole)
	_, codes := m.addFactor(c)
	var waiting struct{ MfaToken string }
	m.must(&caller{}, http.MethodPost, "/api/v1/auth/login", map[string]any{"email": c.email, "password": c.password}).Into(m.t, &waiting)
	return map[string]any{"mfaToken": waiting.MfaToken, "recoveryCode": codes[0]}
}

// The test server is found by its default address, which is of this machine.
const passkeyOrigin, passkeyHost = "http://localhost:8080", "localhost" //nolint:gosec // addresses

type passkeyOptions struct{ PublicKey json.RawMessage }

// newPasskey makes a passkey for a caller, and returns what adds it.
func (m *matrix) newPasskey(c *caller) (*factortest.Passkey, map[string]any) {
	m.t.Helper()
	var options passkeyOptions
	m.must(c, http.MethodPost, "/api/v1/auth/passkeys/begin", nil).Into(m.t, &options)
	passkey := factortest.NewPasskey(m.t, passkeyOrigin, passkeyHost)
	return passkey, map[string]any{"name": "Laptop", "credential": passkey.Create(m.t, options.PublicKey)}
}

// addPasskey adds a passkey to a caller, and returns its id.
func (m *matrix) addPasskey(c *caller) (passkey *factortest.Passkey, id string) {
	m.t.Helper()
	passkey, values := m.newPasskey(c)
	var added struct{ Passkey struct{ ID string } }
	m.must(c, http.MethodPost, "/api/v1/auth/passkeys/finish", values).Into(m.t, &added)
	return passkey, added.Passkey.ID
}

// passkeyChallenge returns what ends a log-in by a passkey as second factor.
func (m *matrix) passkeyChallenge() map[string]any {
	m.t.Helper()
	c := m.newUser(m.emptyRole)
	passkey, _ := m.addPasskey(c)
	var waiting struct{ MfaToken string }
	m.must(&caller{}, http.MethodPost, "/api/v1/auth/login", map[string]any{"email": c.email, "password": c.password}).Into(m.t, &waiting)
	var options passkeyOptions
	m.must(&caller{}, http.MethodPost, "/api/v1/auth/login/mfa/passkey/begin", map[string]any{"mfaToken": waiting.MfaToken}).
		Into(m.t, &options)
	return map[string]any{"mfaToken": waiting.MfaToken, "credential": passkey.Get(m.t, options.PublicKey)}
}

// passkeySignIn returns what signs somebody in by a passkey alone.
func (m *matrix) passkeySignIn() map[string]any {
	m.t.Helper()
	passkey, _ := m.addPasskey(m.newUser(m.emptyRole))
	return map[string]any{"credential": m.signedBy(passkey)}
}

// signedBy returns what a passkey signs to sign its owner in.
func (m *matrix) signedBy(passkey *factortest.Passkey) json.RawMessage {
	m.t.Helper()
	var options passkeyOptions
	m.must(&caller{}, http.MethodPost, "/api/v1/auth/login/passkey/begin", nil).Into(m.t, &options)
	return passkey.Get(m.t, options.PublicKey)
}

// TestPasskeys signs in by a passkey over REST: after the password, and alone as the console does.
func TestPasskeys(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		m := newMatrix(t, a)
		var login struct{ Token string }
		m.must(&caller{}, http.MethodPost, "/api/v1/auth/login/mfa/passkey", m.passkeyChallenge()).Into(t, &login)
		require.NotEmpty(t, login.Token)
		c := m.newUser(m.emptyRole)
		passkey, id := m.addPasskey(c)
		m.must(&caller{}, http.MethodPost, "/api/v1/auth/login/passkey/finish", map[string]any{"credential": m.signedBy(passkey)}).
			Into(t, &login)
		var mine []struct{ ID, Name, LastUsedAt string }
		m.must(&caller{token: login.Token}, http.MethodGet, "/api/v1/auth/passkeys", nil).Into(t, &mine)
		require.Len(t, mine, 1)
		require.Equal(t, []string{id, "Laptop"}, []string{mine[0].ID, mine[0].Name})
		require.NotEmpty(t, mine[0].LastUsedAt)
		m.must(c, http.MethodDelete, "/api/v1/auth/passkeys/"+id, map[string]any{"currentPassword": c.password})
		refused := m.REST(http.MethodPost, "/api/v1/auth/login/passkey/finish", "", map[string]any{"credential": m.signedBy(passkey)})
		require.Equal(t, fault.Unauthorized, refused.Code(), "%s", refused.Body)
	})
}
