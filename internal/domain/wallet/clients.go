package wallet

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/walletentry"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/firmhub/firmhub/internal/plaintext"
)

const (
	// maxTerm is the maximum length of a search term in characters.
	maxTerm = 200
	// latest is how many transactions the details of a wallet contain.
	latest = 10
)

// ClientListInput asks for a page of wallets, by the names of their firms.
type ClientListInput struct {
	// SearchTerm is a part of the name of a firm, without regard to case. Nil or blank means any.
	SearchTerm     *string
	Page, PageSize *int
}

// Validate trims the term and returns every fault.
func (in *ClientListInput) Validate() fault.Details {
	var faults fault.Details
	if in.SearchTerm != nil {
		plaintext.Check(&faults, "searchTerm", in.SearchTerm, maxTerm)
	}
	page.Check(&faults, in.Page, in.PageSize)
	return faults
}

// Client is the wallet of a firm as the super-firm sees it.
type Client struct {
	FirmID   uuid.UUID
	FirmName string
	Balance  money.Amount
	// Held is the part of the balance that is held for messages which will be charged later.
	Held        money.Amount
	Currency    string
	LastUpdated time.Time
	// PricingPlan is the plan of the firm, or else the default plan of its currency. It is nil if
	// there is none.
	PricingPlan *PlanName
}

// Available returns what the firm can use: the balance without what is held. It is never negative.
func (c *Client) Available() money.Amount { return c.Balance - c.Held }

// PlanName names a pricing plan.
type PlanName struct {
	ID   uuid.UUID
	Name string
}

// ClientPage is a page of wallets.
type ClientPage = page.Numbered[*Client]

// ListClients returns a page of the wallets of all firms, in the order of the names. Only the
// super-firm may call it. It crosses firms by itself.
func ListClients(_ context.Context, d *db.DB, in ClientListInput) (_ *ClientPage, err error) {
	defer fault.Wrap(&err, "wallet.ListClients")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	selected := func() *ent.FirmQuery {
		firms := d.Client.Firm.Query()
		if in.SearchTerm != nil {
			if term := plaintext.FoldCase(*in.SearchTerm); term != "" {
				firms.Where(firm.NameKeyContains(term))
			}
		}
		return firms
	}
	return page.New(in.Page, in.PageSize,
		func(ctx context.Context, limit, offset int) (_ []*Client, err error) {
			defer fault.Wrap(&err, "wallet.ListClients")
			// All ids, also the skipped ones, are read from the index alone.
			ids, err := selected().Order(ent.Asc(firm.FieldNameKey), ent.Asc(firm.FieldID)).Limit(limit).Offset(offset).
				IDs(rule.AcrossFirms(ctx, "list the wallets of all firms"))
			if err != nil {
				return nil, err
			}
			return readClients(ctx, d, ids)
		},
		func(ctx context.Context) (_ int, err error) {
			defer fault.Wrap(&err, "wallet.ListClients")
			return selected().Count(rule.AcrossFirms(ctx, "count the wallets of all firms"))
		}), nil
}

// readClients returns the wallets of firms, in the order of the names.
func readClients(ctx context.Context, d *db.DB, firms []uuid.UUID) ([]*Client, error) {
	among, ids := d.AmongIDs("f.id", 1, firms)
	rows, err := d.AcrossFirms(rule.AcrossFirms(ctx, "read the wallets of firms")).Query(`
SELECT f.id, f.name, w.balance, w.held, w.currency, w.posted_at, coalesce(own.id, standard.id), coalesce(own.name, standard.name)
FROM firms f JOIN wallets w ON w.firm_id = f.id
LEFT JOIN pricing_plans own ON own.id = f.pricing_plan_id
LEFT JOIN pricing_plans standard ON standard.currency = f.currency AND standard.is_default
WHERE `+among+` ORDER BY f.name_key, f.id`, ids)
	if err != nil {
		return nil, err
	}
	clients := make([]*Client, 0, len(firms))
	for err == nil && rows.Next() {
		c := &Client{}
		var (
			plan uuid.NullUUID
			name *string
		)
		err = rows.Scan(&c.FirmID, &c.FirmName, &c.Balance, &c.Held, &c.Currency, &c.LastUpdated, &plan, &name)
		c.LastUpdated = c.LastUpdated.UTC()
		if plan.Valid && name != nil {
			c.PricingPlan = &PlanName{ID: plan.UUID, Name: *name}
		}
		clients = append(clients, c)
	}
	if err := errors.Join(err, rows.Err(), rows.Close()); err != nil {
		return nil, fmt.Errorf("read the wallets of firms: %w", err)
	}
	return clients, nil
}

// Details are the wallet of a firm with its totals and its last transactions.
type Details struct {
	*Client

	// Totals are the totals of all transactions.
	Totals *Totals
	// Transactions are the last transactions, the newest first.
	Transactions []*Transaction
}

// GetClient returns the wallet of a firm, or NotFound for a firm that does not exist. Only the
// super-firm may call it.
func GetClient(ctx context.Context, d *db.DB, firmID uuid.UUID) (_ *Details, err error) {
	defer fault.Wrap(&err, "wallet.GetClient")
	a, err := find(ctx, d, firmID)
	if err != nil {
		return nil, err
	}
	clients, err := readClients(ctx, d, []uuid.UUID{firmID})
	if err != nil {
		return nil, err
	}
	if len(clients) == 0 {
		return nil, errNoFirm()
	}
	found := &Details{Client: clients[0], Totals: &Totals{}}
	sums, err := db.All[dayCount](inFirm(ctx, d, firmID), `
SELECT 0 AS day, type, CAST(sum(n) AS bigint) AS n, CAST(sum(amount) AS bigint) AS amount FROM wallet_days WHERE firm_id = $1
GROUP BY type`)
	if err != nil {
		return nil, err
	}
	for _, s := range sums {
		found.Totals.add(walletentry.Type(s.Type), int(s.N), money.Amount(s.Amount))
	}
	all := allDays()
	found.Transactions, err = a.read(ctx, d, query{above: all.beginning(), below: all.end(), newestFirst: true, limit: latest})
	return found, err
}
