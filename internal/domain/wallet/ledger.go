package wallet

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"

	notificationrow "github.com/firmhub/firmhub/ent/notification"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/realtime/broker"
)

// Ledger posts entries. It notifies a firm when its balance falls below the firm's threshold, and
// publishes changes of balances to subscribers.
type Ledger struct {
	db            *db.DB
	notifications *notification.Center
	broker        broker.Broker
	// lookEvery is how often feeds look for changes. Tests have another interval.
	lookEvery time.Duration

	mu      sync.Mutex
	feeds   map[uuid.UUID]*feed // by firm
	posters []interface {       // each a Poster, for different kinds of work
		Close(ctx context.Context) error
		Stats() PosterStats
	}
}

// NewLedger returns the ledger of the database.
func NewLedger(d *db.DB, notifications *notification.Center, messages broker.Broker) *Ledger {
	return &Ledger{db: d, notifications: notifications, broker: messages, lookEvery: broker.LookEvery, feeds: map[uuid.UUID]*feed{}}
}

// Close closes the posters, after charging what waits. If ctx ends first it returns the cause of
// ctx.
func (l *Ledger) Close(ctx context.Context) error {
	l.mu.Lock()
	posters := slices.Clone(l.posters)
	l.mu.Unlock()
	var errs []error
	for _, p := range posters {
		errs = append(errs, p.Close(ctx))
	}
	return errors.Join(errs...)
}

// Stats returns the state of all posters.
func (l *Ledger) Stats() (sum PosterStats) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, p := range l.posters {
		stats := p.Stats()
		sum.Waiting += stats.Waiting
		sum.Transactions += stats.Transactions
		sum.Requests += stats.Requests
		sum.Failed += stats.Failed
		sum.Refused += stats.Refused
	}
	return sum
}

// changed handles a change of a balance or of what is held, at the end of the transaction of the
// change. It may lock the firm's sequence of notifications, which every transaction locks after the
// wallet. Since the wallet is locked, only one transaction sees each crossing of the threshold.
func (l *Ledger) changed(ctx context.Context, a *account, before, after money.Amount) error {
	db.AfterCommit(ctx, func(context.Context) error {
		l.broker.Publish(subject(a.firm), nil)
		return nil
	})
	if a.threshold == nil || before < *a.threshold || after >= *a.threshold {
		return nil
	}
	// The viewer may be of another firm. The notification is to everyone, and so without amounts,
	// which need Wallet:View.
	ctx = viewer.NewContext(ctx, &viewer.Viewer{Kind: viewer.System, FirmID: a.firm, Request: viewer.From(ctx).Request})
	inFirm := rule.ForFirm(ctx, a.firm, "raise the event of a low balance in the firm of the wallet")
	if err := event.RaiseAll(inFirm, l.db, event.WalletLow, a.id); err != nil {
		return err
	}
	_, err := l.notifications.Create(ctx, notification.Input{
		Title: "Low balance", Module: notificationrow.ModuleSystem, ModuleID: &a.id, Metadata: notification.About(notification.Wallet),
		Message: "The balance of your firm's wallet has fallen below the threshold that was set for it. Messages are refused when it is used up.",
	})
	return err
}
