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

// ledger is what a wallet must be.
type ledger struct {
	balance  money.Amount
	amounts  []money.Amount
	credited map[string]bool           // bank references
	keys     map[string]*wallet.Posted // by key and request
	used     map[string]bool           // keys
}

// TestLedger compares the answers to many random changes, and the ledger after them, with a plain
// model.
func TestLedger(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		rapid.Check(t, func(rt *rapid.T) {
			b := newBundle(t, d)
			m := &ledger{credited: map[string]bool{}, keys: map[string]*wallet.Posted{}, used: map[string]bool{}}
			rt.Repeat(map[string]func(*rapid.T){
				"credit":   func(rt *rapid.T) { m.post(rt, b, walletentry.TypeCredit) },
				"discount": func(rt *rapid.T) { m.post(rt, b, walletentry.TypeDiscount) },
				"adjust":   func(rt *rapid.T) { m.post(rt, b, walletentry.TypeAdjustment) },
			})
			require.Equal(rt, m.balance, b.balance(t))
			rows, err := d.Client.WalletEntry.Query().Order(walletentry.ByNumber()).All(b.own)
			require.NoError(rt, err)
			var got []money.Amount
			for _, row := range rows {
				got = append(got, row.Amount)
			}
			require.Equal(rt, m.amounts, got)
			require.Empty(rt, b.faults(t))
		})
	})
}

// post posts something small enough that most sequences meet every refusal.
func (m *ledger) post(rt *rapid.T, b *bundle, kind walletentry.Type) {
	amount := money.Amount(rapid.Int64Range(1, 50).Draw(rt, "amount"))
	if kind == walletentry.TypeAdjustment && rapid.Bool().Draw(rt, "negative") {
		amount = -amount
	}
	var key, ref *string
	if rapid.Bool().Draw(rt, "with key") {
		key = new(rapid.SampledFrom([]string{"a", "b", "c"}).Draw(rt, "key"))
	}
	if kind == walletentry.TypeCredit && rapid.Bool().Draw(rt, "with reference") {
		ref = new(rapid.SampledFrom([]string{"x", "y", "z"}).Draw(rt, "reference"))
	}
	posted, err := postAs(b, kind, amount, key, ref)

	request := fmt.Sprint(kind, amount)
	if ref != nil {
		request += *ref
	}
	if key != nil && m.used[*key] {
		if first := m.keys[*key+" "+request]; first != nil {
			require.NoError(rt, err)
			require.Equal(rt, first, posted)
		} else {
			require.True(rt, fault.Is(err, fault.Conflict), "%v", err)
		}
		return
	}
	if ref != nil && m.credited[*ref] {
		require.True(rt, fault.Is(err, fault.Conflict), "%v", err)
		return
	}
	if m.balance+amount < 0 {
		require.True(rt, fault.Is(err, fault.InsufficientBalance), "%v", err)
		return
	}
	require.NoError(rt, err)
	m.balance += amount
	require.Equal(rt, m.balance, posted.Balance)
	m.amounts = append(m.amounts, amount)
	if key != nil {
		m.used[*key], m.keys[*key+" "+request] = true, posted
	}
	if ref != nil {
		m.credited[*ref] = true
	}
}

func postAs(b *bundle, kind walletentry.Type, amount money.Amount, key, ref *string) (*wallet.Posted, error) {
	const reason = "Any"
	switch kind {
	case walletentry.TypeCredit:
		return b.ledger.Credit(b.admin, wallet.CreditInput{FirmID: b.firm, Amount: amount, Reason: reason, BankRef: ref, IdempotencyKey: key})
	case walletentry.TypeDiscount:
		return b.ledger.Discount(b.admin, wallet.DiscountInput{FirmID: b.firm, Amount: amount, Reason: reason, IdempotencyKey: key})
	case walletentry.TypeAdjustment, walletentry.TypeDebit:
	}
	return b.ledger.Adjust(b.admin, wallet.AdjustInput{FirmID: b.firm, Amount: amount, Reason: reason, IdempotencyKey: key})
}
