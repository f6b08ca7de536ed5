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
	// eventPause is the shortest time between two events of a stream: each costs a check of the
	// client's rights.
	eventPause = 20 * time.Millisecond
)

// watcher is a stream with the events that wait for its client: the newest of each id.
type watcher[T any] struct {
	broker.Stream[T]

	events chan T
	wake   chan struct{}

	mu      sync.Mutex
	waiting []uuid.UUID // in the order of their first change
	newest  map[uuid.UUID]T
	behind  bool
}

func newWatcher[T any]() *watcher[T] {
	w := &watcher[T]{events: make(chan T), wake: make(chan struct{}, 1), newest: map[uuid.UUID]T{}}
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
		w.newest[id] = event
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

// next takes the next event out of those that wait. It returns false if there is none, and an error
// once too many have waited.
func (w *watcher[T]) next() (event T, ok bool, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.behind {
		return event, false, fault.Retry(fault.TooManyRequests, time.Second,
			"The changes come faster than they are received. Read what you show again, and subscribe again.")
	}
	if len(w.waiting) == 0 {
		return event, false, nil
	}
	id := w.waiting[0]
	w.waiting = w.waiting[1:]
	event = w.newest[id]
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
		for {
			select {
			case <-pause.C:
			case <-ctx.Done():
				return
			}
			event, ok, err := w.next()
			if err != nil {
				w.Fail(err)
				return
			}
			if !ok {
				pause.Reset(0) // what comes next waits for nothing
				break
			}
			select {
			case w.events <- event:
			case <-ctx.Done():
				return
			}
			pause.Reset(eventPause)
		}
	}
}
