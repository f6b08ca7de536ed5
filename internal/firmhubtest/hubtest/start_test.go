package hubtest_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// starts is how often each way of TestStart connects.
const starts = 10

// TestStart raises notifications as soon as start() of a client has resolved, without waiting for
// anything else that the hub sends. Each comes once, also where the connection is cut right then.
func TestStart(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		for name, w := range ways {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				testStart(t, a, w, hubOptions{})
			})
			if w.transport == "WebSockets" && !w.skipNegotiation {
				t.Run(name+"/Stateful", func(t *testing.T) {
					t.Parallel()
					testStart(t, a, w, hubOptions{bufferSize: 100_000})
				})
			}
		}
	})
}

func testStart(t *testing.T, a *firmhubtest.App, w way, o hubOptions) {
	t.Helper()
	owner := ownerOf(t, a)
	o.token, o.reconnect = owner.Token, oftenEnough()
	p := newProxy(t, host(a.URL))
	sent := 0
	for range starts {
		c := w.connect(t, p.URL, o)
		// gets raises a notification at once, and another one that follows.
		gets := func() {
			first, second := number(&sent), number(&sent)
			raise(t, a, owner.Token, first, "")
			if o.bufferSize > 0 {
				p.cut()
			}
			raise(t, a, owner.Token, second, "")
			require.Equal(t, first, c.title(t))
			require.Equal(t, second, c.title(t))
		}
		gets()
		p.to("") // It has to begin anew.
		c.next(t, "reconnecting")
		p.to(host(a.URL))
		c.next(t, "reconnected")
		gets()
		_, err := c.invoke("MarkAllRead") // After its answer, what came twice has come.
		require.NoError(t, err)
		require.False(t, c.has(notifications), "%s", c.rest())
		c.must(t, "signalr.stop", nil)
	}
}
