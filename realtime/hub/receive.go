package hub

import (
	"bytes"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/realtime/hub/protocol"
)

// receive handles data that a client has sent: a frame of a WebSocket or, with a nil socket, the
// body of a request. It keeps no reference to data. It returns an error when the connection must be
// cut. If the client is told why, the connection is closed instead.
func (c *Client) receive(by *socket, data []byte) error {
	c.receiving.Lock()
	defer c.receiving.Unlock()
	if !c.hasSocket(by) { // The client has come back on another socket.
		return nil
	}
	if !c.allowOne() {
		return errTooFast
	}
	data = c.withPartial(data)
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

// withPartial returns data preceded by the part of a message that arrived before, or nothing while
// the message is not whole. It searches only the new bytes, so a message may arrive in any number
// of pieces.
func (c *Client) withPartial(data []byte) []byte {
	searched := len(c.partial)
	if searched == 0 || len(data) == 0 {
		return data
	}
	c.partial = append(c.partial, data...)
	if c.protocol != nil && len(c.partial) <= maxMessage && !c.protocol.IsWhole(c.partial, searched) {
		return nil
	}
	whole := c.partial
	c.partial = nil
	return whole
}

// receiveAll handles all whole messages, and returns the bytes after them.
func (c *Client) receiveAll(data []byte) (rest []byte, err error) {
	for len(data) > 0 {
		var ok bool
		switch rest, ok = data, false; c.now() {
		case opening:
			rest, ok = c.receiveHandshake(data)
		case joining, open:
			rest, ok = c.receiveOne(data)
		case closing, ended:
			return nil, nil
		}
		if !ok {
			return rest, nil
		}
		c.received.Store(c.hub.clock.Load())
		if data = rest; len(data) > 0 && !c.allowOne() {
			return nil, errTooFast
		}
	}
	return nil, nil
}

func (c *Client) hasSocket(s *socket) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.socket == s
}

// now returns the current state.
func (c *Client) now() state {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.state
}

// refuse ends the connection of a client that does not follow the protocol.
func (c *Client) refuse(text string) { c.end(protocol.Close{Error: text}) }

// receiveOne handles the first message, and reports whether it was whole.
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
	c.receivedAfterAnswer()
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
	default: // Pings only set the clock. The hub has asked for nothing that the other messages could answer.
	}
}
