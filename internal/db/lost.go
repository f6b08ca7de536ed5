package db

import (
	"context"
	"errors"
	"net"
	"os"

	"github.com/jackc/pgx/v5/pgconn"
)

// lostError is the error of a connection to PostgreSQL that has ended, such as when the server
// crashed. pgx returns the errors of the network as they are, and they would look like those of any
// other connection.
type lostError struct{ cause error }

func (e *lostError) Error() string {
	return "the connection to the database is lost: " + e.cause.Error()
}

func (e *lostError) Unwrap() error { return e.cause }

// dialed returns a function that dials as dial does. The connections return a lostError for all
// errors but those of deadlines, which pgx sets itself when a context ends.
func dialed(dial pgconn.DialFunc) pgconn.DialFunc {
	return func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := dial(ctx, network, address)
		if err != nil {
			return nil, err
		}
		return &losable{conn}, nil
	}
}

// losable is a connection that can be lost.
type losable struct{ net.Conn }

func (c *losable) Read(into []byte) (int, error) {
	n, err := c.Conn.Read(into)
	return n, lost(err)
}

func (c *losable) Write(bytes []byte) (int, error) {
	n, err := c.Conn.Write(bytes)
	return n, lost(err)
}

func lost(err error) error {
	if err == nil || errors.Is(err, os.ErrDeadlineExceeded) {
		return err
	}
	return &lostError{err}
}
