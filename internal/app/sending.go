package app

import (
	"io"
	"sync/atomic"
	"time"
)

// pieceSize is how much of an answer has a deadline of its own.
const pieceSize = 64 << 10

// sending bounds how long answers wait for clients that do not read them.
type sending struct {
	// piece is how long a client may take for a piece, and total for the whole answer.
	piece, total time.Duration
	// pieceUnderLoad is what piece is while the answers of more than one piece have over maxHeld bytes together.
	pieceUnderLoad time.Duration
	maxHeld        int64

	held atomic.Int64
}

func standardSending() *sending {
	return &sending{piece: 30 * time.Second, total: writeTimeout, pieceUnderLoad: time.Second, maxHeld: 64 << 20}
}

// write writes p in pieces, each with a deadline. The last one must have been sent until cut.
func (s *sending) write(p []byte, cut time.Time, to io.Writer, setDeadline func(time.Time) error) (written int, err error) {
	defer s.hold(len(p))()
	for {
		deadline := time.Now().Add(s.timeout())
		if cut.Before(deadline) {
			deadline = cut
		}
		_ = setDeadline(deadline) // an error means that there are none
		n, err := to.Write(p[written:min(len(p), written+pieceSize)])
		written += n
		if err != nil || written == len(p) {
			return written, err //nolint:wrapcheck // as the connection returns it
		}
	}
}

// hold counts an answer of that many bytes as held in memory until sent is called.
func (s *sending) hold(bytes int) (sent func()) {
	if bytes <= pieceSize {
		return func() {}
	}
	s.held.Add(int64(bytes))
	return func() { s.held.Add(-int64(bytes)) }
}

// timeout returns how long a client may take for the next piece.
func (s *sending) timeout() time.Duration {
	if s.held.Load() > s.maxHeld {
		return s.pieceUnderLoad
	}
	return s.piece
}
