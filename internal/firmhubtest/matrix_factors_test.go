package firmhubtest_test

import (
	"net/http"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/factor/factortest"
	"github.com/firmhub/firmhub/internal/fault"
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
