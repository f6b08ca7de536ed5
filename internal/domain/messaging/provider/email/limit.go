package email

import (
	"errors"
	"net"
)

// maxReplies is how many bytes a mail server may send in a conversation, with what TLS adds. Usual
// conversations have less than a twentieth of it.
const maxReplies = 256 << 10

// errReplies is returned by a connection whose server sent too much. It has no reply in it, so it
// means the same as a lost connection.
var errReplies = errors.New("the mail server sends too much")

// limitedConn ends a conversation after maxReplies, because the library keeps each line and each
// reply in memory, whatever its length. It is below TLS, so that it also limits the handshake.
type limitedConn struct {
	net.Conn

	left int
}

// Read implements [io.Reader].
func (c *limitedConn) Read(p []byte) (int, error) {
	if c.left <= 0 {
		return 0, errReplies
	}
	n, err := c.Conn.Read(p[:min(len(p), c.left)])
	c.left -= n
	return n, err
}
