package app

import (
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

// admit counts a number of calls of the viewer, at most a whole burst, and writes how many are left into the headers. It
// returns TooManyRequests when fewer are left, and then counts none.
func (l *limiter) admit(header http.Header, v *viewer.Viewer, calls int) error {
	if l == nil {
		return nil
	}
	now := time.Now()
	bucket := l.bucket(v)
	allowed := bucket.AllowN(now, min(calls, l.limits.burst))
	left := max(0, bucket.TokensAt(now))
	header.Set("RateLimit-Limit", strconv.Itoa(l.limits.burst))
	header.Set("RateLimit-Remaining", strconv.Itoa(int(left)))
	header.Set("RateLimit-Reset", strconv.Itoa(int(math.Ceil((float64(l.limits.burst)-left)/float64(l.limits.perSecond)))))
	if allowed {
		return nil
	}
	return fault.Retry(fault.TooManyRequests, time.Second,
		"Too many requests: %d a second are allowed. Try again in a second.", l.limits.perSecond)
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
