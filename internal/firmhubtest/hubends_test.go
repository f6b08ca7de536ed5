package firmhubtest_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// TestHub_Ends ends the sessions or memberships of connections. Each connection is told the reason,
// and stays closed.
func TestHub_Ends(t *testing.T) {
	t.Parallel()
	m := newMatrix(t, firmhubtest.New(t, db.SQLite))
	again := func(c *caller) *caller {
		other := &caller{email: c.email, password: c.password}
		m.signIn(other)
		return other
	}
	const session, membership = "The session has ended.", "You are no longer in this firm."
	for name, ending := range map[string]struct {
		text string
		end  func(c *caller)
	}{
		"log-out": {session, func(c *caller) { m.must(c, http.MethodPost, "/api/v1/auth/logout", nil) }},
		"session": {session, func(c *caller) {
			m.must(again(c), http.MethodDelete, "/api/v1/auth/sessions/"+c.Firms[0].SessionID, nil)
		}},
		"other sessions": {session, func(c *caller) { m.must(again(c), http.MethodDelete, "/api/v1/auth/sessions", nil) }},
		"deactivated": {membership, func(c *caller) {
			m.must(m.owner, http.MethodPut, "/api/v1/users/update", map[string]any{"id": c.User.ID, "isActive": false})
		}},
		"removed": {membership, func(c *caller) { m.must(m.owner, http.MethodDelete, "/api/v1/users/delete/"+c.User.ID, nil) }},
		// The session has moved to the other firm; the connection and its token are still of this
		// one.
		"removed after a move": {membership, func(c *caller) {
			m.moveAway(c)
			m.must(m.owner, http.MethodDelete, "/api/v1/users/delete/"+c.User.ID, nil)
		}},
		"log-out after a move": {session, func(c *caller) {
			m.must(&caller{token: m.moveAway(c)}, http.MethodPost, "/api/v1/auth/logout", nil)
		}},
	} {
		t.Run(name, func(t *testing.T) {
			user := m.newUser(m.withRole)
			c, other := connectHub(t, m.App, user.token, ""), connectHub(t, m.App, m.owner.token, "")
			c.until("UnreadCount")
			ending.end(user)
			require.JSONEq(t, `{"type":7,"error":"`+ending.text+`"}`, c.until(`"type":7`))
			_, _, err := c.ReadMessage()
			require.ErrorContains(t, err, "close 1000")
			answer := m.REST(http.MethodPost, "/notificationhub/negotiate", user.token, nil)
			require.Equal(t, http.StatusUnauthorized, answer.Status)
			m.newNotification()
			other.receive(1)
		})
	}
}

// moveAway has a user accept an invitation to another firm and move there, and returns the access
// token there.
func (m *matrix) moveAway(c *caller) string {
	m.t.Helper()
	invited := m.invitation(c)
	var entry struct{ RelationID string }
	path := "/api/v1/auth/invitations/" + invited["id"].(string) + "/accept"
	m.must(c, http.MethodPost, path, map[string]any{"password": invited["password"]}).Into(m.t, &entry)
	query := url.Values{"userId": {c.User.ID}, "relationId": {entry.RelationID}, "sessionId": {c.Firms[0].SessionID}}
	var moved struct{ Token string }
	m.must(c, http.MethodGet, "/api/v1/auth/setfirm?"+query.Encode(), nil).Into(m.t, &moved)
	return moved.Token
}

// TestHub_Swap sends requests on a connection of long polling with access tokens of another session
// or firm: another user's, and the user's own of another session and of another firm. They are
// refused, and the connection continues.
func TestHub_Swap(t *testing.T) {
	t.Parallel()
	m := newMatrix(t, firmhubtest.New(t, db.SQLite))
	user := m.newUser(m.withRole)
	again := &caller{email: user.email, password: user.password}
	m.signIn(again)
	var negotiated struct{ ConnectionToken string }
	answer := m.must(user, http.MethodPost, "/notificationhub/negotiate?negotiateVersion=1", nil)
	require.NoError(t, json.Unmarshal(answer.Body, &negotiated))
	send := func(method, token, body string) *firmhubtest.Answer {
		return m.send(&caller{token: token}, method, "/notificationhub?id="+url.QueryEscape(negotiated.ConnectionToken), "text/plain", body)
	}
	require.Equal(t, http.StatusOK, send(http.MethodGet, user.token, "").Status)
	require.Equal(t, http.StatusAccepted, send(http.MethodPost, user.token, `{"protocol":"json","version":1}`+"\x1e").Status)
	moved := m.moveAway(user)
	for name, token := range map[string]string{"user": m.with.token, "stranger": m.stranger.token, "session": again.token, "firm": moved} {
		for _, method := range []string{http.MethodGet, http.MethodPost, http.MethodDelete} {
			require.Equal(t, http.StatusNotFound, send(method, token, `{"type":6}`+"\x1e").Status, "%s %s", method, name)
		}
	}
	require.Equal(t, http.StatusAccepted, send(http.MethodPost, user.token, `{"type":1,"invocationId":"7","target":"MarkAllRead","arguments":[]}`+"\x1e").Status)
	require.Eventually(t, func() bool {
		polled := send(http.MethodGet, user.token, "")
		return polled.Status != http.StatusOK || strings.Contains(string(polled.Body), `"invocationId":"7","result":`)
	}, firmhubtest.Patience, time.Millisecond)
	require.Equal(t, http.StatusAccepted, send(http.MethodDelete, user.token, "").Status)
}
