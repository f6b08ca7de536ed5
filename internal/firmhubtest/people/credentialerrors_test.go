package people_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/token"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// The response 401 contains what is wrong with the credential, in the message and, if a token or a
// key was sent, in WWW-Authenticate.
func TestCredentialErrors(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		owner, gone := a.NewFirm("Shop", "owner@shop.example"), a.Login("owner@shop.example", firmhubtest.OwnerPassword)
		require.Equal(t, http.StatusOK, a.REST(http.MethodPost, "/api/v1/auth/logout", gone.Token, nil).Status)
		var key struct{ ID, APIKey string }
		a.REST(http.MethodPost, "/api/v1/ApiClient", owner.Token, map[string]any{"name": "Key"}).Into(t, &key)
		require.Equal(t, http.StatusOK, a.REST(http.MethodPost, "/api/v1/ApiClient/"+key.ID+"/revoke", owner.Token, nil).Status)
		expired := oldToken(t, a)
		signature := strings.LastIndex(expired, ".") + 1
		forged := expired[:signature] + strings.Map(func(c rune) rune {
			if c == 'A' {
				return 'B'
			}
			return 'A'
		}, expired[signature:])

		const (
			malformed = "The access token is malformed, or was not issued by this server. Log in again."
			send      = "send an access token after Bearer and a space, and an API key as X-Api-Key."
			noScheme  = "Authorization has no scheme: " + send
			noToken   = "Authorization has no access token: " + send
			negotiate = "/notificationhub/negotiate"
			none      = "This needs a valid access token. Log in first."
		)
		for _, c := range []struct {
			header, credential, message string
			isRefused                   bool
		}{
			{"Authorization", "Bearer " + expired, "The access token has expired. Exchange the refresh token for a new one.", true},
			{"Authorization", "Bearer " + forged, malformed, true}, // it has also expired, which nobody learns without a signature
			{"Authorization", "Bearer " + strings.TrimSuffix(owner.Token, owner.Token[len(owner.Token)-9:]), malformed, true},
			{"Authorization", "Bearer nonsense", malformed, true},
			{"Authorization", "Bearer " + gone.Token, "The session of the access token has ended. Log in again.", true},
			{"Authorization", "Bearer " + key.APIKey, "This is an API key and no access token: send it as X-Api-Key.", true},
			{"Authorization", owner.Token, noScheme, true},
			{"Authorization", key.APIKey, noScheme, true},
			{"Authorization", "Basic YTpi", "Authorization has another scheme than Bearer: " + send, false},
			{"Authorization", "Bearer", noToken, false},
			{"Authorization", "bearer ", noToken, false},
			{"Authorization", "", none, false},
			{"X-Api-Key", key.APIKey, "The API key has been revoked.", true},
			{"X-Api-Key", key.APIKey[:40], "The API key is malformed: check that it was copied as a whole.", true},
			{"X-Api-Key", owner.Token, "This is an access token and no API key: send it as Authorization, after Bearer and a space.", true},
		} {
			challenge := "Bearer"
			if c.isRefused {
				challenge = `Bearer error="invalid_token", error_description="` + c.message + `"`
			}
			for path, body := range map[string]string{
				"/api/v1/auth/changepassword": `{}`, "/api/v1/roles/create": `{}`, "/graphql": `{"query":"{ me { isSuperFirm } }"}`, negotiate: "",
			} {
				want := c.message
				if path == negotiate && want == none {
					want = "Connect with an access token."
				}
				request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, a.URL+path, strings.NewReader(body))
				require.NoError(t, err)
				request.Header.Set("Content-Type", "application/json")
				request.Header.Set(c.header, c.credential)
				answer := a.Do(request)
				require.Equal(t, fault.Unauthorized, answer.Code(), "%s %s: %s", path, c.message, answer.Body)
				message := answer.Message
				if path == "/graphql" {
					message = answer.Errors[0].Message
				}
				require.Equal(t, want, message, path)
				require.Equal(t, challenge, answer.Header.Get("WWW-Authenticate"), path)
			}
		}
		query := a.REST(http.MethodPost, negotiate+"?access_token="+expired, "", nil)
		require.Contains(t, query.Message, "has expired")
		require.Equal(t, fault.Unauthorized, a.REST(http.MethodPost, "/api/v1/auth/login", expired,
			map[string]any{"email": "nobody@shop.example", "password": firmhubtest.OwnerPassword}).Code(), "log-in ignores a stale token")
	})
}

// oldToken returns an access token that was valid an hour ago.
func oldToken(t *testing.T, a *firmhubtest.App) string {
	t.Helper()
	before := func() time.Time { return time.Now().Add(-time.Hour) }
	issuer, err := token.NewIssuer(t.Context(), a.DB, token.Config{Now: before})
	require.NoError(t, err)
	access, err := issuer.Issue(t.Context(), token.Claims{UserID: uuid.New(), SessionID: uuid.New()})
	require.NoError(t, err)
	return access
}
