package hub

import (
	"context"
	"net/url"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/realtime/hub/protocol"
)

// receiveHandshake begins to join a client that has sent its handshake. It answers a handshake that
// is refused.
func (c *Client) receiveHandshake(data []byte) (rest []byte, ok bool) {
	handshake, rest, ok, err := protocol.ReadHandshake(data)
	if err == nil && !ok {
		return data, false
	}
	var chosen protocol.Protocol
	if err == nil {
		chosen, err = protocol.For(handshake)
	}
	if err == nil && chosen.Binary() && c.transport == ServerSentEvents {
		err = fault.New(fault.ValidationError, "Server-Sent Events are text: use the protocol json.")
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.state != opening {
		return nil, false
	}
	if err != nil {
		c.become(closing)
		c.push(framed(false, protocol.AppendHandshake(make([]byte, maxHeader), fault.From(err).Message)))
		if c.socket != nil {
			c.push(closeFrame)
		}
		c.signal()
		return nil, false
	}
	c.protocol = chosen
	if handshake.Version < 2 {
		c.resume = nil
	}
	c.become(joining)
	c.held = &queue{}
	c.start(call{run: c.join})
	return rest, true
}

// join calls Options.Join, answers the handshake and calls Options.Joined. It is the first call of
// a client, so methods run after it. It checks the credential again, which may have ended before
// the connection was registered.
func (c *Client) join(ctx context.Context, _ *protocol.Invocation) {
	ctx, err := c.authenticate(ctx)
	var leave func()
	if err == nil {
		c.mu.Lock()
		query := c.query
		c.query = nil
		c.mu.Unlock()
		leave, err = c.runJoin(ctx, query)
	}
	if err == nil && c.joined(leave) {
		err = c.runJoined(ctx)
	}
	if err != nil {
		c.Close(c.describe(ctx, "", err), fault.From(err).Ours() || fault.Is(err, fault.Unavailable))
	}
}

func (c *Client) runJoin(ctx context.Context, query url.Values) (leave func(), err error) {
	defer returnPanic(&err)
	return c.hub.options.Subscriber.Join(ctx, c, query)
}

func (c *Client) runJoined(ctx context.Context) (err error) {
	defer returnPanic(&err)
	return c.hub.options.Subscriber.Joined(ctx, c)
}

// joined answers the handshake of a client that has joined, and reports whether its connection is
// open.
func (c *Client) joined(leave func()) bool {
	c.mu.Lock()
	now := c.state
	if now != ended {
		c.leave = leave
	}
	if now == joining {
		c.answer()
	}
	c.mu.Unlock()
	if now == ended && leave != nil {
		leave()
	}
	return now == joining
}

// readyPayload is the payload of a ping (RFC 6455, section 5.5.2). The pong to it shows that the
// client has read the answer to its handshake.
const readyPayload = "ready"

var readyPing = packet{frame: append([]byte{0x89, byte(len(readyPayload))}, readyPayload...)}

// answer answers the handshake; then start() of the client resolves. What was sent before follows.
// With stateful reconnect, it follows when the client has read the answer: @microsoft/signalr in
// Node does not count messages that are read together with the answer. It would process them again
// after a reconnect, and even drop them after another one. The caller holds the mutex.
func (c *Client) answer() {
	c.become(open)
	c.push(framed(c.protocol.Binary(), protocol.AppendHandshake(make([]byte, maxHeader), "")))
	if c.resume == nil {
		c.release()
		return
	}
	c.push(readyPing)
}

// hold queues a packet until release is called. The caller holds the mutex.
func (c *Client) hold(p packet) {
	c.held.add(p)
	if c.held.isFull() {
		c.hub.counts.slow.Add(1)
		c.endLocked(protocol.Close{Error: slowClient, AllowReconnect: true})
	}
}

// release sends the packets that were held. The caller holds the mutex.
func (c *Client) release() {
	if c.held == nil {
		return
	}
	packets := c.held.packets
	c.held = nil
	for _, p := range packets {
		if c.state != open {
			return
		}
		c.push(p)
	}
	c.signalRoom()
}

// receivedAfterAnswer is called for messages that a client sends only after it has read the answer
// to its handshake.
func (c *Client) receivedAfterAnswer() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.state == open {
		c.release()
	}
}
