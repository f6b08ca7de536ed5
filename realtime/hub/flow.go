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
	// maxPerSecond is the maximum number of messages, frames and bodies in a second. A frame with
	// one message counts once. Invocations also count in the rate limit of the viewer.
	maxPerSecond = 1000
	// maxBytesPerSecond limits all bytes of a WebSocket, and maxHeadersPerSecond the bytes outside
	// of payloads. The second limit counts fragments: they may be empty, and gorilla/websocket
	// joins them by itself.
	maxBytesPerSecond   = 512 << 10
	maxHeadersPerSecond = 8 * maxPerSecond // A frame of up to 64 KiB has a header of 8 bytes.
)

var errTooFast = errors.New("hub: the client sends too much")

// flow limits what arrives in a second. As much may arrive at once. Its value is a time since the
// hub began: the end of everything that has arrived, if it had arrived at an even rate.
type flow time.Duration

// allow counts n units that arrived at a time since the hub began, and reports whether they are
// within a limit per second.
func (f *flow) allow(now time.Duration, count, limit int) bool {
	*f = max(*f, flow(now)) + flow(count)*flow(time.Second)/flow(limit)
	return *f <= flow(now+time.Second)
}

// age returns how long ago the hub began. Unlike the clock of the hub, it does not depend on the
// sweeper.
func (h *Hub) age() time.Duration { return time.Since(h.began) }

// allowOne counts a message, a frame or a body, and reports whether it is within the limit. The
// caller holds c.receiving.
func (c *Client) allowOne() bool { return c.flow.allow(c.hub.age(), 1, maxPerSecond) }

// socketFlow limits the bytes of a WebSocket. Only the goroutine that reads uses it.
type socketFlow struct {
	bytes, headers flow
	// outside is the number of bytes that arrived, were not counted as headers yet, and belong to
	// no payload that was read.
	outside int
}

// begin counts the headers before more bytes are read. At that point, all payloads that have
// arrived are read.
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

// payload counts bytes of a payload. read has counted them before.
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
	return n, err //nolint:wrapcheck // It is a reader like its own.
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
