package auth

import (
	"hash/maphash"
	"math"
	"net/netip"
	"sync"
	"time"

	"github.com/google/uuid"
	"golang.org/x/time/rate"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// LoginLimits are how many log-ins may be tried in a minute. Zero is the default.
type LoginLimits struct {
	// PerEmailAndAddress is for an e-mail from an address; 10 by default.
	PerEmailAndAddress int
	// PerAddress is for an address, whatever the e-mail; 60 by default.
	PerAddress int
	// PerEmail is for an e-mail from all addresses together, but for those that its owner logged in from within 30 days;
	// 100 by default.
	PerEmail int
}

const (
	defaultPerEmailAndAddress = 10
	defaultPerAddress         = 60
	defaultPerEmail           = 100
	triesPerUser              = 10
	// emailChangesPerHour is how often a user may try another e-mail: a refusal says that somebody has it.
	emailChangesPerHour = 5
)

// Defaults returns the limits with every unset one at its default.
func (l LoginLimits) Defaults() LoginLimits {
	if l.PerEmailAndAddress <= 0 {
		l.PerEmailAndAddress = defaultPerEmailAndAddress
	}
	if l.PerAddress <= 0 {
		l.PerAddress = defaultPerAddress
	}
	if l.PerEmail <= 0 {
		l.PerEmail = defaultPerEmail
	}
	return l
}

// guessLimits bounds how fast passwords, and e-mails that others have, can be guessed. Nil bounds nothing.
type guessLimits struct {
	pairs        *tries[emailAndSite]
	addresses    *tries[netip.Prefix]
	emails       *tries[string]
	users        *tries[uuid.UUID]
	emailChanges *tries[uuid.UUID]
}

type emailAndSite struct {
	emailKey string
	site     netip.Prefix
}

func newGuessLimits(logins LoginLimits) *guessLimits {
	logins = logins.Defaults()
	return &guessLimits{
		pairs:        newTries[emailAndSite](logins.PerEmailAndAddress, time.Minute),
		addresses:    newTries[netip.Prefix](logins.PerAddress, time.Minute),
		emails:       newTries[string](logins.PerEmail, time.Minute),
		users:        newTries[uuid.UUID](triesPerUser, time.Minute),
		emailChanges: newTries[uuid.UUID](emailChangesPerHour, time.Hour),
	}
}

// login counts a log-in, or refuses it with TooManyRequests. The address comes first, so that one that is refused can't
// use up the tries of others. isKnown reports whether the owner of the e-mail has logged in from there before: such an
// address has tries of its own, which nobody else can use up.
func (l *guessLimits) login(now time.Time, from viewer.Request, emailKey string, isKnown func() (bool, error)) error {
	if l == nil {
		return nil
	}
	site := from.Site()
	if site.IsValid() {
		if err := l.addresses.take(now, site); err != nil {
			return err
		}
	}
	if err := l.pairs.take(now, emailAndSite{emailKey, site}); err != nil {
		return err
	}
	known, err := isKnown()
	if known || err != nil {
		return err
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

// emailChange counts another e-mail that a signed-in user asked for, or refuses it with TooManyRequests.
func (l *guessLimits) emailChange(now time.Time, id uuid.UUID) error {
	if l == nil {
		return nil
	}
	return l.emailChanges.take(now, id)
}

// maxCounted is the number of counts of each kind; all together they take at most some 20 MB.
const maxCounted = 1 << 16

// tries limits tries by key: a number of them at once, and as many again in each period. A key is hashed, with a secret of
// the process, to one of a fixed number of counts. So memory is bounded, no number of other keys resets a count, and nobody
// can find keys that have the same count; keys that happen to have the same one share their tries.
type tries[K comparable] struct {
	most int
	per  time.Duration
	seed maphash.Seed

	mu     sync.Mutex // guards counts, and a count between its reservation and the end of it
	counts []*rate.Limiter
}

func newTries[K comparable](most int, per time.Duration) *tries[K] {
	return &tries[K]{most: most, per: per, seed: maphash.MakeSeed(), counts: make([]*rate.Limiter, maxCounted)}
}

// take counts a try. When there is none left, it returns TooManyRequests with how long to wait for one.
func (t *tries[K]) take(now time.Time, key K) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	reserved := t.count(key).ReserveN(now, 1)
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
	refusal.Limit = t.most
	return refusal
}

func (t *tries[K]) count(key K) *rate.Limiter {
	at := maphash.Comparable(t.seed, key) % maxCounted
	if t.counts[at] == nil {
		t.counts[at] = rate.NewLimiter(rate.Every(t.per/time.Duration(t.most)), t.most)
	}
	return t.counts[at]
}
