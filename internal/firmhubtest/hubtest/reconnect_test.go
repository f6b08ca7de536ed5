package hubtest_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// host returns the host:port of a URL.
func host(url string) string { return strings.TrimPrefix(url, "http://") }

// TestReconnect cuts connections of clients that reconnect automatically. With Resume they miss
// nothing.
func TestReconnect(t *testing.T) {
	t.Parallel()
	a, _ := newApp(t)
	for name, w := range ways {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			owner := ownerOf(t, a)
			p := newProxy(t, host(a.URL))
			c := w.connect(t, p.URL, hubOptions{token: owner.Token, reconnect: oftenEnough()})
			c.count(t, 0)
			sent := 0
			last := ""
			for range 3 {
				for range 3 {
					last = raise(t, a, owner.Token, number(&sent), "")
					require.Equal(t, last, c.receive(t)["id"])
				}
				p.to("") // A client that polls may notice nothing if it can come back at once.
				missed := []string{}
				for range 5 {
					missed = append(missed, raise(t, a, owner.Token, number(&sent), ""))
				}
				c.next(t, "reconnecting")
				p.to(host(a.URL))
				c.next(t, "reconnected")
				require.False(t, c.resume(t, last))
				c.receiveAll(t, missed)
				c.count(t, sent)
			}
		})
	}
}

// TestReconnect_Many has clients miss more than Resume sends at a time, while others are stored.
// They call it until nothing remains, each time with the last one that came, and have each
// notification in order.
func TestReconnect_Many(t *testing.T) {
	t.Parallel()
	a, _ := newApp(t)
	for _, name := range []string{"WebSockets/JSON", "ServerSentEvents/JSON", "LongPolling/MessagePack"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			owner := ownerOf(t, a)
			firm := owner.Firms[0].FirmID
			p := newProxy(t, host(a.URL))
			c := ways[name].connect(t, p.URL, hubOptions{token: owner.Token, reconnect: oftenEnough()})
			c.count(t, 0)
			a.Notify(firm, 1)
			last := c.id(t)
			p.to("")
			a.Notify(firm, 2500)
			c.next(t, "reconnecting")
			p.to(host(a.URL))
			// On a slow machine the rest of the 2,500 comes now, so fast that the server closes the
			// connection once more.
			early := ""
			for early == "" { // comes before Resume is called, so it comes again
				a.Notify(firm, 1)
				if e := c.next(t, "reconnected", "ReceiveNotification"); e.name != "reconnected" {
					early = e.notification(t)["id"].(string)
				}
			}
			received := []string{last}
			// takes appends what came, without what was sent before Resume was called.
			takes := func() {
				stored := a.Notified(firm)
				for len(received) < len(stored) && c.has(notifications) {
					if id := c.id(t); id == stored[len(received)] {
						received = append(received, id)
					}
				}
			}
			for more := true; more; {
				var err error
				if more, err = c.tryResume(received[len(received)-1]); err != nil {
					c.next(t, "reconnected")
					more = true
				}
				takes()
				a.Notify(firm, 1)
			}
			stored := a.Notified(firm)
			for len(received) < len(stored) {
				received = append(received, c.id(t))
			}
			require.Equal(t, stored, received)
			require.Contains(t, received, early)
		})
	}
}

// number returns the title of the next notification.
func number(sent *int) string {
	*sent++
	return fmt.Sprint("n", *sent)
}

// receiveAll waits for these notifications. Some may come twice: by themselves and because the
// client has asked for them.
func (c *hubClient) receiveAll(t *testing.T, ids []string) {
	t.Helper()
	missing := map[string]bool{}
	for _, id := range ids {
		missing[id] = true
	}
	for len(missing) > 0 {
		delete(missing, c.id(t))
	}
	require.False(t, c.resume(t, ids[len(ids)-1])) // after this round trip, what came twice has arrived too
	for c.has(notifications) {
		c.receive(t)
	}
}

// TestStatefulReconnect cuts connections of clients with stateful reconnect: they notice nothing,
// and receive each notification once and in order.
func TestStatefulReconnect(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		for _, protocol := range []string{"json", "messagepack"} {
			t.Run(protocol, func(t *testing.T) {
				t.Parallel()
				owner := ownerOf(t, a)
				p := newProxy(t, host(a.URL))
				w := way{transport: "WebSockets", protocol: protocol}
				c := w.connect(t, p.URL, hubOptions{token: owner.Token, reconnect: oftenEnough(), bufferSize: 100_000})
				c.count(t, 0)
				sent, received := 0, 0
				for range 4 {
					for range 5 {
						raise(t, a, owner.Token, number(&sent), "")
					}
					require.Equal(t, number(&received), c.title(t), "it is connected when it is cut")
					require.Positive(t, p.cut())
					for range 10 {
						raise(t, a, owner.Token, number(&sent), "")
					}
					for received < sent {
						require.Equal(t, number(&received), c.title(t))
					}
				}
				c.count(t, sent)
				_, err := c.invoke("MarkAllRead")
				require.NoError(t, err)
				c.count(t, 0)
				require.Empty(t, c.notTokens(), "nothing twice, and it was connected all the time")
			})
		}
	})
}

// TestStatefulReconnect_LogOut shows that a session that has ended is not resumed.
func TestStatefulReconnect_LogOut(t *testing.T) {
	t.Parallel()
	a, owner := newApp(t)
	p := newProxy(t, host(a.URL))
	c := ways["WebSockets/JSON"].connect(t, p.URL, hubOptions{token: owner.Token, reconnect: []int{0, 0}, bufferSize: 100_000})
	c.count(t, 0)
	p.to("") // cuts it, and lets nobody back
	logOut(t, a, owner.Token)
	p.to(host(a.URL))
	c.next(t, "closed")
}
