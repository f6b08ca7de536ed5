package hub

import (
	"context"
	"net/url"
	"sync"
	"sync/atomic"

	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/realtime/connections"
	"github.com/firmhub/firmhub/realtime/hub/protocol"
)

// Client is a connection of a client over any transport. It is safe for concurrent use.
type Client struct {
	// Data belongs to the user of the hub. Options.Join may set it. Methods, which run after Join
	// and one at a time, may use it.
	Data any

	hub        *Hub
	key        key
	transport  Transport
	connection *connections.Connection

	// received and sent are the times when something was last received and sent, by the clock of
	// the hub.
	received, sent atomic.Int64
	// receiving is locked while received data is handled, because the requests of a client may come
	// at the same time. It guards the next two fields, and is locked before mu.
	receiving sync.Mutex
	// flow counts messages, frames and bodies.
	flow flow
	// partial is the beginning of a message whose rest has not arrived.
	partial []byte

	mu sync.Mutex // guards the fields below
	state
	// since is when the state began, by the clock of the hub.
	since int64
	// protocol is set by the handshake.
	protocol protocol.Protocol
	viewer   *viewer.Viewer
	// token is the access token of the viewer.
	token string
	// query is the query of the request that began the connection. It is kept until the client has
	// joined.
	query url.Values
	leave func()
	queue queue
	// held contains the packets that wait for the answer to the client's handshake. It is nil once
	// the client may read them.
	held *queue
	// socket is the WebSocket. It is nil for other transports, and while a client with stateful
	// reconnect is away.
	socket *socket
	// wake signals the request that sends to the client when there is something to do. It is nil
	// for WebSockets.
	wake chan struct{}
	// poll is the long poll that waits, or nil if none does. polled is when the last one ended, by
	// the clock of the hub.
	poll   *poll
	polled int64
	// resume is nil unless the client has stateful reconnect.
	resume *resume
	// calls are the invocations of the client that have not begun, and callBytes is their size.
	calls     []call
	callBytes int
	calling   bool
	// cancel ends the call that runs. It is nil if none does.
	cancel context.CancelFunc
}

// Transport is how a client is connected.
type Transport uint8

// The transports.
const (
	WebSockets Transport = iota
	ServerSentEvents
	LongPolling

	transports
)

// String returns the name of the transport in metrics.
func (t Transport) String() string {
	return [transports]string{"websocket", "sse", "longpolling"}[t]
}

// state is the state of a connection. It only increases.
type state uint8

const (
	// opening means that the connection waits for the handshake.
	opening state = iota
	// joining means that the handshake is not answered yet.
	joining
	open
	// closing means that the client was told that the connection ends, and may still read that.
	closing
	ended
)

// isLive reports whether the client has sent its handshake, and was not told that the connection
// ends. The caller holds the mutex.
func (c *Client) isLive() bool { return c.state == joining || c.state == open }

// Viewer returns the viewer of the connection, as of the last authentication.
func (c *Client) Viewer() *viewer.Viewer {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.viewer
}

// Close ends the connection with a text that the client may show. A client with automatic reconnect
// connects again if reconnect is true. Close returns at once.
func (c *Client) Close(text string, reconnect bool) {
	c.end(protocol.Close{Error: text, AllowReconnect: reconnect})
}

// become changes the state.
func (c *Client) become(s state) {
	c.state, c.since = s, c.hub.clock.Load()
}

// credential returns the access token, and the request that brought it.
func (c *Client) credential() (token string, request viewer.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.token, c.viewer.Request
}

// renew replaces the access token of the connection by a fresh one of the same session and firm.
// The connection has ended if renew returns an error.
func (c *Client) renew(v *viewer.Viewer, token string) error {
	c.mu.Lock()
	same, connection := c.token == token, c.connection
	if !same && connection != nil {
		c.viewer, c.token = v, token
	}
	c.mu.Unlock()
	switch {
	case connection == nil: // It is about to begin.
		return errInUse()
	case same:
		return nil
	}
	if err := connection.Move(ownerOf(v)); err != nil {
		c.end(protocol.Close{Error: "The connection has ended.", AllowReconnect: true})
		return err
	}
	return nil
}

func ownerOf(v *viewer.Viewer) connections.Owner {
	owner := connections.OwnerOf(v)
	owner.Kind = connections.Hub
	return owner
}
