package wallet_test

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/walletentry"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// charger is what a request of these tests calls, for itself.
type charger interface {
	Charge(request int, reference string, price money.Amount) error
	Hold(request int, price money.Amount) error
	Settle(request int, by wallet.Actor, reference string, price money.Amount) error
	Release(price money.Amount) error
	Held() money.Amount
	Available() money.Amount
}

// work is the work of a request: it is called with the index of the request.
type work func(c charger, request int) error

func (b *bundle) charging(t testing.TB) *wallet.Poster[work] {
	t.Helper()
	p := wallet.NewPoster(b.ledger, func(_ context.Context, batch *wallet.Batch[work]) error {
		for i, do := range batch.Work {
			if err := do(batch, i); err != nil {
				return err
			}
		}
		return nil
	})
	t.Cleanup(func() { require.NoError(t, p.Close(context.Background())) })
	return p
}

// totals returns the balance of the firm, and what is held of it.
func (b *bundle) totals(t testing.TB) (balance, held money.Amount) {
	t.Helper()
	now, err := wallet.CurrentBalance(b.own, b.DB, b.firm)
	require.NoError(t, err)
	require.Equal(t, now.Balance-now.Held, now.Available())
	require.GreaterOrEqual(t, now.Available(), money.Amount(0))
	return now.Balance, now.Held
}

func (b *bundle) debits(t testing.TB) []*ent.WalletEntry {
	t.Helper()
	rows, err := b.Client.WalletEntry.Query().Where(walletentry.TypeEQ(walletentry.TypeDebit)).Order(walletentry.ByNumber()).All(b.own)
	require.NoError(t, err)
	return rows
}

func TestHold(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Run("OK", func(t *testing.T) {
			b := newBundle(t, d)
			p := b.charging(t)
			b.credit(t, 10*unit)
			require.NoError(t, p.Do(b.own, 1, func(c charger, i int) error {
				require.NoError(t, c.Hold(i, 4*unit))
				require.NoError(t, c.Hold(i, 0))
				require.NoError(t, c.Hold(i, 3*unit))
				require.True(t, fault.Is(c.Hold(i, 4*unit), fault.InsufficientBalance))
				require.Equal(t, 7*unit, c.Held())
				require.Equal(t, 3*unit, c.Available())
				return nil
			}))
			balance, held := b.totals(t)
			require.Equal(t, 10*unit, balance)
			require.Equal(t, 7*unit, held)
			require.Empty(t, b.debits(t), "a hold is no entry")

			require.NoError(t, p.Do(b.own, 1, func(c charger, i int) error {
				require.NoError(t, c.Release(unit))
				require.True(t, fault.Is(c.Charge(i, "", 5*unit), fault.InsufficientBalance))
				return c.Charge(i, "", 4*unit)
			}))
			balance, held = b.totals(t)
			require.Equal(t, 6*unit, balance)
			require.Equal(t, 6*unit, held)
			require.Empty(t, b.faults(t))
		})
		t.Run("OKSettle", func(t *testing.T) {
			b := newBundle(t, d)
			p := b.charging(t)
			b.credit(t, 10*unit)
			ada := wallet.Actor{Kind: walletentry.ActorKindUser, ID: new(uuid.New()), Name: "ada@example.org"}
			key := wallet.Actor{Kind: walletentry.ActorKindApiClient, ID: new(uuid.New()), Name: "apiclient:1"}
			require.NoError(t, p.Do(b.own, 1, func(c charger, i int) error { return c.Hold(i, 10*unit) }))
			server := viewer.NewContext(t.Context(), &viewer.Viewer{Kind: viewer.System, FirmID: b.firm})
			require.NoError(t, p.Do(server, 1, func(c charger, i int) error {
				for _, by := range []wallet.Actor{ada, key, ada, {}} {
					if err := c.Settle(i, by, "spring", unit); err != nil {
						return err
					}
				}
				require.NoError(t, c.Settle(i, ada, "summer", 0))
				return c.Settle(i, ada, "summer", 2*unit)
			}))
			balance, held := b.totals(t)
			require.Equal(t, 4*unit, balance)
			require.Equal(t, 4*unit, held)
			var got []wallet.Transaction
			for _, row := range b.debits(t) {
				got = append(got, wallet.Transaction{Amount: row.Amount, Reference: row.Reference, CreatedBy: row.ActorName, Reason: row.Reason})
			}
			require.Equal(t, []wallet.Transaction{
				{Amount: -2 * unit, Reference: new("spring"), CreatedBy: ada.Name, Reason: "2 messages"},
				{Amount: -unit, Reference: new("spring"), CreatedBy: key.Name, Reason: "1 message"},
				{Amount: -unit, Reference: new("spring"), CreatedBy: "firmhub", Reason: "1 message"},
				{Amount: -2 * unit, Reference: new("summer"), CreatedBy: ada.Name, Reason: "1 message"},
			}, got)
			require.Equal(t, ada.ID, b.debits(t)[0].ActorID)
			require.Empty(t, b.faults(t))
		})
		t.Run("OKThreshold", func(t *testing.T) {
			b := newBundle(t, d)
			p := b.charging(t)
			b.threshold(t, new(5*unit))
			b.credit(t, 10*unit)
			require.NoError(t, p.Do(b.own, 1, func(c charger, i int) error { return c.Hold(i, 9*unit) }))
			require.Empty(t, b.notified(t), "the threshold is one of the balance")
			require.NoError(t, p.Do(b.own, 1, func(c charger, i int) error { return c.Settle(i, wallet.Actor{}, "", 9*unit) }))
			require.Len(t, b.notified(t), 1)
		})
		t.Run("OKWatched", func(t *testing.T) {
			b := newBundle(t, d)
			p := b.charging(t)
			b.credit(t, 10*unit)
			balances, err := b.ledger.Watch(b.own)
			require.NoError(t, err)
			require.Zero(t, next(t, balances).Held)
			require.NoError(t, p.Do(b.own, 1, func(c charger, i int) error { return c.Hold(i, 4*unit) }))
			changed := next(t, balances)
			require.Equal(t, 10*unit, changed.Balance)
			require.Equal(t, 4*unit, changed.Held)
			require.Equal(t, 6*unit, changed.Available())
		})
		t.Run("OKOthersSeeIt", func(t *testing.T) {
			b := newBundle(t, d)
			p := b.charging(t)
			b.credit(t, 10*unit)
			before, err := wallet.ReadDashboard(b.admin, d)
			require.NoError(t, err)
			require.NoError(t, p.Do(b.own, 1, func(c charger, i int) error { return c.Hold(i, 4*unit) }))
			client, err := wallet.GetClient(b.admin, d, b.firm)
			require.NoError(t, err)
			require.Equal(t, 4*unit, client.Held)
			require.Equal(t, 6*unit, client.Available())
			after, err := wallet.ReadDashboard(b.admin, d)
			require.NoError(t, err)
			require.Equal(t, before.TotalBalance, after.TotalBalance)
			require.Equal(t, before.TotalHeld[0].Amount.Add(money.Total{Units: 4}), after.TotalHeld[0].Amount)
		})
		t.Run("ErrInsufficientBalance", func(t *testing.T) {
			b := newBundle(t, d)
			p := b.charging(t)
			b.credit(t, 10*unit)
			require.NoError(t, p.Do(b.own, 1, func(c charger, i int) error { return c.Hold(i, 4*unit) }))
			_, err := b.adjust(-6*unit - 1)
			require.True(t, fault.Is(err, fault.InsufficientBalance), "%v", err)
			_, err = b.adjust(-6 * unit)
			require.NoError(t, err)
			balance, held := b.totals(t)
			require.Equal(t, held, balance)
			b.credit(t, unit)
		})
		t.Run("ErrTurnover", func(t *testing.T) {
			b := newBundle(t, d)
			p := b.charging(t)
			b.credit(t, 10*unit)
			_, err := dbtest.SQL(b.own, d).Exec("UPDATE wallets SET turnover = $1 WHERE firm_id = $2", int64(money.Max-5*unit), b.firm)
			require.NoError(t, err)
			require.NoError(t, p.Do(b.own, 1, func(c charger, i int) error {
				require.True(t, fault.Is(c.Hold(i, 6*unit), fault.Conflict))
				require.NoError(t, c.Hold(i, 4*unit))
				require.True(t, fault.Is(c.Charge(i, "", 2*unit), fault.Conflict))
				return nil
			}))
			for _, amount := range []money.Amount{2 * unit, -2 * unit} {
				_, err = b.adjust(amount)
				require.True(t, fault.Is(err, fault.Conflict), "%v", err)
			}
			_, err = b.adjust(unit)
			require.NoError(t, err)
			require.NoError(t, p.Do(b.own, 1, func(c charger, i int) error { return c.Settle(i, wallet.Actor{}, "", 4*unit) }))
			balance, held := b.totals(t)
			require.Equal(t, 7*unit, balance)
			require.Zero(t, held)
		})
		t.Run("ErrMoreThanHeld", func(t *testing.T) {
			b := newBundle(t, d)
			p := b.charging(t)
			b.credit(t, 10*unit)
			require.NoError(t, p.Do(b.own, 1, func(c charger, i int) error { return c.Hold(i, unit) }))
			for _, wrong := range []work{
				func(c charger, _ int) error { return c.Release(unit + 1) },
				func(c charger, _ int) error { return c.Release(-1) },
				func(c charger, i int) error { return c.Hold(i, -1) },
				func(c charger, i int) error { return c.Hold(i+1, 1) },
				func(c charger, i int) error { return c.Settle(i+1, wallet.Actor{}, "", 1) },
				func(c charger, i int) error {
					_ = c.Settle(i, wallet.Actor{}, "", unit+1)
					return nil // The transaction fails even so.
				},
			} {
				err := p.Do(b.own, 1, wrong)
				require.Error(t, err)
				require.False(t, fault.Is(err, fault.InsufficientBalance))
			}
			_, held := b.totals(t)
			require.Equal(t, unit, held)
			_, err := dbtest.SQL(b.own, d).Exec("UPDATE wallets SET held = -1 WHERE firm_id = $1", b.firm)
			require.Error(t, err)
			_, err = dbtest.SQL(b.own, d).Exec("UPDATE wallets SET held = balance + 1 WHERE firm_id = $1", b.firm)
			require.Error(t, err)
		})
	})
}
