package app

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"time"
)

// unreadBodyTimeout is how long the server waits, when it answers, for the rest of a body that was not read. It reads
// the rest to keep the connection for the next request.
const unreadBodyTimeout = 2 * time.Second

// answer is a ResponseWriter that remembers what was answered, and cuts off a client that does not read it. It flushes
// and hands over the connection where the server's own can, for server-sent events and WebSockets.
type answer struct {
	http.ResponseWriter
	status   int
	bytes    int64
	hijacked bool
	// body is that of the request, nil if it has none.
	body *incoming
	// describeLimit writes the headers of the rate limit, nil where none applies.
	describeLimit func()
	// sending has the deadlines of the writes.
	sending *sending
	// isStream reports whether the answer may last: each write of a stream has the time that is else for a whole answer.
	isStream bool
	// cut is when the answer, or this write of a stream, must have been sent; zero before the first write.
	cut time.Time
}

// WriteHeader notes the first final status.
func (a *answer) WriteHeader(status int) {
	if a.status == 0 && status >= http.StatusOK {
		a.begin(status)
	}
	a.ResponseWriter.WriteHeader(status)
}

func (a *answer) begin(status int) {
	a.status = status
	if a.describeLimit != nil && a.Header().Get(limitHeader) == "" { // else it was refused for another limit
		a.describeLimit()
	}
	if a.body != nil && !a.body.ended {
		// An error means that there are no deadlines.
		_ = http.NewResponseController(a.ResponseWriter).SetReadDeadline(time.Now().Add(unreadBodyTimeout))
	}
}

// Write sends p in pieces, each with a deadline.
func (a *answer) Write(p []byte) (written int, err error) {
	if a.status == 0 {
		a.begin(http.StatusOK)
	}
	if a.isStream || a.cut.IsZero() {
		a.cut = time.Now().Add(a.sending.total)
	}
	written, err = a.sending.write(p, a.cut, a.ResponseWriter, http.NewResponseController(a.ResponseWriter).SetWriteDeadline)
	a.bytes += int64(written)
	return written, err
}

// SetWriteDeadline is for handlers, by http.ResponseController. It replaces the deadline of the whole answer; none makes
// the answer a stream. Pieces keep the deadlines of their own.
func (a *answer) SetWriteDeadline(deadline time.Time) error {
	a.isStream = deadline.IsZero()
	a.cut = deadline
	return nil
}

// Unwrap is for http.ResponseController.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// Flush sends what was written so far. What is flushed is a stream, which needs the body of its request no longer.
func (a *answer) Flush() { _ = a.FlushError() }

// FlushError is Flush for http.ResponseController, which returns the error of the connection.
func (a *answer) FlushError() error {
	a.body.release()
	if a.status == 0 {
		a.begin(http.StatusOK)
	}
	control := http.NewResponseController(a.ResponseWriter)
	_ = control.SetWriteDeadline(time.Now().Add(a.sending.timeout())) // an error means that there are none
	return control.Flush()                                            //nolint:wrapcheck // This is the method of the wrapped writer.
}

// Hijack hands over the connection, for WebSockets. Its writes have the deadlines of an answer.
func (a *answer) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(a.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, fmt.Errorf("app: take over the connection: %w", err)
	}
	a.hijacked = true
	a.status = http.StatusSwitchingProtocols
	return &pacedConn{Conn: conn, sending: a.sending}, rw, nil
}

// begun reports whether the client was sent anything that can't be taken back.
func (a *answer) begun() bool { return a.status != 0 }
