package firmhubtest_test

import (
	"crypto/rand"
	"crypto/sha256"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/entity"
)

// codeOfProvider returns the code of a new user whom a provider has identified.
func (m *matrix) codeOfProvider() string {
	m.t.Helper()
	c, code := m.newUser(m.emptyRole), rand.Text()
	sum, browser := sha256.Sum256([]byte(code)), sha256.Sum256(nil)
	_, err := m.DB.Shared(m.t.Context()).Exec(`
INSERT INTO oidc_logins (id, provider, hash, browser, user_id, has_factor, expires_at)
SELECT $1, 'corp', $2, $3, id, false, $4 FROM users WHERE email_key = $5`,
		entity.NewID(), sum[:], browser[:], time.Now().Add(time.Minute).UTC(), c.email)
	require.NoError(m.t, err)
	return code
}
