package hub

import (
	"bytes"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/realtime/hub/protocol"
)

// receive handles what a client has sent: a frame of a WebSocket or, with a nil socket, the body of a request. It keeps nothing of
// data. It returns an error when the connection must be cut; a client that is told why has its connection closed.
func (c *Client) receive(by *socket, data []byte) error {
	c.receiving.Lock()
	defer c.receiving.Unlock()
	if !c.hasSocket(by) { // The client has come back by another one.
		return nil
	}
	if len(c.partial) > 0 {
		data = append(c.partial, data...)
		c.partial = nil
	}
	rest, err := c.receiveAll(data)
	switch {
	case err != nil:
		return err
	case len(rest) > maxMessage:
		c.refuse("A message may have at most 32 KiB.")
	case len(rest) > 0 && c.now() < closing:
		c.partial = bytes.Clone(rest)
	}
	return nil
}

// receiveAll handles the messages of which all is there, and returns what follows them.
func (c *Client) receiveAll(data []byte) (rest []byte, err error) {
	for len(data) > 0 {
		clock := c.hub.clock.Load()
		if !c.flow.allow(clock, 1, 0) {
			return nil, errTooFast
		}
		var ok bool
		switch rest, ok = data, false; c.now() {
		case opening:
			rest, ok = c.receiveHandshake(data)
		case open:
			rest, ok = c.receiveOne(data)
		case closing, ended:
			return nil, nil
		}
		if !ok {
			return rest, nil
		}
		c.received.Store(clock)
		data = rest
	}
	return nil, nil
}

func (c *Client) hasSocket(s *socket) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.socket == s
}

// now returns the state.
func (c *Client) now() state {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.state
}

// refuse ends the connection of a client that does not keep to the protocol.
func (c *Client) refuse(text string) { c.end(protocol.Close{Error: text}) }

// receiveOne handles the first message, and reports whether it was there as a whole.
func (c *Client) receiveOne(data []byte) (rest []byte, ok bool) {
	message, rest, ok, err := c.protocol.Next(data)
	switch {
	case err != nil:
		c.refuse(fault.From(err).Message)
		return nil, false
	case !ok:
		return data, false
	case len(data)-len(rest) > maxMessage:
		c.refuse("A message may have at most 32 KiB.")
		return nil, false
	}
	c.startJoin()
	if c.isNew(message) {
		c.handle(message, len(data)-len(rest))
	}
	return rest, true
}

func (c *Client) handle(message protocol.Message, size int) {
	switch m := message.(type) {
	case *protocol.Invocation:
		c.invoke(m, size)
	case *protocol.StreamInvocation:
		c.complete(m.ID, &protocol.Completion{Error: "The hub has no methods that stream."})
	case *protocol.Close:
		c.abort()
	case *protocol.Ack:
		c.acknowledge(m.SequenceID)
	case *protocol.Sequence:
		c.continueAt(m.SequenceID)
	default: // Pings are for the clock. Nothing was asked for that the others could answer.
	}
}

// receiveHandshake answers the handshake. The client joins after it; one with stateful reconnect when it has sent a message, or some
// time has passed. @microsoft/signalr in Node does not count messages that come together with the answer, and would take as many
// again after a reconnect; it sends a ping as soon as it counts.
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
	c.become(open)
	c.push(framed(chosen.Binary(), protocol.AppendHandshake(make([]byte, maxHeader), "")))
	c.joins = c.resume != nil
	if !c.joins {
		c.start(call{run: c.join})
	}
	return rest, true
}

// startJoin has a client join that was waited for.
func (c *Client) startJoin() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.startJoinLocked()
}

func (c *Client) startJoinLocked() {
	if c.joins {
		c.joins = false
		c.start(call{run: c.join})
	}
}
