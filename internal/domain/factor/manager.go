// Package factor implements the second factors of accounts: a TOTP authenticator and passkeys, with
// recovery codes, and what a log-in with a factor has to pass. A passkey signs in alone, too. A
// factor belongs to a person and to no firm.
//
// Nothing that a client sends is good twice: the last accepted time step of the authenticator is
// stored, recovery codes are used up, and so are the challenges of passkeys and the token of a
// log-in. Tries are counted in the
// database before a code is looked at, so that the limits hold on all instances together.
package factor

import (
	"time"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/mail"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/domain/password"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/realtime/connections"
)

// Config configures a [Manager]. The zero value works.
type Config struct {
	// NoRateLimit allows any number of tries for an account. It is meant for load tests.
	NoRateLimit bool
	// Mails sends mails. Nil sends none.
	Mails *mail.Mailer
	// Connections of a person end when the last factor is removed, after the commit. Nil is a
	// registry without connections.
	Connections *connections.Registry
	// PublicURL is the server's address for clients, for which passkeys are made. Passkeys can't be
	// used without it.
	PublicURL string
	// Now returns the current time; time.Now by default.
	Now func() time.Time
}

// Manager manages second factors. It is safe for concurrent use.
type Manager struct {
	db            *db.DB
	passwords     *password.Hasher
	notifications *notification.Center
	mails         *mail.Mailer
	connections   *connections.Registry
	clock         func() time.Time
	isLimited     bool
	key           *secret.Key
	party         *party
}

// NewManager returns a manager of second factors.
func NewManager(d *db.DB, passwords *password.Hasher, notifications *notification.Center, config Config) *Manager {
	m := &Manager{
		db: d, passwords: passwords, notifications: notifications, mails: config.Mails, connections: config.Connections,
		clock: config.Now, isLimited: !config.NoRateLimit,
		party: relyingParty(config.PublicURL),
	}
	if m.clock == nil {
		m.clock = time.Now
	}
	if m.connections == nil {
		m.connections = connections.New()
	}
	return m
}

// SetKey sets the key that seals secrets, before the first request. Without it, authenticators can
// neither be set up nor checked; recovery codes can.
func (m *Manager) SetKey(key *secret.Key) { m.key = key }

func (m *Manager) now() time.Time { return m.clock().UTC().Truncate(time.Microsecond) }

func (m *Manager) needKey() error {
	if m.key == nil {
		return fault.New(fault.Unavailable,
			"This server can't keep the secrets of authenticators yet: its operator must set FIRMHUB_SECRETS_KEY.")
	}
	return nil
}
