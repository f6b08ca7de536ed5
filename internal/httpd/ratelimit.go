package httpd

import (
	"fmt"
	"math"
	"net/http"
	"net/netip"
	"strconv"
	"sync"
	"time"

	"github.com/google/uuid"
	"golang.org/x/time/rate"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/throttle"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	// maxCallers limits the memory to some 10 MB. A caller who is dropped begins again with a full
	// bucket.
	maxCallers = 1 << 16

	limitHeader = "RateLimit-Limit"
)

// Rate is a number of calls per second and in a burst.
type Rate struct{ PerSecond, Burst int }

// probeRate is the rate of each probe, for the requests of monitors.
func probeRate() Rate { return Rate{PerSecond: 10, Burst: 50} }

// Limiter limits the calls of each caller. A caller is a user or an API client, or without a valid
// credential an address. A nil Limiter allows everything.
type Limiter struct {
	rate Rate

	mu sync.Mutex // guards the other fields
	// recent are the buckets that were used since the time. The earlier ones are dropped next. They
	// are full by then, unless there are too many callers.
	recent, earlier map[caller]*rate.Limiter
	since           time.Time
}

// limitRate counts the call, and describes in the headers of the response what is left.
func (s *Server) limitRate(next handler) handler {
	return func(x *exchange) {
		x.describeLimit()
		if err := x.mount.limiter.Allow(x.viewer()); err != nil {
			x.refuse(err)
			return
		}
		next(x)
	}
}

// describeLimit has the headers of the response describe what the present viewer has left.
func (x *exchange) describeLimit() {
	limiter, caller := x.mount.limiter, x.viewer()
	x.w.describeLimit = func() {
		if left, tighter := x.w.attempts.Left(); tighter {
			describeLeft(x.w.Header(), left)
			return
		}
		limiter.describe(x.w.Header(), caller)
	}
}

type caller struct {
	// id is the id of a user or an API client.
	id      uuid.UUID
	address netip.Prefix
}

func callerOf(v *viewer.Viewer) caller {
	switch {
	case v.Kind == viewer.User:
		return caller{id: v.UserID}
	case v.Kind == viewer.APIClient && v.Refused == nil:
		return caller{id: v.APIClientID}
	}
	return caller{address: v.Request.Site()}
}

// NewLimiter returns a limiter.
func NewLimiter(r Rate) *Limiter { return &Limiter{rate: r} }

// Allow counts a call of the viewer. It returns TooManyRequests when none is left.
func (l *Limiter) Allow(v *viewer.Viewer) error {
	if l == nil {
		return nil
	}
	now := time.Now()
	bucket := l.bucket(v, now)
	if bucket.AllowN(now, 1) {
		return nil
	}
	return l.refusal(1 - bucket.TokensAt(now))
}

// Refusal returns what [Limiter.Allow] would return, and counts nothing.
func (l *Limiter) Refusal(v *viewer.Viewer) error {
	if l == nil {
		return nil
	}
	now := time.Now()
	if left := l.bucket(v, now).TokensAt(now); left < 1 {
		return l.refusal(1 - left)
	}
	return nil
}

// GiveBack takes back a call that [Limiter.Allow] has counted.
func (l *Limiter) GiveBack(v *viewer.Viewer) {
	if l == nil {
		return
	}
	now := time.Now()
	// A bucket holds a burst at most: to one that was dropped meanwhile, this adds nothing.
	l.bucket(v, now).AllowN(now, -1)
}

// AllowFurther counts the further calls of an operation whose first call was allowed, but at most
// as many as a whole burst leaves. When fewer are left it counts none and returns TooManyRequests.
func (l *Limiter) AllowFurther(v *viewer.Viewer, calls int) error {
	if l == nil {
		return nil
	}
	now := time.Now()
	bucket := l.bucket(v, now)
	calls = min(calls, l.rate.Burst-1)
	if bucket.AllowN(now, calls) {
		return nil
	}
	return l.refusal(float64(1+calls) - bucket.TokensAt(now)) // The next try has a first call too.
}

// refusal returns the error for a caller who must wait until so many more calls are left.
func (l *Limiter) refusal(missing float64) error {
	seconds := l.seconds(missing)
	when := "a second"
	if seconds > 1 {
		when = fmt.Sprintf("%d seconds", seconds)
	}
	return fault.Retry(fault.TooManyRequests, time.Duration(seconds)*time.Second,
		"Too many requests: %d a second are allowed. Try again in %s.", l.rate.PerSecond, when)
}

// seconds returns in how many whole seconds so many calls are available again.
func (l *Limiter) seconds(calls float64) int {
	return int(math.Ceil(calls / float64(l.rate.PerSecond)))
}

// describe writes into the headers how many calls the viewer has left.
func (l *Limiter) describe(header http.Header, v *viewer.Viewer) {
	if l == nil {
		return
	}
	now := time.Now()
	left := max(0, l.bucket(v, now).TokensAt(now))
	missing := (float64(l.rate.Burst) - left) / float64(l.rate.PerSecond)
	describeLeft(header, throttle.Left{
		Limit: l.rate.Burst, Remaining: int(left), Reset: time.Duration(missing * float64(time.Second)),
	})
}

func describeLeft(header http.Header, left throttle.Left) {
	header.Set(limitHeader, strconv.Itoa(left.Limit))
	header.Set("RateLimit-Remaining", strconv.Itoa(left.Remaining))
	header.Set("RateLimit-Reset", strconv.Itoa(int(math.Ceil(left.Reset.Seconds()))))
}

func (l *Limiter) bucket(v *viewer.Viewer, now time.Time) *rate.Limiter {
	who := callerOf(v)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.forget(now)
	bucket := l.recent[who]
	if bucket == nil {
		if bucket = l.earlier[who]; bucket == nil {
			bucket = rate.NewLimiter(rate.Limit(l.rate.PerSecond), l.rate.Burst)
		}
		l.recent[who] = bucket
	}
	return bucket
}

// forget drops the buckets that have been idle for as long as an empty one takes to fill: a new one
// is equal to them.
func (l *Limiter) forget(now time.Time) {
	idle, fills := now.Sub(l.since), time.Duration(l.rate.Burst)*time.Second/time.Duration(l.rate.PerSecond)
	if l.recent != nil && idle < fills && len(l.recent) < maxCallers/2 {
		return
	}
	l.earlier = l.recent
	if idle >= 2*fills {
		l.earlier = nil
	}
	l.recent, l.since = map[caller]*rate.Limiter{}, now
}
