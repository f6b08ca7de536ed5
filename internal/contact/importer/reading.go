package importer

import (
	"fmt"
	"iter"
	"runtime/debug"
)

// reading is at one of the parts that a step reads. A goroutine reads the next one meanwhile.
type reading struct {
	part part
	// ok is false before the first part and after the last one.
	ok bool

	parts   chan result
	stopped chan struct{}
	// panicked is set before parts is closed.
	panicked string
}

type result struct {
	part part
	err  error
}

// readAhead returns a reading that is before the first part. The caller calls its stop.
func readAhead(parts iter.Seq2[part, error]) *reading {
	r := &reading{parts: make(chan result), stopped: make(chan struct{})}
	go r.run(parts)
	return r
}

func (r *reading) run(parts iter.Seq2[part, error]) {
	defer close(r.parts)
	defer func() {
		if value := recover(); value != nil {
			r.panicked = fmt.Sprintf("%v\n%s", value, debug.Stack())
		}
	}()
	for part, err := range parts {
		select {
		case r.parts <- result{part, err}:
		case <-r.stopped:
			return
		}
	}
}

// advance moves to the next part. It panics where the goroutine did.
func (r *reading) advance() error {
	next, open := <-r.parts
	if !open && r.panicked != "" {
		panic(r.panicked)
	}
	r.part, r.ok = next.part, open && next.err == nil
	return next.err
}

// stop returns when the goroutine has ended.
func (r *reading) stop() {
	close(r.stopped)
	for range r.parts { //nolint:revive // until it is closed
	}
}
