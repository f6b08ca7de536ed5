package httpd

import (
	"io"
	"sync/atomic"
	"time"
)

// pieceSize is the size of a piece of a response. Each piece has its own deadline.
const pieceSize = 64 << 10

// pace limits how long responses wait for clients that do not read them.
type pace struct {
	// piece is the maximum time for a piece, and total for the whole response.
	piece, total time.Duration
	// pieceUnderLoad is the maximum time for a piece while the responses of more than one piece
	// have over maxHeld bytes together.
	pieceUnderLoad time.Duration
	maxHeld        int64

	held atomic.Int64
}

func standardPace() *pace {
	return &pace{piece: 30 * time.Second, total: writeTimeout, pieceUnderLoad: time.Second, maxHeld: 64 << 20}
}

// write writes the text in pieces, each with a deadline. The last piece must have been sent until
// cut.
func (p *pace) write(text []byte, cut time.Time, to io.Writer, setDeadline func(time.Time) error) (written int, err error) {
	defer p.hold(len(text))()
	for {
		deadline := time.Now().Add(p.timeout())
		if cut.Before(deadline) {
			deadline = cut
		}
		_ = setDeadline(deadline) // an error means that there are none
		n, err := to.Write(text[written:min(len(text), written+pieceSize)])
		written += n
		if err != nil || written == len(text) {
			return written, err //nolint:wrapcheck // as the connection returns it
		}
	}
}

// hold counts a response of that many bytes as held in memory until sent is called.
func (p *pace) hold(bytes int) (sent func()) {
	if bytes <= pieceSize {
		return func() {}
	}
	p.held.Add(int64(bytes))
	return func() { p.held.Add(-int64(bytes)) }
}

// timeout returns how long a client may take for the next piece.
func (p *pace) timeout() time.Duration {
	if p.held.Load() > p.maxHeld {
		return p.pieceUnderLoad
	}
	return p.piece
}
