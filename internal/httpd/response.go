package httpd

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/firmhub/firmhub/internal/throttle"
)

// unreadBodyTimeout is how long the server waits, when it answers, for the rest of an unread body.
// It reads the rest to keep the connection for the next request.
const unreadBodyTimeout = 2 * time.Second

// response is a ResponseWriter that remembers the status and size of the response, and disconnects
// a client that does not read it. It can flush and hand over the connection if the server's own
// writer can, for server-sent events and WebSockets.
type response struct {
	http.ResponseWriter

	status   int
	bytes    int64
	hijacked bool
	// isCut is set if the client was not sent the whole response.
	isCut bool
	// body is the body of the request, or nil if it has none.
	body *incoming
	// describeLimit writes the headers of the rate limit. It is nil before the limiter was asked.
	describeLimit func()
	// attempts contains what the request left of a limit that is tighter than that of calls, such
	// as the limit of log-ins.
	attempts throttle.Report
	// operation is the name of the GraphQL operation of the request, or "".
	operation string
	// pace contains the deadlines of the writes.
	pace *pace
	// isStream reports whether the response may last. Each write of a stream has as much time as a
	// whole response otherwise has.
	isStream bool
	// cut is the time by which the response, or this write of a stream, must have been sent. It is
	// zero before the first write.
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
	if w.describeLimit != nil && w.Header().Get(limitHeader) == "" { // else it was refused by another limit
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

// SetWriteDeadline is called by handlers through http.ResponseController. It replaces the deadline
// of the whole response. The zero time makes the response a stream. Pieces keep their own
// deadlines.
func (w *response) SetWriteDeadline(deadline time.Time) error {
	w.isStream = deadline.IsZero()
	w.cut = deadline
	return nil
}

// NameOperation sets the name of the GraphQL operation that the request runs, for the log.
func (w *response) NameOperation(name string) { w.operation = name }

// Unwrap returns the underlying writer to http.ResponseController.
func (w *response) Unwrap() http.ResponseWriter { return w.ResponseWriter }

// Flush sends what was written so far. A response that is flushed is a stream, and no longer needs
// the body of its request.
func (w *response) Flush() { _ = w.FlushError() }

// FlushError flushes for http.ResponseController. It returns the error of the connection.
func (w *response) FlushError() error {
	w.body.release()
	if w.status == 0 {
		w.begin(http.StatusOK)
	}
	control := http.NewResponseController(w.ResponseWriter)
	_ = control.SetWriteDeadline(time.Now().Add(w.pace.timeout())) // an error means that there are none
	return control.Flush()                                         //nolint:wrapcheck // This is the method of the wrapped writer.
}

// Hijack hands over the connection, for WebSockets. Its writes have the deadlines of a response.
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
