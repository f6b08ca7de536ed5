// Package membership implements the rules of memberships that cross firms. It lists the firms that
// a person can choose, answers the person's invitations, and returns the viewer of a user who acts
// in a firm without a session.
package membership

import (
	"time"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/password"
)

// Manager looks up memberships and answers invitations. It is safe for concurrent use.
type Manager struct {
	db        *db.DB
	passwords *password.Hasher
	clock     func() time.Time
	// policy is used only by [authz.Enforcer.Covers], which caches nothing.
	policy *authz.Enforcer
}

// NewManager returns a manager of memberships. A nil clock is time.Now.
func NewManager(d *db.DB, passwords *password.Hasher, clock func() time.Time) *Manager {
	if clock == nil {
		clock = time.Now
	}
	return &Manager{db: d, passwords: passwords, clock: clock, policy: authz.New(d.Client, 1)}
}

// now returns the time with the precision of the databases.
func (m *Manager) now() time.Time { return m.clock().UTC().Truncate(time.Microsecond) }
