package pricing_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
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

// payer returns a firm with a plan of these prices.
func payer(ctx context.Context, t *testing.T, d *db.DB, name string, prices ...pricing.PriceInput) (*ent.Firm, *pricing.Plan) {
	t.Helper()
	plan := save(ctx, t, d, inEuro(name, prices...))
	firm, _ := dbtest.Firm(t, d, "Firm "+name)
	firm, err := firm.Update().SetPricingPlanID(plan.ID).SetTimeZone("America/Sao_Paulo").Save(ctx)
	require.NoError(t, err)
	return firm, plan
}

// accept quotes messages in a transaction, and stores what they use.
func accept(ctx context.Context, t *testing.T, d *db.DB, firm uuid.UUID, at time.Time, messages ...pricing.Message) (prices []money.Amount) {
	t.Helper()
	require.NoError(t, d.Tx(ctx, func(ctx context.Context) error {
		m, err := pricing.ReadMeterAt(ctx, d, firm, at)
		require.NoError(t, err)
		for _, message := range messages {
			q := m.Quote(message)
			m.Accept(q)
			prices = append(prices, q.Price())
		}
		return m.Store(ctx)
	}))
	return prices
}

func TestMeter(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := rule.AcrossFirms(t.Context(), "a test")

		t.Run("OKMostSpecific", func(t *testing.T) {
			t.Parallel()
			firm, _ := payer(
				ctx, t, d, "Specific",
				pricing.PriceInput{Category: marketing, UnitPrice: 1},
				pricing.PriceInput{Category: marketing, UnitPrice: 2, Kind: new(provider.SMS)},
				pricing.PriceInput{Category: marketing, UnitPrice: 3, Country: new("br")},
				pricing.PriceInput{Category: marketing, UnitPrice: 4, Country: new("BR"), Kind: new(provider.WhatsApp)},
				pricing.PriceInput{Category: utility, UnitPrice: 5, Country: new("BR")},
			)
			m, err := pricing.ReadMeter(ctx, d, firm.ID)
			require.NoError(t, err)
			require.Equal(t, pricingplan.ChargeOnSent, m.ChargeOn)
			for message, price := range map[pricing.Message]money.Amount{
				{Category: marketing}: 1,
				{Category: marketing, Country: "DE", Kind: provider.Email}:    1,
				{Category: marketing, Country: "DE", Kind: provider.SMS}:      2,
				{Category: marketing, Country: "BR", Kind: provider.SMS}:      3,
				{Category: marketing, Country: "BR", Kind: provider.WhatsApp}: 4,
				{Category: utility, Country: "BR", Kind: provider.WhatsApp}:   5,
				{Category: utility, Country: "DE", Kind: provider.WhatsApp}:   0,
				{Category: service, Country: "BR"}:                            0,
			} {
				require.Equal(t, price, m.Quote(message).Price(), "%+v", message)
			}
			prices, err := pricing.UnitPrices(ctx, d, firm.ID)
			require.NoError(t, err)
			require.Equal(t, pricing.Prices{marketing: 1}, prices, "a reported message has neither country nor kind")
		})
		t.Run("OKSegments", func(t *testing.T) {
			t.Parallel()
			firm, _ := payer(ctx, t, d, "Segments",
				pricing.PriceInput{Category: marketing, UnitPrice: 7, Unit: new(pricingprice.UnitSegment), FreePerMonth: new(4)},
				pricing.PriceInput{Category: utility, UnitPrice: 7})
			m, err := pricing.ReadMeter(ctx, d, firm.ID)
			require.NoError(t, err)
			require.Equal(t, money.Amount(7), m.Quote(pricing.Message{Category: utility, Segments: 3}).Price())
			q := m.Quote(pricing.Message{Category: marketing, Segments: 3})
			require.Equal(t, 3, q.Units)
			require.Equal(t, 3, q.Free)
			require.Zero(t, q.Price())
			m.Accept(q)
			q = m.Quote(pricing.Message{Category: marketing, Segments: 3})
			require.Equal(t, 1, q.Free)
			require.Equal(t, money.Amount(14), q.Price())
			m.Accept(q)
			require.Equal(t, money.Amount(7), m.Quote(pricing.Message{Category: marketing}).Price(), "no segments is one")
		})
		t.Run("OKMonth", func(t *testing.T) {
			t.Parallel()
			firm, plan := payer(ctx, t, d, "Month",
				pricing.PriceInput{Category: marketing, UnitPrice: 9, FreePerMonth: new(3)},
				pricing.PriceInput{Category: marketing, UnitPrice: 8, Country: new("BR"), FreePerMonth: new(1)})
			other, _ := payer(ctx, t, d, "Other month", pricing.PriceInput{Category: marketing, UnitPrice: 9, FreePerMonth: new(3)})
			anywhere, brazil := pricing.Message{Category: marketing}, pricing.Message{Category: marketing, Country: "BR"}
			december := time.Date(2026, time.December, 1, 3, 0, 0, 0, time.UTC) // in São Paulo
			november := december.Add(-time.Microsecond)
			require.Equal(t, []money.Amount{0, 0, 0, 8}, accept(ctx, t, d, firm.ID, november, anywhere, anywhere, brazil, brazil))
			require.Equal(t, []money.Amount{0}, accept(ctx, t, d, other.ID, november, anywhere), "each firm has its own")
			save(ctx, t, d, pricing.SaveInput{ID: &plan.ID, Prices: []pricing.PriceInput{
				{Category: marketing, UnitPrice: 10, FreePerMonth: new(3)}, {Category: marketing, UnitPrice: 8, Country: new("BR"), FreePerMonth: new(1)},
			}})
			require.Equal(t, []money.Amount{0, 10, 8}, accept(ctx, t, d, firm.ID, november, anywhere, anywhere, brazil),
				"another price goes on with the allowance")
			require.Equal(t, []money.Amount{0, 0, 0, 10, 0, 8}, accept(ctx, t, d, firm.ID, december,
				anywhere, anywhere, anywhere, anywhere, brazil, brazil))
		})
		t.Run("OKNotStored", func(t *testing.T) {
			t.Parallel()
			firm, _ := payer(ctx, t, d, "Refused", pricing.PriceInput{Category: marketing, UnitPrice: 9, FreePerMonth: new(1)})
			m, err := pricing.ReadMeter(ctx, d, firm.ID)
			require.NoError(t, err)
			require.Zero(t, m.Quote(pricing.Message{Category: marketing}).Price())
			require.Zero(t, m.Quote(pricing.Message{Category: marketing}).Price(), "the first was not accepted")
			require.NoError(t, m.Store(ctx))
			require.Equal(t, []money.Amount{0, 9}, accept(ctx, t, d, firm.ID, time.Now(),
				pricing.Message{Category: marketing}, pricing.Message{Category: marketing}))
		})
		t.Run("OKChargeOn", func(t *testing.T) {
			t.Parallel()
			firm, plan := payer(ctx, t, d, "Delivered")
			require.Equal(t, pricingplan.ChargeOnSent, plan.ChargeOn)
			changed := save(ctx, t, d, pricing.SaveInput{ID: &plan.ID, ChargeOn: new(pricingplan.ChargeOnDelivered)})
			require.Equal(t, pricingplan.ChargeOnDelivered, changed.ChargeOn)
			m, err := pricing.ReadMeter(ctx, d, firm.ID)
			require.NoError(t, err)
			require.Equal(t, pricingplan.ChargeOnDelivered, m.ChargeOn)
		})
		t.Run("OKWithoutPlan", func(t *testing.T) {
			t.Parallel()
			m, err := pricing.ReadMeter(ctx, d, firmIn(ctx, t, d, "NOK").ID)
			require.NoError(t, err)
			require.Equal(t, pricingplan.ChargeOnSent, m.ChargeOn)
			require.Zero(t, m.Quote(pricing.Message{Category: marketing}).Price())
		})
		t.Run("ErrNotFound", func(t *testing.T) {
			t.Parallel()
			_, err := pricing.ReadMeter(ctx, d, uuid.New())
			require.True(t, fault.Is(err, fault.NotFound), "%v", err)
		})
	})
}
