package analytics_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/realtime/broker"
)

// bundle is a firm that pays nothing for messages.
type bundle struct {
	*db.DB

	reporter *messaging.Manager
	firm     *ent.Firm
	ctx      context.Context //nolint:containedctx // It is the test's.
}

func newBundle(t testing.TB, d *db.DB, zone string) *bundle {
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
	made = made.Update().SetTimeZone(zone).SaveX(across)
	return &bundle{
		DB: d, reporter: messaging.NewManager(d, ledger, center, messaging.Config{}), firm: made,
		ctx: viewer.NewContext(t.Context(), &viewer.Viewer{Kind: viewer.System, FirmID: made.ID}),
	}
}

func (b *bundle) report(t testing.TB, messages ...*messaging.MessageInput) {
	t.Helper()
	answer, err := b.reporter.Report(b.ctx, messaging.ReportInput{Messages: messages})
	require.NoError(t, err)
	require.Empty(t, answer.Rejected)
}

func (b *bundle) reportStatuses(t testing.TB, statuses ...*messaging.StatusInput) {
	t.Helper()
	_, err := b.reporter.ReportStatuses(b.ctx, messaging.StatusReportInput{Statuses: statuses})
	require.NoError(t, err)
}
