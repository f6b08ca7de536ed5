package hub

import (
	"time"

	"github.com/firmhub/firmhub/realtime/connections"
	"github.com/firmhub/firmhub/realtime/hub/protocol"
)

// retryAfter is how long a refused client should wait before it tries again.
const retryAfter = 5 * time.Second

// slowClient is the message for a client that does not read in time.
const slowClient = "Messages are not read fast enough."

// sessionEnded is the message for a client whose access token is refused before it expires.
const sessionEnded = "The session has ended."

// endFor ends the connection for a reason of the registry.
func (c *Client) endFor(reason connections.Reason) { c.end(closeOf(reason)) }

// closeOf returns the message at the end of a connection. After a log-out the client must not
// connect again. With a fresh access token, or to another instance, it may.
func closeOf(reason connections.Reason) protocol.Close {
	switch reason {
	case connections.SessionEnded:
		return protocol.Close{Error: sessionEnded}
	case connections.KeyEnded:
		return protocol.Close{Error: "The API key has ended."}
	case connections.MembershipEnded:
		return protocol.Close{Error: "You are no longer in this firm."}
	case connections.FirmDeactivated:
		return protocol.Close{Error: "The firm is not active."}
	case connections.AccessChanged:
		return protocol.Close{Error: "What you may do in this firm has changed.", AllowReconnect: true}
	case connections.CredentialExpired:
		return protocol.Close{Error: "The access token has expired.", AllowReconnect: true}
	case connections.ServerStopping:
		return protocol.Close{Error: "The server is going away.", AllowReconnect: true}
	}
	return protocol.Close{Error: "The connection has ended."}
}

// end tells the client that the connection ends, and why, and sends nothing more. It returns at
// once. A connection without a handshake, or with a client that does not read, is cut.
func (c *Client) end(why protocol.Close) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.endLocked(why)
}

func (c *Client) endLocked(why protocol.Close) {
	switch {
	case c.state >= closing:
	case c.state == opening, c.transport == WebSockets && c.socket == nil:
		c.cut()
	case c.state == joining: // The client expects the answer to its handshake first.
		c.answer()
		c.endLocked(why)
	default:
		c.become(closing)
		c.push(encode(c.protocol, &why))
		if c.state == closing && c.socket != nil {
			c.push(closeFrame)
		}
		c.signal()
	}
}

// abort cuts the connection.
func (c *Client) abort() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.cut()
}

// cut ends the connection at once. The caller holds the mutex.
func (c *Client) cut() {
	if c.state == ended {
		return
	}
	c.become(ended)
	if c.socket != nil {
		_ = c.socket.conn.Close()
		c.socket = nil
	}
	c.queue.tell()
	c.queue = queue{}
	c.held = nil
	c.resume = nil
	c.calls = nil
	if c.cancel != nil {
		c.cancel()
	}
	c.wakeUp()
	go c.finish() // hub.active counts it until it is done.
}

// finish calls Leave, and removes the client.
func (c *Client) finish() {
	defer c.hub.active.Done()
	c.mu.Lock()
	leave, connection := c.leave, c.connection
	c.leave = nil
	c.mu.Unlock()
	if connection != nil {
		connection.Remove()
	}
	if leave != nil {
		leave()
	}
	c.hub.drop(c)
}

// signal wakes all who wait for a change of the client. The caller holds the mutex.
func (c *Client) signal() {
	c.wakeUp()
	c.queue.tell()
}

// wakeUp wakes the request that sends to the client.
func (c *Client) wakeUp() {
	select {
	case c.wake <- struct{}{}: // It is nil for WebSockets.
	default:
	}
}
