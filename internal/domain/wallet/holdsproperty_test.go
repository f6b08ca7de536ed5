package wallet_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/firmhub/firmhub/ent/walletentry"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/fault"
)

// holding is what a wallet must be whose money is also held.
type holding struct {
	balance, held money.Amount
	holds         []money.Amount // those that are neither settled nor released
	debits        []string       // reference, actor and amount
}

// TestHolds compares many random sequences of credits, adjustments, charges, holds, settlements and
// releases with a plain model. The available balance is never negative, and the balance is always
// the sum of the entries.
func TestHolds(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		rapid.Check(t, func(rt *rapid.T) {
			b := newBundle(t, d)
			p := b.charging(t)
			m := &holding{}
			rt.Repeat(map[string]func(*rapid.T){
				"credit": func(rt *rapid.T) {
					amount := money.Amount(rapid.Int64Range(1, 100).Draw(rt, "amount"))
					b.credit(t, amount)
					m.balance += amount
				},
				"adjust": func(rt *rapid.T) {
					amount := money.Amount(rapid.Int64Range(1, 50).Draw(rt, "amount"))
					_, err := b.adjust(-amount)
					require.Equal(rt, amount > m.balance-m.held, fault.Is(err, fault.InsufficientBalance), "%v", err)
					if err == nil {
						m.balance -= amount
					}
				},
				"request": func(rt *rapid.T) { m.request(rt, b, p) },
				"": func(rt *rapid.T) {
					balance, held := b.totals(t)
					require.Equal(rt, m.balance, balance)
					require.Equal(rt, m.held, held)
				},
			})
			var got []string
			sum := money.Amount(0)
			rows, err := d.Client.WalletEntry.Query().Order(walletentry.ByNumber()).All(b.own)
			require.NoError(rt, err)
			for _, row := range rows {
				sum += row.Amount
				if row.Type == walletentry.TypeDebit {
					got = append(got, fmt.Sprint(*row.Reference, row.ActorName, row.Amount))
				}
			}
			require.Equal(rt, m.balance, sum)
			require.Equal(rt, m.debits, got)
			require.Empty(rt, b.faults(t))
		})
	})
}

// request runs some random steps in one transaction.
func (m *holding) request(rt *rapid.T, b *bundle, p *wallet.Poster[work]) {
	debits := map[string]money.Amount{}
	var order []string
	debit := func(purpose string, price money.Amount) {
		m.balance -= price
		if price == 0 {
			return
		}
		if debits[purpose] == 0 {
			order = append(order, purpose)
		}
		debits[purpose] -= price
	}
	err := p.Do(b.own, 1, func(c charger, i int) error {
		for range rapid.IntRange(1, 6).Draw(rt, "steps") {
			price := money.Amount(rapid.Int64Range(0, 30).Draw(rt, "price"))
			reference := rapid.SampledFrom([]string{"a", "b"}).Draw(rt, "reference")
			switch rapid.SampledFrom([]string{"charge", "hold", "settle", "release"}).Draw(rt, "step") {
			case "charge":
				err := c.Charge(i, reference, price)
				require.Equal(rt, price > m.balance-m.held, fault.Is(err, fault.InsufficientBalance), "%v", err)
				if err == nil {
					debit(reference+"ada@example.com", price)
				}
			case "hold":
				err := c.Hold(i, price)
				require.Equal(rt, price > m.balance-m.held, fault.Is(err, fault.InsufficientBalance), "%v", err)
				if err == nil {
					m.held += price
					m.holds = append(m.holds, price)
				}
			case "settle":
				if price, ok := m.take(rt); ok {
					by := rapid.SampledFrom([]string{"Ada", "Bob"}).Draw(rt, "by")
					require.NoError(rt, c.Settle(i, wallet.Actor{Kind: walletentry.ActorKindUser, Name: by}, reference, price))
					debit(reference+by, price)
				}
			case "release":
				if price, ok := m.take(rt); ok {
					require.NoError(rt, c.Release(price))
				}
			}
			require.Equal(rt, m.held, c.Held())
			require.Equal(rt, m.balance-m.held, c.Available())
		}
		return nil
	})
	require.NoError(rt, err)
	for _, purpose := range order {
		m.debits = append(m.debits, fmt.Sprint(purpose, debits[purpose]))
	}
}

// take removes one of the holds.
func (m *holding) take(rt *rapid.T) (price money.Amount, ok bool) {
	if len(m.holds) == 0 {
		return 0, false
	}
	at := rapid.IntRange(0, len(m.holds)-1).Draw(rt, "hold")
	price = m.holds[at]
	m.holds = append(m.holds[:at], m.holds[at+1:]...)
	m.held -= price
	return price, true
}
