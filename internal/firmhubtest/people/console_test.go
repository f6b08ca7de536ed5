package people_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

const (
	consoleBase = "/api/v1/auth/console"
	ownOrigin   = "own" // stands for the origin of the server
)

// browser keeps the one cookie of the console.
type browser struct {
	*firmhubtest.App

	t      *testing.T
	cookie *http.Cookie
	site   string // Sec-Fetch-Site
}

// post sends a request as a page of an origin does.
func (b *browser) post(path, origin, token, body string) (*firmhubtest.Answer, *http.Cookie) {
	b.t.Helper()
	request, err := http.NewRequestWithContext(b.t.Context(), http.MethodPost, b.URL+consoleBase+"/"+path, strings.NewReader(body))
	require.NoError(b.t, err)
	if body != "" {
		request.Header.Set("Content-Type", "application/json")
	}
	if origin == ownOrigin {
		origin = b.URL
	}
	if origin != "" {
		request.Header.Set("Origin", origin)
	}
	if b.site != "" {
		request.Header.Set("Sec-Fetch-Site", b.site)
	}
	if token != "" {
		request.Header.Set("Authorization", "Bearer "+token)
	}
	if b.cookie != nil {
		request.AddCookie(&http.Cookie{Name: b.cookie.Name, Value: b.cookie.Value})
	}
	answer := b.Do(request)
	set := (&http.Response{Header: answer.Header}).Cookies()
	require.LessOrEqual(b.t, len(set), 1)
	if len(set) == 0 {
		return answer, nil
	}
	b.cookie = set[0]
	require.Equal(b.t, consoleBase, b.cookie.Path)
	require.True(b.t, b.cookie.HttpOnly)
	require.Equal(b.t, http.SameSiteStrictMode, b.cookie.SameSite)
	require.Empty(b.t, b.cookie.Domain)
	return answer, set[0]
}

// TestConsoleSession tests the session of the console in the browser, whose refresh token is in a
// cookie.
func TestConsoleSession(t *testing.T) {
	t.Parallel()
	const email, credentials = "olga@torra.example", `{"email":"olga@torra.example","password":"` + firmhubtest.OwnerPassword + `"}`
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		a.NewFirm("Torra", email)
		begin := func(t *testing.T) (*browser, string) {
			t.Helper()
			b := &browser{App: a, t: t}
			answer, cookie := b.post("login", ownOrigin, "", credentials)
			require.Equal(t, http.StatusOK, answer.Status, "%s", answer.Body)
			require.NotEmpty(t, cookie.Value)
			require.Equal(t, 30*24*60*60, cookie.MaxAge)
			require.NotContains(t, string(answer.Body), cookie.Value)
			require.NotContains(t, string(answer.Body), "refreshToken")
			var session firmhubtest.Session
			answer.Into(t, &session)
			require.Equal(t, email, session.User.Email)
			require.Len(t, session.Firms, 1)
			require.Equal(t, 900, session.ExpiresIn)
			return b, session.Token
		}

		t.Run("OK", func(t *testing.T) {
			t.Parallel()
			b, token := begin(t)
			require.Equal(t, http.StatusOK, a.REST(http.MethodGet, "/api/v1/auth/me", token, nil).Status)
			first := b.cookie.Value
			for _, body := range []string{"", "{}", `{"refreshToken":"ignored"}`} {
				answer, cookie := b.post("refresh", ownOrigin, "", body)
				require.Equal(t, http.StatusOK, answer.Status, "%s", answer.Body)
				require.NotEqual(t, first, cookie.Value)
				require.NotContains(t, string(answer.Body), cookie.Value)
				var pair firmhubtest.Session
				answer.Into(t, &pair)
				require.Equal(t, http.StatusOK, a.REST(http.MethodGet, "/api/v1/auth/me", pair.Token, nil).Status)
				token = pair.Token
			}
			answer, cookie := b.post("logout", ownOrigin, token, "")
			require.Equal(t, http.StatusOK, answer.Status, "%s", answer.Body)
			require.JSONEq(t, "null", string(answer.Data))
			require.Empty(t, cookie.Value)
			require.Negative(t, cookie.MaxAge)
			require.Equal(t, http.StatusUnauthorized, a.REST(http.MethodGet, "/api/v1/auth/me", token, nil).Status)
		})
		t.Run("OK over https", func(t *testing.T) {
			t.Parallel()
			b, _ := begin(t)
			require.False(t, b.cookie.Secure)
			answer, cookie := b.post("refresh", strings.Replace(a.URL, "http:", "https:", 1), "", "")
			require.Equal(t, http.StatusOK, answer.Status, "%s", answer.Body)
			require.True(t, cookie.Secure)
		})
		// The second of two tabs that refresh at once is refused, and keeps the cookie of the
		// first.
		t.Run("ErrUnauthorized used", func(t *testing.T) {
			t.Parallel()
			b, _ := begin(t)
			second := &browser{App: a, t: t, cookie: b.cookie}
			answer, _ := b.post("refresh", ownOrigin, "", "")
			require.Equal(t, http.StatusOK, answer.Status)
			answer, cookie := second.post("refresh", ownOrigin, "", "")
			require.Equal(t, http.StatusUnauthorized, answer.Status)
			require.Nil(t, cookie)
			answer, _ = b.post("refresh", ownOrigin, "", "")
			require.Equal(t, http.StatusOK, answer.Status)
		})
		t.Run("ErrUnauthorized", func(t *testing.T) {
			t.Parallel()
			b := &browser{App: a, t: t}
			for path, body := range map[string]string{
				"login":   `{"email":"olga@torra.example","password":"Wr0ng-secret!"}`,
				"refresh": `{"refreshToken":"` + a.Login(email, firmhubtest.OwnerPassword).RefreshToken + `"}`, // not in the cookie
				"logout":  "",
			} {
				answer, cookie := b.post(path, ownOrigin, "", body)
				require.Equal(t, http.StatusUnauthorized, answer.Status, "%s: %s", path, answer.Body)
				require.Nil(t, cookie)
			}
			b.cookie = &http.Cookie{Name: "firmhub_refresh", Value: "nonsense"}
			answer, _ := b.post("refresh", ownOrigin, "", "")
			require.Equal(t, fault.Unauthorized, answer.Code())
		})
		t.Run("ErrValidation", func(t *testing.T) {
			t.Parallel()
			answer, cookie := (&browser{App: a, t: t}).post("login", ownOrigin, "", "{}")
			require.Equal(t, http.StatusBadRequest, answer.Status)
			require.ElementsMatch(t, []string{"email", "password"}, answer.Fields())
			require.Nil(t, cookie)
		})
		t.Run("ErrForbidden", func(t *testing.T) {
			t.Parallel()
			b, token := begin(t)
			own := strings.TrimPrefix(a.URL, "http://")
			for _, origin := range []string{
				"", "null", "https://evil.example", "http://" + own + ".evil.example", "http://evil.example/" + own,
				"http://evil.example@" + own + ".example", own, "//",
			} {
				for path, body := range map[string]string{"login": credentials, "refresh": "", "logout": ""} {
					answer, cookie := b.post(path, origin, token, body)
					require.Equal(t, http.StatusForbidden, answer.Status, "%s from %q: %s", path, origin, answer.Body)
					require.Nil(t, cookie)
				}
			}
			// Such as a page of the same host without TLS.
			for _, b.site = range []string{"cross-site", "same-site", "none"} {
				answer, cookie := b.post("refresh", ownOrigin, "", "")
				require.Equal(t, http.StatusForbidden, answer.Status, b.site)
				require.Nil(t, cookie)
			}
			b.site = "same-origin"
			answer, _ := b.post("refresh", ownOrigin, "", "")
			require.Equal(t, http.StatusOK, answer.Status, "nothing happened to the session")
		})
	})
}
