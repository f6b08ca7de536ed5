package hub

// Limits of what a client may send.
const (
	// maxReceived is the largest frame or body, maxMessage the largest message in it.
	maxReceived = 64 << 10
	maxMessage  = 32 << 10
	// maxPerSecond are the messages, and the control frames of a WebSocket, maxBytesPerSecond all bytes of a WebSocket: those of
	// empty frames are seen by nobody else. Invocations count in the rate limit of the viewer too.
	maxPerSecond      = 1000
	maxBytesPerSecond = 512 << 10
)

// flow counts what arrives in a second.
type flow struct {
	second          int64
	messages, bytes int
}

// allow counts, and reports whether that is within the limits.
func (f *flow) allow(now int64, messages, bytes int) bool {
	if f.second != now {
		*f = flow{second: now}
	}
	f.messages += messages
	f.bytes += bytes
	return f.messages <= maxPerSecond && f.bytes <= maxBytesPerSecond
}

// limited returns a handler of control frames that counts them.
func (s *socket) limited(next func(string) error) func(string) error {
	return func(data string) error {
		if !s.flow.allow(s.client.hub.clock.Load(), 1, 0) {
			return errTooFast
		}
		return next(data)
	}
}
