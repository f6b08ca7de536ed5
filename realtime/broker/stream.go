package broker

import "sync/atomic"

// Stream is a subscription as a channel.
type Stream[T any] struct {
	// C is closed at the end, when the context of the subscription is done or the subscription has
	// failed.
	C <-chan T

	err   atomic.Pointer[error]
	batch atomic.Int64
}

// Err returns why the subscription failed. It returns nil before that, and if the context was done.
// It may be called at any time: a caller whose context is done does not wait until C is closed.
func (s *Stream[T]) Err() error {
	if err := s.err.Load(); err != nil {
		return *err
	}
	return nil
}

// Fail sets why the subscription failed. Whoever sends to C calls it, before it closes C.
func (s *Stream[T]) Fail(err error) { s.err.Store(&err) }

// Batch returns the number of the batch of the last event, or of a later one. All events of a batch
// were there before it began, so that one check of the client's rights after that is enough for
// them. It returns 0 if each event needs its own.
func (s *Stream[T]) Batch() int64 { return s.batch.Load() }

// BeginBatch begins the next batch. Whoever sends to C calls it, before it sends the first event of
// the batch.
func (s *Stream[T]) BeginBatch() { s.batch.Add(1) }
