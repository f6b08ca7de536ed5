package campaign

import (
	"context"
	"time"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/entity"
)

// Manager manages the campaigns of firms.
type Manager struct {
	db            *db.DB
	messages      *messaging.Manager
	notifications *notification.Center
	charges       *wallet.Poster[work]
	// links are the links of marketing mails. It is nil where nobody sends.
	links *consent.Links
	// batch is how many contacts are read at once, and atOnce how many a request reads.
	batch, atOnce int
	// marksEvery is the distance of the marks of campaigns that begin.
	marksEvery int
	// now is the clock by which campaigns begin and their messages are due.
	now func() time.Time
}

// SetLinks sets the links by which recipients of marketing mails opt out. Without such links those
// mails are not sent, so that their campaigns are refused. It is called before the manager is used.
func (m *Manager) SetLinks(links *consent.Links) { m.links = links }

// work is a change of a campaign that holds or releases money. request is its index in the batch.
type work func(ctx context.Context, batch *wallet.Batch[work], request int) error

// NewManager returns a manager. It ends with the ledger.
func NewManager(d *db.DB, ledger *wallet.Ledger, messages *messaging.Manager, notifications *notification.Center) *Manager {
	m := &Manager{
		db: d, messages: messages, notifications: notifications, batch: readAtOnce, atOnce: countedAtOnce, marksEvery: marksEvery,
		now: entity.Now,
	}
	m.charges = wallet.NewPoster(ledger, func(ctx context.Context, batch *wallet.Batch[work]) error {
		if err := messaging.Lock(ctx, d, batch.Firm); err != nil {
			return err
		}
		for i, do := range batch.Work {
			if err := do(ctx, batch, i); err != nil {
				return err
			}
		}
		return nil
	})
	return m
}
