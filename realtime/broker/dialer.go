package broker

import (
	"context"
	"net"
)

// dialer opens connections that are closed by a failed write. Without that, the client library
// continues after a write that timed out, and forgets the bytes it should have written, such as a
// subscription.
type dialer struct{}

// Dial implements nats.CustomDialer.
func (dialer) Dial(network, address string) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(context.Background(), connectTimeout)
	defer cancel()
	conn, err := new(net.Dialer).DialContext(ctx, network, address)
	if err != nil {
		return nil, err //nolint:wrapcheck // The client library takes it.
	}
	return &closingConn{Conn: conn}, nil
}

type closingConn struct{ net.Conn }

// Write implements net.Conn.
func (c *closingConn) Write(data []byte) (int, error) {
	written, err := c.Conn.Write(data)
	if err != nil {
		_ = c.Close()
	}
	return written, err //nolint:wrapcheck // The client library takes it.
}
