package hub

import (
	"net"
	"sync"
	"syscall"
	"time"
)

type rawConn = syscall.RawConn

// When many packets soon follow one another, the next ones are gathered and written together, since
// each write has a high fixed cost. The limits are the time for which packets are gathered, their
// number and their size.
const (
	gatherAfter = 8
	gatherTime  = 3 * time.Millisecond
	gatherCount = 16
	gatherBytes = 16 << 10
)

// push writes a packet as far as the connection accepts it at once, and leaves the rest to a
// goroutine. The caller holds the client's mutex. A packet is written here only when no other
// packet waits before it, so frames are in order.
func (s *socket) push(p packet) {
	switch {
	case s.writing || s.raw == nil:
		s.enqueue(p)
	case s.gathering || s.isRow():
		s.gather(p)
	default:
		s.writeSome(p.frame)
	}
}

// isRow counts the packets that soon follow a write, and reports whether there were many in a row.
func (s *socket) isRow() bool {
	if time.Since(s.wrote) >= gatherTime {
		s.row = 0
	} else if s.row < gatherAfter {
		s.row++
	}
	return s.row == gatherAfter
}

// writeSome writes what the connection accepts at once, and leaves the rest to a goroutine.
func (s *socket) writeSome(frame []byte) {
	n, err := writeNow(s.raw, frame)
	s.wrote = time.Now()
	switch {
	case err != nil:
		s.client.lostLocked(s)
	case n < len(frame):
		s.enqueue(packet{frame: frame[n:]})
	}
}

// enqueue leaves a packet to a goroutine.
func (s *socket) enqueue(p packet) {
	c := s.client
	c.queue.add(p)
	if c.queue.isFull() {
		c.hub.counts.slow.Add(1)
		c.cut()
		return
	}
	s.startWriting()
}

// gather keeps a packet for a moment, so that it can be written with others.
func (s *socket) gather(p packet) {
	q := &s.client.queue
	q.add(p)
	switch {
	case q.count >= gatherCount || q.bytes >= gatherBytes:
		s.flush()
	case s.gathering:
	case s.timer == nil:
		s.timer = time.AfterFunc(gatherTime, s.flushGathered)
		s.gathering = true
	default:
		s.timer.Reset(gatherTime)
		s.gathering = true
	}
}

// flushGathered is called by the timer. It does no harm if it is late.
func (s *socket) flushGathered() {
	s.client.mu.Lock()
	defer s.client.mu.Unlock()
	if s.client.socket == s && s.gathering {
		s.flush()
	}
}

// flush writes the gathered packets. The caller holds the mutex.
func (s *socket) flush() {
	s.gathering = false
	q := &s.client.queue
	packets := q.take()
	frames := make([]byte, 0, q.bytes)
	for _, p := range packets {
		frames = append(frames, p.frame...)
	}
	q.written(packets)
	s.writeSome(frames)
}

func (s *socket) startWriting() {
	if !s.writing {
		s.writing = true
		s.client.hub.active.Add(1)
		go s.write()
	}
}

// write writes the queue until it is empty. Each write takes all that waits.
func (s *socket) write() {
	c := s.client
	defer c.hub.active.Done()
	var done []packet
	for {
		c.mu.Lock()
		if c.socket != s {
			c.mu.Unlock()
			return
		}
		c.queue.written(done)
		c.signalRoom()
		done = c.queue.take()
		if len(done) == 0 {
			s.writing = false
			c.mu.Unlock()
			return
		}
		c.mu.Unlock()
		if err := s.writeAll(done); err != nil {
			c.fail(s)
			return
		}
	}
}

// fail ends the connection of a socket that could not be written to in time.
func (c *Client) fail(s *socket) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.socket == s {
		c.hub.counts.slow.Add(1)
	}
	c.lostLocked(s)
}

func (s *socket) writeAll(packets []packet) error {
	frames := make(net.Buffers, len(packets))
	for i, p := range packets {
		frames[i] = p.frame
	}
	_ = s.conn.SetWriteDeadline(time.Now().Add(s.client.hub.times.write))
	_, err := frames.WriteTo(s.conn)
	_ = s.conn.SetWriteDeadline(time.Time{}) // A deadline that has passed would end the next write at once.
	return err
}

// attempt is a write that does not wait. Attempts are pooled, since RawConn takes a function.
type attempt struct {
	frame   []byte
	written int
	err     error
	try     func(fd uintptr) bool
}

var attempts = sync.Pool{New: func() any {
	a := &attempt{}
	a.try = a.write
	return a
}}

// writeNow writes what the connection accepts at once.
func writeNow(conn rawConn, frame []byte) (written int, err error) {
	a, _ := attempts.Get().(*attempt)
	a.frame, a.written, a.err = frame, 0, nil
	err = conn.Write(a.try)
	if err == nil {
		err = a.err
	}
	written = a.written
	a.frame, a.err = nil, nil
	attempts.Put(a)
	return written, err
}
