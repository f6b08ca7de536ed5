package throttle_test

import (
	"context"
	"errors"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/throttle"
)

// line is a queue under test, with the order in which its callers were served.
type line struct {
	*throttle.Queue[string]

	mu     sync.Mutex
	served []string
}

// join has a caller wait who notes when it is served, and leaves at once.
func (l *line) join(ctx context.Context, key, name string) chan error {
	done := make(chan error, 1)
	go func() {
		leave, err := l.Enter(ctx, key)
		if err == nil {
			l.mu.Lock()
			l.served = append(l.served, name)
			l.mu.Unlock()
			leave()
		}
		done <- err
	}()
	synctest.Wait()
	return done
}

func newLine(limits throttle.QueueLimits) *line {
	return &line{Queue: throttle.NewQueue[string](limits)}
}

func (l *line) enter(t *testing.T, key string) (leave func()) {
	t.Helper()
	leave, err := l.Enter(t.Context(), key)
	require.NoError(t, err)
	return leave
}

func TestQueue_Turns(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLine(throttle.QueueLimits{Places: 1, WaitingPerKey: 10})
		leave := l.enter(t, "a")
		for _, name := range []string{"a1", "a2", "a3", "b1", "b2", "c1"} {
			l.join(t.Context(), name[:1], name)
		}
		leave()
		synctest.Wait()
		require.Equal(t, []string{"b1", "c1", "a1", "b2", "a2", "a3"}, l.served)
		stats := l.Stats()
		stats.Waited = 0
		require.Equal(t, throttle.Stats{Places: 1, Waits: 6}, stats)
	})
}

func TestQueue_PlacesPerKey(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLine(throttle.QueueLimits{Places: 3, PlacesPerKey: 2, WaitingPerKey: 2})
		first, second := l.enter(t, "a"), l.enter(t, "a")
		waiting := l.join(t.Context(), "a", "a3")
		require.Equal(t, 1, l.Stats().Waiting)
		third := l.enter(t, "b") // in addition to those who wait for their own
		require.Equal(t, 3, l.Stats().Held)
		third()
		require.Empty(t, l.served, "a has its share")
		first()
		first() // frees the place once
		require.NoError(t, <-waiting)
		require.Equal(t, 1, l.Stats().Held)
		second()
		require.Zero(t, l.Stats().Held)
	})
}

// While places rest, one is handed out all the same. Whoever waits is served before a newcomer.
func TestQueue_Rest(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		resting := 2
		l := newLine(throttle.QueueLimits{Places: 3, Rest: func() int { return resting }})
		first := l.enter(t, "a")
		waiting := l.join(t.Context(), "b", "b1")
		require.Equal(t, 1, l.Stats().Held, "the others rest")
		resting = 0
		second := l.enter(t, "c")
		require.NoError(t, <-waiting)
		require.Equal(t, 2, l.Stats().Held, "b1 has left again")
		resting = 2
		late := l.join(t.Context(), "d", "d1")
		second()
		require.Equal(t, 1, l.Stats().Waiting, "one place is in use")
		first()
		require.NoError(t, <-late)
		synctest.Wait()
		require.Zero(t, l.Stats().Held)
	})
}

func TestQueue_ErrFull(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLine(throttle.QueueLimits{Places: 1, WaitingPerKey: 2})
		leave := l.enter(t, "a")
		one, two := l.join(t.Context(), "a", "a1"), l.join(t.Context(), "a", "a2")
		_, err := l.Enter(t.Context(), "a")
		require.ErrorIs(t, err, throttle.ErrFull)
		other := l.join(t.Context(), "b", "b1")
		require.Equal(t, uint64(1), l.Stats().Refused)
		leave()
		for _, done := range []chan error{one, two, other} {
			require.NoError(t, <-done)
		}
	})
}

// When the queue is full, the key with the most waiting callers makes room.
func TestQueue_Displaced(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLine(throttle.QueueLimits{Places: 1, Waiting: 3})
		leave := l.enter(t, "a")
		first, second, third := l.join(t.Context(), "a", "a1"), l.join(t.Context(), "a", "a2"), l.join(t.Context(), "a", "a3")
		_, err := l.Enter(t.Context(), "a")
		require.ErrorIs(t, err, throttle.ErrFull)
		other := l.join(t.Context(), "b", "b1")
		require.ErrorIs(t, <-third, throttle.ErrFull)
		_, err = l.Enter(t.Context(), "b")
		require.ErrorIs(t, err, throttle.ErrFull, "b would have the most")
		require.Equal(t, 3, l.Stats().Waiting)
		require.EqualValues(t, 3, l.Stats().Refused)
		leave()
		for _, done := range []chan error{first, second, other} {
			require.NoError(t, <-done)
		}
	})
}

func TestQueue_Cancelled(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		l := newLine(throttle.QueueLimits{Places: 1, WaitingPerKey: 1})
		leave := l.enter(t, "a")
		ctx, cancel := context.WithCancelCause(t.Context())
		gone := l.join(ctx, "b", "b1")
		patient := l.join(t.Context(), "c", "c1")
		errGone := errors.New("gone")
		cancel(errGone)
		require.ErrorIs(t, <-gone, errGone)
		require.Equal(t, 1, l.Stats().Waiting)
		again := l.join(t.Context(), "b", "b2") // the place in the line is free again
		leave()
		require.NoError(t, <-patient)
		require.NoError(t, <-again)
		require.Equal(t, []string{"c1", "b2"}, l.served)
	})
}

// Whoever comes and goes, no place is lost and none is handed out twice.
func TestQueue_Concurrent(t *testing.T) {
	t.Parallel()
	const places, perKey = 3, 2
	q := throttle.NewQueue[int](throttle.QueueLimits{Places: places, PlacesPerKey: perKey, WaitingPerKey: 4, Waiting: 10})
	var (
		all  sync.WaitGroup
		held [4]atomic.Int32
		sum  atomic.Int32
	)
	for caller := range 32 {
		key := caller % len(held)
		all.Go(func() {
			for range 500 {
				ctx, cancel := context.WithCancel(t.Context())
				if rand.IntN(4) == 0 { //nolint:gosec // not meant to be unpredictable
					go cancel()
				}
				leave, err := q.Enter(ctx, key)
				if err == nil {
					if held[key].Add(1) > perKey || sum.Add(1) > places {
						t.Error("more places than there are")
					}
					held[key].Add(-1)
					sum.Add(-1)
					leave()
				}
				cancel()
			}
		})
	}
	all.Wait()
	stats := q.Stats()
	require.Zero(t, stats.Held)
	require.Zero(t, stats.Waiting)
}
