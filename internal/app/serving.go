package app

import (
	"runtime"
	"sync/atomic"
	"time"
)

const (
	// manyProcessors is the number of processors from which on an import and requests do not wait
	// for each other.
	manyProcessors = 4
	// lately is how long after an answered request others are expected. A client that watches an
	// import asks less often.
	lately = 100 * time.Millisecond
)

// serving knows whether requests are coming in.
type serving struct{ last atomic.Int64 }

// answered records that a request of a known caller was answered.
func (s *serving) answered() { s.last.Store(time.Now().UnixNano()) }

// isBusy reports whether requests come in that would wait for processors which an import uses.
func (s *serving) isBusy() bool {
	return runtime.GOMAXPROCS(0) < manyProcessors && time.Since(time.Unix(0, s.last.Load())) < lately
}
