package channel

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/throttle"
	"github.com/firmhub/firmhub/internal/transfer/outbound"
)

// Manager manages the channels of firms.
type Manager struct {
	db       *db.DB
	key      *secret.Key
	guard    *outbound.Guard
	adapters map[provider.Kind]provider.Adapter
	hooks    string
	tests    *throttle.Attempts[uuid.UUID] // by firm

	notifications *notification.Center
}

// Config configures a Manager.
type Config struct {
	// Key seals the secrets. Without it every function but Lookup returns Unavailable.
	Key *secret.Key
	// Guard checks the addresses of providers.
	Guard *outbound.Guard
	// Adapters has the adapter of each kind.
	Adapters map[provider.Kind]provider.Adapter
	// Hooks is the URL below which providers call this server, or "" if they can't reach it.
	Hooks string
	// Notifications tells firms of channels that their providers refuse.
	Notifications *notification.Center
	// NoRateLimit allows any number of tests.
	NoRateLimit bool
}

// NewManager returns a manager.
func NewManager(d *db.DB, c Config) *Manager {
	m := &Manager{db: d, key: c.Key, guard: c.Guard, adapters: c.Adapters, hooks: c.Hooks, notifications: c.Notifications}
	if !c.NoRateLimit {
		m.tests = throttle.NewAttempts[uuid.UUID](testsPerMinute, time.Minute)
	}
	return m
}

var errNoKey = errors.New("channel: the server has no key of secrets")

func (m *Manager) available() error {
	if m.key == nil {
		return fault.New(fault.Unavailable, "This server can't keep the secrets of channels yet: its operator must set FIRMHUB_SECRETS_KEY.")
	}
	return nil
}

// hookURL returns the address that the provider of a channel calls, or "".
func (m *Manager) hookURL(row *ent.Channel) string {
	kind := provider.Kind(row.Kind)
	if m.hooks == "" || kind != provider.WhatsApp && kind != provider.SMS {
		return ""
	}
	return m.hooks + "/" + row.ID.String()
}

// account returns a channel as its adapter sees it.
func (m *Manager) account(row *ent.Channel) (account provider.Account, err error) {
	account = provider.Account{ID: row.ID, HookURL: m.hookURL(row)}
	if account.Settings, err = settingsOf(row); err != nil {
		return account, err
	}
	account.Secrets, err = m.open(row)
	return account, err
}

// open returns the secrets of a channel in the clear.
func (m *Manager) open(row *ent.Channel) (provider.Secrets, error) {
	if row.Secrets == nil || len(*row.Secrets) == 0 {
		return provider.Secrets{}, nil
	}
	if m.key == nil {
		return nil, errNoKey
	}
	plain, err := m.key.Open(*row.Secrets, Owner(row.FirmID, row.ID))
	if err != nil {
		return nil, fmt.Errorf("open the secrets of the channel %s: %w", row.ID, err)
	}
	var secrets map[string]string // Secrets itself is hidden from JSON
	if err := json.Unmarshal(plain, &secrets); err != nil {
		return nil, fmt.Errorf("read the secrets of the channel %s: %w", row.ID, err)
	}
	return secrets, nil
}

// seal returns the secrets of a channel as they are stored: nil without any.
func (m *Manager) seal(firm, id uuid.UUID, secrets provider.Secrets) (*[]byte, error) {
	if len(secrets) == 0 {
		return nil, nil //nolint:nilnil // None is one of the two results.
	}
	plain, err := json.Marshal(map[string]string(secrets))
	if err != nil {
		return nil, err
	}
	sealed := m.key.Seal(plain, Owner(firm, id))
	return &sealed, nil
}

// Owner names the row of a channel.
func Owner(firm, id uuid.UUID) string { return "channels/" + firm.String() + "/" + id.String() }
