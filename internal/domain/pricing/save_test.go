package pricing_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/firmhub/firmhub/ent/pricingplan"
	"github.com/firmhub/firmhub/ent/pricingprice"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/pricing"
	"github.com/firmhub/firmhub/internal/fault"
)

const (
	marketing = pricingprice.CategoryMarketing
	utility   = pricingprice.CategoryUtility
	service   = pricingprice.CategoryService
)

func save(ctx context.Context, t *testing.T, d *db.DB, in pricing.SaveInput) *pricing.Plan {
	t.Helper()
	saved, err := pricing.Save(ctx, d, in)
	require.NoError(t, err)
	return saved
}

// inEuro returns a new plan.
func inEuro(name string, prices ...pricing.PriceInput) pricing.SaveInput {
	return pricing.SaveInput{Name: &name, Currency: new("EUR"), Prices: prices}
}

func unitPrices(plan *pricing.Plan) pricing.Prices {
	prices := pricing.Prices{}
	for _, price := range plan.Prices {
		prices[price.Category] = price.UnitPrice
	}
	return prices
}

func TestSave(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := rule.AcrossFirms(t.Context(), "a test")

		t.Run("OKHistory", func(t *testing.T) {
			t.Parallel()
			in := inEuro(" History ", pricing.PriceInput{Category: utility, UnitPrice: 300}, pricing.PriceInput{Category: marketing, UnitPrice: 700})
			in.Currency = new("eur")
			plan := save(ctx, t, d, in)
			require.Equal(t, "History", plan.Name)
			require.Equal(t, "EUR", plan.Currency)
			require.True(t, plan.IsActive)
			require.False(t, plan.IsDefault)
			require.Equal(t, marketing, plan.Prices[0].Category)
			require.Equal(t, pricing.Prices{marketing: 700, utility: 300}, unitPrices(plan))

			firm := firmIn(ctx, t, d, "EUR")
			require.NoError(t, firm.Update().SetPricingPlanID(plan.ID).Exec(ctx))
			changed := save(ctx, t, d, pricing.SaveInput{ID: &plan.ID, Prices: []pricing.PriceInput{
				{Category: marketing, UnitPrice: 700}, {Category: service, UnitPrice: 1},
			}})
			require.Equal(t, pricing.Prices{marketing: 700, service: 1}, unitPrices(changed))
			require.Equal(t, plan.Prices[0].ValidFrom, changed.Prices[0].ValidFrom, "a price that stays")
			require.True(t, changed.UpdatedAt.After(plan.UpdatedAt))
			prices, err := pricing.UnitPrices(ctx, d, firm.ID)
			require.NoError(t, err)
			require.Equal(t, pricing.Prices{marketing: 700, service: 1}, prices)

			rows := d.Client.PricingPrice.Query().Where(pricingprice.PlanID(plan.ID), pricingprice.CategoryEQ(utility)).AllX(ctx)
			require.Len(t, rows, 1)
			require.Equal(t, money.Amount(300), rows[0].UnitPrice)
			require.WithinDuration(t, changed.UpdatedAt, *rows[0].ValidUntil, time.Minute)

			same := save(ctx, t, d, pricing.SaveInput{ID: &plan.ID, Name: new("History"), Prices: []pricing.PriceInput{
				{Category: service, UnitPrice: 1}, {Category: marketing, UnitPrice: 700},
			}})
			require.Equal(t, changed, same, "nothing differs")
			require.Empty(t, save(ctx, t, d, pricing.SaveInput{ID: &plan.ID, Prices: []pricing.PriceInput{}}).Prices)
		})
		t.Run("OKSpecificHistory", func(t *testing.T) {
			t.Parallel()
			brazil := pricing.PriceInput{Category: marketing, UnitPrice: 500, Country: new(" br"), Kind: new(provider.WhatsApp)}
			plan := save(ctx, t, d, inEuro("Specific history", brazil, pricing.PriceInput{Category: marketing, UnitPrice: 700},
				pricing.PriceInput{Category: marketing, UnitPrice: 600, Kind: new(provider.SMS), Unit: new(pricingprice.UnitSegment), FreePerMonth: new(10)}))
			require.Equal(t, []money.Amount{700, 600, 500}, []money.Amount{plan.Prices[0].UnitPrice, plan.Prices[1].UnitPrice, plan.Prices[2].UnitPrice})
			require.Nil(t, plan.Prices[0].Country)
			require.Equal(t, pricingprice.UnitMessage, plan.Prices[0].Unit)
			require.Equal(t, pricingprice.UnitSegment, plan.Prices[1].Unit)
			require.Equal(t, 10, plan.Prices[1].FreePerMonth)
			require.Equal(t, "BR", *plan.Prices[2].Country)
			require.Equal(t, provider.WhatsApp, *plan.Prices[2].Kind)

			brazil.UnitPrice, brazil.FreePerMonth = 500, new(1)
			changed := save(ctx, t, d, pricing.SaveInput{ID: &plan.ID, Prices: []pricing.PriceInput{{Category: marketing, UnitPrice: 700}, brazil}})
			require.Len(t, changed.Prices, 2)
			require.Equal(t, plan.Prices[0], changed.Prices[0], "a price that stays")
			require.Equal(t, 1, changed.Prices[1].FreePerMonth)
			ended := d.Client.PricingPrice.Query().Where(pricingprice.PlanID(plan.ID)).AllX(ctx)
			require.Len(t, ended, 4)
		})
		t.Run("OKInactivePlanCharges", func(t *testing.T) {
			t.Parallel()
			plan := save(ctx, t, d, inEuro("Kept", pricing.PriceInput{Category: marketing, UnitPrice: 9}))
			firm, _ := dbtest.Firm(t, d, "Keeper")
			require.NoError(t, firm.Update().SetPricingPlanID(plan.ID).Exec(ctx))
			save(ctx, t, d, pricing.SaveInput{ID: &plan.ID, IsActive: new(false)})
			prices, err := pricing.UnitPrices(ctx, d, firm.ID)
			require.NoError(t, err)
			require.Equal(t, pricing.Prices{marketing: 9}, prices)
		})
		t.Run("OKDefault", func(t *testing.T) {
			t.Parallel()
			first := inEuro("First BRL")
			first.Currency, first.IsDefault = new("BRL"), new(true)
			second := first
			second.Name = new("Second BRL")
			one, two := save(ctx, t, d, first), save(ctx, t, d, second)
			require.True(t, one.IsDefault)
			require.True(t, two.IsDefault)
			now, err := pricing.Get(ctx, d, one.ID)
			require.NoError(t, err)
			require.False(t, now.IsDefault)

			_, err = pricing.Save(ctx, d, pricing.SaveInput{ID: &two.ID, IsActive: new(false)})
			require.True(t, fault.Is(err, fault.Conflict), "%v", err)
			require.False(t, save(ctx, t, d, pricing.SaveInput{ID: &two.ID, IsActive: new(false), IsDefault: new(false)}).IsActive)
		})
		t.Run("OKAtOnce", func(t *testing.T) {
			t.Parallel()
			var group errgroup.Group
			for _, name := range []string{"A", "B", "C", "D", "E", "F"} {
				in := inEuro("At once " + name)
				in.Currency, in.IsDefault = new("SEK"), new(true)
				group.Go(func() error {
					_, err := pricing.Save(ctx, d, in)
					return err
				})
			}
			require.NoError(t, group.Wait())
			require.Equal(t, 6, d.Client.PricingPlan.Query().Where(pricingplan.Currency("SEK")).CountX(ctx))
			require.Equal(t, 1, d.Client.PricingPlan.Query().Where(pricingplan.Currency("SEK"), pricingplan.IsDefault(true)).CountX(ctx))
		})
		if d.Dialect() == db.Postgres { // On SQLite a transaction has the database to itself.
			t.Run("OKLocked", func(t *testing.T) {
				t.Parallel()
				plan := save(ctx, t, d, inEuro("Locked"))
				require.NoError(t, d.Tx(ctx, func(ctx context.Context) error {
					_, err := pricing.Get(ctx, d, plan.ID)
					require.NoError(t, err)
					const attempt = "SELECT id FROM pricing_plans WHERE id = $1 FOR NO KEY UPDATE SKIP LOCKED"
					changeable, err := dbtest.SQL(db.Outside(ctx), d).Row([]any{new(uuid.UUID)}, attempt, plan.ID)
					require.False(t, changeable)
					return err
				}))
			})
		}
		t.Run("ErrImmutable", func(t *testing.T) {
			t.Parallel()
			plan := save(ctx, t, d, inEuro("Immutable", pricing.PriceInput{Category: marketing, UnitPrice: 1}))
			for _, statement := range []string{
				"UPDATE pricing_prices SET unit_price = 2 WHERE plan_id = $1", "DELETE FROM pricing_prices WHERE plan_id = $1",
				"UPDATE pricing_prices SET unit_price = 2, valid_until = '2099-01-01' WHERE plan_id = $1",
				"UPDATE pricing_prices SET country = 'BR', valid_until = '2099-01-01' WHERE plan_id = $1",
				"UPDATE pricing_prices SET kind = 'Sms', valid_until = '2099-01-01' WHERE plan_id = $1",
				"UPDATE pricing_prices SET unit = 'Segment', valid_until = '2099-01-01' WHERE plan_id = $1",
				"UPDATE pricing_prices SET free_per_month = 1, valid_until = '2099-01-01' WHERE plan_id = $1",
				"UPDATE pricing_plans SET currency = 'USD' WHERE id = $1",
			} {
				_, err := dbtest.SQL(ctx, d).Exec(statement, plan.ID)
				require.Error(t, err, statement)
			}
		})
		t.Run("ErrInvalid", func(t *testing.T) {
			t.Parallel()
			_, err := pricing.Save(ctx, d, pricing.SaveInput{})
			require.Equal(t, []string{"name", "currency"}, fields(err))
			in := inEuro(" ", pricing.PriceInput{Category: marketing, UnitPrice: -1}, pricing.PriceInput{Category: marketing},
				pricing.PriceInput{Category: utility, UnitPrice: 1_000_001 * money.Unit})
			in.Currency, in.Description = new("EURO"), new("a\x00")
			_, err = pricing.Save(ctx, d, in)
			require.Equal(t, []string{
				"name", "description", "currency", "prices[0].unitPrice", "prices[1].category", "prices[2].unitPrice",
			}, fields(err))
			in = inEuro("Places", pricing.PriceInput{Category: marketing, Country: new("XX"), Kind: new(provider.Kind("Fax")), FreePerMonth: new(-1)},
				pricing.PriceInput{Category: marketing, Country: new("DE"), Kind: new(provider.Email)},
				pricing.PriceInput{Category: marketing, Country: new("de"), Kind: new(provider.Email)},
				pricing.PriceInput{Category: marketing, Country: new("")})
			_, err = pricing.Save(ctx, d, in)
			require.Equal(t, []string{
				"prices[0].country", "prices[0].kind", "prices[0].freePerMonth", "prices[2].category", "prices[3].country",
			}, fields(err))
			_, err = pricing.Save(ctx, d, inEuro("Many", make([]pricing.PriceInput, 2001)...))
			require.Equal(t, "prices", fields(err)[0])
			plan := save(ctx, t, d, inEuro("In EUR"))
			_, err = pricing.Save(ctx, d, pricing.SaveInput{ID: &plan.ID, Currency: new("USD")})
			require.Equal(t, []string{"currency"}, fields(err))
		})
		t.Run("ErrConflict", func(t *testing.T) {
			t.Parallel()
			plan := save(ctx, t, d, inEuro("Other"))
			for _, in := range []pricing.SaveInput{inEuro("STANDARD usd"), {ID: &plan.ID, Name: new("standard USD")}} {
				_, err := pricing.Save(ctx, d, in)
				require.True(t, fault.Is(err, fault.Conflict), "%v", err)
			}
		})
		t.Run("ErrNotFound", func(t *testing.T) {
			t.Parallel()
			_, err := pricing.Save(ctx, d, pricing.SaveInput{ID: new(uuid.New())})
			require.True(t, fault.Is(err, fault.NotFound), "%v", err)
		})
	})
}

func fields(err error) (names []string) {
	for _, detail := range fault.From(err).Details {
		names = append(names, detail.Field)
	}
	return names
}
