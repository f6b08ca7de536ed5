package auth

import (
	"math"
	"net/netip"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/hashicorp/golang-lru/v2/simplelru"
	"golang.org/x/time/rate"

	"github.com/firmhub/firmhub/internal/cidr"
	"github.com/firmhub/firmhub/internal/fault"
)

// How often passwords may be tried, in a minute.
const (
	triesPerEmail   = 10
	triesPerAddress = 60
	triesPerUser    = 10
)

// maxCounted is how many e-mails, addresses and users are counted at once, each; together some 15 MB. Who falls out
// begins anew, and to push an e-mail out takes more tries than an address is allowed.
const maxCounted = 1 << 15

// guessLimits bounds how fast passwords can be guessed. Nil bounds nothing.
type guessLimits struct {
	emails    *tries[string]
	addresses *tries[netip.Prefix]
	users     *tries[uuid.UUID]
}

func newGuessLimits() *guessLimits {
	return &guessLimits{
		emails:    newTries[string](triesPerEmail),
		addresses: newTries[netip.Prefix](triesPerAddress),
		users:     newTries[uuid.UUID](triesPerUser),
	}
}

// login counts a log-in, or refuses it with TooManyRequests. The address comes first, so that one that is refused
// can't use up the tries of other people's e-mails.
func (l *guessLimits) login(now time.Time, address netip.Addr, emailKey string) error {
	if l == nil {
		return nil
	}
	if address.IsValid() {
		if err := l.addresses.take(now, cidr.Site(address)); err != nil {
			return err
		}
	}
	return l.emails.take(now, emailKey)
}

// user counts a password that a signed-in user gave, or refuses it with TooManyRequests.
func (l *guessLimits) user(now time.Time, id uuid.UUID) error {
	if l == nil {
		return nil
	}
	return l.users.take(now, id)
}

// tries counts by key: so many at once, and as many again in each minute.
type tries[K comparable] struct {
	perMinute int

	mu     sync.Mutex
	counts *simplelru.LRU[K, *rate.Limiter]
}

func newTries[K comparable](perMinute int) *tries[K] {
	counts, err := simplelru.NewLRU[K, *rate.Limiter](maxCounted, nil)
	if err != nil {
		panic(err) // the size is a positive constant
	}
	return &tries[K]{perMinute: perMinute, counts: counts}
}

// take counts a try. When there is none left, it gives TooManyRequests with how long to wait for one.
func (t *tries[K]) take(now time.Time, key K) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	limiter, ok := t.counts.Get(key)
	if !ok {
		limiter = rate.NewLimiter(rate.Every(time.Minute/time.Duration(t.perMinute)), t.perMinute)
		t.counts.Add(key, limiter)
	}
	reserved := limiter.ReserveN(now, 1)
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
	refusal.Limit = t.perMinute
	return refusal
}
