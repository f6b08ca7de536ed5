package protocol

import (
	"bytes"
	"math"

	"github.com/firmhub/firmhub/internal/fault"
)

// maxHandshake is the size of the largest handshake, including its end.
const maxHandshake = 4 << 10

// Handshake is the first message of a client. It is JSON for every protocol.
type Handshake struct {
	Protocol string
	Version  int
}

// ReadHandshake decodes the handshake at the beginning of data, and returns the bytes after it. It
// returns ok = false when data does not contain the whole handshake yet. It returns
// ValidationError, whose text the client may read, for a handshake that is invalid or has more than
// 4 KiB. It does not check that the protocol exists; see [For].
func ReadHandshake(data []byte) (h Handshake, rest []byte, ok bool, err error) {
	end := bytes.IndexByte(data[:min(len(data), maxHandshake)], separator)
	if end < 0 {
		if len(data) >= maxHandshake {
			return Handshake{}, nil, false, invalid("A handshake has at most 4 KiB.")
		}
		return Handshake{}, data, false, nil
	}
	object, err := readObject(data[:end])
	if err != nil {
		return Handshake{}, nil, false, err
	}
	if h.Protocol, err = object.required(memberProtocol); err != nil {
		return Handshake{}, nil, false, err
	}
	version, err := object.number(memberVersion, math.MaxInt32)
	if err != nil {
		return Handshake{}, nil, false, err
	}
	h.Version = int(version)
	return h, data[end+1:], true, nil
}

// AppendHandshake appends the server's answer to a handshake. The handshake is accepted if problem
// is empty. Otherwise it is refused with that text, and the server closes the connection after the
// answer.
func AppendHandshake(to []byte, problem string) []byte {
	to = append(to, '{')
	if problem != "" {
		to = append(to, `"error":`...)
		to = appendString(to, problem)
	}
	return append(to, '}', separator)
}

func invalid(format string, args ...any) *fault.Error {
	return fault.New(fault.ValidationError, format, args...)
}
