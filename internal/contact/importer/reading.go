package importer

import (
	"fmt"
	"iter"
	"runtime/debug"
)

// reading is at one of the parts that a step reads. A goroutine reads the next one meanwhile, unless others need the processors.
type reading struct {
	part part
	// ok is false before the first part and after the last one.
	ok bool

	busy func() bool
	pull func() (part, error, bool)
	end  func()
	// ahead has the next part, if a goroutine reads it.
	ahead chan result
}

type result struct {
	part     part
	err      error
	ok       bool
	panicked string
}

// readAhead returns a reading that is before the first part. The caller calls its stop. While busy reports true, a part is read when it
// is advanced to.
func readAhead(parts iter.Seq2[part, error], busy func() bool) *reading {
	r := &reading{busy: busy}
	r.pull, r.end = iter.Pull2(parts)
	return r
}

// next reads a part. It recovers a panic, which would end the process where it is in a goroutine.
func (r *reading) next() (next result) {
	defer func() {
		if value := recover(); value != nil {
			next.panicked = fmt.Sprintf("%v\n%s", value, debug.Stack())
		}
	}()
	next.part, next.err, next.ok = r.pull()
	return next
}

// advance moves to the next part. It panics where reading it did.
func (r *reading) advance() error {
	var next result
	if r.ahead != nil {
		next = <-r.ahead
		r.ahead = nil
	} else {
		next = r.next()
	}
	if next.panicked != "" {
		panic(next.panicked)
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
