package app

import (
	"runtime"
	"sync/atomic"
	"time"
)

const (
	// manyProcessors are so many that an import and requests do not wait for each other.
	manyProcessors = 4
	// lately is how long ago a request was answered where others are expected. Who watches the progress of an import asks less
	// often.
	lately = 100 * time.Millisecond
)

// serving knows whether requests come in.
type serving struct{ last atomic.Int64 }

// answered notes that a request of somebody known was answered.
func (s *serving) answered() { s.last.Store(time.Now().UnixNano()) }

// isBusy reports whether requests come in that would wait for processors which an import uses.
func (s *serving) isBusy() bool {
	return runtime.GOMAXPROCS(0) < manyProcessors && time.Since(time.Unix(0, s.last.Load())) < lately
}
