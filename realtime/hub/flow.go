package hub

import (
	"errors"
	"io"
	"time"
)

// Limits of what a client may send.
const (
	// maxReceived is the largest frame or body, maxMessage the largest message in it.
	maxReceived = 64 << 10
	maxMessage  = 32 << 10
	// maxPerSecond are the messages, frames and bodies in a second. A frame with one message counts once. Invocations count in the
	// rate limit of the viewer too.
	maxPerSecond = 1000
	// maxBytesPerSecond are all bytes of a WebSocket, maxHeadersPerSecond those outside of payloads: it is how fragments count, which
	// may be empty, and which gorilla/websocket puts together by itself.
	maxBytesPerSecond   = 512 << 10
	maxHeadersPerSecond = 8 * maxPerSecond // A frame of up to 64 KiB has a header of 8 bytes.
)

var errTooFast = errors.New("hub: the client sends too much")

// flow limits what arrives: so much in a second, and as much at once. It is the time since the hub began at which everything would
// have come that has come, if it had come evenly.
type flow time.Duration

// allow counts what has come at a time since the hub began, and reports whether that is within a limit for a second.
func (f *flow) allow(now time.Duration, count, limit int) bool {
	*f = max(*f, flow(now)) + flow(count)*flow(time.Second)/flow(limit)
	return *f <= flow(now+time.Second)
}

// age returns how long ago the hub began. Unlike its clock, it does not depend on the sweeper.
func (h *Hub) age() time.Duration { return time.Since(h.began) }

// allowOne counts a message, a frame or a body, and reports whether that is within the limit. The caller holds c.receiving.
func (c *Client) allowOne() bool { return c.flow.allow(c.hub.age(), 1, maxPerSecond) }

// socketFlow limits the bytes of a WebSocket. Only the goroutine that reads uses it.
type socketFlow struct {
	bytes, headers flow
	// outside is how many bytes have come that were not counted as headers yet, and belong to no payload that was read.
	outside int
}

// begin counts the headers before more bytes are read: all payloads are read then of what has come.
func (f *socketFlow) begin(now time.Duration) bool {
	headers := max(0, f.outside)
	f.outside -= headers
	return f.headers.allow(now, headers, maxHeadersPerSecond)
}

// read counts bytes that were read.
func (f *socketFlow) read(now time.Duration, n int) bool {
	f.outside += n
	return f.bytes.allow(now, n, maxBytesPerSecond)
}

// payload counts bytes of a payload, which were counted by read.
func (f *socketFlow) payload(n int) { f.outside -= n }

// message is the message that a socket receives.
type message struct {
	io.Reader

	flow *socketFlow
}

// Read implements io.Reader.
func (m message) Read(p []byte) (int, error) {
	n, err := m.Reader.Read(p)
	m.flow.payload(n)
	return n, err //nolint:wrapcheck // It is a reader like the one that it has.
}

// limited returns a handler of control frames that counts them.
func (s *socket) limited(next func(string) error) func(string) error {
	return func(data string) error {
		s.flow.payload(len(data))
		if !s.client.allowControl() {
			return errTooFast
		}
		return next(data)
	}
}

func (c *Client) allowControl() bool {
	c.receiving.Lock()
	defer c.receiving.Unlock()
	return c.allowOne()
}
