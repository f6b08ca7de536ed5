package httpd

import (
	"fmt"
	"math"
	"net/http"
	"net/netip"
	"strconv"
	"time"

	"github.com/google/uuid"
	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"

	"github.com/firmhub/firmhub/internal/attempt"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	// maxCallers bounds the memory to some 10 MB. A caller who falls out of the cache begins with a full bucket.
	maxCallers = 1 << 16

	limitHeader = "RateLimit-Limit"
)

// Rate is a number of calls, a second and in a burst.
type Rate struct{ PerSecond, Burst int }

// probeRate is for the requests of monitors, for each probe.
func probeRate() Rate { return Rate{PerSecond: 10, Burst: 50} }

// Limiter limits the calls of each caller. A caller is a user or an API client; without a valid credential, an address.
// A nil Limiter allows everything.
type Limiter struct {
	rate    Rate
	buckets *lru.Cache[caller, *rate.Limiter]
}

// limitRate counts the call, and describes in the headers of the answer what is left.
func (s *Server) limitRate(next handler) handler {
	return func(x *exchange) {
		limiter, caller := x.mount.limiter, x.viewer()
		x.w.describeLimit = func() {
			if left, tighter := x.w.attempts.Left(); tighter {
				describeLeft(x.w.Header(), left)
				return
			}
			limiter.describe(x.w.Header(), caller)
		}
		if err := limiter.Admit(caller); err != nil {
			x.refuse(err)
			return
		}
		next(x)
	}
}

type caller struct {
	// id is that of a user or an API client.
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
func NewLimiter(r Rate) *Limiter {
	buckets, err := lru.New[caller, *rate.Limiter](maxCallers)
	if err != nil {
		panic(err) // the size is a positive constant
	}
	return &Limiter{rate: r, buckets: buckets}
}

// Admit counts a call of the viewer. It returns TooManyRequests when none is left.
func (l *Limiter) Admit(v *viewer.Viewer) error {
	if l == nil {
		return nil
	}
	now := time.Now()
	bucket := l.bucket(v)
	if bucket.AllowN(now, 1) {
		return nil
	}
	return l.refusal(1 - bucket.TokensAt(now))
}

// AdmitFurther counts the further calls of an operation whose first call was admitted, at most what a whole burst leaves.
// It returns TooManyRequests when fewer are left, and then counts none.
func (l *Limiter) AdmitFurther(v *viewer.Viewer, calls int) error {
	if l == nil {
		return nil
	}
	now := time.Now()
	bucket := l.bucket(v)
	calls = min(calls, l.rate.Burst-1)
	if bucket.AllowN(now, calls) {
		return nil
	}
	return l.refusal(float64(1+calls) - bucket.TokensAt(now)) // The next try has a first call too.
}

// refusal is for a caller who must wait until so many calls more are left.
func (l *Limiter) refusal(missing float64) error {
	seconds := l.seconds(missing)
	when := "a second"
	if seconds > 1 {
		when = fmt.Sprintf("%d seconds", seconds)
	}
	return fault.Retry(fault.TooManyRequests, time.Duration(seconds)*time.Second,
		"Too many requests: %d a second are allowed. Try again in %s.", l.rate.PerSecond, when)
}

// seconds returns in how many whole seconds so many calls are free again.
func (l *Limiter) seconds(calls float64) int {
	return int(math.Ceil(calls / float64(l.rate.PerSecond)))
}

// describe writes into the headers how many calls the viewer has left.
func (l *Limiter) describe(header http.Header, v *viewer.Viewer) {
	if l == nil {
		return
	}
	left := max(0, l.bucket(v).TokensAt(time.Now()))
	missing := (float64(l.rate.Burst) - left) / float64(l.rate.PerSecond)
	describeLeft(header, attempt.Left{
		Limit: l.rate.Burst, Remaining: int(left), Reset: time.Duration(missing * float64(time.Second)),
	})
}

func describeLeft(header http.Header, left attempt.Left) {
	header.Set(limitHeader, strconv.Itoa(left.Limit))
	header.Set("RateLimit-Remaining", strconv.Itoa(left.Remaining))
	header.Set("RateLimit-Reset", strconv.Itoa(int(math.Ceil(left.Reset.Seconds()))))
}

func (l *Limiter) bucket(v *viewer.Viewer) *rate.Limiter {
	who := callerOf(v)
	if bucket, ok := l.buckets.Get(who); ok {
		return bucket
	}
	bucket := rate.NewLimiter(rate.Limit(l.rate.PerSecond), l.rate.Burst)
	if earlier, ok, _ := l.buckets.PeekOrAdd(who, bucket); ok {
		return earlier
	}
	return bucket
}
