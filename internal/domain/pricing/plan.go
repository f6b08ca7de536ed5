package pricing

import (
	"context"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/pricingplan"
	"github.com/firmhub/firmhub/ent/pricingprice"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/fault"
)

// Plan is a pricing plan with its current prices.
type Plan struct {
	ID                          uuid.UUID
	Name, Description, Currency string
	// IsDefault is set for the plan of all firms of its currency that have no plan of their own.
	IsDefault bool
	// IsActive is set for a plan that can be assigned to firms.
	IsActive bool
	// ChargeOn is when messages that firmhub sends are charged.
	ChargeOn ChargeOn
	// Prices are in the order of the categories. Messages that no price fits cost nothing.
	Prices               []Price
	CreatedAt, UpdatedAt time.Time
}

// Price is the price of a unit of the messages of a category.
type Price struct {
	Category Category
	// Country and Kind are the country of the recipient's number, by ISO 3166, and the kind of the
	// channel. Nil means any.
	Country   *string
	Kind      *provider.Kind
	UnitPrice money.Amount
	Unit      Unit
	// FreePerMonth is how many units of a month cost a firm nothing.
	FreePerMonth int
	ValidFrom    time.Time

	id uuid.UUID
}

// List returns all plans by name. Only the super-firm may call it. It crosses firms by itself.
func List(ctx context.Context, d *db.DB) (plans []*Plan, err error) {
	defer fault.Wrap(&err, "pricing.List")
	ctx = rule.AcrossFirms(ctx, "pricing plans belong to no firm")
	rows, err := withPrices(d.Client.PricingPlan.Query()).Order(pricingplan.ByNameKey()).All(ctx)
	if err != nil {
		return nil, err
	}
	for _, row := range rows {
		plans = append(plans, newPlan(row))
	}
	return plans, nil
}

// Get returns a plan, or NotFound. In a transaction nobody else can change the plan until the
// transaction ends. So a plan that is active when it is read is still active when it is assigned to
// a firm. Only functions that assign plans to firms, and the super-firm, may call it. It crosses
// firms by itself.
func Get(ctx context.Context, d *db.DB, id uuid.UUID) (_ *Plan, err error) {
	defer fault.Wrap(&err, "pricing.Get")
	ctx = rule.AcrossFirms(ctx, "pricing plans belong to no firm")
	row, err := withPrices(d.Client.PricingPlan.Query().Where(pricingplan.ID(id), db.ForShare)).Only(ctx)
	if err != nil {
		return nil, db.NotFound(err, "pricing plan")
	}
	return newPlan(row), nil
}

// withPrices makes a query read the current prices.
func withPrices(query *ent.PricingPlanQuery) *ent.PricingPlanQuery {
	return query.WithPrices(func(prices *ent.PricingPriceQuery) { prices.Where(pricingprice.ValidUntilIsNil()) })
}

func newPlan(row *ent.PricingPlan) *Plan {
	p := &Plan{
		ID: row.ID, Name: row.Name, Description: row.Description, Currency: row.Currency,
		IsDefault: row.IsDefault, IsActive: row.IsActive, ChargeOn: row.ChargeOn, Prices: make([]Price, 0, len(row.Edges.Prices)),
		CreatedAt: row.CreatedAt, UpdatedAt: row.UpdatedAt,
	}
	for _, price := range row.Edges.Prices {
		p.Prices = append(p.Prices, newPrice(price))
	}
	slices.SortFunc(p.Prices, func(a, b Price) int { return a.slot().compare(b.slot()) })
	return p
}

func newPrice(row *ent.PricingPrice) Price {
	p := Price{
		Category: row.Category, UnitPrice: row.UnitPrice, Unit: row.Unit, FreePerMonth: row.FreePerMonth, ValidFrom: row.ValidFrom, id: row.ID,
	}
	if row.Country != "" {
		p.Country = &row.Country
	}
	if kind := provider.Kind(row.Kind); kind != "" {
		p.Kind = &kind
	}
	return p
}

func (p *Price) slot() slot { return slotOf(p.Category, p.Country, p.Kind) }

// categories are all categories, in the order of the contract.
var categories = []Category{
	pricingprice.CategoryMarketing, pricingprice.CategoryUtility, pricingprice.CategoryAuthentication, pricingprice.CategoryService,
}

// target returns the plan as the target of an audit entry.
func (p *Plan) target() audit.Target { return audit.Of("pricingplan", p.ID, p.Name) }

// auditFields are the fields of a plan in the audit log. Prices are named by [slot.String]. Units
// and FreePerMonth have the prices that are not for a message, and those with free units.
type auditFields struct {
	Name         string                  `json:"name"`
	Description  string                  `json:"description"`
	Currency     string                  `json:"currency"`
	IsDefault    bool                    `json:"isDefault"`
	IsActive     bool                    `json:"isActive"`
	ChargeOn     ChargeOn                `json:"chargeOn"`
	Prices       map[string]money.Amount `json:"prices"`
	Units        map[string]Unit         `json:"units,omitempty"`
	FreePerMonth map[string]int          `json:"freePerMonth,omitempty"`
}

func (p *Plan) auditFields() auditFields {
	fields := auditFields{
		Name: p.Name, Description: p.Description, Currency: p.Currency, IsDefault: p.IsDefault, IsActive: p.IsActive, ChargeOn: p.ChargeOn,
		Prices: map[string]money.Amount{}, Units: map[string]Unit{}, FreePerMonth: map[string]int{},
	}
	for _, price := range p.Prices {
		name := price.slot().String()
		fields.Prices[name] = price.UnitPrice
		if price.Unit != pricingprice.DefaultUnit {
			fields.Units[name] = price.Unit
		}
		if price.FreePerMonth > 0 {
			fields.FreePerMonth[name] = price.FreePerMonth
		}
	}
	return fields
}
