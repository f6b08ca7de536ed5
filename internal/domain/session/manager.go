// Package session begins, continues and ends the sessions of users, and finds the viewer of an
// access token.
//
// A session begins with a log-in. Its access tokens are valid for 15 minutes by default. Each
// request checks in the database that session, user, membership and firm are still active, so the
// end of any of them takes effect at once on every instance. A refresh token can be exchanged once
// within 30 days. Package authz decides what a user may do, by the role of the viewer.
package session

import (
	"time"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/factor"
	"github.com/firmhub/firmhub/internal/domain/mail"
	"github.com/firmhub/firmhub/internal/domain/membership"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/domain/password"
	"github.com/firmhub/firmhub/internal/domain/token"
	"github.com/firmhub/firmhub/realtime/connections"
)

// Config configures a [Manager]. The zero value works.
type Config struct {
	// Logins limits log-ins.
	Logins LoginLimits
	// NoRateLimit allows any number of log-ins. It is meant for load tests.
	NoRateLimit bool
	// RequirePasswordChange is set if a user whose password somebody else chose must change it
	// before anything else.
	RequirePasswordChange bool
	// Connections are ended with their session or membership, after the commit. Nil is a registry
	// without connections.
	Connections *connections.Registry
	// Mails sends mails. Nil sends none.
	Mails *mail.Mailer
	// PublicURL is the server's address for clients, for which passkeys are made. Passkeys can't be
	// used without it.
	PublicURL string
	// Now returns the current time; time.Now by default.
	Now func() time.Time
}

// Manager manages sessions. It is safe for concurrent use.
type Manager struct {
	db            *db.DB
	passwords     *password.Hasher
	tokens        *token.Issuer
	memberships   *membership.Manager
	members       *members
	notifications *notification.Center
	factors       *factor.Manager
	clock         func() time.Time
	limits        *loginLimiter
	connections   *connections.Registry
	mails         *mail.Mailer
	observe       func(by Method, outcome Outcome)

	requirePasswordChange bool
}

// NewManager returns a manager of sessions.
func NewManager(
	d *db.DB, passwords *password.Hasher, tokens *token.Issuer, memberships *membership.Manager, notifications *notification.Center,
	config Config,
) *Manager {
	m := &Manager{
		db: d, passwords: passwords, tokens: tokens, memberships: memberships, members: newMembers(d),
		notifications: notifications, clock: config.Now, connections: config.Connections, mails: config.Mails,
		requirePasswordChange: config.RequirePasswordChange, observe: func(Method, Outcome) {},
	}
	if m.clock == nil {
		m.clock = time.Now
	}
	if !config.NoRateLimit {
		m.limits = newLoginLimiter(config.Logins)
	}
	if m.connections == nil {
		m.connections = connections.New()
	}
	m.factors = factor.NewManager(d, passwords, notifications, factor.Config{
		NoRateLimit: config.NoRateLimit, Mails: m.mails, Connections: m.connections, PublicURL: config.PublicURL,
		Now: m.clock,
	})
	return m
}

// Factors returns the manager of the second factors that log-ins ask for.
func (m *Manager) Factors() *factor.Manager { return m.factors }

// expiresIn returns the life of an access token in whole seconds.
func (m *Manager) expiresIn() int { return int(m.tokens.Life() / time.Second) }

// now returns the time with the precision of the databases.
func (m *Manager) now() time.Time { return m.clock().UTC().Truncate(time.Microsecond) }
