package hub

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/realtime/connections"
)

var errAnswered = errors.New("the pong has come")

func tell(n int) string { return fmt.Sprintf(`{"type":1,"target":"Tell","arguments":[%d]}`, n) }

// TestJoin_Sends sends messages while the client joins and at once when it is answered: the answer
// comes first, then all of them.
func TestJoin_Sends(t *testing.T) {
	t.Parallel()
	b := newBench(t, func(o *Options, _ *times) {
		subscribe := o.Subscriber.Join
		o.Subscriber = subscriber{
			join: func(ctx context.Context, c *Client, query url.Values) (func(), error) {
				c.Send(NewMessage("Tell", 1))
				require.NoError(t, c.SendSlowly(ctx, NewMessage("Tell", 2)))
				return subscribe(ctx, c, query)
			},
			joined: func(_ context.Context, c *Client) error {
				c.Send(NewMessage("Tell", 3))
				return nil
			},
		}
	})
	want := []string{"{}", tell(1), tell(2), tell(3)}

	t.Run("WebSockets", func(t *testing.T) {
		p, _ := b.dial("ann", "")
		p.send(`{"protocol":"json","version":1}`)
		for _, message := range want {
			require.Equal(t, message, p.next())
		}
	})
	t.Run("Stateful", func(t *testing.T) {
		p, _ := b.dial("ann", b.negotiate("&useStatefulReconnect=true"))
		p.send(`{"protocol":"json","version":2}`)
		for _, message := range want { // It answers the ping by which the hub asks for more.
			require.Equal(t, message, p.next())
		}
	})
	t.Run("ServerSentEvents", func(t *testing.T) {
		id := b.negotiate("")
		lines, _ := b.stream(t.Context(), id)
		status, _ := b.do(http.MethodPost, "/?id="+id, "ann", handshake)
		require.Equal(t, http.StatusAccepted, status)
		for _, message := range want {
			require.Equal(t, message+end, event(lines))
		}
	})
	t.Run("LongPolling", func(t *testing.T) {
		id := b.negotiate("")
		b.do(http.MethodGet, "/?id="+id, "ann", "")
		b.do(http.MethodPost, "/?id="+id, "ann", handshake)
		var got string
		for len(got) < len(tell(1))*3+len("{}")+4*len(end) {
			_, answer := b.do(http.MethodGet, "/?id="+id, "ann", "")
			got += answer
		}
		require.Equal(t, want[0]+end+want[1]+end+want[2]+end+want[3]+end, got)
	})
}

// TestStateful_Ready shows that a client with stateful reconnect is sent nothing that it counts
// before it has read the answer.
func TestStateful_Ready(t *testing.T) {
	t.Parallel()
	// begin returns a client that does not answer pings, when it has the answer to its handshake.
	begin := func(t *testing.T, b *bench, id string) (*peer, *Client) {
		t.Helper()
		p, status := b.dial("ann", id)
		require.Equal(t, http.StatusSwitchingProtocols, status)
		p.SetPingHandler(func(data string) error {
			require.Equal(t, readyPayload, data)
			return nil
		})
		p.send(`{"protocol":"json","version":2}`)
		c := b.client()
		require.Equal(t, "{}", p.next())
		c.Send(NewMessage("Tell", 1))
		return p, c
	}
	holds := func(c *Client) bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		return c.held != nil
	}
	const stateful = "&useStatefulReconnect=true"

	t.Run("Pong", func(t *testing.T) {
		t.Parallel()
		b := newBench(t, nil)
		p, c := begin(t, b, b.negotiate(stateful))
		pong := func(payload string) { // It returns when the hub has read it.
			require.NoError(t, p.WriteControl(websocket.PongMessage, []byte(payload), time.Now().Add(patience)))
			p.SetPongHandler(func(string) error { return errAnswered })
			require.NoError(t, p.WriteControl(websocket.PingMessage, nil, time.Now().Add(patience)))
		}
		pong("") // Some clients send pongs by themselves.
		_, _, err := p.NextReader()
		require.ErrorIs(t, err, errAnswered)
		require.True(t, holds(c))
		pong(readyPayload)
		require.Eventually(t, func() bool { return !holds(c) }, patience, time.Millisecond)
	})
	t.Run("Message", func(t *testing.T) {
		t.Parallel()
		b := newBench(t, nil)
		p, c := begin(t, b, b.negotiate(stateful))
		require.True(t, holds(c))
		p.send(`{"type":6}`)
		require.Equal(t, tell(1), p.next())
		c.Send(NewMessage("Tell", 2))
		require.Equal(t, tell(2), p.next())
	})
	t.Run("Reconnect", func(t *testing.T) {
		t.Parallel()
		b := newBench(t, nil)
		id := b.negotiate(stateful)
		p, c := begin(t, b, id)
		require.NoError(t, p.NetConn().Close())
		require.Eventually(t, func() bool { return !holds(c) }, patience, time.Millisecond)
		c.Send(NewMessage("Tell", 2))
		p, _ = b.dial("ann", id)
		require.Equal(t, `{"type":9,"sequenceId":1}`, p.next())
		require.Equal(t, tell(1), p.next())
		require.Equal(t, tell(2), p.next())
	})
	t.Run("TooMany", func(t *testing.T) {
		t.Parallel()
		b := newBench(t, nil)
		p, c := begin(t, b, b.negotiate(stateful))
		for range maxQueued {
			c.Send(NewMessage("Tell", 1))
		}
		p.closed(`{"type":7,"error":"Messages are not read fast enough.","allowReconnect":true}`)
	})
}

// TestJoin_Ends ends connections while their clients join: these are answered first, and can't come
// back.
func TestJoin_Ends(t *testing.T) {
	t.Parallel()
	joining, goOn := make(chan *Client), make(chan struct{})
	b := newBench(t, func(o *Options, _ *times) {
		o.Subscriber = subscriber{
			join: func(_ context.Context, c *Client, _ url.Values) (func(), error) {
				c.Send(NewMessage("Tell", 1))
				joining <- c
				<-goOn
				return func() {}, nil
			},
			joined: func(context.Context, *Client) error {
				return fault.New(fault.Unavailable, "Come back later.")
			},
		}
	})
	begin := func(version string) (p *peer, c *Client, id string) {
		id = b.negotiate("&useStatefulReconnect=true")
		p, _ = b.dial("ann", id)
		p.send(`{"protocol":"json","version":` + version + `}`)
		return p, <-joining, id
	}

	p, c, _ := begin("1")
	c.endFor(connections.ServerStopping)
	require.Equal(t, "{}", p.next())
	require.Equal(t, tell(1), p.next())
	p.closed(`{"type":7,"error":"The server is going away.","allowReconnect":true}`)
	goOn <- struct{}{}

	p, c, id := begin("2")
	require.NoError(t, p.NetConn().Close())
	require.Eventually(t, func() bool { return c.now() == ended }, patience, time.Millisecond)
	goOn <- struct{}{}
	require.Eventually(t, func() bool {
		_, status := b.dial("ann", id)
		return status == http.StatusNotFound
	}, patience, time.Millisecond)

	p, _, _ = begin("1")
	goOn <- struct{}{}
	require.Equal(t, "{}", p.next())
	require.Equal(t, tell(1), p.next())
	p.closed(`{"type":7,"error":"Come back later.","allowReconnect":true}`)
}
