package wallet_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/realtime/broker"
)

// bundle is a firm with a wallet, and the context of an administrator of the super-firm.
type bundle struct {
	*db.DB

	ledger *wallet.Ledger
	firm   uuid.UUID
	// admin is the context of the super-firm, and own the context of a user of the firm.
	admin, own context.Context //nolint:containedctx // They are the test's.
}

func newBundle(t testing.TB, d *db.DB) *bundle {
	t.Helper()
	super := newFirm(t, d)
	made := newFirm(t, d)
	return &bundle{
		DB: d, ledger: newLedger(t, d), firm: made.ID,
		admin: asUser(t.Context(), super.ID, true), own: asUser(t.Context(), made.ID, false),
	}
}

// newLedger returns the ledger of an instance.
func newLedger(t testing.TB, d *db.DB) *wallet.Ledger {
	t.Helper()
	messages := broker.NewMemory()
	center := notification.NewCenter(d, messages)
	t.Cleanup(func() {
		center.Close()
		require.NoError(t, messages.Close())
	})
	return wallet.NewLedger(d, center, messages)
}

func asUser(ctx context.Context, firm uuid.UUID, super bool) context.Context {
	return viewer.NewContext(ctx, &viewer.Viewer{
		Kind: viewer.User, FirmID: firm, UserID: uuid.New(), RelationID: uuid.New(), Email: "ada@example.com", SuperFirm: super,
	})
}

func newFirm(t testing.TB, d *db.DB) *ent.Firm {
	t.Helper()
	made, _ := dbtest.Firm(t, d, entity.NewID().String())
	require.NoError(t, wallet.Open(rule.AcrossFirms(t.Context(), "test"), d, made.ID, made.Currency))
	return made
}

// credit posts an amount.
func (b *bundle) credit(t testing.TB, amount money.Amount) *wallet.Transaction {
	t.Helper()
	posted, err := b.ledger.Credit(b.admin, wallet.CreditInput{FirmID: b.firm, Amount: amount, Reason: "Top-up"})
	require.NoError(t, err)
	return posted.Transaction
}

func (b *bundle) adjust(amount money.Amount) (*wallet.Posted, error) {
	return b.ledger.Adjust(b.admin, wallet.AdjustInput{FirmID: b.firm, Amount: amount, Reason: "Correction"})
}

// closeDays closes all days that can be closed at a time, and returns how many.
func (b *bundle) closeDays(t testing.TB, now time.Time) (closed int) {
	t.Helper()
	for {
		more, err := wallet.CloseDay(b.admin, b.DB, now)
		require.NoError(t, err)
		if !more {
			return closed
		}
		closed++
	}
}

// faults returns the faults in the ledger of the firm.
func (b *bundle) faults(t testing.TB) (found []wallet.Fault) {
	t.Helper()
	verified, err := wallet.Verify(t.Context(), b.DB, &b.firm, func(f wallet.Fault) { found = append(found, f) })
	require.NoError(t, err)
	require.EqualValues(t, len(found), verified.Faults)
	return found
}

func (b *bundle) balance(t testing.TB) money.Amount {
	t.Helper()
	row, err := b.Client.Wallet.Query().Only(b.own)
	require.NoError(t, err)
	return row.Balance
}
