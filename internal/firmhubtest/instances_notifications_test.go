package firmhubtest_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// raise stores a notification to everyone. Any goroutine may call it.
func raise(t testing.TB, a *firmhubtest.App, token string) {
	t.Helper()
	request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, a.URL+"/api/v1/notification",
		strings.NewReader(`{"title":"Synced","message":"Done.","module":"System"}`))
	if err != nil {
		t.Error(err)
		return
	}
	request.Header.Set("Authorization", "Bearer "+token)
	request.Header.Set("Content-Type", "application/json")
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Error(err)
		return
	}
	defer func() { _ = response.Body.Close() }()
	if response.StatusCode != http.StatusCreated {
		t.Errorf("a notification was refused with status %d", response.StatusCode)
	}
}

// stored returns the ids of the notifications that a user sees, the oldest first.
func stored(m *matrix, c *caller) (ids []string) {
	m.t.Helper()
	for page := 1; ; page++ {
		var read noticePage
		m.must(c, http.MethodGet, "/api/v1/notification?pageSize=100&page="+strconv.Itoa(page), nil).Into(m.t, &read)
		for _, n := range read.Items {
			ids = append(ids, n.ID)
		}
		if len(read.Items) == 0 || len(ids) == read.TotalCount {
			slices.Reverse(ids)
			return ids
		}
	}
}

// receive returns the ids of the next notifications.
func (c *hubClient) receive(count int) (ids []string) {
	c.t.Helper()
	for len(ids) < count {
		var message struct{ Arguments []struct{ ID string } }
		require.NoError(c.t, json.Unmarshal([]byte(c.until(`"target":"ReceiveNotification"`)), &message))
		ids = append(ids, message.Arguments[0].ID)
	}
	return ids
}

// receive returns the ids of the next notifications of a subscription to notificationReceived.
func (s *subscriptions) receive(count int) (ids []string) {
	s.t.Helper()
	for len(ids) < count {
		kind, payload := s.next()
		require.Equal(s.t, "next", kind)
		var next struct {
			Data struct{ NotificationReceived struct{ ID string } }
		}
		require.NoError(s.t, json.Unmarshal(payload, &next))
		ids = append(ids, next.Data.NotificationReceived.ID)
	}
	return ids
}

// Messages of a hub.
const (
	ping       = `{"type":6}`
	unreadNone = `"target":"UnreadCount","arguments":[0]`
	unreadTwo  = `"target":"UnreadCount","arguments":[2]`
)

// noneUnread waits until new clients of an instance are told that nothing is unread.
func noneUnread(t *testing.T, a *firmhubtest.App, c *caller) {
	t.Helper()
	connectHub(t, a, c.token, "").until(unreadNone)
}

// What happens on one instance reaches the clients of the other.
func TestInstances_Notifications(t *testing.T) {
	t.Parallel()
	first, second, _ := instances(t)
	m := newMatrix(t, first)

	// Several clients raise at both at the same time.
	t.Run("InOrder", func(t *testing.T) {
		const clients, each = 4, 30
		known, missed := m.newNotification(), m.newNotification()
		var apps []*firmhubtest.App
		var hubs []*hubClient
		var sockets []*subscriptions
		for _, a := range []*firmhubtest.App{first, second} {
			c := connectHub(t, a, m.with.token, "")
			c.until("UnreadCount")
			s := newSubscriptions(t, a, "graphql-transport-ws", m.with.token)
			s.subscribe("subscribe", "1", `subscription { notificationReceived(since: "`+known+`") { id } }`)
			require.Equal(t, []string{missed}, s.receive(1))
			apps, hubs, sockets = append(apps, a), append(hubs, c), append(sockets, s)
		}
		var raising sync.WaitGroup
		for _, a := range apps {
			for range clients {
				raising.Go(func() {
					for range each {
						raise(t, a, m.owner.token)
					}
				})
			}
		}
		const total = 2 * clients * each
		var received [][]string
		for i := range apps {
			received = append(received, hubs[i].receive(total), sockets[i].receive(total))
		}
		raising.Wait()
		want := stored(m, m.with)[2:]
		require.Len(t, want, total)
		for _, ids := range received {
			require.Equal(t, want, ids)
		}
		raise(t, first, m.owner.token) // Nothing comes twice.
		last := stored(m, m.with)[total+2:]
		for i := range apps {
			require.Equal(t, last, hubs[i].receive(1))
			require.Equal(t, last, sockets[i].receive(1))
		}
	})

	t.Run("Negotiate", func(t *testing.T) {
		answer := m.must(m.with, http.MethodPost, "/notificationhub/negotiate?negotiateVersion=1", nil)
		var negotiated struct{ ConnectionToken string }
		require.NoError(t, json.Unmarshal(answer.Body, &negotiated))
		require.NotEmpty(t, negotiated.ConnectionToken)
		c := connectHub(t, second, m.with.token, "&id="+url.QueryEscape(negotiated.ConnectionToken))
		c.until("UnreadCount")
		raise(t, first, m.owner.token)
		c.receive(1)
	})

	t.Run("MarkAllRead", func(t *testing.T) {
		raise(t, first, m.owner.token)
		c := connectHub(t, second, m.with.token, "")
		require.NotContains(t, c.until("UnreadCount"), unreadNone)
		m.must(m.with, http.MethodPut, "/api/v1/notification/mark-all-read", nil)
		c.until(unreadNone)
	})

	// Neither sockets nor hubs take a key, so there is nothing to end but its use.
	t.Run("KeyRevoked", func(t *testing.T) {
		id, revoked := m.newKey()
		_, kept := m.newKey()
		target := "/api/V1/Contact/get/" + m.newContact()
		status := func(c *caller) int {
			request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, second.URL+target, nil)
			require.NoError(t, err)
			request.Header.Set("X-Api-Key", c.key)
			return second.Do(request).Status
		}
		require.NotEqual(t, http.StatusUnauthorized, status(revoked))
		m.must(m.owner, http.MethodPost, "/api/v1/ApiClient/"+id+"/revoke", nil)
		require.Equal(t, http.StatusUnauthorized, status(revoked))
		require.NotEqual(t, http.StatusUnauthorized, status(kept))
	})
}

// Without NATS, each instance continues by itself, is ready, and reports that it is alone. Once
// NATS is back, both catch up by themselves: each notification once, in order.
func TestInstances_NotificationsWithoutNATS(t *testing.T) {
	t.Parallel()
	for name, cut := range map[string]bool{"Frozen": false, "Gone": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			first, second, ways := instances(t)
			m := newMatrix(t, first)
			near, far := connectHub(t, first, m.with.token, ""), connectHub(t, second, m.with.token, "")
			// In another firm, where the other instance raises.
			away, local := connectHub(t, first, m.stranger.token, ""), connectHub(t, second, m.stranger.token, "")
			all := []*hubClient{near, far, away, local}
			for _, c := range all {
				c.until("UnreadCount")
			}
			raise(t, first, m.owner.token)
			raise(t, second, m.owner.token)
			want := stored(m, m.with)
			require.Equal(t, want, near.receive(2))
			require.Equal(t, want, far.receive(2))
			near.until(unreadTwo)
			far.until(unreadTwo)

			for _, way := range ways {
				way.Freeze()
				if cut {
					way.Cut()
				}
			}
			raise(t, first, m.owner.token)
			near.receive(1)
			require.Equal(t, http.StatusOK, first.REST(http.MethodGet, "/readyz", "", nil).Status)
			require.Eventually(t, func() bool {
				for _, c := range all {
					c.send(ping) // A silent client is cut.
				}
				return !first.Broker.Status().Connected && !second.Broker.Status().Connected
			}, firmhubtest.Patience, 100*time.Millisecond)
			ready := first.REST(http.MethodGet, "/readyz", "", nil)
			require.Equal(t, http.StatusOK, ready.Status)
			require.Contains(t, string(ready.Body), `"broker":{"kind":"nats","status":"unreachable","since":"`)
			raise(t, first, m.owner.token) // More than ten seconds may have passed since the upgrade.
			near.receive(1)
			for range 2 {
				raise(t, second, m.stranger.token)
			}
			others := local.receive(2)
			require.Equal(t, stored(m, m.stranger), others)
			m.must(m.with, http.MethodPut, "/api/v1/notification/mark-all-read", nil)

			for _, way := range ways {
				way.Thaw()
			}
			require.Equal(t, stored(m, m.with)[2:], far.receive(2))
			require.Equal(t, others, away.receive(2))
			noneUnread(t, first, m.with)
			noneUnread(t, second, m.with)
			raise(t, second, m.owner.token)
			raise(t, first, m.owner.token)
			want = stored(m, m.with)[4:]
			require.Equal(t, want, near.receive(2))
			require.Equal(t, want, far.receive(2))
			raise(t, first, m.stranger.token)
			raise(t, second, m.stranger.token)
			others = stored(m, m.stranger)[2:]
			require.Equal(t, others, away.receive(2))
			require.Equal(t, others, local.receive(2))
		})
	}
}

// Two instances that have never heard of NATS agree by what they find in the database.
func TestInstances_Alone(t *testing.T) {
	t.Parallel()
	database := dbtest.URL(t, db.Postgres)
	on := func(c *app.Config) { c.DatabaseURL = database }
	first, second := firmhubtest.New(t, db.Postgres, on), firmhubtest.New(t, db.Postgres, on)
	m := newMatrix(t, first)
	c := connectHub(t, second, m.with.token, "")
	c.until("UnreadCount")
	for range 3 {
		raise(t, first, m.owner.token)
	}
	second.Notifications.Look(t.Context())
	require.Equal(t, stored(m, m.with), c.receive(3))
	c.until(`"target":"UnreadCount","arguments":[3]`)
	m.must(m.with, http.MethodPut, "/api/v1/notification/mark-all-read", nil)
	second.Notifications.Look(t.Context())
	c.until(unreadNone)
}
