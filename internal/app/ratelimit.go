package app

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

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	// maxCallers bounds the memory to some 10 MB. A caller who falls out of the cache begins with a full bucket.
	maxCallers = 1 << 16

	limitHeader = "RateLimit-Limit"
)

// limiter limits the calls of each caller, per second and in a burst. A caller is a user or an API client; without a valid
// credential, an address. A nil limiter allows everything.
type limiter struct {
	limits  callLimits
	buckets *lru.Cache[caller, *rate.Limiter]
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

func newLimiter(limits callLimits) *limiter {
	buckets, err := lru.New[caller, *rate.Limiter](maxCallers)
	if err != nil {
		panic(err) // the size is a positive constant
	}
	return &limiter{limits: limits, buckets: buckets}
}

// admit counts a call of the viewer. It returns TooManyRequests when none is left.
func (l *limiter) admit(v *viewer.Viewer) error {
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

// admitFurther counts the further calls of an operation whose first call was admitted, at most what a whole burst leaves.
// It returns TooManyRequests when fewer are left, and then counts none.
func (l *limiter) admitFurther(v *viewer.Viewer, calls int) error {
	if l == nil {
		return nil
	}
	now := time.Now()
	bucket := l.bucket(v)
	calls = min(calls, l.limits.burst-1)
	if bucket.AllowN(now, calls) {
		return nil
	}
	return l.refusal(float64(1+calls) - bucket.TokensAt(now)) // The next try has a first call too.
}

// refusal is for a caller who must wait until so many calls more are left.
func (l *limiter) refusal(missing float64) error {
	seconds := l.seconds(missing)
	when := "a second"
	if seconds > 1 {
		when = fmt.Sprintf("%d seconds", seconds)
	}
	return fault.Retry(fault.TooManyRequests, time.Duration(seconds)*time.Second,
		"Too many requests: %d a second are allowed. Try again in %s.", l.limits.perSecond, when)
}

// seconds returns in how many whole seconds so many calls are free again.
func (l *limiter) seconds(calls float64) int {
	return int(math.Ceil(calls / float64(l.limits.perSecond)))
}

// describe writes into the headers how many calls the viewer has left.
func (l *limiter) describe(header http.Header, v *viewer.Viewer) {
	if l == nil {
		return
	}
	left := max(0, l.bucket(v).TokensAt(time.Now()))
	header.Set(limitHeader, strconv.Itoa(l.limits.burst))
	header.Set("RateLimit-Remaining", strconv.Itoa(int(left)))
	header.Set("RateLimit-Reset", strconv.Itoa(l.seconds(float64(l.limits.burst)-left)))
}

func (l *limiter) bucket(v *viewer.Viewer) *rate.Limiter {
	who := callerOf(v)
	if bucket, ok := l.buckets.Get(who); ok {
		return bucket
	}
	bucket := rate.NewLimiter(rate.Limit(l.limits.perSecond), l.limits.burst)
	if earlier, ok, _ := l.buckets.PeekOrAdd(who, bucket); ok {
		return earlier
	}
	return bucket
}
