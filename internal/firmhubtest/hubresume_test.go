package firmhubtest_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// resume calls Resume until nothing remains, and between the calls meanwhile. It returns the ids of
// what was sent.
func (c *hubClient) resume(since string, meanwhile func()) (received []string) {
	c.t.Helper()
	for call := 1; ; call++ {
		id := fmt.Sprintf(`"invocationId":"r%d"`, call)
		c.send(fmt.Sprintf(`{"type":1,%s,"target":"Resume","arguments":[%q]}`, id, since))
		ids, answer := c.receiveUntil(id)
		received = append(received, ids...)
		if strings.Contains(answer, `"result":false`) {
			return received
		}
		require.Contains(c.t, answer, `"result":true`)
		require.NotEmpty(c.t, ids)
		since = ids[len(ids)-1]
		meanwhile()
	}
}

// receiveUntil returns the ids of the notifications that come before a message that contains a
// text, and that message.
func (c *hubClient) receiveUntil(text string) (ids []string, message string) {
	c.t.Helper()
	for message = c.next(); !strings.Contains(message, text); message = c.next() {
		if strings.Contains(message, `"target":"ReceiveNotification"`) {
			var received struct{ Arguments []struct{ ID string } }
			require.NoError(c.t, json.Unmarshal([]byte(message), &received))
			ids = append(ids, received.Arguments[0].ID)
		}
	}
	return ids, message
}

// TestHub_Resume has clients miss more than a call of Resume sends, while others are stored: each
// comes once, in order.
func TestHub_Resume(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		t.Helper()
		login := a.NewFirm("Resume", "resume@firm.example")
		firm := login.Firms[0].FirmID
		a.Notify(firm, 2501)
		first := a.Notified(firm)[0]
		one := func() { a.Notify(firm, 1) }
		// complete stores a last one, and compares what has come with what came after the first
		// one.
		complete := func(c *hubClient, received []string) {
			one()
			want := a.Notified(firm)[1:]
			require.Equal(t, want, append(received, c.receive(len(want)-len(received))...))
		}
		t.Run("Since", func(t *testing.T) {
			c := connectHub(t, a, login.Token, "&since="+first)
			received := c.receive(notification.MaxMissed)
			one()
			c.send(`{"type":1,"invocationId":"all","target":"MarkAllRead","arguments":[]}`)
			ids, _ := c.receiveUntil(`"invocationId":"all"`)
			require.Empty(t, ids, "nothing new before all that was missed")
			c.until(unreadNone) // counts go on
			received = append(received, c.resume(received[len(received)-1], one)...)
			complete(c, received)
		})
		t.Run("Reconnect", func(t *testing.T) {
			c := connectHub(t, a, login.Token, "")
			c.until("UnreadCount")
			one()
			c.receive(1)
			complete(c, c.resume(first, one))
		})
		// More come while Resume runs than are held back, in one transaction and one by one; not
		// before the first call, since those would be sent at once.
		t.Run("Flood", func(t *testing.T) {
			c := connectHub(t, a, login.Token, "")
			c.until("UnreadCount")
			var flood sync.WaitGroup
			begin := sync.OnceFunc(func() {
				flood.Go(func() {
					for range 10 {
						a.Notify(firm, 120)
						one()
					}
				})
			})
			received := c.resume(first, func() { begin(); one() })
			flood.Wait()
			complete(c, received)
		})
	})
}
