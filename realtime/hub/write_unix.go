//go:build unix

package hub

import (
	"errors"
	"syscall"
)

// write implements the function for RawConn.Write. It always returns true: never wait.
func (a *attempt) write(fd uintptr) bool {
	for {
		n, err := syscall.Write(int(fd), a.frame)
		switch {
		case errors.Is(err, syscall.EINTR):
			continue
		case errors.Is(err, syscall.EAGAIN):
		case err != nil:
			a.err = err
		default:
			a.written = n
		}
		return true
	}
}
