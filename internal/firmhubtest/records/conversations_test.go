package records_test

import (
	"context"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

const conversationsPath = "/api/v1/messaging/conversations"

type shownConversation struct {
	ID, Address, Status string
	ContactID           *string
	UnreadCount         int
	AssignedTo          *struct{ ID, Name string }
	LastMessage         struct{ Body, Direction string }
}

type conversationList struct {
	Items []shownConversation
	Next  *string
}

// TestConversations answers people of the sandbox who write.
func TestConversations(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		a := firmhubtest.New(t, dialect)
		running, stop := context.WithCancel(context.Background())
		done := make(chan struct{})
		go func() {
			defer close(done)
			a.Send(running)
		}()
		t.Cleanup(func() {
			stop()
			<-done
		})
		owner := a.NewFirm("Torra", "olga@torra.example")
		ask := func(method, path string, body any, into any) int {
			t.Helper()
			answer := a.REST(method, path, owner.Token, body)
			if into != nil {
				require.Less(t, answer.Status, http.StatusBadRequest, "%s", answer.Body)
				answer.Into(t, into)
			}
			return answer.Status
		}
		ask(http.MethodPost, channelsPath, map[string]any{"name": "Sandbox", "kind": "Sandbox"}, nil)
		ask(http.MethodPost, sendPath, map[string]any{"messages": []any{
			map[string]any{"to": "+15005550008", "body": "Hi"}, map[string]any{"to": "+15005550009", "body": "Hi"},
		}}, nil)
		var list conversationList
		require.Eventually(t, func() bool {
			ask(http.MethodGet, conversationsPath+"?unread=true", nil, &list)
			return len(list.Items) == 2
		}, firmhubtest.Patience, 50*time.Millisecond)
		byAddress := map[string]shownConversation{}
		for _, c := range list.Items {
			byAddress[c.Address] = c
		}
		stopped := byAddress["+15005550008"]
		require.Eventually(t, func() bool { // the opt-out is confirmed
			var entries struct{ Items []struct{ Body string } }
			ask(http.MethodGet, conversationsPath+"/"+stopped.ID+"/messages", nil, &entries)
			bodies := make([]string, len(entries.Items))
			for i, entry := range entries.Items {
				bodies[i] = entry.Body
			}
			return slices.Contains(bodies, "STOP") &&
				slices.Contains(bodies, "Torra: you will get no more marketing messages from us. Write START to get them again.")
		}, firmhubtest.Patience, 50*time.Millisecond)
		require.NotNil(t, stopped.ContactID)
		hello := byAddress["US.15005550009"] // of a person without a number
		require.Equal(t, []any{"Hello", "Inbound", 1}, []any{hello.LastMessage.Body, hello.LastMessage.Direction, hello.UnreadCount})

		var told struct {
			Items []struct{ Module, ModuleID string }
		}
		require.Eventually(t, func() bool {
			ask(http.MethodGet, "/api/v1/notification", nil, &told)
			return len(told.Items) == 2
		}, firmhubtest.Patience, 50*time.Millisecond)
		require.Equal(t, "Messaging", told.Items[0].Module)

		at := conversationsPath + "/" + hello.ID
		var changed shownConversation
		ask(http.MethodPut, at+"/assign", map[string]any{"userId": owner.User.ID}, &changed)
		require.Equal(t, owner.User.ID, changed.AssignedTo.ID)
		ask(http.MethodPut, at+"/read", map[string]any{}, &changed)
		require.Zero(t, changed.UnreadCount)
		var sent sentMessage
		require.Equal(t, http.StatusAccepted, ask(http.MethodPost, at+"/reply", map[string]any{"body": "Good morning"}, &sent))
		require.Equal(t, http.StatusCreated, ask(http.MethodPost, at+"/notes", map[string]any{"body": "A friend"}, nil))
		var entries struct {
			Items []struct{ ID, Direction string }
		}
		ask(http.MethodGet, at+"/messages?limit=2", nil, &entries)
		require.Equal(t, "Note", entries.Items[0].Direction)
		require.Equal(t, sent.ID, entries.Items[1].ID)
		ask(http.MethodPut, at+"/status", map[string]any{"status": "Closed"}, &changed)
		require.Equal(t, "Closed", changed.Status)
		ask(http.MethodGet, conversationsPath+"?assignedTo=me", nil, &list)
		require.Len(t, list.Items, 1)
		require.Equal(t, http.StatusBadRequest, ask(http.MethodPut, at+"/assign", map[string]any{"userId": hello.ID}, nil))
		require.Equal(t, http.StatusNotFound, ask(http.MethodGet, conversationsPath+"/"+sent.ID, nil, nil))

		// A conversation does not name a contact that is deleted, in either API. This person writes
		// nothing, which would make a contact again.
		var silent struct{ ID string }
		ask(http.MethodPost, createPath, map[string]any{
			"firstName": "Ada", "lastName": "Lovelace", "phones": []any{map[string]any{"phone": "+15005550000"}},
		}, &silent)
		ask(http.MethodPost, sendPath, map[string]any{"messages": []any{map[string]any{"to": "+15005550000", "body": "Hi"}}}, nil)
		ask(http.MethodGet, conversationsPath+"?searchTerm=Lovelace", nil, &list)
		require.Len(t, list.Items, 1)
		named := list.Items[0]
		require.Equal(t, silent.ID, *named.ContactID)
		require.Equal(t, http.StatusOK, ask(http.MethodDelete, "/api/V1/Contact/delete", map[string]any{"id": silent.ID}, nil))
		ask(http.MethodGet, conversationsPath+"/"+named.ID, nil, &changed)
		require.Nil(t, changed.ContactID)
		var data struct{ Conversation shownConversation }
		answer := a.GraphQL(owner.Token, "query ($id: ID!) { conversation(id: $id) { id contactId contactName } }", map[string]any{"id": named.ID})
		answer.Into(t, &data)
		require.Equal(t, named.ID, data.Conversation.ID)
		require.Nil(t, data.Conversation.ContactID)

		other := a.NewFirm("Elsewhere", "otto@elsewhere.example")
		for _, request := range [][2]string{{http.MethodGet, at}, {http.MethodGet, at + "/messages"}, {http.MethodPut, at + "/read"}} {
			require.Equal(t, http.StatusNotFound, a.REST(request[0], request[1], other.Token, map[string]any{}).Status, request)
		}
	})
}
