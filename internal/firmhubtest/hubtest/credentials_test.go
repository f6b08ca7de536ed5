package hubtest_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// newApp returns an app on SQLite with the owner of a firm.
func newApp(t *testing.T, settings ...func(*app.Config)) (*firmhubtest.App, *firmhubtest.Session) {
	t.Helper()
	a := firmhubtest.New(t, db.SQLite, settings...)
	return a, ownerOf(t, a)
}

// TestCredentials tries to connect with what is not an access token.
func TestCredentials(t *testing.T) {
	t.Parallel()
	a, owner := newApp(t)
	answer := a.REST(http.MethodPost, "/api/v1/ApiClient", owner.Token, map[string]any{"name": "Shop"})
	require.Equal(t, http.StatusCreated, answer.Status, "%s", answer.Body)
	var key struct{ APIKey string }
	answer.Into(t, &key)
	invited := invite(t, a, owner)

	for name, refused := range map[string]struct {
		options hubOptions
		status  string
	}{
		"NoToken":      {hubOptions{}, "401"},
		"BadToken":     {hubOptions{token: "no.such.token"}, "401"},
		"RefreshToken": {hubOptions{token: owner.RefreshToken}, "401"},
		"APIKey":       {hubOptions{headers: map[string]string{"X-Api-Key": key.APIKey}}, "401"},
		"KeyAsToken":   {hubOptions{token: key.APIKey}, "401"},
		"InvitedOnly":  {hubOptions{token: invited.Token}, "403"},
	} {
		for _, w := range []string{"WebSockets/JSON", "SkipNegotiation/JSON", "ServerSentEvents/JSON", "LongPolling/MessagePack"} {
			t.Run(name+"/"+w, func(t *testing.T) {
				t.Parallel()
				c, err := ways[w].dial(t, a.URL, refused.options)
				if ways[w].skipNegotiation {
					require.ErrorContains(t, err, "WebSocket failed to connect") // a WebSocket has no status
				} else {
					require.ErrorContains(t, err, refused.status)
				}
				require.Empty(t, c.notTokens())
			})
		}
	}
}

// notTokens describes the events but those of the access token being asked for.
func (c *hubClient) notTokens() (described []string) {
	for _, e := range c.rest() {
		if e != "token " {
			described = append(described, e)
		}
	}
	return described
}

// invite returns a session of somebody who is in no firm, and has an invitation to one.
func invite(t *testing.T, a *firmhubtest.App, owner *firmhubtest.Session) *firmhubtest.Session {
	t.Helper()
	var roles []struct{ ID string }
	a.REST(http.MethodGet, "/api/v1/roles", owner.Token, nil).Into(t, &roles)
	add := func(by *firmhubtest.Session, roleID string) (id string) {
		answer := a.REST(http.MethodPost, "/api/v1/users/create", by.Token, map[string]any{
			"firstName": "Ivy", "lastName": "Invited", "email": "ivy@hub.example", "password": firmhubtest.OwnerPassword, "roleId": roleID,
		})
		require.Equal(t, http.StatusCreated, answer.Status, "%s", answer.Body)
		var user struct{ ID string }
		answer.Into(t, &user)
		return user.ID
	}
	// Active in one firm, which she leaves; invited by the other.
	other := a.NewFirm("Other", "other@hub.example")
	var otherRoles []struct{ ID string }
	a.REST(http.MethodGet, "/api/v1/roles", other.Token, nil).Into(t, &otherRoles)
	left := add(other, otherRoles[0].ID)
	a.Login("ivy@hub.example", firmhubtest.OwnerPassword)
	add(owner, roles[0].ID)
	removed := a.REST(http.MethodDelete, "/api/v1/users/delete/"+left, other.Token, nil)
	require.Equal(t, http.StatusOK, removed.Status, "%s", removed.Body)
	return a.Login("ivy@hub.example", firmhubtest.OwnerPassword)
}

// shortLived lets access tokens expire soon.
func shortLived(c *app.Config) { c.AccessTokenTTL = 10 * time.Second }

// TestExpiry lets access tokens expire under clients of each kind, which come back with fresh ones.
func TestExpiry(t *testing.T) {
	t.Parallel()
	a, _ := newApp(t, shortLived)
	for name, w := range ways {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			owner := ownerOf(t, a)
			c := w.connect(t, a.URL, hubOptions{token: owner.Token, reconnect: oftenEnough()})
			c.count(t, 0)
			require.Contains(t, string(c.next(t, "reconnecting").data), "The access token has expired.")
			for back := false; !back; { // on a slow machine the next token may expire too
				c.must(t, "signalr.setToken", map[string]any{"token": renew(t, a, owner)})
				back = c.next(t, "reconnected", "token").name == "reconnected"
			}
			c.count(t, 0)
		})
	}
}

// renew returns a new access token of a session.
func renew(t *testing.T, a *firmhubtest.App, session *firmhubtest.Session) (token string) {
	t.Helper()
	answer := a.REST(http.MethodPost, "/api/v1/auth/refreshtoken", "", map[string]any{"refreshToken": session.RefreshToken})
	require.Equal(t, http.StatusOK, answer.Status, "%s", answer.Body)
	answer.Into(t, session)
	return session.Token
}
