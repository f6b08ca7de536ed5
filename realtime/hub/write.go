package hub

import (
	"net"
	"sync"
	"syscall"
	"time"
)

type rawConn = syscall.RawConn

// push writes a packet as far as the connection takes it at once, and leaves the rest to a goroutine. The client's mutex is
// held. Only what finds nothing before it is written here, so frames are in order.
func (s *socket) push(p packet) {
	c := s.client
	if !s.writing && s.raw != nil {
		n, err := writeNow(s.raw, p.frame)
		switch {
		case err != nil:
			c.lostLocked(s)
			return
		case n == len(p.frame):
			return
		}
		p.frame = p.frame[n:]
	}
	c.queue.add(p)
	if c.queue.isFull() {
		c.hub.counts.slow.Add(1)
		c.cut()
		return
	}
	s.startWriting()
}

func (s *socket) startWriting() {
	if !s.writing {
		s.writing = true
		s.client.hub.active.Add(1)
		go s.write()
	}
}

// write writes the queue until it is empty, all that waits at a time.
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
		if !c.queue.isBusy() {
			c.queue.tell()
		}
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
	_ = s.conn.SetWriteDeadline(time.Time{}) // One that has passed would end the next write at once.
	return err
}

// attempt is a write that does not wait. It is kept in a pool, since RawConn takes a function.
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

// writeNow writes what the connection takes at once.
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
