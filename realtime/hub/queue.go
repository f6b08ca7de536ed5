package hub

import (
	"context"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/realtime/hub/protocol"
)

// Limits of the messages that wait to be sent to a client.
const (
	maxQueued      = 256
	maxQueuedBytes = 256 << 10
)

// queue contains the packets that could not be sent at once.
type queue struct {
	packets []packet
	// count and bytes are the number and size of the packets, including those being written.
	count, bytes int
	// room is closed when there is room again. It is nil when nobody waits for room.
	room chan struct{}
}

func (q *queue) add(p packet) {
	q.packets = append(q.packets, p)
	q.count++
	q.bytes += len(p.frame)
}

func (q *queue) isFull() bool { return q.count > maxQueued || q.bytes > maxQueuedBytes }

// isBusy reports whether SendSlowly must wait.
func (q *queue) isBusy() bool { return q.count > maxQueued/2 || q.bytes > maxQueuedBytes/2 }

// take returns the packets. They count until they are written.
func (q *queue) take() []packet {
	taken := q.packets
	q.packets = nil
	return taken
}

// written removes packets that were written from the count.
func (q *queue) written(packets []packet) {
	q.count -= len(packets)
	for _, p := range packets {
		q.bytes -= len(p.frame)
	}
}

func (q *queue) tell() {
	if q.room != nil {
		close(q.room)
		q.room = nil
	}
}

// Send sends a message. It never blocks: what the client does not read at once waits in a queue. A
// client whose queue is full is disconnected, and may connect again. Messages arrive in the order
// of the calls. Before the client joins, and after the end, nothing is sent.
func (c *Client) Send(m *Message) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.isLive() {
		c.sendCounted(m.packet(c.protocol))
		c.hub.counts.sent.Add(1)
	}
}

// SendSlowly sends one of many messages as [Client.Send] does, but first waits until the client has
// read most of the others. It returns an error when the connection has ended, or ctx is done.
func (c *Client) SendSlowly(ctx context.Context, m *Message) error {
	for {
		room, err := c.trySend(m)
		if room == nil {
			return err
		}
		select {
		case <-room:
		case <-ctx.Done():
			return fault.New(fault.Unavailable, "Messages are not read fast enough.").Because(ctx.Err())
		}
	}
}

// trySend sends a message, or returns a channel that is closed when the caller should try again.
func (c *Client) trySend(m *Message) (room <-chan struct{}, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.isLive() {
		return nil, fault.New(fault.Unavailable, "The connection has ended.")
	}
	if c.isBusy() {
		if c.queue.room == nil {
			c.queue.room = make(chan struct{})
		}
		return c.queue.room, nil
	}
	c.sendCounted(m.packet(c.protocol))
	c.hub.counts.sent.Add(1)
	return nil, nil //nolint:nilnil // It was sent.
}

// isBusy reports whether SendSlowly must wait. The caller holds the mutex.
func (c *Client) isBusy() bool {
	return c.queue.isBusy() || c.held != nil && c.held.isBusy() || c.resume != nil && c.resume.isBusy()
}

// signalRoom wakes SendSlowly when there is room again. The caller holds the mutex.
func (c *Client) signalRoom() {
	if !c.isBusy() {
		c.queue.tell()
	}
}

// sendCounted sends an invocation or a completion, which stateful reconnect counts. The caller
// holds the mutex.
func (c *Client) sendCounted(p packet) {
	if len(p.frame) == 0 {
		return
	}
	if c.resume != nil && !c.resume.keep(p) {
		c.endLocked(protocol.Close{Error: "Too many messages were not acknowledged.", AllowReconnect: true})
		return
	}
	if c.held != nil {
		c.hold(p)
		return
	}
	c.push(p)
}

// push sends a packet, or puts it into the queue. The caller holds the mutex.
func (c *Client) push(p packet) {
	c.sent.Store(c.hub.clock.Load())
	if c.transport == WebSockets {
		if c.socket != nil {
			c.socket.push(p)
		}
		return
	}
	c.queue.add(p)
	if c.queue.isFull() && c.state == open {
		c.hub.counts.slow.Add(1)
		c.queue = queue{room: c.queue.room}
		c.endLocked(protocol.Close{Error: slowClient, AllowReconnect: true})
	}
	c.wakeUp()
}
