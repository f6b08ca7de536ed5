package firm_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/auditentry"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/firm"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

func TestUpdateOwn(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx, open := setup(t, d), &endings{}
		_, err := firm.Bootstrap(ctx, d, plain, firm.Admin{})
		require.NoError(t, err)
		made, err := firm.Create(ctx, d, plain, acme())
		require.NoError(t, err)
		other := acme()
		other.Name, other.Owner.Email = "Other", "other@example.com"
		_, err = firm.Create(ctx, d, plain, other)
		require.NoError(t, err)
		own := viewer.NewContext(t.Context(), &viewer.Viewer{Kind: viewer.User, FirmID: made.ID, UserID: uuid.New(), Email: "ada@example.com"})

		t.Run("OK", func(t *testing.T) {
			updated, err := firm.UpdateOwn(own, d, open, firm.OwnInput{
				Name: new(" Acme Brazil "), TimeZone: new("America/Sao_Paulo"), LowBalanceThreshold: new(7 * money.Unit),
			})
			require.NoError(t, err)
			require.Equal(t, made.ID, updated.ID)
			read, err := firm.Own(own, d)
			require.NoError(t, err)
			require.Equal(t, "Acme Brazil", read.Name)
			require.Equal(t, "America/Sao_Paulo", read.TimeZone)
			require.Equal(t, 7*money.Unit, *read.LowBalanceThreshold)
			require.Equal(t, made.Currency, read.Currency)
			entry := d.Client.AuditEntry.Query().Where(auditentry.Action("firm.update")).FirstX(own)
			require.Equal(t, "ada@example.com", entry.ActorName)

			_, err = firm.UpdateOwn(own, d, open, firm.OwnInput{RequireOptIn: new(true), OptOutWords: []string{" chega ", "Basta"}})
			require.NoError(t, err)
			read, err = firm.Own(own, d)
			require.NoError(t, err)
			require.True(t, read.RequireOptIn)
			require.Equal(t, []string{"CHEGA", "BASTA"}, read.OptOutWords)
			read, err = firm.UpdateOwn(own, d, open, firm.OwnInput{OptOutWords: []string{}})
			require.NoError(t, err)
			require.Empty(t, read.OptOutWords)

			cleared, err := firm.UpdateOwn(own, d, open, firm.OwnInput{ClearLowBalanceThreshold: true})
			require.NoError(t, err)
			require.Nil(t, cleared.LowBalanceThreshold)
			require.Equal(t, "Acme Brazil", cleared.Name)
		})
		t.Run("ErrConflict", func(t *testing.T) {
			_, err := firm.UpdateOwn(own, d, open, firm.OwnInput{Name: new("OTHER")})
			require.True(t, fault.Is(err, fault.Conflict), "%v", err)
		})
		t.Run("ErrEverything", func(t *testing.T) {
			_, err := firm.UpdateOwn(own, d, open, firm.OwnInput{Name: new(" "), TimeZone: new("Mars"), LowBalanceThreshold: new(-money.Unit), OptOutWords: []string{"A", " "}})
			require.Equal(t, []string{"name", "timeZone", "lowBalanceThreshold", "optOutWords[1]"}, details(t, err))
			_, err = firm.UpdateOwn(own, d, open, firm.OwnInput{OptOutWords: make([]string, 51)})
			require.Equal(t, []string{"optOutWords"}, details(t, err))
		})
	})
}
