package messaging

import (
	"cmp"
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging/conversation"
	"github.com/firmhub/firmhub/internal/domain/messaging/media"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/entity"
)

// Manager stores the messages that firms report, and accepts those that firmhub sends.
type Manager struct {
	db      *db.DB
	config  Config
	reports *wallet.Poster[*report]
	changes *wallet.Poster[change]
	// notifications tells firms of templates that their providers refuse.
	notifications *notification.Center
	sends         *wallet.Poster[*send]
	// arrived is called after messages have arrived.
	arrived Arrived
	// changed is called with what has changed in conversations.
	changed Changed
	// alerted is called with news about accounts.
	alerted  Alerted
	observer Observer
	// queued is sent to after messages were queued.
	queued chan struct{}
	// media keeps the files of messages.
	media *media.Manager
	// maxSent is the constant, except in tests.
	maxSent int
}

// Config configures a Manager. Zero fields have defaults.
type Config struct {
	// UnknownAfter is how long a message whose outcome is unknown waits for a status: 15 minutes by
	// default. Its price is then held for another UnknownRelease, 24 hours by default.
	UnknownAfter, UnknownRelease time.Duration
	// BodyRetention is for how many days texts are kept: 400 by default. Older ones that are
	// reported, or that arrive, are not stored.
	BodyRetention int
}

const (
	defaultUnknownAfter   = 15 * time.Minute
	defaultUnknownRelease = 24 * time.Hour
	defaultBodyRetention  = 400
)

// NewManager returns a manager. It ends with the ledger.
func NewManager(d *db.DB, ledger *wallet.Ledger, notifications *notification.Center, config Config) *Manager {
	config.UnknownAfter = cmp.Or(config.UnknownAfter, defaultUnknownAfter)
	config.BodyRetention = cmp.Or(config.BodyRetention, defaultBodyRetention)
	config.UnknownRelease = cmp.Or(config.UnknownRelease, defaultUnknownRelease)
	m := &Manager{db: d, config: config, notifications: notifications, queued: make(chan struct{}, 1), maxSent: maxSent}
	m.reports = wallet.NewPoster(ledger, func(ctx context.Context, charges *wallet.Batch[*report]) error {
		b := &batch{
			db: d, firm: charges.Firm, now: entity.Now(), charge: charges.Charge, tally: tally{}, retention: config.BodyRetention,
		}
		return b.store(ctx, charges.Work)
	})
	m.changes = wallet.NewPoster(ledger, m.write)
	m.sends = wallet.NewPoster(ledger, m.accept)
	m.sends.Before(m.readPrices)
	return m
}

// Arrived is called with the messages of a firm that have arrived, after they are stored: what it
// does must not delay or prevent that. If it fails, or the server dies before, it is not called
// again for them.
type Arrived func(ctx context.Context, firm uuid.UUID, news []conversation.News) error

// OnArrived sets what is called when messages have arrived. It must be called before the manager is
// used.
func (m *Manager) OnArrived(arrived Arrived) { m.arrived = arrived }

// Changed is called in a transaction with changes of conversations of a firm. It does nothing
// before the commit.
type Changed func(ctx context.Context, firm uuid.UUID, changes []conversation.Change)

// OnChanged sets what is called when conversations have changed. It must be called before the
// manager is used.
func (m *Manager) OnChanged(changed Changed) { m.changed = changed }

// publish publishes changes of conversations of a firm after the commit.
func (m *Manager) publish(ctx context.Context, firm uuid.UUID, changes []conversation.Change) error {
	if m.changed != nil && len(changes) > 0 {
		m.changed(ctx, firm, changes)
	}
	return conversation.Raise(ctx, m.db, changes)
}

// SetMedia sets what keeps the files of messages. It must be called before messages with files are
// sent or received.
func (m *Manager) SetMedia(of *media.Manager) { m.media = of }

// Queued returns a channel that is sent to after messages of this instance were queued. One value
// may stand for several times.
func (m *Manager) Queued() <-chan struct{} { return m.queued }
