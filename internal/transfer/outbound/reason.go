package outbound

import (
	"errors"
	"net"
	"syscall"
)

// Reason returns why a connection failed, for the user who entered the address, or "" if the error
// is not about a connection. Unlike the error it has no address, no answer of the name servers and
// no text of the server: with those, a user could explore the network of the operator.
func Reason(err error) string {
	if errors.Is(err, ErrAddress) {
		return "the address is not on the public internet"
	}
	if _, ok := errors.AsType[*net.DNSError](err); ok {
		return "the host was not found"
	}
	failed, ok := errors.AsType[*net.OpError](err)
	switch {
	case !ok:
		return ""
	case errors.Is(err, syscall.ECONNREFUSED):
		return "the connection was refused"
	case failed.Op == "dial" && failed.Timeout():
		return "the connection took too long"
	case failed.Op == "dial":
		return "the host can't be reached"
	case failed.Timeout(): // of an answer, not of the connection
		return ""
	case failed.Op == "remote error": // an alert of TLS
		return "the server refused the TLS connection"
	}
	return "the connection was lost"
}
