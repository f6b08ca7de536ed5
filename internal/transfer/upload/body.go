package upload

import (
	"errors"
	"io"
	"os"
	"time"

	"github.com/firmhub/firmhub/internal/fault"
)

const (
	// grace and rate define how fast a body must arrive: at rate bytes a second once grace is over.
	// Only time spent waiting for the client counts.
	grace = 30 * time.Second
	rate  = 64 << 10
)

// Body is a request body that is read as it arrives, within a limit and at a minimum rate. It is an
// io.Reader. Its errors other than io.EOF are refusals that the client may read.
type Body struct {
	source      io.Reader
	setDeadline func(time.Time) error
	finish      func() error

	limit, size int64
	waited      time.Duration
	err         error
}

// NewBody returns a body of at most limit bytes. It sets a deadline before each read of the source.
// At the end of the source it calls finish once, and returns its error, if any, instead of io.EOF.
func NewBody(source io.Reader, limit int64, setDeadline func(time.Time) error, finish func() error) *Body {
	return &Body{source: source, limit: limit, setDeadline: setDeadline, finish: finish}
}

// SetLimit replaces the limit. A form needs that if its first fields decide the limit for the rest.
func (b *Body) SetLimit(limit int64) { b.limit = limit }

// Limit returns the limit.
func (b *Body) Limit() int64 { return b.limit }

// SetRest replaces the limit by a number of bytes in addition to those already read.
func (b *Body) SetRest(more int64) { b.limit = b.size + more }

// Err returns the first error of Read. It is nil before the first error, and at the end of the
// body.
func (b *Body) Err() error {
	if errors.Is(b.err, io.EOF) {
		return nil
	}
	return b.err
}

// Read implements io.Reader. After an error it returns that error again.
func (b *Body) Read(p []byte) (int, error) {
	if b.err != nil || len(p) == 0 {
		return 0, b.err
	}
	p = p[:min(int64(len(p)), max(1, b.limit-b.size+1))]
	began := time.Now()
	allowed := grace + time.Duration(b.size/rate)*time.Second
	_ = b.setDeadline(began.Add(allowed - b.waited)) // an error means that there are none
	n, err := b.source.Read(p)
	b.waited += time.Since(began)
	b.size += int64(n)
	switch {
	case b.size > b.limit:
		n -= int(b.size - b.limit)
		b.err = fault.New(fault.PayloadTooLarge, "The body may be at most %d bytes.", b.limit)
	case errors.Is(err, io.EOF):
		_ = b.setDeadline(time.Time{}) // one that passes later would end the context of the request
		if b.err = b.finish(); b.err == nil {
			b.err = io.EOF
		}
	case errors.Is(err, os.ErrDeadlineExceeded):
		b.err = fault.Details{{Field: "body", Message: "did not arrive in time"}}.Err()
	case isRefusal(err):
		b.err = err
	case err != nil:
		b.err = fault.Details{{Field: "body", Message: "could not be read to its end"}}.Err()
	}
	return n, b.err
}

func isRefusal(err error) bool {
	_, ok := errors.AsType[*fault.Error](err)
	return ok
}

// TooLarge returns the refusal of a file above a limit.
func TooLarge(limit int64) error {
	return fault.New(fault.PayloadTooLarge, "The file may have at most %d bytes.", limit)
}
