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

// Client is a connection of a client, over whatever transport. It is safe for concurrent use.
type Client struct {
	// Data is for whoever uses the hub: Options.Join may set it, and methods may use it, which run after that, one at a time.
	Data any

	hub        *Hub
	key        key
	transport  Transport
	connection *connections.Connection

	// received and sent are when something was last received and sent, by the clock of the hub.
	received, sent atomic.Int64
	// receiving is held while what has arrived is handled: the requests of a client may come at the same time. It guards the next
	// two fields, and is taken before mu.
	receiving sync.Mutex
	// flow counts messages, frames and bodies.
	flow flow
	// partial is the beginning of a message of which the rest has not arrived.
	partial []byte

	mu sync.Mutex // guards what follows
	state
	// since is when the state began, by the clock of the hub.
	since int64
	// protocol is set by the handshake.
	protocol protocol.Protocol
	viewer   *viewer.Viewer
	// token is the access token of the viewer.
	token string
	// query is what the client connected with, until it has joined.
	query url.Values
	leave func()
	queue queue
	// held is what waits until the client may read it, after the answer to its handshake; nil then.
	held *queue
	// socket is the WebSocket; nil for other transports, and while a client with stateful reconnect is away.
	socket *socket
	// wake tells the request that sends to the client that there is something to do; nil for WebSockets.
	wake chan struct{}
	// poll is the long poll that waits; nil for none. polled is when the last one ended, by the clock of the hub.
	poll   *poll
	polled int64
	// resume is nil unless the client has stateful reconnect.
	resume *resume
	// calls are what the client has invoked and has not begun, callBytes is their size.
	calls     []call
	callBytes int
	calling   bool
	// cancel ends the call that runs; nil for none.
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

// state is where a connection is in its life. It only increases.
type state uint8

const (
	// opening waits for the handshake.
	opening state = iota
	// joining has not answered the handshake.
	joining
	open
	// closing has been told that it ends, and may read that.
	closing
	ended
)

// isLive reports whether the client has sent its handshake, and was not told that the connection ends. The mutex is held.
func (c *Client) isLive() bool { return c.state == joining || c.state == open }

// Viewer returns whose connection it is, as of its last authentication.
func (c *Client) Viewer() *viewer.Viewer {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.viewer
}

// Close ends the connection with a text that the client may show. A client with automatic reconnect connects again if
// reconnect is true. It returns at once.
func (c *Client) Close(text string, reconnect bool) {
	c.end(protocol.Close{Error: text, AllowReconnect: reconnect})
}

// become changes the state.
func (c *Client) become(s state) {
	c.state, c.since = s, c.hub.clock.Load()
}

// credential returns the access token, and the request with which it came.
func (c *Client) credential() (token string, request viewer.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.token, c.viewer.Request
}

// renew makes a fresh access token of the same session and firm that of the connection. The connection has ended if it returns
// an error.
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
