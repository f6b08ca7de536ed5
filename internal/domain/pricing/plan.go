package pricing

import (
	"cmp"
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
	// Prices are in the order of the categories. Messages of a category without a price cost
	// nothing.
	Prices               []Price
	CreatedAt, UpdatedAt time.Time
}

// Price is the price of a message of a category.
type Price struct {
	Category  Category
	UnitPrice money.Amount
	ValidFrom time.Time

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
		IsDefault: row.IsDefault, IsActive: row.IsActive, Prices: make([]Price, 0, len(row.Edges.Prices)),
		CreatedAt: row.CreatedAt, UpdatedAt: row.UpdatedAt,
	}
	for _, price := range row.Edges.Prices {
		p.Prices = append(p.Prices, Price{price.Category, price.UnitPrice, price.ValidFrom, price.ID})
	}
	slices.SortFunc(p.Prices, func(a, b Price) int {
		return cmp.Compare(slices.Index(categories, a.Category), slices.Index(categories, b.Category))
	})
	return p
}

// categories are all categories, in the order of the contract.
var categories = []Category{
	pricingprice.CategoryMarketing, pricingprice.CategoryUtility, pricingprice.CategoryAuthentication, pricingprice.CategoryService,
}

// price returns the current price of a category, or nil if there is none.
func (p *Plan) price(of Category) *Price {
	at := slices.IndexFunc(p.Prices, func(price Price) bool { return price.Category == of })
	if at < 0 {
		return nil
	}
	return &p.Prices[at]
}

// target returns the plan as the target of an audit entry.
func (p *Plan) target() audit.Target { return audit.Of("pricingplan", p.ID, p.Name) }

// auditFields are the fields of a plan in the audit log.
type auditFields struct {
	Name        string                    `json:"name"`
	Description string                    `json:"description"`
	Currency    string                    `json:"currency"`
	IsDefault   bool                      `json:"isDefault"`
	IsActive    bool                      `json:"isActive"`
	Prices      map[Category]money.Amount `json:"prices"`
}

func (p *Plan) auditFields() auditFields {
	fields := auditFields{p.Name, p.Description, p.Currency, p.IsDefault, p.IsActive, Prices{}}
	for _, price := range p.Prices {
		fields.Prices[price.Category] = price.UnitPrice
	}
	return fields
}
