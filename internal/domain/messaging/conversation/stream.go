package conversation

import (
	"context"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/realtime/broker"
)

const (
	// maxWaiting is how many events may wait for a client.
	maxWaiting = 1000
	// batchPause is the shortest time between two batches of events: each costs a check of the
	// client's rights.
	batchPause = 20 * time.Millisecond
)

// watcher is a stream with the events that wait for its client: the newest of each id. Those that
// wait at the same time are a batch.
type watcher[T any] struct {
	broker.Stream[T]

	events chan T
	wake   chan struct{}

	mu      sync.Mutex
	waiting []uuid.UUID // in the order of their first change
	newest  map[uuid.UUID]numbered[T]
	behind  bool
	// puts counts the events, and reached is how many there were when the batch began.
	puts, reached int
}

// numbered is an event, and which one of all it is.
type numbered[T any] struct {
	event  T
	number int
}

func newWatcher[T any]() *watcher[T] {
	w := &watcher[T]{events: make(chan T), wake: make(chan struct{}, 1), newest: map[uuid.UUID]numbered[T]{}}
	w.C = w.events
	return w
}

// put adds an event. It replaces one of the same id that was not received yet. It never blocks.
func (w *watcher[T]) put(id uuid.UUID, event T) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, waits := w.newest[id]; !waits {
		if len(w.waiting) == maxWaiting {
			w.behind = true
		} else {
			w.waiting = append(w.waiting, id)
		}
	}
	if !w.behind {
		w.puts++
		w.newest[id] = numbered[T]{event, w.puts}
	}
	w.poke()
}

// putAll adds events. If there are more than may wait, some may be missing, and the stream fails.
func (w *watcher[T]) putAll(events []T, id func(T) uuid.UUID) {
	for _, event := range events {
		w.put(id(event), event)
	}
	if len(events) > maxWaiting {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.behind = true
		w.poke()
	}
}

func (w *watcher[T]) poke() {
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

var errBehind = fault.Retry(fault.TooManyRequests, time.Second,
	"The changes come faster than they are received. Read what you show again, and subscribe again.")

// begin begins a batch of the events that wait, if there are any. It returns an error once too many
// have waited.
func (w *watcher[T]) begin() (ok bool, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	switch {
	case w.behind:
		return false, errBehind
	case len(w.waiting) == 0:
		return false, nil
	}
	w.reached = w.puts
	w.BeginBatch()
	return true, nil
}

// next takes the next event of the batch. It returns false if there is none, and an error once too
// many have waited. An event that was replaced since the batch began belongs to the next one.
func (w *watcher[T]) next() (event T, ok bool, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.behind {
		return event, false, errBehind
	}
	if len(w.waiting) == 0 {
		return event, false, nil
	}
	id := w.waiting[0]
	if w.newest[id].number > w.reached {
		return event, false, nil
	}
	w.waiting = w.waiting[1:]
	event = w.newest[id].event
	delete(w.newest, id)
	return event, true, nil
}

// run sends the events until ctx is done or the stream has failed, and then calls leave.
func (w *watcher[T]) run(ctx context.Context, leave func()) {
	defer close(w.events)
	defer leave()
	pause := time.NewTimer(0)
	defer pause.Stop()
	for {
		select {
		case <-w.wake:
		case <-ctx.Done():
			return
		}
		for waits := true; waits; {
			select {
			case <-pause.C:
			case <-ctx.Done():
				return
			}
			var err error
			waits, err = w.begin()
			if waits {
				err = w.send(ctx)
			}
			switch {
			case err != nil:
				w.Fail(err)
				return
			case ctx.Err() != nil:
				return
			case waits:
				pause.Reset(batchPause)
			default:
				pause.Reset(0) // what comes next waits for nothing
			}
		}
	}
}

// send sends the events of a batch. It returns early, without an error, when ctx is done.
func (w *watcher[T]) send(ctx context.Context) error {
	for {
		event, ok, err := w.next()
		if err != nil || !ok {
			return err
		}
		select {
		case w.events <- event:
		case <-ctx.Done():
			return nil
		}
	}
}
