// Package privacy exports and erases what a firm keeps about a person. It knows all tables and
// stores with such data: docs/privacy.md lists them, and a test looks for a person in all texts of
// the database.
package privacy

import (
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/contact/importer"
	"github.com/firmhub/firmhub/internal/domain/file"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/campaign"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/throttle"
)

// Manager exports and erases people.
type Manager struct {
	db        *db.DB
	files     *file.Store
	messages  *messaging.Manager
	campaigns *campaign.Manager
	imports   *importer.Importer
	key       *secret.Key
	// partSize is about how much of a file a step reads.
	partSize int64
	// lateWait is how long a stage waits whose rows are stored late.
	lateWait time.Duration
	// exports and erasures limit both, by firm.
	exports, erasures *throttle.Attempts[uuid.UUID]
}

// perMinute limits how often a firm has all its rows searched for a person.
const perMinute = 30

// Config is the configuration of a manager.
type Config struct {
	// Key seals who is being erased. Without one nobody can be erased.
	Key *secret.Key
	// NoRateLimit allows any number of exports and erasures.
	NoRateLimit bool
	// NoWait lets no stage of an erasure wait for rows that are stored late.
	NoWait bool
}

// lateWait is longer than an attempt to deliver an event takes, and longer than the records of a
// batch of events are read before they are stored.
const lateWait = time.Minute

// NewManager returns a manager.
func NewManager(
	d *db.DB, files *file.Store, messages *messaging.Manager, campaigns *campaign.Manager, imports *importer.Importer, c Config,
) *Manager {
	m := &Manager{db: d, files: files, messages: messages, campaigns: campaigns, imports: imports, key: c.Key, partSize: partSize}
	if !c.NoWait {
		m.lateWait = lateWait
	}
	if !c.NoRateLimit {
		m.exports = throttle.NewAttempts[uuid.UUID](perMinute, time.Minute)
		m.erasures = throttle.NewAttempts[uuid.UUID](perMinute, time.Minute)
	}
	return m
}
