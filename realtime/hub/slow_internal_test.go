package hub

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/gorilla/websocket"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/viewer"
)

// A client that does not read has its queue filled, is cut, and delays nobody.
func TestSlow(t *testing.T) {
	t.Parallel()
	b := newBench(t, nil)
	stalled, slow := b.connect("", "1")
	reading, quick := b.connect("", "1")
	m := NewMessage("Tell", strings.Repeat("x", 8<<10))
	sent := 0
	for ; slow.now() == open; sent++ {
		require.Less(t, sent, 10_000)
		slow.Send(m)
		quick.Send(m)
		require.Contains(t, reading.next(), "Tell")
	}
	require.Equal(t, uint64(1), b.Stats().Slow)
	b.gone()
	// What the system had taken already can be read, then the connection is broken.
	got := 0
	for !strings.HasPrefix(stalled.next(), "error") {
		got++
	}
	require.Less(t, got, sent)
	quick.Send(m)
	require.Contains(t, reading.next(), "Tell")

	t.Run("Deadline", func(t *testing.T) {
		t.Parallel()
		b := newBench(t, func(_ *Options, limits *times) { limits.write = 200 * time.Millisecond })
		_, slow := b.connect("", "1")
		require.Eventually(t, func() bool {
			slow.mu.Lock()
			writing := slow.socket == nil || slow.socket.writing
			slow.mu.Unlock()
			if !writing {
				slow.Send(m)
			}
			return slow.now() == ended
		}, patience, time.Millisecond)
		require.Equal(t, uint64(1), b.Stats().Slow)
	})
}

// Messages, pings and pongs never mix, however full the connection is, and arrive in the order in
// which they were sent.
func TestOrder(t *testing.T) {
	t.Parallel()
	b := newBench(t, nil)
	p, c := b.connect("", "1")
	pongs := 0
	p.SetPongHandler(func(string) error {
		pongs++
		return nil
	})
	const many = 2000
	go func() {
		padding := strings.Repeat("x", 4<<10)
		for i := range many {
			_ = c.SendSlowly(t.Context(), NewMessage("Tell", fmt.Sprintf("%d %s", i, padding)))
		}
	}()
	require.Eventually(t, c.waits, patience, time.Millisecond, "the connection is full")
	for i := range many {
		if i%20 == 0 {
			require.NoError(t, p.WriteControl(websocket.PingMessage, nil, time.Now().Add(patience)))
		}
		message := p.next()
		require.True(t, strings.HasPrefix(message, fmt.Sprintf(`{"type":1,"target":"Tell","arguments":["%d `, i)), message[:min(len(message), 100)])
	}
	p.send(`{"type":1,"invocationId":"1","target":"Echo","arguments":["x"]}`)
	require.Contains(t, p.next(), `"result":"x"`)
	require.Equal(t, many/20, pongs)
}

// Messages that come one soon after the other are gathered; they arrive in order all the same, and
// the Close message after them.
func TestGather(t *testing.T) {
	t.Parallel()
	b := newBench(t, nil)
	p, c := b.connect("", "1")
	gathering := func() bool {
		c.mu.Lock()
		defer c.mu.Unlock()
		return c.socket.gathering
	}
	sent, received := 0, 0
	send := func() {
		sent++
		c.Send(NewMessage("Tell", sent))
	}
	receive := func() {
		for received < sent {
			received++
			require.Equal(t, fmt.Sprintf(`{"type":1,"target":"Tell","arguments":[%d]}`, received), p.next())
		}
	}
	for range 5 * maxQueued { // More than may wait.
		send()
	}
	receive()
	for !gathering() {
		send()
	}
	receive() // The timer has had it written.
	for !gathering() {
		send()
	}
	b.registry.EndSession(b.viewers["ann"].SessionID)
	receive()
	p.closed(`{"type":7,"error":"The session has ended."}`)

	p, c = b.connect("", "1")
	for !gathering() {
		c.Send(NewMessage("Tell", 1))
	}
	require.NoError(t, p.Conn.Close())
	b.gone()
}

func TestFlood(t *testing.T) {
	t.Parallel()
	empty := bytes.Repeat([]byte{0x00, 0x80, 0, 0, 0, 0}, 1000)
	for name, flood := range map[string]func(p *peer) error{
		"pings": func(p *peer) error { return p.WriteControl(websocket.PingMessage, nil, time.Now().Add(patience)) },
		"pongs": func(p *peer) error { return p.WriteControl(websocket.PongMessage, nil, time.Now().Add(patience)) },
		"hub pings": func(p *peer) error {
			return p.WriteMessage(websocket.TextMessage, []byte(`{"type":6}`+end))
		},
		"empty frames": func(p *peer) error {
			if p.count() == 0 {
				_, err := p.NetConn().Write([]byte{0x01, 0x80, 0, 0, 0, 0})
				return err
			}
			_, err := p.NetConn().Write(empty)
			return err
		},
		"large":   func(p *peer) error { return p.WriteMessage(websocket.TextMessage, make([]byte, maxReceived+1)) },
		"message": func(p *peer) error { return p.WriteMessage(websocket.TextMessage, make([]byte, maxMessage+1)) },
		"garbage": func(p *peer) error { return p.WriteMessage(websocket.TextMessage, []byte(`{"type":"x"}`+end)) },
		"no frame": func(p *peer) error {
			_, err := p.NetConn().Write([]byte("GET / HTTP/1.1\r\n\r\n"))
			return err
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := newBench(t, nil)
			for _, version := range []string{"1", "2"} {
				p, c := b.connect(b.negotiate("&useStatefulReconnect=true"), version)
				go func() {
					for flood(p) == nil { //nolint:revive // until it is cut
					}
				}()
				require.Eventually(t, func() bool {
					b.at(3) // A client that was told is cut.
					return c.now() == ended
				}, patience, time.Millisecond)
			}
		})
	}
}

// Fragments that trickle are no message: the client is silent.
func TestTrickle(t *testing.T) {
	t.Parallel()
	b := newBench(t, nil)
	p, c := b.connect("", "1")
	_, err := p.NetConn().Write([]byte{0x01, 0x81, 0, 0, 0, 0, '{'})
	require.NoError(t, err)
	_, err = p.NetConn().Write([]byte{0x00, 0x81, 0, 0, 0, 0, ' '})
	require.NoError(t, err)
	b.at(32)
	p.closed(`{"type":7,"error":"Nothing was received for too long.","allowReconnect":true}`)
	require.NotEqual(t, open, c.now())
}

// count returns how often it was called before.
func (p *peer) count() int {
	p.counted++
	return p.counted - 1
}

// A connection that is no TCP connection is written to by a goroutine.
func TestPipe(t *testing.T) {
	t.Parallel()
	b := newBench(t, nil)
	server, client := net.Pipe()
	r, err := http.NewRequestWithContext(viewer.NewContext(t.Context(), b.viewers["ann"]), http.MethodGet, "/", nil)
	require.NoError(t, err)
	for name, value := range map[string]string{
		"Authorization": "Bearer ann", "Connection": "Upgrade", "Upgrade": "websocket", "Sec-Websocket-Version": "13",
		"Sec-Websocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
	} {
		r.Header.Set(name, value)
	}
	go b.Hub.ServeHTTP(&piped{ResponseRecorder: httptest.NewRecorder(), conn: server}, r)
	reader := bufio.NewReader(client)
	response, err := http.ReadResponse(reader, r)
	require.NoError(t, err)
	require.NoError(t, response.Body.Close())
	require.Equal(t, http.StatusSwitchingProtocols, response.StatusCode)

	text := `{"protocol":"json","version":1}` + end
	_, err = client.Write(append([]byte{0x81, 0x80 | byte(len(text)), 0, 0, 0, 0}, text...))
	require.NoError(t, err)
	expect := func(frame string) {
		got := make([]byte, len(frame))
		_, err := io.ReadFull(reader, got)
		require.NoError(t, err)
		require.Equal(t, frame, string(got))
	}
	expect("\x81\x03{}" + end)
	c := b.client()
	c.Send(NewMessage("Tell", 1))
	c.Send(NewMessage("Tell", 2))
	for _, argument := range []string{"1", "2"} {
		message := `{"type":1,"target":"Tell","arguments":[` + argument + `]}` + end
		expect("\x81" + string(rune(len(message))) + message)
	}
	require.NoError(t, client.Close())
	b.gone()
}

// piped is a ResponseWriter whose connection is a pipe.
type piped struct {
	*httptest.ResponseRecorder

	conn net.Conn
}

// Hijack implements http.Hijacker.
func (p *piped) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	return p.conn, bufio.NewReadWriter(bufio.NewReader(p.conn), bufio.NewWriter(p.conn)), nil
}
