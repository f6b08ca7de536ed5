package app

import (
	"bufio"
	"fmt"
	"net"
	"net/http"
)

// answer is a ResponseWriter that remembers what was answered. It flushes and hands over the connection where the
// server's own can, as server-sent events and WebSockets ask of it.
type answer struct {
	http.ResponseWriter
	status   int
	bytes    int64
	hijacked bool
}

// WriteHeader notes the first final status.
func (a *answer) WriteHeader(status int) {
	if a.status == 0 && status >= http.StatusOK {
		a.status = status
	}
	a.ResponseWriter.WriteHeader(status)
}

func (a *answer) Write(p []byte) (int, error) {
	if a.status == 0 {
		a.status = http.StatusOK
	}
	n, err := a.ResponseWriter.Write(p)
	a.bytes += int64(n)
	return n, err
}

// Unwrap is for http.ResponseController.
func (a *answer) Unwrap() http.ResponseWriter { return a.ResponseWriter }

// Flush sends what was written so far.
func (a *answer) Flush() { _ = a.FlushError() }

// FlushError is Flush for http.ResponseController, which returns the error of the connection.
func (a *answer) FlushError() error {
	if a.status == 0 {
		a.status = http.StatusOK
	}
	return http.NewResponseController(a.ResponseWriter).Flush() //nolint:wrapcheck // It stands for the writer within.
}

// Hijack hands over the connection, for WebSockets.
func (a *answer) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(a.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, fmt.Errorf("app: take over the connection: %w", err)
	}
	a.hijacked = true
	a.status = http.StatusSwitchingProtocols
	return conn, rw, nil
}

// begun tells whether the client was sent anything that can't be taken back.
func (a *answer) begun() bool { return a.status != 0 }
