package throttle

import (
	"hash/maphash"
	"math"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/firmhub/firmhub/internal/fault"
)

// maxCounted is the number of counts of a limiter, which take at most some 8 MB.
const maxCounted = 1 << 16

// Attempts limits how often something is tried, by key. A key may use the whole limit at once, and
// as much again in each period. A key is hashed, with a secret of the process, to one of a fixed
// number of counts. So memory is bounded, no number of other keys resets a count, and nobody can
// find keys that have the same count. Keys that happen to have the same count share their attempts.
// A nil Attempts allows everything. It is safe for concurrent use.
type Attempts[K comparable] struct {
	most int
	per  time.Duration
	seed maphash.Seed

	mu     sync.Mutex // guards counts, and a count between its reservation and the end of it
	counts map[uint64]*rate.Limiter
}

// NewAttempts returns a limiter of so many attempts in each period.
func NewAttempts[K comparable](most int, per time.Duration) *Attempts[K] {
	return &Attempts[K]{most: most, per: per, seed: maphash.MakeSeed(), counts: map[uint64]*rate.Limiter{}}
}

// Take counts an attempt. When there is none left, it returns TooManyRequests with the time until
// the next one.
func (l *Attempts[K]) Take(now time.Time, key K) error {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	reserved := l.count(key).ReserveN(now, 1)
	wait := reserved.DelayFrom(now)
	if wait == 0 {
		return nil
	}
	reserved.CancelAt(now)
	unit := "seconds"
	if wait <= time.Second {
		unit = "second"
	}
	refusal := fault.Retry(fault.TooManyRequests, wait, "Too many tries. Try again in %.0f %s.", math.Ceil(wait.Seconds()), unit)
	refusal.Limit, refusal.Reset = l.most, l.left(now, key).Reset
	return refusal
}

// Left returns the number of attempts left for the key.
func (l *Attempts[K]) Left(now time.Time, key K) Left {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.left(now, key)
}

func (l *Attempts[K]) left(now time.Time, key K) Left {
	tokens := max(0, l.count(key).TokensAt(now))
	missing := (float64(l.most) - tokens) / float64(l.most)
	return Left{Limit: l.most, Remaining: int(tokens), Reset: time.Duration(missing * float64(l.per))}
}

func (l *Attempts[K]) count(key K) *rate.Limiter {
	at := maphash.Comparable(l.seed, key) % maxCounted
	if l.counts[at] == nil {
		l.counts[at] = rate.NewLimiter(rate.Every(l.per/time.Duration(l.most)), l.most)
	}
	return l.counts[at]
}
