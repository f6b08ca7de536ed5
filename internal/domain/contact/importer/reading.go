package importer

import (
	"fmt"
	"iter"
	"runtime/debug"
)

// reading iterates over the parts that a step reads. A goroutine reads the next part meanwhile,
// unless others need the processors.
type reading struct {
	part part
	// ok is false before the first part and after the last one.
	ok bool

	busy func() bool
	pull func() (part, error, bool)
	end  func()
	// ahead receives the next part if a goroutine reads it.
	ahead chan result
	// panicked contains the stack of a panic while reading. iter.Pull2 would pass the panic on
	// without its stack, and even to a goroutine.
	panicked string
}

type result struct {
	part part
	err  error
	ok   bool
}

// readAhead returns a reading that is before the first part. The caller must call stop. While busy
// reports true, a part is only read when advance moves to it.
func readAhead(parts iter.Seq2[part, error], busy func() bool) *reading {
	r := &reading{busy: busy}
	r.pull, r.end = iter.Pull2(func(yield func(part, error) bool) {
		defer func() {
			if value := recover(); value != nil {
				r.panicked = fmt.Sprintf("%v\n%s", value, debug.Stack())
			}
		}()
		parts(yield)
	})
	return r
}

func (r *reading) next() (next result) {
	next.part, next.err, next.ok = r.pull()
	return next
}

// advance moves to the next part. It panics if reading that part has panicked.
func (r *reading) advance() error {
	var next result
	if r.ahead != nil {
		next = <-r.ahead
		r.ahead = nil
	} else {
		next = r.next()
	}
	if r.panicked != "" {
		panic(r.panicked)
	}
	r.part, r.ok = next.part, next.ok && next.err == nil
	if r.ok && !r.busy() {
		ahead := make(chan result, 1)
		r.ahead = ahead
		go func() { ahead <- r.next() }()
	}
	return next.err
}

// stop returns when nothing is read any more.
func (r *reading) stop() {
	if r.ahead != nil {
		<-r.ahead
	}
	r.end()
}
