package hub

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/realtime/connections"
	"github.com/firmhub/firmhub/realtime/hub/protocol"
)

func TestWebSocket(t *testing.T) {
	t.Parallel()

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		b := newBench(t, nil)
		for _, id := range []string{"", b.negotiate("")} {
			p, c := b.connect(id, "1")
			c.Send(NewMessage("Tell", map[string]int{"number": 7}))
			require.Equal(t, `{"type":1,"target":"Tell","arguments":[{"number":7}]}`, p.next())
			require.NoError(t, c.SendSlowly(t.Context(), NewMessage("Tell", "x")))
			require.Equal(t, `{"type":1,"target":"Tell","arguments":["x"]}`, p.next())
			c.Send(NewMessage("Tell", func() {})) // It can't be encoded.
			require.Equal(t, 1, b.Stats().Open["websocket"])
			require.NoError(t, p.Conn.Close())
			b.gone()
			require.Eventually(t, func() bool { return b.Stats().Open["websocket"] == 0 }, patience, time.Millisecond)
			c.Send(NewMessage("Tell", "y"))
			require.Error(t, c.SendSlowly(t.Context(), NewMessage("Tell", "y")))
		}
	})

	t.Run("Binary", func(t *testing.T) {
		t.Parallel()
		b := newBench(t, nil)
		p, _ := b.dial("ann", "")
		p.send(`{"protocol":"messagepack","version":1}`)
		kind, data, err := p.ReadMessage()
		require.NoError(t, err)
		require.Equal(t, websocket.BinaryMessage, kind)
		require.Equal(t, "{}"+end, string(data))
		c := b.client()
		for _, size := range []int{1, 200, 70_000} { // Frames have three sizes of lengths.
			c.Send(NewMessage("Tell", strings.Repeat("x", size)))
			kind, data, err = p.ReadMessage()
			require.NoError(t, err)
			require.Equal(t, websocket.BinaryMessage, kind)
			m, rest, ok, err := protocol.MessagePack().Next(data)
			require.NoError(t, err)
			require.True(t, ok)
			require.Empty(t, rest)
			var text string
			require.NoError(t, m.(*protocol.Invocation).Arguments.Decode(0, &text))
			require.Len(t, text, size)
		}
	})

	t.Run("Handshake", func(t *testing.T) {
		t.Parallel()
		b := newBench(t, nil)
		for text, want := range map[string]string{
			`{"protocol":"xml","version":1}`:  `{"error":"Requested protocol 'xml' is not available."}`,
			`{"protocol":"json","version":3}`: `{"error":"Version 3 of the protocol is not available; 1 and 2 are."}`,
			`{"type":9,"sequenceId":1}`:       ``,
			`nonsense`:                        ``,
		} {
			p, _ := b.dial("ann", "")
			p.send(text)
			got := p.next()
			require.Contains(t, got, `{"error":"`)
			if want != "" {
				require.Equal(t, want, got)
			}
			p.cut()
		}
		p, _ := b.dial("ann", "")
		b.at(14)
		b.at(16)
		p.cut()
	})

	t.Run("Parts", func(t *testing.T) {
		t.Parallel()
		b := newBench(t, nil)
		p, _ := b.dial("ann", "")
		for _, part := range []string{`{"protocol":"json",`, `"version":1}` + end + `{"type":1,"invocationId":"1","target":"echo"`, `,"arguments":["x"]}` + end + end[:0]} {
			require.NoError(t, p.WriteMessage(websocket.TextMessage, []byte(part)))
		}
		require.Equal(t, "{}", p.next())
		require.JSONEq(t, `{"type":3,"invocationId":"1","result":"x"}`, p.next())
	})

	t.Run("NoHandshake", func(t *testing.T) {
		t.Parallel()
		b := newBench(t, nil)
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, b.url+"/?access_token=ann", nil)
		require.NoError(t, err)
		r.Header.Set("Upgrade", "websocket")
		response, err := http.DefaultClient.Do(r)
		require.NoError(t, err)
		require.NoError(t, response.Body.Close())
		require.Equal(t, http.StatusBadRequest, response.StatusCode)
		require.Eventually(t, func() bool { return b.registry.Len() == 0 }, patience, time.Millisecond)
	})

	t.Run("Limit", func(t *testing.T) {
		t.Parallel()
		b := newBench(t, nil)
		for range connections.HubSessionLimit {
			_, err := b.registry.Add(ownerOf(b.viewers["ann"]), func(connections.Reason) {})
			require.NoError(t, err)
		}
		_, status := b.dial("ann", "")
		require.Equal(t, http.StatusTooManyRequests, status)
		b.registry.EndSession(b.viewers["ann"].SessionID)
	})
}

func TestInvoke(t *testing.T) {
	t.Parallel()
	running, release := make(chan struct{}, maxCalls+1), make(chan struct{})
	b := newBench(t, func(o *Options, _ *times) {
		o.Methods["Wait"] = func(ctx context.Context, _ *Client, _ protocol.Arguments) (any, error) {
			running <- struct{}{}
			select {
			case <-release:
				return "waited", nil
			case <-ctx.Done():
				return nil, ctx.Err()
			}
		}
		o.Limiter = limiter(func(v *viewer.Viewer) error {
			if v.Request.UserAgent == "refused" {
				return fault.New(fault.TooManyRequests, "Too many requests.")
			}
			return nil
		})
	})

	t.Run("Answers", func(t *testing.T) {
		p, _ := b.connect("", "1")
		const failed = "Something went wrong on our side. The log says what, under the request id."
		for message, want := range map[string]string{
			`{"type":1,"invocationId":"1","target":"Echo","arguments":["x"]}`:                   `{"type":3,"invocationId":"1","result":"x"}`,
			`{"type":1,"invocationId":"2","target":"eCHO","arguments":[1]}`:                     `{"type":3,"invocationId":"2","error":"Argument 1 must be a string."}`,
			`{"type":1,"invocationId":"3","target":"None","arguments":[]}`:                      `{"type":3,"invocationId":"3"}`,
			`{"type":1,"invocationId":"4","target":"Fail","arguments":[]}`:                      `{"type":3,"invocationId":"4","error":"` + failed + `"}`,
			`{"type":1,"invocationId":"5","target":"Panic","arguments":[]}`:                     `{"type":3,"invocationId":"5","error":"` + failed + `"}`,
			`{"type":1,"invocationId":"6","target":"Nothing","arguments":[]}`:                   `{"type":3,"invocationId":"6","error":"Unknown hub method 'Nothing'"}`,
			`{"type":4,"invocationId":"7","target":"Echo","arguments":["x"]}`:                   `{"type":3,"invocationId":"7","error":"The hub has no methods that stream."}`,
			`{"type":1,"invocationId":"8","target":"Echo","arguments":["x"],"streamIds":["1"]}`: `{"type":3,"invocationId":"8","error":"The hub has no methods that take streams."}`,
		} {
			p.send(message)
			require.JSONEq(t, want, p.next())
		}
		// These have no answers.
		for _, message := range []string{
			`{"type":1,"target":"Echo","arguments":["x"]}`, `{"type":1,"target":"Nothing","arguments":[]}`, `{"type":6}`,
			`{"type":5,"invocationId":"1"}`, `{"type":8,"sequenceId":1}`, `{"type":9,"sequenceId":1}`,
		} {
			p.send(message)
		}
		p.send(`{"type":1,"invocationId":"9","target":"Echo","arguments":["y"]}`)
		require.JSONEq(t, `{"type":3,"invocationId":"9","result":"y"}`, p.next())
		p.send(`{"type":7}`)
		p.cut()
	})

	t.Run("SlowMethod", func(t *testing.T) {
		p, c := b.connect("", "1")
		call := func(i int) {
			p.send(fmt.Sprintf(`{"type":1,"invocationId":"%d","target":"Wait","arguments":[]}`, i))
		}
		call(0)
		<-running // It waits no more.
		for i := range maxCalls + 1 {
			call(i + 1)
		}
		require.JSONEq(t, fmt.Sprintf(`{"type":3,"invocationId":"%d","error":"Too many invocations are waiting."}`, maxCalls+1), p.next())
		c.Send(NewMessage("Tell", 1))
		require.Contains(t, p.next(), "Tell", "others go on")
		close(release)
		for i := range maxCalls + 1 {
			require.Contains(t, p.next(), fmt.Sprintf(`"invocationId":"%d"`, i), "in order")
		}
	})

	t.Run("LargeCalls", func(t *testing.T) {
		running := make(chan struct{})
		b := newBench(t, func(o *Options, _ *times) {
			o.Methods["Wait"] = func(context.Context, *Client, protocol.Arguments) (any, error) {
				running <- struct{}{}
				<-running
				return nil, nil //nolint:nilnil // no result
			}
		})
		p, _ := b.connect("", "1")
		call := func(i int) {
			p.send(fmt.Sprintf(`{"type":1,"invocationId":"%d","target":"Wait","arguments":[%q]}`, i, strings.Repeat("x", 30<<10)))
		}
		for round := range 2 {
			call(1)
			<-running // It waits no more.
			for i := 2; i <= 4; i++ {
				call(i)
			}
			require.JSONEq(t, `{"type":3,"invocationId":"4","error":"Too many invocations are waiting."}`, p.next(), "round %d", round)
			running <- struct{}{}
			for i := 1; i <= 3; i++ {
				require.Contains(t, p.next(), fmt.Sprintf(`"invocationId":"%d"`, i))
				if i < 3 {
					<-running
					running <- struct{}{}
				}
			}
		}
	})

	t.Run("Allow", func(t *testing.T) {
		p, c := b.connect("", "1")
		c.mu.Lock()
		refused := *c.viewer
		refused.Request.UserAgent = "refused"
		c.viewer = &refused
		c.mu.Unlock()
		p.send(`{"type":1,"invocationId":"1","target":"Echo","arguments":["x"]}`)
		require.JSONEq(t, `{"type":3,"invocationId":"1","error":"Too many requests."}`, p.next())
	})

	t.Run("SessionHasEnded", func(t *testing.T) {
		b.login("bob")
		p, _ := b.dial("bob", "")
		p.send(`{"protocol":"json","version":1}`)
		require.Equal(t, "{}", p.next())
		b.client()
		b.logout("bob")
		p.send(`{"type":1,"invocationId":"1","target":"Echo","arguments":["x"]}`)
		p.closed(`{"type":7,"error":"The session has ended."}`)
	})

	// The end of these connections may not have been published.
	for name, change := range map[string]func(*viewer.Viewer){
		"MfaDue":      func(v *viewer.Viewer) { v.MfaDue = true },
		"PasswordDue": func(v *viewer.Viewer) { v.PasswordDue = true },
	} {
		t.Run(name, func(t *testing.T) {
			v := b.login(name)
			p, _ := b.dial(name, "")
			p.send(`{"protocol":"json","version":1}`)
			require.Equal(t, "{}", p.next())
			b.client()
			b.mu.Lock()
			change(v)
			b.mu.Unlock()
			p.send(`{"type":1,"invocationId":"1","target":"Echo","arguments":["x"]}`)
			p.closed(`{"type":7,"error":"What you may do in this firm has changed.","allowReconnect":true}`)
		})
	}
}

// A firm may begin to require a second factor while a connection is being opened.
func TestJoin_MfaDue(t *testing.T) {
	t.Parallel()
	b := newBench(t, nil)
	p, _ := b.dial("ann", "")
	b.mu.Lock()
	b.viewers["ann"].MfaDue = true
	b.mu.Unlock()
	p.send(`{"protocol":"json","version":1}`)
	require.Equal(t, "{}", p.next())
	p.closed(`{"type":7,"error":"What you may do in this firm has changed.","allowReconnect":true}`)
	require.Empty(t, b.joined)
}

func TestJoin(t *testing.T) {
	t.Parallel()
	joining, fail := make(chan struct{}), make(chan error)
	b := newBench(t, func(o *Options, _ *times) {
		o.Subscriber = subscriber{join: func(context.Context, *Client, url.Values) (func(), error) {
			joining <- struct{}{}
			err := <-fail
			return func() { joining <- struct{}{} }, err
		}}
	})
	start := func() *peer {
		p, _ := b.dial("ann", "")
		p.send(`{"protocol":"json","version":1}`)
		<-joining
		return p
	}
	p := start()
	fail <- fault.New(fault.Forbidden, "Not you.")
	require.Equal(t, "{}", p.next())
	p.closed(`{"type":7,"error":"Not you."}`)
	p = start()
	fail <- errors.New("the secret cause")
	require.Equal(t, "{}", p.next())
	p.closed(`{"type":7,"error":"Something went wrong on our side. The log says what, under the request id.","allowReconnect":true}`)
	p = start()
	require.NoError(t, p.Conn.Close())
	require.Eventually(t, func() bool { return b.registry.Len() == 0 }, patience, time.Millisecond)
	fail <- nil
	<-joining // It leaves as soon as it has joined.
}

func TestEnd(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		end  func(*bench, *viewer.Viewer)
		text string
	}{
		"session":    {func(b *bench, v *viewer.Viewer) { b.registry.EndSession(v.SessionID) }, `{"type":7,"error":"The session has ended."}`},
		"membership": {func(b *bench, v *viewer.Viewer) { b.registry.EndMembership(v.RelationID) }, `{"type":7,"error":"You are no longer in this firm."}`},
		"firm":       {func(b *bench, v *viewer.Viewer) { b.registry.EndFirm(v.FirmID) }, `{"type":7,"error":"The firm is not active."}`},
		"stop":       {func(b *bench, _ *viewer.Viewer) { b.registry.Stop() }, `{"type":7,"error":"The server is going away.","allowReconnect":true}`},
		"close":      {func(b *bench, _ *viewer.Viewer) { b.Close() }, `{"type":7,"error":"The server is going away.","allowReconnect":true}`},
		"silence":    {func(b *bench, _ *viewer.Viewer) { b.at(32) }, `{"type":7,"error":"Nothing was received for too long.","allowReconnect":true}`},
		"expiry": {func(b *bench, v *viewer.Viewer) {
			for _, c := range b.all(nil) {
				owner := ownerOf(v)
				owner.Expires = time.Now().Add(time.Millisecond)
				_ = c.connection.Move(owner)
			}
		}, `{"type":7,"error":"The access token has expired.","allowReconnect":true}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t, nil)
			p, _ := b.connect("", "1")
			waiting, _ := b.dial("ann", "") // It has sent no handshake.
			require.Eventually(t, func() bool { return b.registry.Len() == 2 }, patience, time.Millisecond)
			c.end(b, b.viewers["ann"])
			p.closed(c.text)
			waiting.cut()
			b.gone()
		})
	}

	t.Run("Ping", func(t *testing.T) {
		t.Parallel()
		b := newBench(t, nil)
		p, _ := b.connect("", "1")
		b.at(14)
		b.at(17)
		require.Equal(t, `{"type":6}`, p.next())
	})

	// What was written before the upgrade had a deadline. Nothing later may fail by it, as the
	// Close message of a connection that was idle since.
	t.Run("Idle", func(t *testing.T) {
		t.Parallel()
		b := newBench(t, func(_ *Options, limits *times) { limits.write = 500 * time.Millisecond })
		p, c := b.connect("", "1")
		<-time.After(b.times.write)
		b.at(16)
		require.Equal(t, `{"type":6}`, p.next())
		c.Send(NewMessage("Tell", 1))
		require.Contains(t, p.next(), "Tell")
		b.registry.EndSession(b.viewers["ann"].SessionID)
		p.closed(`{"type":7,"error":"The session has ended."}`)
	})

	t.Run("ClientStays", func(t *testing.T) {
		t.Parallel()
		b := newBench(t, nil)
		p, _ := b.connect("", "1")
		b.registry.EndSession(b.viewers["ann"].SessionID)
		require.Contains(t, p.next(), "The session has ended.")
		b.at(1)
		require.Len(t, b.all(nil), 1)
		b.at(4)
		b.gone()
	})
}
