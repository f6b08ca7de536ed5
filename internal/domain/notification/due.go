package notification

import "time"

// readers is how many feeds are read at once, so that they don't use up the connections to the
// database.
const readers = 4

// readLater queues a feed to be read after a pause. Feeds that are due wait in a queue, without a
// goroutine.
func (c *Center) readLater(f *feed, pause time.Duration) {
	time.AfterFunc(pause, func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.closed {
			return
		}
		c.due = append(c.due, f)
		if c.reading < readers {
			c.reading++
			c.loops.Go(c.readDue)
		}
	})
}

// readDue reads feeds until none is due.
func (c *Center) readDue() {
	for f := c.nextDue(); f != nil; f = c.nextDue() {
		f.readMissing()
	}
}

// nextDue returns the feed that has waited longest, or nil when its caller must end.
func (c *Center) nextDue() *feed {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.due) == 0 || c.closed {
		c.due = nil
		c.reading--
		return nil
	}
	f := c.due[0]
	c.due[0] = nil // the array outlives what was taken from it
	c.due = c.due[1:]
	return f
}
