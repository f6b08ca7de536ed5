package campaign

import (
	"context"

	"github.com/google/uuid"

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
}

// Skipped are how many contacts of an audience get no message, by the reason.
type Skipped struct {
	NoAddress, OptedOut, NotOptedIn, DuplicateAddress, MissingParameter, InvalidAddress, Inactive int
}

// Quote returns what a campaign of the viewer's firm would do and cost now. It changes nothing. It
// returns NotFound, and Conflict for a campaign that has begun, and while its template or channel
// can't be used.
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
	firm := viewer.From(ctx).FirmID
	meter, err := pricing.ReadMeter(ctx, m.db, firm)
	if err != nil {
		return nil, err
	}
	_, price := quoteAll(meter, p.pricedAs(), p.demand)
	balance, err := wallet.CurrentBalance(ctx, m.db, firm)
	if err != nil {
		return nil, err
	}
	return &Quote{
		Recipients: p.recipients, Price: price, Currency: balance.Currency, Available: balance.Available(),
		Sufficient: price <= balance.Available(),
		Skipped: Skipped{
			NoAddress: p.skipped[NoAddress], OptedOut: p.skipped[OptedOut], NotOptedIn: p.skipped[NotOptedIn],
			DuplicateAddress: p.skipped[DuplicateAddress], MissingParameter: p.skipped[MissingParameter],
			InvalidAddress: p.skipped[InvalidAddress], Inactive: p.skipped[Inactive],
		},
	}, nil
}

func errBegun() error { return fault.New(fault.Conflict, "The campaign has begun: its price is held.") }
