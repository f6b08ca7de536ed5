package httpd

import (
	"net"
	"time"
)

// pacedConn is a connection that a handler took over. It sends what is written like a response: in
// pieces, each with a deadline. It has one writer at a time.
type pacedConn struct {
	net.Conn

	pace *pace
	// cut is the deadline that the handler set for its writes. Zero means the deadline of
	// responses.
	cut time.Time
}

// Write sends p in pieces.
func (c *pacedConn) Write(p []byte) (int, error) {
	cut := c.cut
	if cut.IsZero() {
		cut = time.Now().Add(c.pace.total)
	}
	return c.pace.write(p, cut, c.Conn, c.Conn.SetWriteDeadline)
}

// SetWriteDeadline sets the deadline of the next write as a whole.
func (c *pacedConn) SetWriteDeadline(deadline time.Time) error {
	c.cut = deadline
	return nil
}

// SetDeadline sets the deadlines of reads and writes.
func (c *pacedConn) SetDeadline(deadline time.Time) error {
	c.cut = deadline
	return c.Conn.SetDeadline(deadline) //nolint:wrapcheck // This is the method of the wrapped connection.
}

// Unwrap returns the connection itself, for a handler that sets a deadline for each of its writes.
func (c *pacedConn) Unwrap() net.Conn { return c.Conn }
