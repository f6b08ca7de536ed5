package wallet_test

import (
	"strings"
	"sync"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/auditentry"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/walletentry"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

const unit = money.Unit

func TestPost(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		t.Run("OK", func(t *testing.T) {
			posted, err := b.ledger.Credit(b.admin, wallet.CreditInput{
				FirmID: b.firm, Amount: 100*unit + 1, Reason: " Top-up ", BankRef: new(" DE-1 "), IdempotencyKey: new(" "),
			})
			require.NoError(t, err)
			require.Equal(t, 100*unit+1, posted.Balance)
			credit := posted.Transaction
			require.Equal(t, walletentry.TypeCredit, credit.Type)
			require.Equal(t, "Top-up", credit.Reason)
			require.Equal(t, "DE-1", *credit.BankRef)
			require.Equal(t, "EUR", credit.Currency)
			require.Equal(t, "ada@example.com", credit.CreatedBy)

			posted, err = b.ledger.Discount(b.admin, wallet.DiscountInput{FirmID: b.firm, Amount: unit / 2, Reason: "Sorry"})
			require.NoError(t, err)
			require.Equal(t, 100*unit+unit/2+1, posted.Balance)
			posted, err = b.adjust(-posted.Balance)
			require.NoError(t, err)
			require.Zero(t, posted.Balance)
			require.Zero(t, b.balance(t))
			require.Empty(t, b.faults(t))
			across := rule.AcrossFirms(t.Context(), "test")
			require.Equal(t, 6, d.Client.AuditEntry.Query().Where(auditentry.TargetType("wallet")).CountX(across), "in both firms")
		})
		t.Run("ErrInsufficientBalance", func(t *testing.T) {
			b.credit(t, unit)
			_, err := b.adjust(-unit - 1)
			require.True(t, fault.Is(err, fault.InsufficientBalance), "%v", err)
			require.Equal(t, unit, b.balance(t))
		})
		t.Run("ErrNotFound", func(t *testing.T) {
			_, err := b.ledger.Credit(b.admin, wallet.CreditInput{FirmID: uuid.New(), Amount: 1, Reason: "x"})
			require.True(t, fault.Is(err, fault.NotFound), "%v", err)
		})
		t.Run("ErrBankRef", func(t *testing.T) {
			in := wallet.CreditInput{FirmID: b.firm, Amount: unit, Reason: "Top-up", BankRef: new("DE-2")}
			first, err := b.ledger.Credit(b.admin, in)
			require.NoError(t, err)
			in.Amount = 2 * unit
			_, err = b.ledger.Credit(b.admin, in)
			require.True(t, fault.Is(err, fault.Conflict), "%v", err)
			require.Contains(t, fault.From(err).Message, first.Transaction.ID.String())
			require.Equal(t, "bankRef", fault.From(err).Details[0].Field)
			other := newFirm(t, d)
			in.FirmID = other.ID
			_, err = b.ledger.Credit(b.admin, in)
			require.NoError(t, err, "another firm")
			_, err = b.ledger.Adjust(b.admin, wallet.AdjustInput{FirmID: b.firm, Amount: -1, Reason: "Fee", BankRef: in.BankRef})
			require.NoError(t, err, "no credit")
		})
		t.Run("ErrCurrencyChanged", func(t *testing.T) {
			other := newBundle(t, d)
			change := func(currency string) func() {
				return func() { require.NoError(t, wallet.ChangeCurrency(other.admin, d, other.firm, currency)) }
			}
			for name, refused := range map[string]func(){"for good": func() {}, "there and back": change("EUR")} {
				change("EUR")()
				err := wallet.CreditBetween(other.admin, d, other.firm, unit, change("JPY"), refused)
				require.True(t, fault.Is(err, fault.Conflict), "%s: %v", name, err)
				require.Zero(t, other.balance(t))
			}
		})
		t.Run("ErrTurnover", func(t *testing.T) {
			full := newBundle(t, d)
			_, err := dbtest.SQL(t.Context(), d).Exec("UPDATE wallets SET turnover = $1 WHERE firm_id = $2", int64(money.Max-unit), full.firm)
			require.NoError(t, err)
			full.credit(t, unit)
			_, err = full.adjust(-1)
			require.True(t, fault.Is(err, fault.Conflict), "%v", err)
		})
		require.Empty(t, b.faults(t))
	})
}

func TestValidate(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]struct {
		in    interface{ Validate() fault.Details }
		field string
	}{
		"CreditNothing":  {&wallet.CreditInput{Reason: "x"}, "amount"},
		"CreditNegative": {&wallet.CreditInput{Amount: -1, Reason: "x"}, "amount"},
		"CreditTooMuch":  {&wallet.CreditInput{Amount: 1_000_000_000_000*unit + 1, Reason: "x"}, "amount"},
		"AdjustNothing":  {&wallet.AdjustInput{Reason: "x"}, "amount"},
		"AdjustTooMuch":  {&wallet.AdjustInput{Amount: -1_000_000_000_000*unit - 1, Reason: "x"}, "amount"},
		"Discount":       {&wallet.DiscountInput{Amount: -1, Reason: "x"}, "amount"},
		"NoReason":       {&wallet.DiscountInput{Amount: 1, Reason: " \u200b"}, "reason"},
		"LongReason":     {&wallet.DiscountInput{Amount: 1, Reason: strings.Repeat("ü", 501)}, "reason"},
		"LongBankRef":    {&wallet.CreditInput{Amount: 1, Reason: "x", BankRef: new(strings.Repeat("x", 101))}, "bankRef"},
		"LongKey":        {&wallet.CreditInput{Amount: 1, Reason: "x", IdempotencyKey: new(strings.Repeat("x", 201))}, "idempotencyKey"},
		"OddKey":         {&wallet.CreditInput{Amount: 1, Reason: "x", IdempotencyKey: new("ü")}, "idempotencyKey"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			faults := want.in.Validate()
			require.Len(t, faults, 1)
			require.Equal(t, want.field, faults[0].Field)
		})
	}
	for _, in := range []interface{ Validate() fault.Details }{
		&wallet.CreditInput{Amount: 1_000_000_000_000 * unit, Reason: strings.Repeat("ü", 500), BankRef: new(""), IdempotencyKey: new("")},
		&wallet.AdjustInput{Amount: -1_000_000_000_000 * unit, Reason: "x"},
	} {
		require.Empty(t, in.Validate())
	}
}

func TestIdempotencyKey(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		in := wallet.CreditInput{FirmID: b.firm, Amount: 5 * unit, Reason: "Top-up", BankRef: new("DE-1"), IdempotencyKey: new("key-1")}
		first, err := b.ledger.Credit(b.admin, in)
		require.NoError(t, err)
		t.Run("OKRepeated", func(t *testing.T) {
			b.credit(t, unit)
			again, err := b.ledger.Credit(b.admin, in) // the bank reference is looked at after the key
			require.NoError(t, err)
			require.Equal(t, first, again)
			require.Equal(t, 6*unit, b.balance(t))
		})
		t.Run("ErrOtherFirm", func(t *testing.T) {
			other := *b
			other.firm = newFirm(t, d).ID
			there := in
			for _, firm := range []uuid.UUID{other.firm, viewer.From(b.admin).FirmID} {
				there.FirmID = firm
				_, err := b.ledger.Credit(b.admin, there)
				require.True(t, fault.Is(err, fault.Conflict), "%v", err)
			}
			require.Empty(t, other.transactions(t))
			there.FirmID, there.IdempotencyKey = other.firm, new("key-1b")
			_, err := b.ledger.Credit(b.admin, there)
			require.NoError(t, err, "a refusal is not kept")
		})
		t.Run("OKOwnFirm", func(t *testing.T) {
			own := wallet.DiscountInput{
				FirmID: viewer.From(b.admin).FirmID, Amount: unit, Reason: "Own", IdempotencyKey: new(strings.Repeat("k", 200)),
			}
			first, err := b.ledger.Discount(b.admin, own)
			require.NoError(t, err)
			again, err := b.ledger.Discount(b.admin, own)
			require.NoError(t, err)
			require.Equal(t, first, again)
			own.FirmID = b.firm
			_, err = b.ledger.Discount(b.admin, own)
			require.True(t, fault.Is(err, fault.Conflict), "%v", err)
		})
		// firmhub 0.2.0 kept a key for the firm alone whose wallet is changed.
		t.Run("OKStoredBefore", func(t *testing.T) {
			old := wallet.CreditInput{FirmID: newFirm(t, d).ID, Amount: unit, Reason: "Top-up", IdempotencyKey: new("key-old")}
			first, err := b.ledger.Credit(b.admin, old)
			require.NoError(t, err)
			_, err = dbtest.SQL(t.Context(), d).Exec("DELETE FROM wallet_keys WHERE firm_id = $1", viewer.From(b.admin).FirmID)
			require.NoError(t, err)
			again, err := b.ledger.Credit(b.admin, old)
			require.NoError(t, err)
			require.Equal(t, first, again)
			elsewhere := old
			elsewhere.FirmID = newFirm(t, d).ID
			_, err = b.ledger.Credit(b.admin, elsewhere)
			require.NoError(t, err)
			again, err = b.ledger.Credit(b.admin, old)
			require.NoError(t, err)
			require.Equal(t, first, again, "whatever came after it")
		})
		t.Run("OKAfterRefusal", func(t *testing.T) {
			out := wallet.AdjustInput{FirmID: b.firm, Amount: -7 * unit, Reason: "Refund", IdempotencyKey: new("key-2")}
			_, err := b.ledger.Adjust(b.admin, out)
			require.True(t, fault.Is(err, fault.InsufficientBalance), "%v", err)
			b.credit(t, unit)
			_, err = b.ledger.Adjust(b.admin, out)
			require.NoError(t, err, "a refusal is not kept")
			b.credit(t, 7*unit)
		})
		t.Run("ErrOtherRequest", func(t *testing.T) {
			for _, change := range []func(*wallet.CreditInput){
				func(in *wallet.CreditInput) { in.Amount++ },
				func(in *wallet.CreditInput) { in.Reason = "Other" },
				func(in *wallet.CreditInput) { in.BankRef = nil },
			} {
				other := in
				change(&other)
				_, err := b.ledger.Credit(b.admin, other)
				require.True(t, fault.Is(err, fault.Conflict), "%v", err)
			}
			_, err := b.ledger.Discount(b.admin, wallet.DiscountInput{
				FirmID: b.firm, Amount: in.Amount, Reason: in.Reason, IdempotencyKey: in.IdempotencyKey,
			})
			require.True(t, fault.Is(err, fault.Conflict), "%v", err)
		})
		t.Run("OKAtOnce", func(t *testing.T) {
			before := b.balance(t)
			in := wallet.CreditInput{FirmID: b.firm, Amount: unit, Reason: "Top-up", IdempotencyKey: new("key-3")}
			var (
				all    sync.WaitGroup
				posted [8]*wallet.Posted
				errs   [8]error
			)
			for i := range posted {
				all.Go(func() { posted[i], errs[i] = b.ledger.Credit(b.admin, in) })
			}
			all.Wait()
			for i := range posted {
				require.NoError(t, errs[i])
				require.Equal(t, posted[0], posted[i])
			}
			require.Equal(t, before+unit, b.balance(t))
		})
		t.Run("OKAtOnceForFirms", func(t *testing.T) {
			var (
				all   sync.WaitGroup
				firms [6]uuid.UUID
				errs  [6]error
			)
			for i := range firms {
				firms[i] = newFirm(t, d).ID
			}
			for i := range firms {
				all.Go(func() {
					_, errs[i] = b.ledger.Credit(b.admin, wallet.CreditInput{
						FirmID: firms[i], Amount: unit, Reason: "Top-up", IdempotencyKey: new("key-4"),
					})
				})
			}
			all.Wait()
			moved := 0
			for i, firm := range firms {
				at := *b
				at.firm = firm
				if errs[i] == nil {
					moved++
					require.Len(t, at.transactions(t), 1)
					continue
				}
				require.True(t, fault.Is(errs[i], fault.Conflict), "%v", errs[i])
				require.Empty(t, at.transactions(t))
			}
			require.Equal(t, 1, moved)
		})
		require.Empty(t, b.faults(t))
	})
}

// transactions returns the ids of the entries of the firm.
func (b *bundle) transactions(t *testing.T) []uuid.UUID {
	t.Helper()
	ids, err := db.All[uuid.UUID](dbtest.SQL(t.Context(), b.DB), "SELECT id FROM wallet_entries WHERE firm_id = $1", b.firm)
	require.NoError(t, err)
	return ids
}

func TestBankRefAtOnce(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		in := wallet.CreditInput{FirmID: b.firm, Amount: unit, Reason: "Top-up", BankRef: new("DE-1")}
		var (
			all  sync.WaitGroup
			errs [8]error
		)
		for i := range errs {
			all.Go(func() { _, errs[i] = b.ledger.Credit(b.admin, in) })
		}
		all.Wait()
		moved := 0
		for _, err := range errs {
			if err == nil {
				moved++
				continue
			}
			require.True(t, fault.Is(err, fault.Conflict), "%v", err)
		}
		require.Equal(t, 1, moved)
		require.Equal(t, unit, b.balance(t))
		require.Empty(t, b.faults(t))
	})
}
