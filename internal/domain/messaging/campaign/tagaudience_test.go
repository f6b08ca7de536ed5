package campaign_test

import (
	"context"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact/tags"
	"github.com/firmhub/firmhub/internal/domain/messaging/campaign"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/transfer/stream"
	"github.com/firmhub/firmhub/internal/viewer"
)

// toTagged makes everyone the audience who has the tag news, and not the tag staff.
func toTagged(in *campaign.CreateInput) {
	in.Audience = campaign.Audience{Everyone: true, TagsAll: []string{"News"}, TagsNone: []string{"Staff"}}
}

func TestTags(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		newTagged := func(t *testing.T) *bundle {
			t.Helper()
			b := newBundle(t, d)
			b.credit(t, 10*price)
			b.contacts(t, 2, "News")
			b.contactsFrom(t, 2, 2, "News", "Staff")
			b.contactsFrom(t, 4, 1, "Staff")
			return b
		}
		rename := func(t *testing.T, b *bundle, from, to string, merge bool) {
			t.Helper()
			_, err := tags.Rename(b.ctx, d, tags.RenameInput{Tag: from, Name: to, Merge: &merge})
			require.NoError(t, err)
		}
		t.Run("OKRenamed", func(t *testing.T) {
			b := newTagged(t)
			c := b.create(t, toTagged)
			quote, err := b.Quote(b.ctx, c.ID)
			require.NoError(t, err)
			require.Equal(t, 2, quote.Recipients)
			rename(t, b, "Staff", "Employees", false)
			rename(t, b, "News", "Letters", false)
			_, err = b.Update(b.ctx, campaign.UpdateInput{ID: c.ID, Audience: &c.Audience}, false) // as the console saves it
			require.NoError(t, err)
			b.execute(t, c.ID)
			rename(t, b, "Employees", "People", false)
			b.prepare(t, c.ID)
			require.Equal(t, campaign.Counts{Recipients: 2, Queued: 2}, b.work(t, c.ID).Counts)
			b.sound(t)
		})
		t.Run("OKRenamedWhileCounting", func(t *testing.T) {
			b := newTagged(t)
			b.SetBatch(1)
			names := []string{"News", "Letters"}
			other := func() {
				rename(t, b, names[0], names[1], false)
				slices.Reverse(names)
			}
			c := b.create(t, toTagged)
			at := entity.Now() // So it does not matter how long counting takes.
			withEachPart := func() time.Time {
				other()
				return at
			}
			b.SetNow(withEachPart)
			quote, err := b.Quote(b.ctx, c.ID)
			require.NoError(t, err)
			require.Equal(t, []any{2, true}, []any{quote.Recipients, quote.Complete})
			details, err := b.QuoteDetails(b.ctx, campaign.QuoteInput{ID: c.ID})
			require.NoError(t, err)
			next := details.Next
			details.Next = func(ctx context.Context, rows *stream.Rows) (bool, error) {
				other()
				return next(ctx, rows)
			}
			require.Len(t, table(b.ctx, t, details), 2)

			b.SetNow(func() time.Time { return at })
			b.SetAtOnce(1)
			quote, err = b.Quote(b.ctx, c.ID)
			require.NoError(t, err)
			require.False(t, quote.Complete)
			b.SetNow(withEachPart)
			b.work(t, c.ID)
			b.SetNow(func() time.Time { return at })
			quote, err = b.Quote(b.ctx, c.ID)
			require.NoError(t, err)
			require.Equal(t, []any{2, true}, []any{quote.Recipients, quote.Complete})
		})
		t.Run("OKNewTag", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			b.contacts(t, 2, "News")
			c := b.create(t, toTagged)
			b.contactsFrom(t, 2, 1, "News", "Staff") // There was no tag Staff before.
			c = b.execute(t, c.ID)
			require.Equal(t, 2*price, c.Held)
			rename(t, b, "Staff", "Employees", false)
			b.prepare(t, c.ID)
			require.Equal(t, campaign.Counts{Recipients: 2, Queued: 2}, b.work(t, c.ID).Counts)
			b.sound(t)
		})
		t.Run("ErrDeleted", func(t *testing.T) {
			b := newTagged(t)
			c := b.create(t, toTagged)
			_, err := tags.Delete(b.ctx, d, "Staff")
			require.NoError(t, err)
			refused := func(err error) {
				t.Helper()
				require.True(t, fault.Is(err, fault.ValidationError), err)
				require.Equal(t, "audience.tagsNone[0]", fault.From(err).Details[0].Field)
			}
			_, err = b.Quote(b.ctx, c.ID)
			refused(err)
			_, err = b.Execute(b.ctx, c.ID)
			refused(err)
			_, err = b.Update(b.ctx, campaign.UpdateInput{ID: c.ID, Audience: &campaign.Audience{
				Everyone: true, TagsAll: []string{"News"}, TagsNone: []string{"Staff"},
			}}, false)
			require.NoError(t, err)
			_, err = b.Execute(b.ctx, c.ID)
			refused(err)
			_, err = b.Update(b.ctx, campaign.UpdateInput{ID: c.ID, Audience: &campaign.Audience{Everyone: true, TagsAll: []string{"News"}}}, false)
			require.NoError(t, err)
			require.Equal(t, 4*price, b.execute(t, c.ID).Held)
		})
		t.Run("ErrDeletedWhileCounting", func(t *testing.T) {
			for field, name := range map[string]string{"audience.tagsAll[0]": "News", "audience.tagsNone[0]": "Staff"} {
				refused := func(err error) {
					t.Helper()
					require.True(t, fault.Is(err, fault.ValidationError), err)
					require.Equal(t, field, fault.From(err).Details[0].Field)
				}
				b := newTagged(t)
				b.SetBatch(1)
				c := b.create(t, toTagged)
				details, err := b.QuoteDetails(b.ctx, campaign.QuoteInput{ID: c.ID})
				require.NoError(t, err)
				rows := details.Rows(stream.CSV)
				more, err := details.Next(b.ctx, rows)
				require.NoError(t, err)
				require.True(t, more)
				calls, at := 0, entity.Now()
				b.SetNow(func() time.Time {
					calls++
					if calls == 3 { // after two parts
						_, err := tags.Delete(b.ctx, d, name)
						require.NoError(t, err)
					}
					return at
				})
				_, err = b.Quote(b.ctx, c.ID)
				refused(err)
				for err = nil; more && err == nil; {
					more, err = details.Next(b.ctx, rows)
				}
				refused(err)
			}
		})
		t.Run("ErrMerged", func(t *testing.T) {
			b := newTagged(t)
			c := b.create(t, toTagged)
			rename(t, b, "Staff", "News", true)
			_, err := b.Execute(b.ctx, c.ID)
			require.True(t, fault.Is(err, fault.ValidationError), err)
		})
		t.Run("ErrDeletedWhilePreparing", func(t *testing.T) {
			b := newTagged(t)
			b.SetBatch(1)
			c := b.execute(t, b.create(t, toTagged).ID)
			more, err := b.Prepare(viewer.NewContext(b.ctx, &viewer.Viewer{Kind: viewer.System, FirmID: b.firm.ID}), c.ID)
			require.NoError(t, err)
			require.True(t, more)
			_, err = tags.Delete(b.ctx, d, "Staff")
			require.NoError(t, err)
			b.prepare(t, c.ID)
			failed := b.get(t, c.ID)
			require.Equal(t, campaign.Failed, failed.Status)
			want := campaign.Counts{Recipients: 1, Cancelled: 1}
			require.Equal(t, want, failed.Counts)
			cancelled, err := b.Recipients(b.ctx, campaign.RecipientsInput{ID: c.ID, State: new(campaign.State("Cancelled"))})
			require.NoError(t, err)
			items, err := cancelled.Items(b.ctx)
			require.NoError(t, err)
			require.Len(t, items, 1)
			b.sound(t)
			b.SetNow(func() time.Time { return entity.Now().Add(time.Minute) })
			c = b.work(t, c.ID)
			require.Equal(t, []any{campaign.Failed, want, failed.FinishedAt}, []any{c.Status, c.Counts, c.FinishedAt})
			require.Zero(t, b.balance(t).Held)
			require.Empty(t, b.queued(t))
			text := b.Client.Notification.Query().OnlyX(b.ctx).Message
			require.Contains(t, text, "audience.tagsNone[0] was deleted")
			b.sound(t)
		})
		t.Run("ErrDeletedWhileScheduled", func(t *testing.T) {
			b := newTagged(t)
			c := b.execute(t, b.create(t, toTagged, func(in *campaign.CreateInput) { in.ScheduledAt = new(time.Now().Add(time.Hour)) }).ID)
			require.Equal(t, campaign.Scheduled, c.Status)
			_, err := tags.Delete(b.ctx, d, "Staff")
			require.NoError(t, err)
			_, err = b.InFirm(b.ctx).Exec("UPDATE campaigns SET scheduled_at = $3 WHERE firm_id = $1 AND id = $2", c.ID, entity.Now())
			require.NoError(t, err)
			require.Equal(t, campaign.Failed, b.work(t, c.ID).Status)
			require.Zero(t, b.balance(t).Held)
			b.sound(t)
		})
	})
}
