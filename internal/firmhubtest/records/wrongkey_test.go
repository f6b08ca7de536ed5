package records_test

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// With another key than that of the database, or none, a server runs, and erases nobody: with the
// right key it would not recognize who was erased meanwhile.
func TestWrongKey(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		t.Helper()
		url := dbtest.URL(t, dialect)
		email := 0
		erase := func(t *testing.T, key, folder string) (a *firmhubtest.App, token string, answer *firmhubtest.Answer) {
			t.Helper()
			a = firmhubtest.New(t, dialect, func(c *app.Config) { c.DatabaseURL, c.SecretsKey, c.DataDir = url, key, folder })
			email++
			firm := strings.Repeat("x", email)
			token = a.NewFirm("Firm "+firm, firm+"@firm.example").Token
			created := a.REST(http.MethodPost, "/api/V1/Contact/create", token, map[string]string{"firstName": "Ada", "lastName": "Lovelace"})
			require.True(t, created.IsSuccess, created.Message)
			var contact struct{ ID string }
			require.NoError(t, json.Unmarshal(created.Data, &contact))
			answer = a.REST(http.MethodPost, "/api/V1/Contact/"+contact.ID+"/erase", token, nil)
			return a, token, answer
		}
		key := func(letter string) string {
			return base64.StdEncoding.EncodeToString([]byte(strings.Repeat(letter, secret.KeySize)))
		}
		t.Run("Right", func(t *testing.T) {
			_, _, answer := erase(t, key("r"), t.TempDir())
			require.True(t, answer.IsSuccess, answer.Message)
		})
		t.Run("Wrong", func(t *testing.T) {
			_, _, answer := erase(t, key("w"), t.TempDir())
			require.Equal(t, http.StatusServiceUnavailable, answer.Status)
			require.Contains(t, answer.Message, "FIRMHUB_SECRETS_KEY to the key that has sealed its secrets")
		})
		t.Run("None", func(t *testing.T) {
			folder := t.TempDir()
			a, token, answer := erase(t, "", folder)
			require.Equal(t, http.StatusServiceUnavailable, answer.Status)
			require.Equal(t, http.StatusServiceUnavailable, a.REST(http.MethodGet, channelsPath, token, nil).Status)
			require.NoFileExists(t, filepath.Join(folder, config.SecretsKeyFile))
		})
		t.Run("Back", func(t *testing.T) {
			_, _, answer := erase(t, key("w")+","+key("r"), t.TempDir())
			require.True(t, answer.IsSuccess, answer.Message)
		})
	})
}
