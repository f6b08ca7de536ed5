package campaign

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/pricing"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Quote is what a campaign would do and cost if it were executed now.
type Quote struct {
	Recipients int
	Skipped    Skipped
	Price      money.Amount
	Currency   string
	// Available is what can be held of the wallet, and Sufficient whether that is enough.
	Available  money.Amount
	Sufficient bool
	// Complete reports whether all of the audience was counted. The numbers are of a part of it
	// until then, and Sufficient is false.
	Complete bool
	// TierLeft is to how many more people the firm may write by WhatsApp within 24 hours; nil for
	// other channels and for a tier without a limit. AboveTier is how many recipients are more than
	// that: they wait for the next days, but for people who have written to the firm of late.
	TierLeft  *int
	AboveTier int
	// CampaignUpdatedAt is when the campaign was changed last that was quoted.
	CampaignUpdatedAt time.Time
}

// Skipped are how many contacts of an audience get no message, by the reason.
type Skipped struct {
	NoAddress, OptedOut, NotOptedIn, DuplicateAddress, MissingParameter, InvalidAddress, Inactive int
}

// Quote returns what a campaign of the viewer's firm would do and cost now. An audience that is too
// large for a request is counted meanwhile: the quote is of a part of it until that is done. It
// returns NotFound, ValidationError if the audience is that of an import that can't be used any
// more or one of its tags was deleted, and Conflict for a campaign that has begun, and while its
// template or channel can't be used.
func (m *Manager) Quote(ctx context.Context, id uuid.UUID) (_ *Quote, err error) {
	defer fault.Wrap(&err, "campaign.Quote")
	c, err := find(ctx, m.db, id, false)
	if err != nil {
		return nil, err
	}
	if c.hasBegun() {
		return nil, errBegun()
	}
	p, err := m.plan(ctx, c)
	if err != nil {
		return nil, err
	}
	if !p.complete && !c.counted.isOf(p, p.until) && c.Status != Preparing {
		if err := m.countLater(ctx, c, p); err != nil {
			return nil, err
		}
	}
	price, balance, err := m.price(ctx, p)
	if err != nil {
		return nil, err
	}
	q := &Quote{
		Recipients: p.recipients, Price: price, Currency: balance.Currency, Available: balance.Available(),
		Sufficient: p.complete && price <= balance.Available(), Complete: p.complete,
		CampaignUpdatedAt: c.UpdatedAt,
		Skipped: Skipped{
			NoAddress: p.skipped[NoAddress], OptedOut: p.skipped[OptedOut], NotOptedIn: p.skipped[NotOptedIn],
			DuplicateAddress: p.skipped[DuplicateAddress], MissingParameter: p.skipped[MissingParameter],
			InvalidAddress: p.skipped[InvalidAddress], Inactive: p.skipped[Inactive],
		},
	}
	err = q.compare(ctx, m.db, p.bulk.Kind, p.until)
	return q, err
}

// price returns the price of a plan, and the balance that it is held of.
func (m *Manager) price(ctx context.Context, p *plan) (money.Amount, *wallet.Balance, error) {
	firm := viewer.From(ctx).FirmID
	meter, err := pricing.ReadMeter(ctx, m.db, firm)
	if err != nil {
		return 0, nil, err
	}
	_, price := quoteAll(meter, p.pricedAs(), p.demand)
	balance, err := wallet.CurrentBalance(ctx, m.db, firm)
	return price, balance, err
}

// compare sets how many recipients are more than the tier of the firm allows today.
func (q *Quote) compare(ctx context.Context, d *db.DB, kind provider.Kind, now time.Time) error {
	if kind != provider.WhatsApp {
		return nil
	}
	reach, err := messaging.ReadReach(ctx, d, now)
	if err != nil || reach.Limit == nil {
		return err
	}
	left := max(0, *reach.Limit-reach.Used)
	q.TierLeft, q.AboveTier = &left, max(0, q.Recipients-left)
	return nil
}

func errBegun() error { return fault.New(fault.Conflict, "The campaign has begun: its price is held.") }
