package firmhubtest_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// subscriptions is a socket with subscriptions.
type subscriptions struct {
	*websocket.Conn

	t *testing.T
}

func newSubscriptions(t *testing.T, a *firmhubtest.App, protocol, token string) *subscriptions {
	t.Helper()
	dialer := websocket.Dialer{Subprotocols: []string{protocol}}
	conn, response, err := dialer.DialContext(t.Context(), "ws"+strings.TrimPrefix(a.URL, "http")+"/graphql", nil)
	require.NoError(t, err)
	require.NoError(t, response.Body.Close())
	t.Cleanup(func() { _ = conn.Close() })
	require.NoError(t, conn.SetReadDeadline(time.Now().Add(firmhubtest.Patience)))
	require.NoError(t, conn.WriteJSON(map[string]any{"type": "connection_init", "payload": map[string]string{"Authorization": "Bearer " + token}}))
	return &subscriptions{conn, t}
}

func (s *subscriptions) subscribe(word, id, document string) {
	s.t.Helper()
	require.NoError(s.t, s.WriteJSON(map[string]any{"id": id, "type": word, "payload": map[string]any{"query": document}}))
}

// next returns the type and the payload of the next message for an operation.
func (s *subscriptions) next() (kind string, payload json.RawMessage) {
	s.t.Helper()
	for {
		var message struct {
			ID, Type string
			Payload  json.RawMessage
		}
		require.NoError(s.t, s.ReadJSON(&message))
		if message.ID != "" {
			return message.Type, message.Payload
		}
	}
}

// Notifications and their count over WebSockets, from one that was missed on, until the server
// stops; and with an end when the membership does.
func TestNotificationSubscriptions(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		m := newMatrix(t, a)
		received := func(id string) string {
			return `{"data":{"notificationReceived":{"id":"` + id + `","status":"Unread"}}}`
		}
		known := m.newNotification()
		for protocol, words := range map[string][2]string{"graphql-transport-ws": {"subscribe", "next"}, "graphql-ws": {"start", "data"}} {
			missed := m.newNotification()
			s := newSubscriptions(t, a, protocol, m.with.token)
			s.subscribe(words[0], "1", `subscription { notificationReceived(since: "`+known+`") { id status } }`)
			kind, payload := s.next()
			require.Equal(t, words[1], kind)
			require.JSONEq(t, received(missed), string(payload), protocol)
			known = m.newNotification()
			_, payload = s.next()
			require.JSONEq(t, received(known), string(payload), protocol)

			s = newSubscriptions(t, a, protocol, m.with.token)
			s.subscribe(words[0], "1", `subscription { unreadCountChanged }`)
			_, first := s.next()
			require.Contains(t, string(first), `"unreadCountChanged"`)
			m.must(m.with, http.MethodPut, "/api/v1/notification/mark-all-read", nil)
			for string(payload) != `{"data":{"unreadCountChanged":0}}` {
				kind, payload = s.next()
				require.Equal(t, words[1], kind)
			}
		}

		t.Run("Stop", func(t *testing.T) {
			s := newSubscriptions(t, a, "graphql-transport-ws", m.with.token)
			s.subscribe("subscribe", "1", `subscription { unreadCountChanged }`)
			s.next()
			a.Notifications.Close()
			kind, payload := s.next()
			require.Equal(t, "next", kind)
			require.Contains(t, string(payload), string(fault.Unavailable))
			kind, _ = s.next()
			require.Equal(t, "complete", kind)
		})
	})
}
