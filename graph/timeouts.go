package graph

import "time"

// timeouts are the time limits of streams.
type timeouts struct {
	// keepAlive is how often an idle stream sends something.
	keepAlive time.Duration
	// write is how long a client may take to read a small message.
	write time.Duration
	// closing is how long the close frame of a socket may wait for the message before it.
	closing time.Duration
}

// writeRate is how many bytes of a large message a client must read in a second.
const writeRate = 256 << 10

var defaultTimeouts = timeouts{keepAlive: 15 * time.Second, write: 10 * time.Second, closing: time.Second}

// deadline returns the time by which a message of a size must be read.
func (t timeouts) deadline(size int) time.Time {
	return time.Now().Add(t.write + time.Duration(size/writeRate)*time.Second)
}
