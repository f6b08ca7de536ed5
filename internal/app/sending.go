package app

import (
	"sync/atomic"
	"time"
)

// pieceSize is how much of an answer has a deadline of its own.
const pieceSize = 64 << 10

// sending bounds how long answers wait for clients that do not read them.
type sending struct {
	// piece is how long a client may take for a piece, and total for the whole answer.
	piece, total time.Duration
	// pressed is what piece is while the answers of more than one piece have over maxHeld bytes together.
	pressed time.Duration
	maxHeld int64

	held atomic.Int64
}

func standardSending() *sending {
	return &sending{piece: 30 * time.Second, total: writeTimeout, pressed: time.Second, maxHeld: 64 << 20}
}

// hold counts an answer of that many bytes until the function that it returns is called.
func (s *sending) hold(bytes int) (sent func()) {
	if bytes <= pieceSize {
		return func() {}
	}
	s.held.Add(int64(bytes))
	return func() { s.held.Add(-int64(bytes)) }
}

// patience is how long a client may take for the next piece.
func (s *sending) patience() time.Duration {
	if s.held.Load() > s.maxHeld {
		return s.pressed
	}
	return s.piece
}
