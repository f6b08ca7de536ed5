// Package auth says who somebody is: log-in, access and refresh tokens, sessions, the keys that sign, passwords.
//
// An [Authority] is all of it. An access token is a JWT of 15 minutes; it says which user, firm and session it is for,
// and each request asks the database whether they still stand, so that what ends, ends at once everywhere. A refresh
// token is good for one exchange within 30 days. What a user may do is decided elsewhere, by the role of the viewer.
package auth

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent/session"
	"github.com/firmhub/firmhub/internal/db"
)

// Config is what an [Authority] can be told. The zero value works.
type Config struct {
	// Issuer and Audience are the iss and aud of access tokens; firmhub by default.
	Issuer, Audience string
	// KeyPeriod is how long a signing key signs; 30 days by default, at least 2 hours.
	KeyPeriod time.Duration
	// HashWorkers and HashQueue are those of [NewHasher], with its defaults.
	HashWorkers, HashQueue int
	// HashIterations is the cost of new password hashes; 210,000 by default. Only tests set it.
	HashIterations int
	// Logins are how many log-ins may be tried.
	Logins LoginLimits
	// NoRateLimit lets everybody try passwords without limit; for load tests.
	NoRateLimit bool
	// RequirePasswordChange confines users to changing a password that somebody else typed, until they have.
	RequirePasswordChange bool
	// OnSessionEnd is called after a session has ended and that is committed, so that its connections can be closed.
	// Its context does not end with the request.
	OnSessionEnd func(ctx context.Context, sessionID uuid.UUID, reason session.EndReason)
	// OnRelationEnd is called likewise after a user's relation to a firm (a membership) has ended, also of sessions that are
	// in another firm by now: connections may still be open that were opened with a token of that relation.
	OnRelationEnd func(ctx context.Context, membershipID uuid.UUID)
	// Now is the clock; time.Now by default.
	Now func() time.Time
}

const (
	defaultName      = "firmhub"
	defaultKeyPeriod = 30 * 24 * time.Hour
	minKeyPeriod     = 2 * keyLead
)

// Authority is the one that knows users by their passwords, makes tokens, and recognises them. It is safe for
// concurrent use. Its [Hasher] is for everything that stores a password.
type Authority struct {
	*Hasher

	db            *db.DB
	issuer        string
	audience      string
	clock         func() time.Time
	keyPeriod     time.Duration
	keys          keyring
	verified      *tokenCache
	limits        *guessLimits
	onSessionEnd  func(context.Context, uuid.UUID, session.EndReason)
	onRelationEnd func(context.Context, uuid.UUID)

	requirePasswordChange bool
	// policy is asked by Covers alone, which remembers nothing.
	policy *authz.Enforcer
}

// New makes an authority on a migrated database. On an empty one it makes the first signing key.
func New(ctx context.Context, database *db.DB, cfg Config) (*Authority, error) {
	a := &Authority{
		Hasher: newHasher(cfg.HashWorkers, cfg.HashQueue, cfg.HashIterations),
		db:     database, issuer: cfg.Issuer, audience: cfg.Audience, clock: cfg.Now,
		keyPeriod: cfg.KeyPeriod, verified: newTokenCache(), onSessionEnd: cfg.OnSessionEnd,
		onRelationEnd: cfg.OnRelationEnd, requirePasswordChange: cfg.RequirePasswordChange,
		policy: authz.New(database.Client, 1),
	}
	if a.issuer == "" {
		a.issuer = defaultName
	}
	if a.audience == "" {
		a.audience = defaultName
	}
	if a.clock == nil {
		a.clock = time.Now
	}
	if a.keyPeriod == 0 {
		a.keyPeriod = defaultKeyPeriod
	}
	a.keyPeriod = max(a.keyPeriod, minKeyPeriod)
	if !cfg.NoRateLimit {
		a.limits = newGuessLimits(cfg.Logins)
	}
	if a.onSessionEnd == nil {
		a.onSessionEnd = func(context.Context, uuid.UUID, session.EndReason) {}
	}
	if a.onRelationEnd == nil {
		a.onRelationEnd = func(context.Context, uuid.UUID) {}
	}
	if err := a.Rotate(ctx); err != nil {
		return nil, err
	}
	if a.keys.set.Load() == nil {
		return nil, errNoKeys
	}
	return a, nil
}

// now is the time as the databases keep it.
func (a *Authority) now() time.Time { return a.clock().UTC().Truncate(time.Microsecond) }
