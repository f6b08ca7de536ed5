package hub

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/realtime/hub/protocol"
)

func TestStateful(t *testing.T) {
	t.Parallel()
	const stateful = "&useStatefulReconnect=true"
	call := func(n int) string {
		return fmt.Sprintf(`{"type":1,"invocationId":"%d","target":"Echo","arguments":["%d"]}`, n, n)
	}
	answer := func(n int) string { return fmt.Sprintf(`{"type":3,"invocationId":"%d","result":"%d"}`, n, n) }
	// breaks closes the connection, and returns when the hub has noticed.
	breaks := func(t *testing.T, p *peer, c *Client) {
		t.Helper()
		require.NoError(t, p.NetConn().Close())
		require.Eventually(t, func() bool {
			c.mu.Lock()
			defer c.mu.Unlock()
			return c.socket == nil
		}, patience, time.Millisecond)
	}

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		b := newBench(t, nil)
		id := b.negotiate(stateful)
		p, c := b.connect(id, "2")
		c.Send(NewMessage("Tell", 1))
		c.Send(NewMessage("Tell", 2))
		require.Equal(t, tell(1), p.next())
		require.Equal(t, tell(2), p.next())
		p.send(`{"type":8,"sequenceId":1}`)
		p.send(call(1))
		require.Equal(t, answer(1), p.next())
		b.at(1)
		require.Equal(t, `{"type":8,"sequenceId":1}`, p.next())
		breaks(t, p, c)
		c.Send(NewMessage("Tell", 3)) // While the client is away.
		b.at(29)

		p, status := b.dial("ann#2", id)
		require.Equal(t, http.StatusSwitchingProtocols, status)
		require.Equal(t, `{"type":9,"sequenceId":2}`, p.next())
		for _, want := range []string{tell(2), answer(1), tell(3)} {
			require.Equal(t, want, p.next())
		}
		p.send(call(7)) // Ignored until the client has sent where it continues.
		p.send(`{"type":9,"sequenceId":1}`)
		p.send(call(1)) // It has come before.
		p.send(call(2))
		require.Equal(t, answer(2), p.next())
		b.at(1)
		require.Equal(t, `{"type":8,"sequenceId":2}`, p.next())
		c.Send(NewMessage("Tell", 4))
		require.Equal(t, tell(4), p.next())

		// The client notices first.
		another, status := b.dial("ann", id)
		require.Equal(t, http.StatusSwitchingProtocols, status)
		p.cut()
		require.Equal(t, `{"type":9,"sequenceId":2}`, another.next())
		for range 5 {
			require.NotContains(t, another.next(), "error: ")
		}
		b.login("bob")
		_, status = b.dial("bob", id)
		require.Equal(t, http.StatusNotFound, status)
		another.send(`{"type":9,"sequenceId":3}`)
		another.send(`{"type":7}`)
		b.gone()
		require.Eventually(t, func() bool { return len(b.all(nil)) == 0 }, patience, time.Millisecond)
		_, status = b.dial("ann", id)
		require.Equal(t, http.StatusNotFound, status)
	})

	t.Run("Away", func(t *testing.T) {
		t.Parallel()
		b := newBench(t, nil)
		id := b.negotiate(stateful)
		p, c := b.connect(id, "2")
		breaks(t, p, c)
		b.at(32)
		b.gone()
		require.Equal(t, ended, c.now())
	})

	t.Run("EndsWhileAway", func(t *testing.T) {
		t.Parallel()
		b := newBench(t, nil)
		p, c := b.connect(b.negotiate(stateful), "2")
		breaks(t, p, c)
		b.registry.EndSession(b.viewers["ann"].SessionID)
		b.gone()
	})

	t.Run("Closed", func(t *testing.T) {
		t.Parallel()
		b := newBench(t, nil)
		p, _ := b.connect(b.negotiate(stateful), "2")
		require.NoError(t, p.WriteMessage(8, []byte{0x03, 0xe8}))
		b.gone() // The client has closed it, so it does not come back.
	})

	t.Run("Overflow", func(t *testing.T) {
		t.Parallel()
		b := newBench(t, nil)
		p, c := b.connect(b.negotiate(stateful), "2")
		m := NewMessage("Tell", strings.Repeat("x", 9_900))
		for range 10 {
			c.Send(m)
			require.Contains(t, p.next(), "Tell")
		}
		c.Send(m)
		p.closed(`{"type":7,"error":"Too many messages were not acknowledged.","allowReconnect":true}`)
	})

	t.Run("SendSlowly", func(t *testing.T) {
		t.Parallel()
		b := newBench(t, nil)
		p, c := b.connect(b.negotiate(stateful), "2")
		done := make(chan error)
		go func() {
			for range 100 {
				_ = c.SendSlowly(t.Context(), NewMessage("Tell", strings.Repeat("x", 9_900)))
			}
			done <- nil
		}()
		for i := range 100 {
			require.Contains(t, p.next(), "Tell")
			p.send(fmt.Sprintf(`{"type":8,"sequenceId":%d}`, i+1))
		}
		require.NoError(t, <-done)
		require.Equal(t, open, c.now())
	})

	t.Run("Wrong", func(t *testing.T) {
		t.Parallel()
		b := newBench(t, nil)
		for message, want := range map[string]string{
			`{"type":8,"sequenceId":1}`: `{"type":7,"error":"A message was acknowledged that was not sent."}`,
			`{"type":9,"sequenceId":2}`: `{"type":7,"error":"Messages are missing.","allowReconnect":true}`,
		} {
			p, _ := b.connect(b.negotiate(stateful), "2")
			p.send(message)
			p.closed(want)
		}
	})

	t.Run("VersionOne", func(t *testing.T) {
		t.Parallel()
		b := newBench(t, nil)
		p, _ := b.connect(b.negotiate(stateful), "1")
		require.NoError(t, p.NetConn().Close())
		b.gone()
	})

	t.Run("MessagePack", func(t *testing.T) {
		t.Parallel()
		require.Equal(t, binaryPing, pingOf(protocol.MessagePack()))
		require.Equal(t, jsonPing, pingOf(protocol.JSON()))
	})
}
