package pricing_test

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/pricingprice"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/pricing"
	"github.com/firmhub/firmhub/internal/fault"
)

// firmIn returns a firm with this currency.
func firmIn(ctx context.Context, t *testing.T, d *db.DB, currency string) *ent.Firm {
	t.Helper()
	firm, _ := dbtest.Firm(t, d, "Firm "+currency)
	firm, err := firm.Update().SetCurrency(currency).Save(ctx)
	require.NoError(t, err)
	return firm
}

func TestUnitPrices(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := rule.AcrossFirms(t.Context(), "a test")

		t.Run("the default plan of a new installation", func(t *testing.T) {
			t.Parallel()
			prices, err := pricing.UnitPrices(ctx, d, firmIn(ctx, t, d, "USD").ID)
			require.NoError(t, err)
			require.Equal(t, pricing.Prices{
				pricingprice.CategoryMarketing: money.Unit / 20, pricingprice.CategoryUtility: money.Unit / 50,
				pricingprice.CategoryAuthentication: money.Unit / 50, pricingprice.CategoryService: 0,
			}, prices)
		})
		t.Run("no plan", func(t *testing.T) {
			t.Parallel()
			prices, err := pricing.UnitPrices(ctx, d, firmIn(ctx, t, d, "CHF").ID)
			require.NoError(t, err)
			require.Empty(t, prices)
		})
		t.Run("no firm", func(t *testing.T) {
			t.Parallel()
			_, err := pricing.UnitPrices(ctx, d, uuid.New())
			require.Equal(t, fault.NotFound, fault.From(err).Code)
		})
	})
}
