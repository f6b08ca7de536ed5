package session

import (
	"context"
	"net/netip"
	"time"

	"github.com/firmhub/firmhub/internal/throttle"
	"github.com/firmhub/firmhub/internal/viewer"
)

// LoginLimits are the maximum numbers of attempts to log in within a minute. Zero means the
// default.
type LoginLimits struct {
	// PerEmailAndAddress limits the attempts with an e-mail address from an IP address; 10 by
	// default.
	PerEmailAndAddress int
	// PerAddress limits the attempts from an IP address, with any e-mail address; 60 by default.
	PerAddress int
	// PerEmail limits the attempts with an e-mail address from all IP addresses together, except
	// for those from which its owner logged in within 30 days; 100 by default.
	PerEmail int
}

const (
	defaultPerEmailAndAddress = 10
	defaultPerAddress         = 60
	defaultPerEmail           = 100
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

// loginLimiter limits how fast passwords can be guessed by log-ins. Nil allows everything.
type loginLimiter struct {
	pairs     *throttle.Attempts[emailAndSite]
	addresses *throttle.Attempts[netip.Prefix]
	emails    *throttle.Attempts[string]
}

type emailAndSite struct {
	emailKey string
	site     netip.Prefix
}

func newLoginLimiter(limits LoginLimits) *loginLimiter {
	limits = limits.Defaults()
	return &loginLimiter{
		pairs:     throttle.NewAttempts[emailAndSite](limits.PerEmailAndAddress, time.Minute),
		addresses: throttle.NewAttempts[netip.Prefix](limits.PerAddress, time.Minute),
		emails:    throttle.NewAttempts[string](limits.PerEmail, time.Minute),
	}
}

// take counts a log-in, or returns TooManyRequests. It counts the IP address first, so that a
// refused address can't use up the attempts of others. isKnown reports whether the owner of the
// e-mail address has logged in from the address before. Such an address has separate attempts,
// which nobody else can use up. take notes what is left for the headers of the response.
func (l *loginLimiter) take(
	ctx context.Context, now time.Time, from viewer.Request, emailKey string, isKnown func() (bool, error),
) error {
	if l == nil {
		return nil
	}
	site := from.Site()
	var left []throttle.Left
	defer func() { throttle.Note(ctx, left...) }()
	if site.IsValid() {
		err := l.addresses.Take(now, site)
		left = append(left, l.addresses.Left(now, site))
		if err != nil {
			return err
		}
	}
	pair := emailAndSite{emailKey, site}
	err := l.pairs.Take(now, pair)
	left = append(left, l.pairs.Left(now, pair))
	if err != nil {
		return err
	}
	known, err := isKnown()
	if known || err != nil {
		return err
	}
	err = l.emails.Take(now, emailKey)
	left = append(left, l.emails.Left(now, emailKey))
	return err
}

// CountLogin counts a log-in that begins without an e-mail address for the address of the request,
// or returns TooManyRequests.
func (m *Manager) CountLogin(ctx context.Context) error {
	return m.limits.takeAddress(ctx, m.now(), viewer.From(ctx).Request)
}

// takeAddress counts a log-in without an e-mail address, or returns TooManyRequests.
func (l *loginLimiter) takeAddress(ctx context.Context, now time.Time, from viewer.Request) error {
	site := from.Site()
	if l == nil || !site.IsValid() {
		return nil
	}
	err := l.addresses.Take(now, site)
	throttle.Note(ctx, l.addresses.Left(now, site))
	return err
}
