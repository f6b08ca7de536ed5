package campaign_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging/campaign"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// newLarge returns a firm with four contacts for whose campaigns the money suffices in part, and of
// whom a request counts two.
func newLarge(t *testing.T, d *db.DB) (b *bundle, id uuid.UUID) {
	t.Helper()
	b = newBundle(t, d)
	b.SetBatch(1)
	b.SetAtOnce(2)
	b.contacts(t, 4)
	b.contacts(t, 1) // the number of the first again
	return b, b.create(t).ID
}

// The audiences are too large for a request.
func TestCounting(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Run("OKQuoted", func(t *testing.T) {
			b, id := newLarge(t, d)
			b.credit(t, 3*price)
			quote, err := b.Quote(b.ctx, id)
			require.NoError(t, err)
			require.Equal(t, []any{2, false, false}, []any{quote.Recipients, quote.Complete, quote.Sufficient})
			require.Equal(t, campaign.Draft, b.work(t, id).Status)
			quote, err = b.Quote(b.ctx, id)
			require.NoError(t, err)
			require.Equal(t, []any{4, true, false, 4 * price}, []any{quote.Recipients, quote.Complete, quote.Sufficient, quote.Price})
			require.Equal(t, campaign.Skipped{DuplicateAddress: 1}, quote.Skipped)
			_, err = b.Execute(b.ctx, id)
			require.True(t, fault.Is(err, fault.InsufficientBalance))
			require.Equal(t, "exceeds what is available by "+price.String(), fault.From(err).Details[0].Message)

			b.credit(t, price)
			c := b.execute(t, id)
			require.Equal(t, campaign.Preparing, c.Status)
			require.Equal(t, 4*price, c.Held)
			b.prepare(t, id)
			b.work(t, id)
			b.work(t, id)
			require.Equal(t, 4, b.send(t))
			require.Equal(t, campaign.Counts{Recipients: 4, Skipped: 1, Sent: 4}, b.work(t, id).Counts)
			b.sound(t)
		})
		t.Run("OKWithoutQuote", func(t *testing.T) {
			b, id := newLarge(t, d)
			b.credit(t, 4*price)
			c := b.execute(t, id)
			require.Equal(t, campaign.Preparing, c.Status)
			require.Zero(t, c.Held)
			b.prepare(t, id) // There is nothing to prepare yet.
			c = b.work(t, id)
			require.Equal(t, campaign.Preparing, c.Status)
			require.Equal(t, 4*price, c.Held)
			b.prepare(t, id)
			b.work(t, id)
			b.work(t, id)
			require.Equal(t, 4, b.send(t))
			require.Equal(t, campaign.Completed, b.work(t, id).Status)
			b.sound(t)
		})
		t.Run("ErrorTurnover", func(t *testing.T) {
			b, id := newLarge(t, d)
			b.credit(t, 4*price)
			b.execute(t, id)
			_, err := b.InFirm(b.ctx).Exec("UPDATE wallets SET turnover = $2 WHERE firm_id = $1", int64(money.Max))
			require.NoError(t, err)
			err = b.runner.Step(viewer.NewContext(b.ctx, &viewer.Viewer{Kind: viewer.System, FirmID: b.firm.ID}), id)
			require.ErrorContains(t, err, "A wallet can't move more than", "the campaign was not changed meanwhile")
			require.Equal(t, campaign.Preparing, b.get(t, id).Status)
		})
		t.Run("OKSlow", func(t *testing.T) {
			b, id := newLarge(t, d)
			b.SetAtOnce(1000)
			clock := entity.Now()
			b.SetNow(func() time.Time { // Each part takes a second.
				clock = clock.Add(time.Second)
				return clock
			})
			quote, err := b.Quote(b.ctx, id)
			require.NoError(t, err)
			require.False(t, quote.Complete)
			require.Positive(t, quote.Recipients)
			require.Less(t, quote.Recipients, 4)
			b.SetNow(entity.Now)
			b.work(t, id)
			quote, err = b.Quote(b.ctx, id)
			require.NoError(t, err)
			require.Equal(t, []any{4, true}, []any{quote.Recipients, quote.Complete})
		})
		t.Run("OKChanged", func(t *testing.T) {
			b, id := newLarge(t, d)
			_, err := b.Quote(b.ctx, id)
			require.NoError(t, err)
			b.work(t, id)
			_, err = b.Update(b.ctx, campaign.UpdateInput{ID: id, Name: new("Autumn sale")}, true)
			require.NoError(t, err)
			quote, err := b.Quote(b.ctx, id)
			require.NoError(t, err)
			require.False(t, quote.Complete)
		})
		t.Run("OKNewVersion", func(t *testing.T) {
			b, id := newLarge(t, d)
			_, err := b.Quote(b.ctx, id)
			require.NoError(t, err)
			b.work(t, id)
			b.write(t, "{{name}}, {{code}} ends today.")
			quote, err := b.Quote(b.ctx, id)
			require.NoError(t, err)
			require.False(t, quote.Complete, "the price is that of another text")
			b.work(t, id)
			quote, err = b.Quote(b.ctx, id)
			require.NoError(t, err)
			require.True(t, quote.Complete)
		})
		t.Run("OKBeforeItsTime", func(t *testing.T) {
			b, _ := newLarge(t, d)
			b.credit(t, 4*price)
			at := entity.Now().AddDate(0, 0, 7)
			id := b.create(t, func(in *campaign.CreateInput) { in.ScheduledAt = &at }).ID
			require.Equal(t, campaign.Scheduled, b.execute(t, id).Status)
			_, err := b.Quote(b.ctx, id)
			require.NoError(t, err)
			b.setTemplate(t, "Paused")
			require.Equal(t, campaign.Scheduled, b.work(t, id).Status, "it may be approved until then")
			b.setTemplate(t, "Approved")
			_, err = b.Quote(b.ctx, id)
			require.NoError(t, err)
			require.Equal(t, campaign.Scheduled, b.work(t, id).Status)
			quote, err := b.Quote(b.ctx, id)
			require.NoError(t, err)
			require.Equal(t, []any{4, true}, []any{quote.Recipients, quote.Complete})
			require.Equal(t, campaign.Scheduled, b.work(t, id).Status)
			b.SetNow(func() time.Time { return at })
			require.Equal(t, campaign.Preparing, b.work(t, id).Status)
		})
		t.Run("OKCancelled", func(t *testing.T) {
			b, id := newLarge(t, d)
			b.credit(t, 4*price)
			b.execute(t, id)
			c, err := b.Cancel(b.ctx, id)
			require.NoError(t, err)
			require.Equal(t, campaign.Cancelled, c.Status)
			b.work(t, id)
			require.Zero(t, b.balance(t).Held)
			b.sound(t)
		})
		t.Run("ErrInsufficientBalance", func(t *testing.T) {
			b, id := newLarge(t, d)
			_, err := b.Execute(b.ctx, id)
			require.True(t, fault.Is(err, fault.InsufficientBalance))
			b.credit(t, 3*price)
			b.execute(t, id)
			c := b.work(t, id)
			require.Equal(t, campaign.Paused, c.Status)
			require.Equal(t, campaign.InsufficientBalance, *c.PauseReason)
			require.Zero(t, b.balance(t).Held)
			b.credit(t, price)
			_, err = b.Resume(b.ctx, id)
			require.NoError(t, err)
			require.Equal(t, 4*price, b.work(t, id).Held)
			b.sound(t)
		})
	})
}
