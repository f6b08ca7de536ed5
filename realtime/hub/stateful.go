package hub

import (
	"bytes"
	"net/http"

	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/realtime/hub/protocol"
)

// maxUnacknowledged is how many bytes may be sent that the client has not acknowledged, as in the official server.
const maxUnacknowledged = 100_000

// resume is what stateful reconnect remembers (HubProtocol.md, "Ack" and "Sequence"): both sides number the invocations and
// completions that they send from 1, keep them until the other has acknowledged them, and send the others again on a new
// WebSocket.
type resume struct {
	// sent are the messages that were not acknowledged, the first of which has the number first.
	sent  []packet
	first int64
	bytes int
	// next is the number of the message that comes next; received is the highest that has come. They differ while the client
	// sends again what has come already.
	next, received int64
	// acknowledged is the highest number that the client was told has come.
	acknowledged int64
	// waiting is set after a reconnect until the client has said where it continues.
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

// acknowledge forgets what the client has received.
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

// isNew counts a message that was received, and reports whether it must be handled: it is not one that has come before.
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
		r.acknowledged = min(r.acknowledged, number-1) // The client has not seen that it has come.
		return false
	}
	r.received = number
	return true
}

// continueAt is the number of the message that the client sends next.
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

// acknowledgeDue tells the client what has come since it was told last. The mutex is held.
func (c *Client) acknowledgeDue() {
	r := c.resume
	if r == nil || c.socket == nil || r.waiting || r.acknowledged == r.received {
		return
	}
	r.acknowledged = r.received
	c.push(encode(c.protocol, &protocol.Ack{SequenceID: r.received}))
}

// mayResume returns an error unless the client can continue on a new WebSocket, with the access token of the request.
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

// resend sends what was not acknowledged again, on a new WebSocket. The mutex is held.
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
	c.socket.push(packet{frame: all}) // As one, since more may be kept than may wait in the queue.
}
