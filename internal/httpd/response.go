package httpd

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/firmhub/firmhub/internal/throttle"
)

// unreadBodyTimeout is how long the server waits, when it answers, for the rest of a body that was not read. It reads
// the rest to keep the connection for the next request.
const unreadBodyTimeout = 2 * time.Second

// response is a ResponseWriter that remembers what was answered, and disconnects a client that does not read it. It
// flushes and hands over the connection where the server's own can, for server-sent events and WebSockets.
type response struct {
	http.ResponseWriter

	status   int
	bytes    int64
	hijacked bool
	// isCut is whether the client was not sent all of the answer.
	isCut bool
	// body is that of the request, nil if it has none.
	body *incoming
	// describeLimit writes the headers of the rate limit; nil before the limiter was asked.
	describeLimit func()
	// attempts has what the request left of a limit that is tighter than that of calls, such as that of log-ins.
	attempts throttle.Report
	// pace has the deadlines of the writes.
	pace *pace
	// isStream reports whether the answer may last: each write of a stream has the time that is else for a whole answer.
	isStream bool
	// cut is when the answer, or this write of a stream, must have been sent; zero before the first write.
	cut time.Time
}

// WriteHeader remembers the first final status.
func (w *response) WriteHeader(status int) {
	if w.status == 0 && status >= http.StatusOK {
		w.begin(status)
	}
	w.ResponseWriter.WriteHeader(status)
}

func (w *response) begin(status int) {
	w.status = status
	if w.describeLimit != nil && w.Header().Get(limitHeader) == "" { // else it was refused for another limit
		w.describeLimit()
	}
	if w.body != nil && !w.body.ended {
		// An error means that there are no deadlines.
		_ = http.NewResponseController(w.ResponseWriter).SetReadDeadline(time.Now().Add(unreadBodyTimeout))
	}
}

// Write sends p in pieces, each with a deadline.
func (w *response) Write(p []byte) (written int, err error) {
	if w.status == 0 {
		w.begin(http.StatusOK)
	}
	if w.isStream || w.cut.IsZero() {
		w.cut = time.Now().Add(w.pace.total)
	}
	written, err = w.pace.write(p, w.cut, w.ResponseWriter, http.NewResponseController(w.ResponseWriter).SetWriteDeadline)
	w.bytes += int64(written)
	w.isCut = w.isCut || err != nil
	return written, err
}

// SetWriteDeadline is for handlers, by http.ResponseController. It replaces the deadline of the whole answer; none makes
// the answer a stream. Pieces keep the deadlines of their own.
func (w *response) SetWriteDeadline(deadline time.Time) error {
	w.isStream = deadline.IsZero()
	w.cut = deadline
	return nil
}

// Unwrap is for http.ResponseController.
func (w *response) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Flush sends what was written so far. What is flushed is a stream, which needs the body of its request no longer.
func (w *response) Flush() { _ = w.FlushError() }

// FlushError is Flush for http.ResponseController, which returns the error of the connection.
func (w *response) FlushError() error {
	w.body.release()
	if w.status == 0 {
		w.begin(http.StatusOK)
	}
	control := http.NewResponseController(w.ResponseWriter)
	_ = control.SetWriteDeadline(time.Now().Add(w.pace.timeout())) // an error means that there are none
	return control.Flush()                                         //nolint:wrapcheck // This is the method of the wrapped writer.
}

// Hijack hands over the connection, for WebSockets. Its writes have the deadlines of an answer.
func (w *response) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(w.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, fmt.Errorf("httpd: take over the connection: %w", err)
	}
	w.hijacked = true
	w.status = http.StatusSwitchingProtocols
	return &pacedConn{Conn: conn, pace: w.pace}, rw, nil
}

// begun reports whether the client was sent anything that can't be taken back.
func (w *response) begun() bool { return w.status != 0 }
