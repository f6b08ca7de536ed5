package hub

import (
	"bufio"
	"context"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/realtime/connections"
)

const (
	handshake = `{"protocol":"json","version":1}` + end
	echo      = `{"type":1,"invocationId":"1","target":"Echo","arguments":["x"]}` + end
)

// stream opens an event stream of ann.
func (b *bench) stream(ctx context.Context, id string) (lines *bufio.Scanner, status int) {
	b.t.Helper()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, b.url+"/?access_token=ann&id="+id, nil)
	require.NoError(b.t, err)
	request.Header.Set("Accept", "text/event-stream")
	response, err := http.DefaultClient.Do(request)
	require.NoError(b.t, err)
	b.t.Cleanup(func() { _ = response.Body.Close() })
	if response.StatusCode == http.StatusOK {
		require.Equal(b.t, "text/event-stream", response.Header.Get("Content-Type"))
	}
	return bufio.NewScanner(response.Body), response.StatusCode
}

// event returns the data of the next event; empty at the end.
func event(lines *bufio.Scanner) string {
	for lines.Scan() {
		if data, ok := strings.CutPrefix(lines.Text(), "data: "); ok {
			return data
		}
	}
	return ""
}

func TestEvents(t *testing.T) {
	t.Parallel()
	post := func(b *bench, id, body string) {
		b.t.Helper()
		status, _ := b.do(http.MethodPost, "/?id="+id, "ann", body)
		require.Equal(b.t, http.StatusAccepted, status)
	}

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		b := newBench(t, nil)
		id := b.negotiate("&useStatefulReconnect=true")
		ctx, cancel := context.WithCancel(t.Context())
		lines, status := b.stream(ctx, id)
		require.Equal(t, http.StatusOK, status)
		require.True(t, lines.Scan())
		require.Equal(t, ":", lines.Text())
		post(b, id, handshake)
		require.Equal(t, "{}"+end, event(lines))
		c := b.client()
		post(b, id, echo+echo)
		require.Contains(t, event(lines), `"result":"x"`)
		require.Contains(t, event(lines), `"result":"x"`)
		c.Send(NewMessage("Tell", 1))
		require.Contains(t, event(lines), "Tell")
		b.at(16)
		require.Equal(t, `{"type":6}`+end, event(lines))
		require.Equal(t, 1, b.Stats().Open["sse"])

		// A second stream, and other transports.
		_, status = b.stream(ctx, id)
		require.Equal(t, http.StatusConflict, status)
		_, status = b.dial("ann", id)
		require.Equal(t, http.StatusConflict, status)
		status, _ = b.do(http.MethodGet, "/?id="+id, "ann", "")
		require.Equal(t, http.StatusConflict, status)

		cancel()
		b.gone()
		require.Eventually(t, func() bool { return b.Stats().Open["sse"] == 0 }, patience, time.Millisecond)
		_, status = b.stream(t.Context(), id)
		require.Equal(t, http.StatusNotFound, status)
	})

	t.Run("Binary", func(t *testing.T) {
		t.Parallel()
		b := newBench(t, nil)
		id := b.negotiate("")
		lines, _ := b.stream(t.Context(), id)
		post(b, id, `{"protocol":"messagepack","version":1}`+end)
		require.Equal(t, `{"error":"Server-Sent Events are text: use the protocol json."}`+end, event(lines))
		require.Empty(t, event(lines))
	})

	t.Run("End", func(t *testing.T) {
		t.Parallel()
		b := newBench(t, nil)
		id := b.negotiate("")
		lines, _ := b.stream(t.Context(), id)
		post(b, id, handshake)
		require.Equal(t, "{}"+end, event(lines))
		b.client()
		b.registry.EndSession(b.viewers["ann"].SessionID)
		require.Equal(t, `{"type":7,"error":"The session has ended."}`+end, event(lines))
		require.Empty(t, event(lines))
		b.gone()
	})

	t.Run("TooLarge", func(t *testing.T) {
		t.Parallel()
		b := newBench(t, nil)
		id := b.negotiate("")
		lines, _ := b.stream(t.Context(), id)
		post(b, id, handshake)
		require.Equal(t, "{}"+end, event(lines))
		status, _ := b.do(http.MethodPost, "/?id="+id, "ann", strings.Repeat(" ", maxReceived+1))
		require.Equal(t, http.StatusRequestEntityTooLarge, status)
		post(b, id, strings.Repeat(" ", maxMessage+1))
		require.Equal(t, `{"type":7,"error":"A message may have at most 32 KiB."}`+end, event(lines))
	})

	t.Run("Flood", func(t *testing.T) {
		t.Parallel()
		b := newBench(t, nil)
		id := b.negotiate("")
		lines, _ := b.stream(t.Context(), id)
		post(b, id, handshake)
		require.Equal(t, "{}"+end, event(lines))
		status, _ := b.do(http.MethodPost, "/?id="+id, "ann", strings.Repeat(`{"type":6}`+end, 5*maxPerSecond))
		require.Equal(t, http.StatusTooManyRequests, status)
		require.Empty(t, event(lines))
	})
}

func TestLongPolling(t *testing.T) {
	t.Parallel()
	// poll answers with status and body.
	poll := func(b *bench, id string) string {
		b.t.Helper()
		status, body := b.do(http.MethodGet, "/?_=1&id="+id, "ann", "")
		return http.StatusText(status) + " " + body
	}
	send := func(b *bench, id, body string) {
		b.t.Helper()
		status, _ := b.do(http.MethodPost, "/?id="+id, "ann", body)
		require.Equal(b.t, http.StatusAccepted, status)
	}
	begin := func(b *bench) (id string, c *Client) {
		b.t.Helper()
		id = b.negotiate("")
		require.Equal(b.t, "OK ", poll(b, id), "at once")
		send(b, id, handshake)
		require.Equal(b.t, "OK {}"+end, poll(b, id))
		return id, b.client()
	}

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		b := newBench(t, nil)
		id, c := begin(b)
		for range 3 {
			c.Send(NewMessage("Tell", 1))
		}
		require.Equal(t, 3, strings.Count(poll(b, id), "Tell"))
		answer := make(chan string)
		go func() { answer <- poll(b, id) }()
		require.Eventually(t, func() bool { return c.polling() }, patience, time.Millisecond)
		send(b, id, echo)
		require.Contains(t, <-answer, `"result":"x"`)
		require.Equal(t, 1, b.Stats().Open["longpolling"])
		status, _ := b.do(http.MethodDelete, "/?id="+id, "ann", "")
		require.Equal(t, http.StatusAccepted, status)
		b.gone()
		require.Eventually(t, func() bool { return b.Stats().Open["longpolling"] == 0 }, patience, time.Millisecond)
		require.Contains(t, poll(b, id), "Not Found")
		status, _ = b.do(http.MethodDelete, "/?id="+id, "ann", "")
		require.Equal(t, http.StatusNotFound, status)
	})

	t.Run("EndsBetweenPolls", func(t *testing.T) {
		t.Parallel()
		b := newBench(t, nil)
		id, _ := begin(b)
		b.logout("ann") // The registry has not reported yet.
		status, _ := b.do(http.MethodGet, "/?id="+id, "ann#2", "")
		require.Equal(t, http.StatusUnauthorized, status, "a token that the connection does not have")
		status, _ = b.do(http.MethodPost, "/?id="+id, "ann", echo)
		require.Equal(t, http.StatusUnauthorized, status, "only polls")
		status, _ = b.do(http.MethodGet, "/?id="+id[:len(id)-1], "ann", "")
		require.Equal(t, http.StatusUnauthorized, status, "no connection token")
		require.Equal(t, `OK {"type":7,"error":"The session has ended."}`+end, poll(b, id))
		require.Equal(t, "No Content ", poll(b, id))
		b.gone()
	})

	t.Run("Timeout", func(t *testing.T) {
		t.Parallel()
		b := newBench(t, func(_ *Options, limits *times) { limits.poll = time.Millisecond })
		id, _ := begin(b)
		require.Equal(t, "OK ", poll(b, id))
		b.at(29)
		require.Equal(t, "OK ", poll(b, id), "nobody pings a client that polls, nor waits for its pings")
		b.at(32)
		b.gone()
		require.Eventually(t, func() bool { return strings.Contains(poll(b, id), "Not Found") }, patience, time.Millisecond)
	})

	t.Run("TwoPolls", func(t *testing.T) {
		t.Parallel()
		b := newBench(t, nil)
		id, c := begin(b)
		answers := make(chan string, 2)
		go func() { answers <- poll(b, id) }()
		require.Eventually(t, func() bool { return c.polling() }, patience, time.Millisecond)
		go func() { answers <- poll(b, id) }()
		require.Equal(t, "OK ", <-answers, "the second ends the first")
		c.Send(NewMessage("Tell", 1))
		require.Contains(t, <-answers, "Tell")
	})

	t.Run("Close", func(t *testing.T) {
		t.Parallel()
		b := newBench(t, nil)
		id, _ := begin(b)
		b.registry.EndSession(b.viewers["ann"].SessionID)
		b.at(5) // It is there until it was polled.
		require.Equal(t, `OK {"type":7,"error":"The session has ended."}`+end, poll(b, id))
		require.Equal(t, "No Content ", poll(b, id))
		b.gone()
	})

	t.Run("CloseWhilePolling", func(t *testing.T) {
		t.Parallel()
		b := newBench(t, nil)
		id, c := begin(b)
		answer := make(chan string)
		go func() { answer <- poll(b, id) }()
		require.Eventually(t, func() bool { return c.polling() }, patience, time.Millisecond)
		go b.Close()
		require.Equal(t, `OK {"type":7,"error":"The server is going away.","allowReconnect":true}`+end, <-answer)
	})

	t.Run("Slow", func(t *testing.T) {
		t.Parallel()
		b := newBench(t, nil)
		id, c := begin(b)
		for range maxQueued + 1 {
			c.Send(NewMessage("Tell", 1))
		}
		require.Equal(t, `OK {"type":7,"error":"Messages are not read fast enough.","allowReconnect":true}`+end, poll(b, id))
		require.Equal(t, uint64(1), b.Stats().Slow)
	})

	t.Run("SendSlowly", func(t *testing.T) {
		t.Parallel()
		b := newBench(t, nil)
		id, c := begin(b)
		const many = 5 * maxQueued
		done := make(chan error)
		go func() {
			for range many {
				if err := c.SendSlowly(t.Context(), NewMessage("Tell", 1)); err != nil {
					done <- err
					return
				}
			}
			done <- nil
		}()
		for got := 0; got < many; {
			got += strings.Count(poll(b, id), "Tell")
		}
		require.NoError(t, <-done)
		go func() {
			for {
				if err := c.SendSlowly(t.Context(), NewMessage("Tell", 1)); err != nil {
					done <- err
					return
				}
			}
		}()
		require.Eventually(t, c.waits, patience, time.Millisecond)
		c.abort()
		require.Error(t, <-done)
	})

	t.Run("FreshToken", func(t *testing.T) {
		t.Parallel()
		b := newBench(t, nil)
		id, c := begin(b)
		status, _ := b.do(http.MethodPost, "/?id="+id, "ann#2", echo)
		require.Equal(t, http.StatusAccepted, status)
		token, _ := c.credential()
		require.Equal(t, "ann#2", token)
		require.Contains(t, poll(b, id), `"result":"x"`)
		b.registry.Stop()
		status, _ = b.do(http.MethodPost, "/?id="+id, "ann#3", echo)
		require.Equal(t, http.StatusUnauthorized, status)
		require.Equal(t, connections.Hub, ownerOf(c.Viewer()).Kind)
	})

	// A request with a token that expires later extends the connection.
	t.Run("Extended", func(t *testing.T) {
		t.Parallel()
		b := newBench(t, nil)
		expire := func(at time.Time) {
			b.mu.Lock()
			defer b.mu.Unlock()
			v := *b.viewers["ann"]
			v.Expires = at
			b.viewers["ann"] = &v
		}
		expire(time.Now().Add(time.Hour))
		id, c := begin(b)
		var first time.Time
		for within := time.Second; ; within *= 2 {
			first = time.Now().Add(within)
			owner := ownerOf(c.Viewer())
			owner.Expires = first
			require.NoError(t, c.connection.Move(owner))
			status, _ := b.do(http.MethodPost, "/?id="+id, "ann#2", echo)
			if status == http.StatusAccepted {
				break
			}
			require.False(t, time.Now().Before(first), status)
			id, c = begin(b) // The machine is too slow: again, with more time.
		}
		require.Contains(t, poll(b, id), `"result":"x"`)
		<-time.After(time.Until(first.Add(100 * time.Millisecond)))
		require.Equal(t, open, c.now())
		expire(time.Now().Add(10 * time.Millisecond))
		status, _ := b.do(http.MethodPost, "/?id="+id, "ann#3", echo)
		require.Equal(t, http.StatusAccepted, status)
		require.Eventually(t, func() bool { return c.now() != open }, patience, time.Millisecond)
	})
}

func (c *Client) polling() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.poll != nil
}

func (c *Client) waits() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.queue.room != nil
}
