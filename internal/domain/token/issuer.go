// Package token issues and verifies access tokens, and keeps the keys that sign them. It also
// creates refresh tokens.
//
// An access token is a JWT, valid for 15 minutes by default and signed with Ed25519. It contains
// the ids of its user, firm and session. The caller of [Issuer.Verify] must check that these are
// still active.
package token

import (
	"context"
	"time"

	"github.com/firmhub/firmhub/internal/db"
)

// Config configures an [Issuer]. The zero value works.
type Config struct {
	// Issuer and Audience are the iss and aud of access tokens; firmhub by default.
	Issuer, Audience string
	// Life is how long an access token is valid, at most [MaxLife]; [DefaultLife] by default.
	Life time.Duration
	// KeyPeriod is how long a signing key signs; 30 days by default, at least 2 hours.
	KeyPeriod time.Duration
	// Now returns the current time; time.Now by default.
	Now func() time.Time
}

const (
	defaultName      = "firmhub"
	defaultKeyPeriod = 30 * 24 * time.Hour
	minKeyPeriod     = 2 * keyLead
)

// Issuer issues and verifies access tokens. It is safe for concurrent use.
type Issuer struct {
	db        *db.DB
	issuer    string
	audience  string
	life      time.Duration
	keyPeriod time.Duration
	clock     func() time.Time
	keys      keyring
	verified  *memory
}

// NewIssuer returns an issuer on a migrated database. On an empty one it creates the first signing
// key.
func NewIssuer(ctx context.Context, d *db.DB, config Config) (*Issuer, error) {
	i := &Issuer{
		db: d, issuer: config.Issuer, audience: config.Audience, life: config.Life, keyPeriod: config.KeyPeriod,
		clock: config.Now,
	}
	if i.issuer == "" {
		i.issuer = defaultName
	}
	if i.audience == "" {
		i.audience = defaultName
	}
	if i.clock == nil {
		i.clock = time.Now
	}
	if i.life == 0 {
		i.life = DefaultLife
	}
	if i.keyPeriod == 0 {
		i.keyPeriod = defaultKeyPeriod
	}
	i.keyPeriod = max(i.keyPeriod, minKeyPeriod)
	i.verified = newMemory(i.life)
	if err := i.Rotate(ctx); err != nil {
		return nil, err
	}
	if i.keys.set.Load() == nil {
		return nil, errNoKeys
	}
	return i, nil
}

// Life returns how long an access token is valid.
func (i *Issuer) Life() time.Duration { return i.life }

// now returns the time with the precision of the databases.
func (i *Issuer) now() time.Time { return i.clock().UTC().Truncate(time.Microsecond) }
