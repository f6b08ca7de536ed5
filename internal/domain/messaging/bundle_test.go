package messaging_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/ent/pricingprice"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/realtime/broker"
)

// price is the price of a Marketing message. The others cost nothing.
const price = money.Unit / 20

// phones are valid numbers.
var phones = []string{"+5511987654321", "+4915112345678", "+12015550123", "+442071838750"}

// bundle is a firm that pays for messages.
type bundle struct {
	*db.DB
	*messaging.Manager

	firm *ent.Firm
	ctx  context.Context //nolint:containedctx // It is the test's.

	ledger *wallet.Ledger
}

func newBundle(t testing.TB, d *db.DB) *bundle {
	t.Helper()
	return newBundleWith(t, d, messaging.Config{})
}

func newBundleWith(t testing.TB, d *db.DB, config messaging.Config) *bundle {
	t.Helper()
	messages := broker.NewMemory()
	center := notification.NewCenter(d, messages)
	ledger := wallet.NewLedger(d, center, messages)
	t.Cleanup(func() {
		require.NoError(t, ledger.Close(context.Background()))
		center.Close()
		require.NoError(t, messages.Close())
	})
	across := rule.AcrossFirms(t.Context(), "a test")
	made, _ := dbtest.Firm(t, d, entity.NewID().String())
	require.NoError(t, wallet.Open(across, d, made.ID, made.Currency))
	plan := d.Client.PricingPlan.Create().SetName("Plan").SetNameKey(entity.NewID().String()).SetCurrency("EUR").SaveX(across)
	d.Client.PricingPrice.Create().SetPlanID(plan.ID).SetCategory(pricingprice.CategoryMarketing).SetUnitPrice(price).
		SetValidFrom(entity.Now()).SaveX(across)
	made = made.Update().SetPricingPlanID(plan.ID).SaveX(across)
	return &bundle{
		DB: d, Manager: messaging.NewManager(d, ledger, center, config), firm: made, ledger: ledger,
		ctx: viewer.NewContext(t.Context(), &viewer.Viewer{
			Kind: viewer.User, FirmID: made.ID, UserID: uuid.New(), RelationID: uuid.New(), Email: "ada@example.com",
		}),
	}
}

func (b *bundle) credit(t testing.TB, amount money.Amount) {
	t.Helper()
	_, err := b.ledger.Credit(b.ctx, wallet.CreditInput{FirmID: b.firm.ID, Amount: amount, Reason: "Top-up"})
	require.NoError(t, err)
}

func (b *bundle) balance(t testing.TB) money.Amount {
	t.Helper()
	return b.Client.Wallet.Query().OnlyX(b.ctx).Balance
}

// outbound is a message that costs something.
func outbound(id string) *messaging.MessageInput {
	return &messaging.MessageInput{
		ProviderMessageID: id, Direction: message.DirectionOutbound, Phone: &phones[0], Category: pricingprice.CategoryMarketing,
		Status: message.StatusSent, OccurredAt: time.Now().Add(-time.Minute),
	}
}

func (b *bundle) report(t testing.TB, messages ...*messaging.MessageInput) *messaging.Reported {
	t.Helper()
	answer, err := b.Report(b.ctx, messaging.ReportInput{Messages: messages})
	require.NoError(t, err)
	return answer
}

func (b *bundle) reportStatuses(t testing.TB, statuses ...*messaging.StatusInput) *messaging.StatusReported {
	t.Helper()
	answer, err := b.ReportStatuses(b.ctx, messaging.StatusReportInput{Statuses: statuses})
	require.NoError(t, err)
	return answer
}

func status(id string, to messaging.Status) *messaging.StatusInput {
	return &messaging.StatusInput{ProviderMessageID: id, Status: to, OccurredAt: time.Now()}
}

func (b *bundle) message(t testing.TB, id string) *ent.Message {
	t.Helper()
	found, err := b.Client.Message.Query().Where(message.ProviderMessageID(id)).Only(b.ctx)
	require.NoError(t, err)
	return found
}
