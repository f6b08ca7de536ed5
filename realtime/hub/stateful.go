package hub

import (
	"bytes"
	"net/http"

	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/realtime/hub/protocol"
)

// maxUnacknowledged is how many bytes may be sent before the client acknowledges them, as in the
// official server.
const maxUnacknowledged = 100_000

// resume is the state of stateful reconnect (HubProtocol.md, "Ack" and "Sequence"). Both sides
// number the invocations and completions that they send from 1, and keep them until the other side
// has acknowledged them. On a new WebSocket they send again what was not acknowledged.
type resume struct {
	// sent are the messages that were not acknowledged. first is the number of the first of them.
	sent  []packet
	first int64
	bytes int
	// next is the number of the next message, and received is the highest number received. They
	// differ while the client sends again what has already arrived.
	next, received int64
	// acknowledged is the highest number that was acknowledged to the client.
	acknowledged int64
	// waiting is set from a reconnect until the client has sent the number at which it continues.
	waiting bool
}

func newResume() *resume { return &resume{first: 1, next: 1} }

// keep keeps a message that is sent, and reports whether there is room for it.
func (r *resume) keep(p packet) bool {
	r.bytes += len(p.payload())
	r.sent = append(r.sent, p)
	return r.bytes <= maxUnacknowledged
}

// isBusy reports whether SendSlowly must wait.
func (r *resume) isBusy() bool { return r.bytes > maxUnacknowledged/2 }

// acknowledge drops the messages that the client has received.
func (c *Client) acknowledge(number int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := c.resume
	if r == nil {
		return
	}
	if number >= r.first+int64(len(r.sent)) {
		c.endLocked(protocol.Close{Error: "A message was acknowledged that was not sent."})
		return
	}
	for r.first <= number {
		r.bytes -= len(r.sent[0].payload())
		r.sent[0] = packet{}
		r.sent = r.sent[1:]
		r.first++
	}
	c.signalRoom()
}

// isNew counts a received message, and reports whether it must be handled, that is, whether it has
// not arrived before.
func (c *Client) isNew(message protocol.Message) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := c.resume
	if r == nil {
		return true
	}
	switch message.(type) {
	case *protocol.Sequence:
		return true
	case protocol.Ping, *protocol.Close, *protocol.Ack:
		return !r.waiting
	}
	if r.waiting {
		return false
	}
	number := r.next
	r.next++
	if number <= r.received {
		r.acknowledged = min(r.acknowledged, number-1) // The client does not know that it has arrived.
		return false
	}
	r.received = number
	return true
}

// continueAt sets the number of the next message that the client sends.
func (c *Client) continueAt(number int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	r := c.resume
	if r == nil {
		return
	}
	if number > r.next || number < 1 {
		c.endLocked(protocol.Close{Error: "Messages are missing.", AllowReconnect: true})
		return
	}
	r.next, r.waiting = number, false
}

// acknowledgeDue acknowledges what has arrived since the last acknowledgement. The caller holds the
// mutex.
func (c *Client) acknowledgeDue() {
	r := c.resume
	if r == nil || c.socket == nil || r.waiting || r.acknowledged == r.received {
		return
	}
	r.acknowledged = r.received
	c.push(encode(c.protocol, &protocol.Ack{SequenceID: r.received}))
}

// mayResume returns an error unless the client can continue on a new WebSocket with the access
// token of the request.
func (c *Client) mayResume(r *http.Request) error {
	c.mu.Lock()
	resumes := c.resume != nil && c.state == open
	over := c.state >= closing
	c.mu.Unlock()
	switch {
	case over:
		return errNoConnection()
	case !resumes:
		return errInUse()
	}
	return c.renew(viewer.From(r.Context()), bearer(r))
}

// resend sends the messages that were not acknowledged again, on a new WebSocket. The caller holds
// the mutex.
func (c *Client) resend() {
	r := c.resume
	if r == nil || c.state != open {
		return
	}
	r.waiting = true
	c.held = nil
	c.queue = queue{room: c.queue.room}
	all := bytes.Clone(encode(c.protocol, &protocol.Sequence{SequenceID: r.first}).frame)
	for _, p := range r.sent {
		all = append(all, p.frame...)
	}
	c.socket.push(packet{frame: all}) // As one packet, since more messages may be kept than may wait in the queue.
}
