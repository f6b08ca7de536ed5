package hubtest_test

import (
	"bufio"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

const received = `subscription ($since: ID) {
	notificationReceived(since: $since) { id firmId userId module moduleId title message metadata status readAt createdAt }
}`

// subscription is a GraphQL client with a subscription.
type subscription struct{ *client }

func subscribe(t *testing.T, url, protocol, token, query string, variables map[string]any) *subscription {
	t.Helper()
	s := &subscription{newClient(t, "graphql.leave")}
	s.must(t, "graphql.subscribe", map[string]any{
		"protocol": protocol, "url": url + "/graphql", "token": token, "query": query, "variables": variables,
	})
	return s
}

// result is what a subscription sends.
type result struct {
	Data struct {
		NotificationReceived map[string]any
		UnreadCountChanged   int
	}
	Errors []struct {
		Extensions struct{ Code fault.Code }
	}
}

func (s *subscription) result(t *testing.T) (got result) {
	t.Helper()
	e := s.next(t, "result", "end")
	require.Equal(t, "result", e.name, "%s", e.data)
	require.NoError(t, json.Unmarshal(e.data, &got))
	return got
}

// title returns the title of the next notification.
func (s *subscription) title(t *testing.T) string {
	t.Helper()
	got := s.result(t)
	require.Empty(t, got.Errors)
	return got.Data.NotificationReceived["title"].(string)
}

// count waits until the subscription is told that so many are unread.
func (s *subscription) count(t *testing.T, want int) {
	t.Helper()
	for {
		got := s.result(t)
		require.Empty(t, got.Errors)
		if got.Data.UnreadCountChanged == want {
			return
		}
	}
}

// TestSubscriptions receives notifications and counts by the GraphQL clients that front-ends use.
func TestSubscriptions(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		for _, protocol := range []string{"graphql-transport-ws", "graphql-ws", "sse"} {
			t.Run(protocol, func(t *testing.T) {
				t.Parallel()
				testSubscriptions(t, a, protocol)
			})
		}
	})
}

func testSubscriptions(t *testing.T, a *firmhubtest.App, protocol string) {
	t.Helper()
	owner := ownerOf(t, a)
	unread := subscribe(t, a.URL, protocol, owner.Token, `subscription { unreadCountChanged }`, nil)
	unread.count(t, 0)
	first := raise(t, a, owner.Token, "First", owner.User.ID)
	raise(t, a, owner.Token, "Missed", "")
	unread.count(t, 2)

	news := subscribe(t, a.URL, protocol, owner.Token, received, map[string]any{"since": first})
	missed := news.result(t)
	require.Empty(t, missed.Errors)
	require.Equal(t, "Missed", missed.Data.NotificationReceived["title"])
	require.Equal(t, owner.Firms[0].FirmID, missed.Data.NotificationReceived["firmId"])
	require.Nil(t, missed.Data.NotificationReceived["userId"])
	require.Equal(t, "Unread", missed.Data.NotificationReceived["status"])
	raise(t, a, owner.Token, "Third", "")
	require.Equal(t, "Third", news.title(t))
	unread.count(t, 3)
	read := a.GraphQL(owner.Token, `mutation { markAllNotificationsRead }`, nil)
	require.Empty(t, read.Errors)
	unread.count(t, 0)

	// Without since: from when the server has begun, which it does not say.
	live := subscribe(t, a.URL, protocol, owner.Token, received, nil)
	var (
		raised []string
		began  event
	)
	for begun := false; !begun; {
		raised = append(raised, raise(t, a, owner.Token, "Fourth", ""))
		require.Equal(t, "Fourth", news.title(t))
		unread.next(t, "result") // takes up to a second
		began, begun = live.take([]string{"result"})
	}
	at := slices.IndexFunc(raised, func(id string) bool { return strings.Contains(string(began.data), id) })
	require.GreaterOrEqual(t, at, 0, "%s", began.data)
	for _, id := range raised[at+1:] { // From then on it receives all.
		require.Equal(t, id, live.result(t).Data.NotificationReceived["id"])
	}

	for name, refused := range map[string]struct {
		token, since string
		code         fault.Code
	}{
		"ErrNoToken": {"", first, fault.Unauthorized},
		"ErrSince":   {owner.Token, "x", fault.ValidationError},
	} {
		t.Run(name, func(t *testing.T) {
			s := subscribe(t, a.URL, protocol, refused.token, received, map[string]any{"since": refused.since})
			got := s.next(t, "result", "end", "closed")
			t.Log(got.name, string(got.data))
			if got.name == "result" {
				var said result
				require.NoError(t, json.Unmarshal(got.data, &said))
				require.Equal(t, refused.code, said.Errors[0].Extensions.Code)
			}
		})
	}

	t.Run("LogOut", func(t *testing.T) {
		logOut(t, a, owner.Token)
		for _, s := range []*subscription{unread, news, live} {
			if protocol == "sse" {
				require.NotEqual(t, `""`, string(s.next(t, "end").data), "no event complete")
				continue
			}
			var closed struct{ Code int }
			require.NoError(t, json.Unmarshal(s.next(t, "closed").data, &closed))
			require.Equal(t, 4401, closed.Code)
		}
	})
}

// TestSubscriptions_Read raises notifications as soon as the server has read that a client
// subscribes. The pong to a control frame shows that. The subscription is then about to begin.
func TestSubscriptions_Read(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		owner := ownerOf(t, a)
		for range starts {
			dialer := websocket.Dialer{Subprotocols: []string{"graphql-transport-ws"}}
			conn, response, err := dialer.DialContext(t.Context(), "ws://"+host(a.URL)+"/graphql", nil)
			require.NoError(t, err)
			require.NoError(t, response.Body.Close())
			require.NoError(t, conn.SetReadDeadline(time.Now().Add(patience)))
			init := map[string]any{"type": "connection_init", "payload": map[string]string{"Authorization": "Bearer " + owner.Token}}
			require.NoError(t, conn.WriteJSON(init))
			var got struct {
				Type    string
				Payload json.RawMessage
			}
			for got.Type != "connection_ack" {
				require.NoError(t, conn.ReadJSON(&got))
			}
			raised := make(chan string, 1)
			conn.SetPongHandler(func(string) error {
				raised <- raise(t, a, owner.Token, "At once", "")
				return nil
			})
			payload := map[string]string{"query": `subscription { notificationReceived { id } }`}
			require.NoError(t, conn.WriteJSON(map[string]any{"type": "subscribe", "id": "1", "payload": payload}))
			require.NoError(t, conn.WriteControl(websocket.PingMessage, nil, time.Now().Add(patience)))
			for got.Type != "next" {
				require.NoError(t, conn.ReadJSON(&got))
			}
			require.Contains(t, string(got.Payload), <-raised)
			require.NoError(t, conn.Close())
		}
	})
}

// TestSubscriptions_Begun raises notifications as soon as the server shows that a subscription has
// begun: by its answer to a ping that followed, or by the beginning of the event stream.
func TestSubscriptions_Begun(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		const document = `subscription { notificationReceived { id } }`
		t.Run("graphql-transport-ws", func(t *testing.T) {
			t.Parallel()
			owner := ownerOf(t, a)
			for range starts {
				dialer := websocket.Dialer{Subprotocols: []string{"graphql-transport-ws"}}
				conn, response, err := dialer.DialContext(t.Context(), "ws://"+host(a.URL)+"/graphql", nil)
				require.NoError(t, err)
				require.NoError(t, response.Body.Close())
				require.NoError(t, conn.SetReadDeadline(time.Now().Add(patience)))
				for _, message := range []map[string]any{
					{"type": "connection_init", "payload": map[string]string{"Authorization": "Bearer " + owner.Token}},
					{"type": "subscribe", "id": "1", "payload": map[string]any{"query": document}},
					{"type": "ping"},
				} {
					require.NoError(t, conn.WriteJSON(message))
				}
				var got struct {
					Type    string
					Payload json.RawMessage
				}
				for got.Type != "pong" {
					require.NoError(t, conn.ReadJSON(&got))
				}
				id := raise(t, a, owner.Token, "At once", "")
				require.NoError(t, conn.ReadJSON(&got))
				require.Equal(t, "next", got.Type)
				require.Contains(t, string(got.Payload), id)
				require.NoError(t, conn.Close())
			}
		})
		t.Run("sse", func(t *testing.T) {
			t.Parallel()
			owner := ownerOf(t, a)
			for range starts {
				body := strings.NewReader(`{"query":"` + document + `"}`)
				request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, a.URL+"/graphql", body)
				require.NoError(t, err)
				request.Header = http.Header{
					"Accept": {"text/event-stream"}, "Content-Type": {"application/json"}, "Authorization": {"Bearer " + owner.Token},
				}
				response, err := http.DefaultClient.Do(request)
				require.NoError(t, err)
				id := raise(t, a, owner.Token, "At once", "")
				lines := bufio.NewScanner(response.Body)
				for lines.Scan() && !strings.Contains(lines.Text(), id) {
					require.NotContains(t, lines.Text(), "data:")
				}
				require.Contains(t, lines.Text(), id)
				require.NoError(t, response.Body.Close())
			}
		})
	})
}
