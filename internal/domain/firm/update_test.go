package firm_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	entfirm "github.com/firmhub/firmhub/ent/firm"
	entwallet "github.com/firmhub/firmhub/ent/wallet"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/firm"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/pricing"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
)

// endings are the ends of connections in firms.
type endings []string

// EndFirm implements firm.Connections.
func (e *endings) EndFirm(id uuid.UUID) { *e = append(*e, "end "+id.String()) }

// RenewFirm implements firm.Connections.
func (e *endings) RenewFirm(id uuid.UUID) { *e = append(*e, "renew "+id.String()) }

// details are the names of the fields with faults.
func details(t *testing.T, err error) (fields []string) {
	t.Helper()
	require.True(t, fault.Is(err, fault.ValidationError), "%v", err)
	for _, detail := range fault.From(err).Details {
		fields = append(fields, detail.Field)
	}
	return fields
}

func TestUpdate(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx, open := setup(t, d), &endings{}
		start, err := firm.Bootstrap(ctx, d, plain, firm.Admin{})
		require.NoError(t, err)
		plan := func(name, currency string, active bool) *uuid.UUID {
			saved, err := pricing.Save(ctx, d, pricing.SaveInput{Name: &name, Currency: &currency, IsActive: &active})
			require.NoError(t, err)
			return &saved.ID
		}
		euro, old, dollar := plan("Euro", "EUR", true), plan("Old", "EUR", false), plan("Dollar", "USD", true)
		in := acme()
		in.PricingPlanID, in.MessagingTier, in.LowBalanceThreshold = euro, new(entfirm.MessagingTierTier2000), new(5*money.Unit)
		made, err := firm.Create(ctx, d, plain, in)
		require.NoError(t, err)
		require.Equal(t, euro, made.PricingPlanID)
		require.Equal(t, entfirm.MessagingTierTier2000, made.MessagingTier)
		require.Equal(t, 5*money.Unit, *made.LowBalanceThreshold)
		update := func(in firm.UpdateInput) (*ent.Firm, error) {
			in.ID = made.ID
			return firm.Update(ctx, d, open, in)
		}
		must := func(in firm.UpdateInput) *ent.Firm {
			updated, err := update(in)
			require.NoError(t, err)
			return updated
		}

		t.Run("OK", func(t *testing.T) {
			updated := must(firm.UpdateInput{
				Name: new(" ACME "), TimeZone: new("Asia/Tokyo"), IsActive: new(false), LowBalanceThreshold: new(7 * money.Unit),
				MessagingTier: new(entfirm.MessagingTierUnlimited), ClearPricingPlanID: true,
			})
			require.Equal(t, "ACME", updated.Name)
			require.Equal(t, "Asia/Tokyo", updated.TimeZone)
			require.False(t, updated.IsActive)
			require.Nil(t, updated.PricingPlanID)
			require.Equal(t, 7*money.Unit, *updated.LowBalanceThreshold)
			require.Equal(t, entfirm.MessagingTierUnlimited, updated.MessagingTier)
			require.Equal(t, updated.UpdatedAt, must(firm.UpdateInput{Name: new("ACME")}).UpdatedAt, "nothing differs")

			renamed := must(firm.UpdateInput{Name: new("Acme 2"), ClearLowBalanceThreshold: true, IsActive: new(true)})
			require.Nil(t, renamed.LowBalanceThreshold)
			require.True(t, renamed.IsActive)
			found, err := firm.Find(ctx, d, "acme 2")
			require.NoError(t, err)
			require.Equal(t, made.ID, found.ID)
		})
		t.Run("OKConnections", func(t *testing.T) {
			ends := func(in firm.UpdateInput) endings {
				*open = nil
				must(in)
				return *open
			}
			id := made.ID.String()
			require.Equal(t, endings{"renew " + id}, ends(firm.UpdateInput{RequireMfa: new(true)}))
			require.Empty(t, ends(firm.UpdateInput{RequireMfa: new(true)}), "it required one")
			require.Empty(t, ends(firm.UpdateInput{RequireMfa: new(true), TimeZone: new("Asia/Seoul")}))
			require.Empty(t, ends(firm.UpdateInput{RequireMfa: new(false), IsActive: new(true)}))
			require.Equal(t, endings{"end " + id}, ends(firm.UpdateInput{RequireMfa: new(true), IsActive: new(false)}))
			require.Empty(t, ends(firm.UpdateInput{RequireMfa: new(false), IsActive: new(false)}))
			require.Empty(t, ends(firm.UpdateInput{IsActive: new(true)}))
			*open = nil
			_, err := update(firm.UpdateInput{RequireMfa: new(true), Name: new("FIRMHUB")})
			require.True(t, fault.Is(err, fault.Conflict), "%v", err)
			require.Empty(t, *open)
		})
		t.Run("OKCurrency", func(t *testing.T) {
			must(firm.UpdateInput{PricingPlanID: euro})
			_, err := update(firm.UpdateInput{Currency: new("USD")})
			require.Equal(t, []string{"pricingPlanId"}, details(t, err))
			require.Equal(t, "USD", must(firm.UpdateInput{Currency: new("usd"), PricingPlanID: dollar}).Currency)
			require.Equal(t, "USD", d.Client.Wallet.Query().Where(entwallet.FirmID(made.ID)).OnlyX(ctx).Currency)
			require.Equal(t, "EUR", must(firm.UpdateInput{Currency: new("EUR"), ClearPricingPlanID: true}).Currency)
		})
		t.Run("OKKeepsInactivePlan", func(t *testing.T) {
			must(firm.UpdateInput{PricingPlanID: euro})
			_, err := pricing.Save(ctx, d, pricing.SaveInput{ID: euro, IsActive: new(false)})
			require.NoError(t, err)
			require.Equal(t, euro, must(firm.UpdateInput{PricingPlanID: euro, Name: new("Acme 3")}).PricingPlanID)
		})
		t.Run("ErrPlan", func(t *testing.T) {
			for _, wrong := range []*uuid.UUID{old, dollar, new(uuid.New())} {
				_, err := update(firm.UpdateInput{PricingPlanID: wrong})
				require.Equal(t, []string{"pricingPlanId"}, details(t, err))
				in := acme()
				in.Name, in.PricingPlanID, in.Owner.Email = "Refused", wrong, "nobody"
				_, err = firm.Create(ctx, d, plain, in)
				require.Equal(t, []string{"owner.email", "pricingPlanId"}, details(t, err))
			}
		})
		t.Run("ErrConflict", func(t *testing.T) {
			_, err := update(firm.UpdateInput{Name: new("FIRMHUB")})
			require.True(t, fault.Is(err, fault.Conflict), "%v", err)
			_, err = firm.Update(ctx, d, open, firm.UpdateInput{ID: start.Firm.ID, IsActive: new(false)})
			require.True(t, fault.Is(err, fault.Conflict), "%v", err)
			_, err = dbtest.SQL(ctx, d).Exec("UPDATE wallets SET last = 1 WHERE firm_id = $1", made.ID)
			require.NoError(t, err)
			_, err = update(firm.UpdateInput{Currency: new("CHF"), ClearPricingPlanID: true})
			require.True(t, fault.Is(err, fault.Conflict), "%v", err)
		})
		t.Run("ErrInvalid", func(t *testing.T) {
			_, err := update(firm.UpdateInput{
				Name: new(" "), Currency: new("EURO"), TimeZone: new(""), LowBalanceThreshold: new(money.Amount(-1)),
			})
			require.Equal(t, []string{"name", "currency", "timeZone", "lowBalanceThreshold"}, details(t, err))
		})
		t.Run("ErrNotFound", func(t *testing.T) {
			_, err := firm.Update(ctx, d, open, firm.UpdateInput{ID: uuid.New()})
			require.True(t, fault.Is(err, fault.NotFound), "%v", err)
			_, err = firm.Get(ctx, d, uuid.New(), page.Selection{})
			require.True(t, fault.Is(err, fault.NotFound), "%v", err)
		})
	})
}

func TestList(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx := setup(t, d)
		for _, name := range []string{"Beta", "alpha", "Café 100%", "Álamo"} {
			in := acme()
			in.Name = name
			made, err := firm.Create(ctx, d, plain, in)
			require.NoError(t, err)
			if name == "Beta" {
				_, err := firm.Update(ctx, d, &endings{}, firm.UpdateInput{ID: made.ID, IsActive: new(false)})
				require.NoError(t, err)
			}
		}
		for _, c := range []struct {
			in   firm.ListInput
			want []string
		}{
			{firm.ListInput{}, []string{"Álamo", "Café 100%", "alpha", "Beta"}},
			{firm.ListInput{SortBy: "name asc"}, []string{"alpha", "Beta", "Café 100%", "Álamo"}},
			{firm.ListInput{SortBy: " NAME  desc "}, []string{"Álamo", "Café 100%", "Beta", "alpha"}},
			{firm.ListInput{SortBy: "createdAt"}, []string{"Beta", "alpha", "Café 100%", "Álamo"}},
			{firm.ListInput{SortBy: "updatedat asc", Page: new(2), PageSize: new(3)}, []string{"Álamo"}},
			{firm.ListInput{Filter: &firm.FilterInput{SearchTerm: " AL "}}, []string{"alpha"}},
			{firm.ListInput{Filter: &firm.FilterInput{SearchTerm: "0%"}}, []string{"Café 100%"}},
			{firm.ListInput{Filter: &firm.FilterInput{SearchTerm: "_"}}, nil},
			{firm.ListInput{Filter: &firm.FilterInput{IsActive: new(false)}}, []string{"Beta"}},
			{firm.ListInput{Filter: &firm.FilterInput{IsActive: new(true)}, PageSize: new(1)}, []string{"Álamo"}},
		} {
			listed, err := firm.List(ctx, d, c.in, page.Selection{})
			require.NoError(t, err)
			firms, err := listed.Items(ctx)
			require.NoError(t, err)
			var names []string
			for _, one := range firms {
				names = append(names, one.Name)
				users, err := firm.UserCount(ctx, d, one)
				require.NoError(t, err)
				require.Equal(t, 1, users)
			}
			require.Equal(t, c.want, names, "%+v", c.in)
			total, err := listed.TotalCount(ctx)
			require.NoError(t, err)
			if c.in.PageSize == nil {
				require.Len(t, c.want, total)
			} else {
				require.Greater(t, total, 1)
			}
		}
		for _, order := range []string{"currency", "name up", "name asc desc", "name; drop"} {
			_, err := firm.List(ctx, d, firm.ListInput{SortBy: order, Page: new(0)}, page.Selection{})
			require.Equal(t, []string{"page", "sortBy"}, details(t, err))
		}
	})
}
