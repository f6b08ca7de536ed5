// Package pricing keeps pricing plans. They define what firms pay for messages.
//
// A plan has prices for categories of messages. A price may be for the messages to one country or
// of one kind of channel, and so many units of it may be free each month. [Meter] quotes messages
// that firmhub sends. Messages that firms report cost the prices for any country and kind
// ([UnitPrices]).
//
// A firm has the plan assigned to it, or the default plan of its currency. A price is never
// changed: it ends, and another one begins, so that past prices can be looked up. A plan that is
// not active can't be assigned to firms, but firms that have it keep it and pay its prices.
package pricing

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/pricingplan"
	"github.com/firmhub/firmhub/ent/pricingprice"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/fault"
)

// Category is the category of a message.
type Category = pricingprice.Category

// Unit is what a price is for: a message, or each segment of it.
type Unit = pricingprice.Unit

// ChargeOn is when a message that firmhub sends is charged: when it was sent, or when it was
// delivered.
type ChargeOn = pricingplan.ChargeOn

// Prices are the prices of a reported message by its category. A category without a price costs
// nothing.
type Prices map[Category]money.Amount

// UnitPrices returns what a firm pays now for a message that it reports: the prices of its plan, or
// of the default plan of its currency, that are for any country and kind of channel. Neither their
// units nor their free units matter. Without a plan there are none. It reads in the transaction of
// the context if there is one. It returns NotFound for a firm that does not exist.
func UnitPrices(ctx context.Context, d *db.DB, firmID uuid.UUID) (_ Prices, err error) {
	defer fault.Wrap(&err, "pricing.UnitPrices")
	rows, err := d.InFirm(rule.ForFirm(ctx, firmID, "the prices of a firm")).Query(`
SELECT p.category, p.unit_price FROM firms f
LEFT JOIN pricing_plans own ON own.id = f.pricing_plan_id
LEFT JOIN pricing_plans standard ON standard.currency = f.currency AND standard.is_default
LEFT JOIN pricing_prices p ON p.plan_id = coalesce(own.id, standard.id) AND p.valid_until IS NULL
	AND p.country = '' AND p.kind = ''
WHERE f.id = $1`)
	if err != nil {
		return nil, err
	}
	prices, found := Prices{}, false
	for rows.Next() {
		var category *string // null without a plan
		var price *int64
		if err = rows.Scan(&category, &price); err != nil {
			break
		}
		found = true
		if category != nil {
			prices[Category(*category)] = money.Amount(*price)
		}
	}
	if err := errors.Join(err, rows.Err(), rows.Close()); err != nil {
		return nil, fmt.Errorf("read the prices: %w", err)
	}
	if !found {
		return nil, fault.New(fault.NotFound, "There is no such firm.")
	}
	return prices, nil
}
