package throttle

import (
	"container/list"
	"context"
	"errors"
	"math"
	"sync"
	"time"
)

// ErrFull is returned by [Queue.Enter] when too many callers wait already.
var ErrFull = errors.New("throttle: too many wait for a place")

// QueueLimits bound a [Queue].
type QueueLimits struct {
	// Places is how many callers may hold a place at once, at least one.
	Places int
	// Rest, unless nil, returns how many of the places must not be handed out now. It is called
	// when a caller arrives or leaves.
	Rest func() int
	// PlacesPerKey is how many places one key may hold at once; zero means all.
	PlacesPerKey int
	// WaitingPerKey is how many callers of one key may wait; zero means as many as of all keys.
	WaitingPerKey int
	// Waiting is how many callers of all keys may wait; zero means any number. When so many wait, a
	// new caller replaces the last caller of the key with the most, unless the new caller's own key
	// has as many.
	Waiting int
}

// Queue hands out places, round-robin by key and first come, first served within a key. A place
// that becomes free goes to the key that has waited longest since it was last served, so that a key
// with one waiting caller waits for at most one caller of each other key. It is safe for concurrent
// use.
type Queue[K comparable] struct {
	limits QueueLimits

	mu   sync.Mutex
	free int
	// keys are the keys that hold a place or wait for one.
	keys map[K]*holder[K]
	// next are the holders that wait for a place and may have one more, in the order in which they
	// will be served.
	next    list.List
	waiting int
	waits   uint64
	waited  time.Duration
	refused uint64
}

// holder is a key in use.
type holder[K comparable] struct {
	key  K
	held int
	// waiting are the waiting callers, each a *waiter.
	waiting list.List
	// queued is the element of the holder in Queue.next, or nil when it is not there.
	queued *list.Element
}

// waiter is a waiting caller. Its channel is closed when it is served or refused.
type waiter struct {
	done    chan struct{}
	refused bool
}

// NewQueue returns a queue with all its places free.
func NewQueue[K comparable](limits QueueLimits) *Queue[K] {
	limits.Places = max(1, limits.Places)
	if limits.PlacesPerKey <= 0 {
		limits.PlacesPerKey = limits.Places
	}
	if limits.Waiting <= 0 {
		limits.Waiting = math.MaxInt
	}
	if limits.WaitingPerKey <= 0 {
		limits.WaitingPerKey = limits.Waiting
	}
	return &Queue[K]{limits: limits, free: limits.Places, keys: make(map[K]*holder[K])}
}

// Enter waits for a place and returns a function that frees it, which may be called more than once.
// It returns ErrFull when too many callers wait, and the cause of ctx when ctx ends first.
func (q *Queue[K]) Enter(ctx context.Context, key K) (leave func(), err error) {
	q.mu.Lock()
	q.hand() // places that rested until now
	h, ok := q.keys[key]
	if !ok {
		h = &holder[K]{key: key}
		q.keys[key] = h
	}
	// A free place is never kept from a holder that may have it, so this overtakes no waiting
	// caller.
	if q.next.Len() == 0 && q.mayServe() && h.held < q.limits.PlacesPerKey {
		q.take(h)
		q.mu.Unlock()
		return q.leaver(h), nil
	}
	if h.waiting.Len() >= q.limits.WaitingPerKey || q.waiting >= q.limits.Waiting && !q.displace(h) {
		q.refused++
		q.forget(h)
		q.mu.Unlock()
		return nil, ErrFull
	}
	w := &waiter{done: make(chan struct{})}
	place := h.waiting.PushBack(w)
	q.waiting++
	q.waits++
	q.enlist(h)
	q.mu.Unlock()

	began := time.Now()
	select {
	case <-w.done:
		if w.refused {
			return nil, ErrFull
		}
		q.mu.Lock()
		q.waited += time.Since(began)
		q.mu.Unlock()
		return q.leaver(h), nil
	case <-ctx.Done():
		q.abandon(h, place)
		return nil, context.Cause(ctx)
	}
}

// displace refuses the last waiting caller of the key with the most, in favour of a new caller of
// h. It returns false if h would then be the key with the most.
func (q *Queue[K]) displace(h *holder[K]) bool {
	longest := h
	for _, other := range q.keys {
		if other.waiting.Len() > longest.waiting.Len() {
			longest = other
		}
	}
	if longest.waiting.Len() <= h.waiting.Len()+1 {
		return false
	}
	last := q.withdraw(longest, longest.waiting.Back())
	last.refused = true
	q.refused++
	close(last.done)
	return true
}

// abandon withdraws a waiting caller, or frees the place that was handed out at the same moment.
func (q *Queue[K]) abandon(h *holder[K], place *list.Element) {
	q.mu.Lock()
	defer q.mu.Unlock()
	w, _ := place.Value.(*waiter)
	select {
	case <-w.done:
		if !w.refused {
			q.release(h)
		}
	default:
		q.withdraw(h, place)
		q.forget(h)
	}
}

// withdraw removes a waiting caller, and removes its key from next if no other caller of the key
// waits.
func (q *Queue[K]) withdraw(h *holder[K], place *list.Element) *waiter {
	w, _ := h.waiting.Remove(place).(*waiter)
	q.waiting--
	if h.waiting.Len() == 0 && h.queued != nil {
		q.next.Remove(h.queued)
		h.queued = nil
	}
	return w
}

func (q *Queue[K]) leaver(h *holder[K]) func() {
	return sync.OnceFunc(func() {
		q.mu.Lock()
		defer q.mu.Unlock()
		q.release(h)
	})
}

// mayServe reports whether there is a free place that does not rest. One place never rests.
func (q *Queue[K]) mayServe() bool {
	if q.free == 0 || q.limits.Rest == nil || q.free == q.limits.Places {
		return q.free > 0
	}
	return q.free > q.limits.Rest()
}

func (q *Queue[K]) take(h *holder[K]) {
	q.free--
	h.held++
}

// release frees a place and serves the next waiting caller.
func (q *Queue[K]) release(h *holder[K]) {
	q.free++
	h.held--
	q.enlist(h)
	q.hand()
	q.forget(h)
}

// hand hands the free places to the waiting callers.
func (q *Queue[K]) hand() {
	for q.next.Len() > 0 && q.mayServe() {
		first, _ := q.next.Remove(q.next.Front()).(*holder[K])
		first.queued = nil
		q.serve(first)
	}
}

// serve hands a place to the first waiting caller of the holder. The holder then moves to the end
// of next.
func (q *Queue[K]) serve(h *holder[K]) {
	w, _ := h.waiting.Remove(h.waiting.Front()).(*waiter)
	q.waiting--
	q.take(h)
	close(w.done)
	q.enlist(h)
}

// enlist adds a holder to the end of next if it waits for a place, may have one, and is not in
// next.
func (q *Queue[K]) enlist(h *holder[K]) {
	if h.queued == nil && h.waiting.Len() > 0 && h.held < q.limits.PlacesPerKey {
		h.queued = q.next.PushBack(h)
	}
}

// forget deletes a holder that neither holds nor waits for a place.
func (q *Queue[K]) forget(h *holder[K]) {
	if h.held == 0 && h.waiting.Len() == 0 {
		delete(q.keys, h.key)
	}
}

// Stats is the state of a [Queue], for metrics.
type Stats struct {
	Places, Held, Waiting int
	// Waits, Waited and Refused are totals since the start: callers who had to wait, the time that
	// those who got a place had waited, and callers who received ErrFull.
	Waits   uint64
	Waited  time.Duration
	Refused uint64
}

// Stats returns the current state.
func (q *Queue[K]) Stats() Stats {
	q.mu.Lock()
	defer q.mu.Unlock()
	return Stats{
		Places: q.limits.Places, Held: q.limits.Places - q.free,
		Waiting: q.waiting, Waits: q.waits, Waited: q.waited, Refused: q.refused,
	}
}
