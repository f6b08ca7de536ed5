package hub

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"sync"
	"time"

	"github.com/gorilla/websocket"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	// readBuffer is the memory of an idle WebSocket for reading.
	readBuffer = 512
	// sendBuffer is how many bytes the system buffers for a client that does not read. After that,
	// the queue does.
	sendBuffer = 64 << 10
)

// writeBuffers are never used: gorilla writes only control frames, which need none.
var writeBuffers sync.Pool

// socket is the WebSocket of a client. It is the connection that gorilla/websocket reads from. What
// gorilla writes (its answers to pings and close frames) goes through the queue of the client, so
// that frames never mix.
type socket struct {
	net.Conn // as the server handed it over

	client *Client
	ws     *websocket.Conn
	// conn is the connection to write to, and raw its file descriptor, or nil when there is none.
	conn net.Conn
	raw  rawConn
	// flow counts bytes.
	flow socketFlow
	// broken is set when the connection has failed. A connection that is not broken ends because
	// the client wants it or because of what the client has sent.
	broken bool
	// upgraded is set once the answer to the upgrade is written. Before that, nobody else knows the
	// socket.
	upgraded bool
	// The client's mutex guards the fields below. writing is set while a goroutine writes the
	// queue, and gathering while the timer will write it. wrote is the time of the last write that
	// did not wait, and row how many packets in a row soon followed another.
	writing, gathering bool
	row                uint8
	wrote              time.Time
	timer              *time.Timer // nil until it is needed
}

// serveWebSocket upgrades the request. It returns at once: a goroutine of its own serves the
// connection, and the memory of the request is free.
func (h *Hub) serveWebSocket(w http.ResponseWriter, r *http.Request) {
	c, resumes, err := h.claimWebSocket(r)
	if err != nil {
		h.options.Refuse(w, r, err)
		return
	}
	s, err := h.upgrade(w, r, c)
	if err != nil {
		if !resumes {
			c.abort()
		}
		h.options.Refuse(w, r, fault.New(fault.ValidationError, "This is no WebSocket handshake.").Because(err))
		return
	}
	c.attach(s, resumes)
}

// claimWebSocket returns the client for a WebSocket: a new one, or the client of a stateful
// reconnect. Without an id the client has skipped the negotiation.
func (h *Hub) claimWebSocket(r *http.Request) (c *Client, resumes bool, err error) {
	id := r.URL.Query().Get("id")
	if id == "" {
		c, err = h.begin(r, newTicketOf(r), WebSockets)
		return c, false, err
	}
	t, err := h.open(r.Context(), id)
	if err != nil {
		return nil, false, err
	}
	if known := h.client(t); known != nil {
		err = known.mayResume(r)
		return known, true, err
	}
	c, err = h.begin(r, t, WebSockets)
	return c, false, err
}

func newTicketOf(r *http.Request) ticket { return newTicket(viewer.From(r.Context()), false) }

func (h *Hub) upgrade(w http.ResponseWriter, r *http.Request, c *Client) (*socket, error) {
	s := &socket{client: c}
	upgrader := websocket.Upgrader{
		HandshakeTimeout: h.times.write,
		ReadBufferSize:   readBuffer,
		WriteBufferPool:  &writeBuffers,
		CheckOrigin:      func(*http.Request) bool { return true }, // httpd has refused other pages
		Error:            func(http.ResponseWriter, *http.Request, int, error) {},
	}
	header := http.Header{"X-Request-Id": w.Header()["X-Request-Id"]}
	var err error
	if s.ws, err = upgrader.Upgrade(hijacker{w, s}, r, header); err != nil {
		return nil, fmt.Errorf("hub: upgrade: %w", err)
	}
	_ = s.conn.SetWriteDeadline(time.Time{}) // The answer to the upgrade had a deadline. After it nothing could be written any more.
	s.ws.SetReadLimit(maxReceived)
	s.ws.SetPingHandler(s.limited(s.ws.PingHandler()))
	s.ws.SetPongHandler(s.limited(s.receivePong))
	s.upgraded = true
	return s, nil
}

// receivePong takes the answer to a ping.
func (s *socket) receivePong(data string) error {
	if data == readyPayload && s.client.hasSocket(s) {
		s.client.receivedAfterAnswer()
	}
	return nil
}

// hijacker returns a connection as a socket.
type hijacker struct {
	http.ResponseWriter

	socket *socket
}

// Hijack implements http.Hijacker.
func (h hijacker) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, buffered, err := http.NewResponseController(h.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, fmt.Errorf("hub: take over the connection: %w", err)
	}
	h.socket.Conn, h.socket.conn = conn, conn
	// The write deadlines of the server are meant for answers to requests.
	if inner, ok := conn.(interface{ Unwrap() net.Conn }); ok {
		h.socket.conn = inner.Unwrap()
	}
	if tcp, ok := h.socket.conn.(*net.TCPConn); ok {
		_ = tcp.SetWriteBuffer(sendBuffer) // An error leaves the default.
		h.socket.raw, _ = tcp.SyscallConn()
	}
	return h.socket, buffered, nil
}

// Read implements net.Conn. It fails when the client sends too much of any kind.
func (s *socket) Read(p []byte) (int, error) {
	if !s.flow.begin(s.client.hub.age()) {
		return 0, errTooFast
	}
	n, err := s.conn.Read(p)
	s.broken = err != nil
	if err == nil && s.upgraded && !s.flow.read(s.client.hub.age(), n) {
		err = errTooFast
	}
	return n, err
}

// Write implements net.Conn, for gorilla.
func (s *socket) Write(p []byte) (int, error) {
	if !s.upgraded {
		return s.Conn.Write(p)
	}
	c := s.client
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.socket == s && c.state < closing {
		c.push(packet{frame: bytes.Clone(p)})
	}
	return len(p), nil
}

// SetWriteDeadline implements net.Conn. Each write has a deadline of its own.
func (s *socket) SetWriteDeadline(deadline time.Time) error {
	if s.upgraded {
		return nil
	}
	return s.Conn.SetWriteDeadline(deadline)
}

// closeFrame closes a WebSocket with the code 1000.
var closeFrame = packet{frame: []byte{0x88, 2, 0x03, 0xe8}}

// attach makes s the socket of the client, and begins to read from it.
func (c *Client) attach(s *socket, resumes bool) {
	c.receiving.Lock()
	defer c.receiving.Unlock()
	c.partial = nil // The rest of it would have come on the previous socket.
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.state == ended {
		_ = s.conn.Close()
		return
	}
	if c.socket != nil { // The client has noticed first that the connection is broken.
		_ = c.socket.conn.Close()
	}
	c.socket = s
	c.received.Store(c.hub.clock.Load())
	if resumes {
		c.resend()
	}
	c.hub.active.Add(1)
	go s.read()
}

var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// maxPooled is the size of the largest buffer that is used again.
const maxPooled = 16 << 10

// read receives messages until the connection ends. While it waits, gorilla's buffer is its only
// one.
func (s *socket) read() {
	defer s.client.hub.active.Done()
	for {
		_, r, err := s.ws.NextReader()
		if err == nil {
			err = s.receive(r)
		}
		if err != nil {
			break
		}
	}
	s.client.lost(s)
}

// receive receives one message.
func (s *socket) receive(r io.Reader) error {
	buffer, _ := buffers.Get().(*bytes.Buffer)
	buffer.Reset()
	defer func() {
		if buffer.Cap() <= maxPooled {
			buffers.Put(buffer)
		}
	}()
	if _, err := buffer.ReadFrom(message{r, &s.flow}); err != nil {
		return err
	}
	return s.client.receive(s, buffer.Bytes())
}

// lost is called when a socket has ended. If the socket is broken, a client with stateful reconnect
// may come back.
func (c *Client) lost(s *socket) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !s.broken && c.socket == s {
		c.cut()
	}
	c.lostLocked(s)
}

func (c *Client) lostLocked(s *socket) {
	_ = s.conn.Close()
	switch {
	case c.socket != s:
	case c.resume != nil && c.state == open:
		c.socket = nil
		c.since = c.hub.clock.Load()
		c.held = nil // It is sent again when the client comes back.
		c.queue = queue{room: c.queue.room}
	default:
		c.cut()
	}
}
