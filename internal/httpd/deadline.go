package httpd

import (
	"context"
	"time"
)

// transferTimeout is the maximum time of an upload or a stream, including all that the server does
// for it.
const transferTimeout = time.Hour

// setDeadline bounds how long a transfer may take. The time limits of all kinds are:
//
//	API, Page, Probe   the body 5 s and 1 s for each 16 KiB (body.go), the operation 30 s (its executor), the answer 90 s
//	Upload             the body 30 s and 1 s for each 64 KiB, the whole an hour
//	Stream, Content    each write 90 s, the whole an hour
//
// In all of them, a client has 30 s for each piece of an answer (pace.go).
func (s *Server) setDeadline(next handler) handler {
	return func(x *exchange) {
		ctx, cancel := context.WithTimeout(x.r.Context(), transferTimeout)
		defer cancel()
		x.r = x.r.WithContext(ctx)
		x.w.isStream = x.mount.Kind.streams()
		next(x)
	}
}
