package firmhubtest_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// begun waits until the subscriptions that were sent before have begun.
func (s *subscriptions) begun() {
	s.t.Helper()
	require.NoError(s.t, s.WriteJSON(map[string]any{"type": "ping"}))
	for kind := ""; kind != "pong"; {
		var message struct{ Type string }
		require.NoError(s.t, s.ReadJSON(&message))
		require.NotEqual(s.t, "error", message.Type)
		kind = message.Type
	}
}

// until receives events until the field of one has this text.
func (s *subscriptions) until(root, field, text string) {
	s.t.Helper()
	for {
		kind, payload := s.next()
		require.Equal(s.t, "next", kind, "%s", payload)
		var got struct {
			Data map[string]map[string]any
		}
		require.NoError(s.t, json.Unmarshal(payload, &got), "%s", payload)
		require.Contains(s.t, got.Data, root, "%s", payload)
		if got.Data[root][field] == text {
			return
		}
	}
}

// What changes in the inbox over WebSockets, until the caller may not see it any more.
func TestConversationSubscriptions(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		m := newMatrix(t, a)
		m.allow("MessagingChat:View")
		id := m.newConversation()
		at := "/api/v1/messaging/conversations/" + id
		open := func(document string) *subscriptions {
			s := newSubscriptions(t, a, "graphql-transport-ws", m.with.token)
			s.subscribe("subscribe", "1", document)
			s.begun()
			return s
		}
		list := open(`subscription { conversationChanged { id status } }`)
		thread := open(`subscription { messageChanged(conversationId: "` + id + `") { direction body } }`)
		typing := open(`subscription { typing(conversationId: "` + id + `") { conversationId isTyping user { name } } }`)
		m.must(m.owner, http.MethodPut, at+"/status", map[string]any{"status": "Closed"})
		list.until("conversationChanged", "status", "Closed")
		m.must(m.owner, http.MethodPost, at+"/notes", map[string]any{"body": "Call her."})
		thread.until("messageChanged", "body", "Call her.")
		typed := m.GraphQL(m.owner.token, graphQLAlone["setTyping"], map[string]any{"input": map[string]any{"id": id, "isTyping": true}})
		require.Empty(t, typed.Code(), "%s", typed.Body)
		typing.until("typing", "conversationId", id)

		// The first event of this one comes after the permission is gone.
		late := open(`subscription { conversationChanged { id } }`)
		m.allow()
		m.must(m.owner, http.MethodPut, at+"/status", map[string]any{"status": "Open"})
		for _, s := range []*subscriptions{list, late} {
			kind, payload := s.next()
			for s == list && strings.Contains(string(payload), "Closed") { // by the note
				kind, payload = s.next()
			}
			require.Equal(t, "next", kind)
			require.Contains(t, string(payload), string(fault.Forbidden))
			require.NotContains(t, string(payload), id)
		}
	})
}

// What changes on one instance is seen on the other, also what was while messages between them were
// lost.
func TestInstances_Conversations(t *testing.T) {
	t.Parallel()
	first, second, ways := instances(t)
	m := newMatrix(t, first)
	at := "/api/v1/messaging/conversations/" + m.newConversation()
	s := newSubscriptions(t, second, "graphql-transport-ws", m.owner.token)
	s.subscribe("subscribe", "1", `subscription { conversationChanged { status } }`)
	s.begun()
	m.must(m.owner, http.MethodPut, at+"/status", map[string]any{"status": "Closed"})
	s.until("conversationChanged", "status", "Closed")
	ways[1].Cut()
	m.must(m.owner, http.MethodPut, at+"/status", map[string]any{"status": "Open"})
	s.until("conversationChanged", "status", "Open")
}
