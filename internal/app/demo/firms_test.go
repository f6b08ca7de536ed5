package demo_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/user"
	"github.com/firmhub/firmhub/internal/app/demo"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/firm"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/password"
	"github.com/firmhub/firmhub/internal/domain/pricing"
	"github.com/firmhub/firmhub/internal/domain/role"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext/email"
)

func TestFirms(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Helper()
		hash := func(_ context.Context, password string) (string, error) { return "hash of " + password, nil }
		require.NoError(t, role.Seed(t.Context(), d))

		made, err := demo.Firms(t.Context(), d, hash)
		require.NoError(t, err)
		require.True(t, made)
		made, err = demo.Firms(t.Context(), d, hash)
		require.NoError(t, err)
		require.False(t, made, "it is there")

		ctx := rule.AcrossFirms(t.Context(), "look at the demo")
		contacts, err := d.Client.Contact.Query().Count(ctx)
		require.NoError(t, err)
		require.Equal(t, 2000, contacts)
		answering := 0
		for _, phone := range d.Client.ContactPhone.Query().AllX(ctx) {
			if phone.E164 == "+15005550009" {
				answering++
			}
		}
		require.Equal(t, 2, answering, "one in each firm, whom the sandbox answers from")
		messages, err := d.Client.Message.Query().Count(ctx)
		require.NoError(t, err)
		require.Greater(t, messages, 3000)
		counted, err := messaging.Verify(t.Context(), d, nil, func(f messaging.Fault) { t.Error(f) })
		require.NoError(t, err)
		require.EqualValues(t, messages, counted.Messages)
		verified, err := wallet.Verify(ctx, d, nil, func(f wallet.Fault) { require.Fail(t, f.What) })
		require.NoError(t, err)
		require.EqualValues(t, 2, verified.Wallets)
		require.Greater(t, verified.Entries, int64(150))
		for _, entry := range d.Client.WalletEntry.Query().AllX(ctx) {
			require.False(t, entry.CreatedAt.After(time.Now()))
		}
		for _, one := range d.Client.Wallet.Query().AllX(ctx) {
			require.Positive(t, one.Balance)
			prices, err := pricing.UnitPrices(ctx, d, one.FirmID)
			require.NoError(t, err)
			require.Len(t, prices, 4)
		}
		for _, login := range demo.Logins() {
			works, err := firm.Find(ctx, d, login.Firm)
			require.NoError(t, err)
			place, err := d.Client.Membership.Query().
				Where(membership.FirmID(works.ID), membership.HasUserWith(user.EmailKey(email.Key(login.Email)))).
				WithRole().WithUser().Only(ctx)
			require.NoError(t, err, login.Email)
			require.Equal(t, login.Role, place.Edges.Role.Name)
			require.Equal(t, login.Name, place.Edges.User.FirstName+" "+place.Edges.User.LastName)
			require.Equal(t, "hash of "+demo.Password, place.Edges.User.PasswordHash)
		}
	})
}

// A database in use does not get accounts whose password everybody knows.
func TestFirms_Others(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		hash := func(_ context.Context, password string) (string, error) { return "hash of " + password, nil }
		require.NoError(t, role.Seed(t.Context(), d))
		start, err := firm.Bootstrap(t.Context(), d, hash, firm.Admin{Password: "Super-admin-1"})
		require.NoError(t, err)
		require.NotEmpty(t, start.Email)
		dbtest.Firm(t, d, "Acme")
		_, err = demo.Firms(t.Context(), d, hash)
		require.True(t, fault.Is(err, fault.Conflict), "%v", err)
		require.Equal(t, 2, d.Client.Firm.Query().CountX(rule.AcrossFirms(t.Context(), "look for the demo")))
	})
}

func TestFirmsPassword(t *testing.T) {
	t.Parallel()
	var faults fault.Details
	password.Validate(&faults, "password", demo.Password)
	require.Empty(t, faults, "people can log in with it")
	for _, login := range demo.Logins() {
		email.Check(&faults, "email", &login.Email)
	}
	require.Empty(t, faults)
}
