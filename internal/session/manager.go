// Package session begins, continues and ends the sessions of users, and finds the viewer of an access token.
//
// A session begins with a log-in. Its access tokens are valid for 15 minutes, and each request checks in the database that
// session, user, membership and firm are still active, so that whatever ends takes effect at once on every instance. A
// refresh token can be exchanged once within 30 days. What a user may do is decided elsewhere, by the role of the viewer.
package session

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/session"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/membership"
	"github.com/firmhub/firmhub/internal/password"
	"github.com/firmhub/firmhub/internal/token"
)

// Config configures a [Manager]. The zero value works.
type Config struct {
	// Logins limits log-ins.
	Logins LoginLimits
	// NoRateLimit allows any number of log-ins; for load tests.
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

// Manager manages sessions. It is safe for concurrent use.
type Manager struct {
	db            *db.DB
	passwords     *password.Hasher
	tokens        *token.Issuer
	memberships   *membership.Manager
	clock         func() time.Time
	limits        *loginLimiter
	onSessionEnd  func(context.Context, uuid.UUID, session.EndReason)
	onRelationEnd func(context.Context, uuid.UUID)

	requirePasswordChange bool
}

// NewManager returns a manager of sessions.
func NewManager(
	d *db.DB, passwords *password.Hasher, tokens *token.Issuer, memberships *membership.Manager, config Config,
) *Manager {
	m := &Manager{
		db: d, passwords: passwords, tokens: tokens, memberships: memberships, clock: config.Now,
		onSessionEnd: config.OnSessionEnd, onRelationEnd: config.OnRelationEnd,
		requirePasswordChange: config.RequirePasswordChange,
	}
	if m.clock == nil {
		m.clock = time.Now
	}
	if !config.NoRateLimit {
		m.limits = newLoginLimiter(config.Logins)
	}
	if m.onSessionEnd == nil {
		m.onSessionEnd = func(context.Context, uuid.UUID, session.EndReason) {}
	}
	if m.onRelationEnd == nil {
		m.onRelationEnd = func(context.Context, uuid.UUID) {}
	}
	return m
}

// now returns the time with the precision of the databases.
func (m *Manager) now() time.Time { return m.clock().UTC().Truncate(time.Microsecond) }
