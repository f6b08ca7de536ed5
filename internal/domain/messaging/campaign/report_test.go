package campaign_test

import (
	"context"
	"encoding/csv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/campaign"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/transfer/stream"
)

// table returns the rows of a table without its header, by the names of its columns.
func table(ctx context.Context, t testing.TB, of *stream.Table) (all []map[string]string) {
	t.Helper()
	rows := of.Rows(stream.CSV)
	for more := true; more; {
		var err error
		more, err = of.Next(ctx, rows)
		require.NoError(t, err)
	}
	read, err := csv.NewReader(strings.NewReader(string(rows.Bytes()))).ReadAll()
	require.NoError(t, err)
	for _, cells := range read[1:] {
		row := map[string]string{}
		for i, cell := range cells {
			row[read[0][i]] = cell
		}
		all = append(all, row)
	}
	return all
}

// messagesOf returns the messages of a page of recipients, whose count agrees.
func (b *bundle) messagesOf(t testing.TB, in campaign.RecipientsInput) (ids []uuid.UUID) {
	t.Helper()
	list, err := b.Recipients(b.ctx, in)
	require.NoError(t, err)
	items, err := list.Items(b.ctx)
	require.NoError(t, err)
	count, err := list.TotalCount(b.ctx)
	require.NoError(t, err)
	require.Len(t, items, count)
	for _, item := range items {
		ids = append(ids, *item.MessageID)
	}
	return ids
}

func TestReports(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Run("OKQuoteDetails", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			ids := b.contacts(t, 3)
			_, err := consent.Set(b.ctx, d, consent.SetInput{Address: new(phone(1)), State: consent.OptedOut})
			require.NoError(t, err)
			c := b.create(t)
			details, err := b.QuoteDetails(b.ctx, campaign.QuoteInput{ID: c.ID})
			require.NoError(t, err)
			rows := table(b.ctx, t, details)
			require.Len(t, rows, 3)
			require.Equal(t, ids[0].String(), rows[0]["contactId"])
			require.Equal(t, price.String(), rows[0]["price"])
			require.Equal(t, "Europe/Berlin", rows[0]["timeZone"])
			require.Empty(t, rows[0]["skipReason"])
			require.Equal(t, "OptedOut", rows[1]["skipReason"])
			require.Empty(t, rows[1]["price"])

			// What it says is what happens.
			b.run(t, c.ID)
			require.Equal(t, 2, b.send(t))
			b.work(t, c.ID)
			recipients, err := b.ExportRecipients(b.ctx, campaign.RecipientsInput{ID: c.ID})
			require.NoError(t, err)
			sent := table(b.ctx, t, recipients)
			require.Len(t, sent, 3)
			for i, row := range sent {
				require.Equal(t, rows[i]["contactId"], row["contactId"])
				require.Equal(t, rows[i]["skipReason"], row["skipReason"])
				require.Equal(t, rows[i]["skipReason"] == "", row["state"] == "Sent")
				require.Equal(t, rows[i]["skipReason"] == "", row["messageId"] != "")
			}
		})
		t.Run("OKNone", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			b.contacts(t, 3)
			c := b.run(t, b.create(t).ID)
			done, cancel := context.WithCancel(b.ctx)
			cancel() // A query would fail.
			for _, in := range []campaign.RecipientsInput{
				{ID: c.ID, State: new(campaign.State("Delivered"))},
				{ID: c.ID, State: new(campaign.FailedState)},
				{ID: c.ID, Reason: new("OptedOut")},
				{ID: c.ID, State: new(campaign.SkippedState), Reason: new("Rejected")},
			} {
				list, err := b.Recipients(b.ctx, in)
				require.NoError(t, err)
				items, err := list.Items(done)
				require.NoError(t, err)
				require.Empty(t, items)
				export, err := b.ExportRecipients(b.ctx, in)
				require.NoError(t, err)
				require.Empty(t, table(done, t, export))
			}
			list, err := b.Recipients(b.ctx, campaign.RecipientsInput{ID: c.ID, State: new(campaign.State("Queued"))})
			require.NoError(t, err)
			_, err = list.Items(done)
			require.Error(t, err)
			b.send(t)
		})
		t.Run("OKPages", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 20*price)
			ids := b.contacts(t, 12)
			c := b.run(t, b.create(t, func(in *campaign.CreateInput) {
				in.Audience, in.MessagesPerSecond = campaign.Audience{ContactIDs: ids}, new(1)
			}).ID)
			require.Len(t, b.queued(t), 5, "the others wait without a message")
			for _, state := range []*campaign.State{nil, new(campaign.State("Queued"))} {
				var all []uuid.UUID
				for n := range 4 { // with a message, both, and without
					list, err := b.Recipients(b.ctx, campaign.RecipientsInput{ID: c.ID, State: state, Page: new(n + 1), PageSize: new(3)})
					require.NoError(t, err)
					items, err := list.Items(b.ctx)
					require.NoError(t, err)
					require.Len(t, items, 3)
					for i, item := range items {
						if all = append(all, item.ContactID); state != nil {
							require.Equal(t, n*3+i < 5, item.MessageID != nil)
						}
					}
				}
				require.ElementsMatch(t, ids, all)
			}
			list, err := b.List(b.ctx, campaign.ListInput{})
			require.NoError(t, err)
			items, err := list.Items(b.ctx)
			require.NoError(t, err)
			require.Empty(t, items[0].Audience.ContactIDs, "a list of campaigns has no lists of contacts")
			require.Len(t, b.get(t, c.ID).Audience.ContactIDs, 12)
			_, err = b.Cancel(b.ctx, c.ID)
			require.NoError(t, err)
		})
		t.Run("OKStatuses", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			b.contacts(t, 3)
			c := b.run(t, b.create(t).ID)
			claimed := b.claim(t)
			require.Equal(t, 3, b.get(t, c.ID).Counts.Queued, "those that are being sent count as queued")
			require.NoError(t, b.messages.Settle(b.ctx, []messaging.Call{
				{ID: claimed[0].ID, Outcome: taken(claimed[0].ID), At: entity.Now()},
				{ID: claimed[1].ID, Outcome: provider.Refusal(provider.InvalidAddress, "no"), At: entity.Now()},
				{ID: claimed[2].ID, Outcome: provider.Outcome{Result: provider.Unknown}, At: entity.Now()},
			}))
			require.Equal(t, campaign.Counts{Recipients: 3, Sent: 1, Failed: 1, Unknown: 1}, b.get(t, c.ID).Counts)
			require.Equal(t, campaign.Running, b.work(t, c.ID).Status, "the outcome of one is unknown")
			b.sound(t)
			require.NoError(t, messaging.StoreEvents(b.ctx, b.DB, b.channel, []provider.Event{
				{Status: &provider.Status{OurID: claimed[0].ID.String(), State: provider.StateRead, At: time.Now()}},
				{Status: &provider.Status{OurID: claimed[2].ID.String(), State: provider.StateDelivered, At: time.Now()}},
			}))
			for more := true; more; {
				var err error
				more, err = b.messages.ApplyEvents(b.ctx)
				require.NoError(t, err)
			}
			c = b.work(t, c.ID)
			require.Equal(t, campaign.Completed, c.Status)
			require.Equal(t, campaign.Counts{Recipients: 3, Delivered: 1, Read: 1, Failed: 1}, c.Counts)
			require.Equal(t, 2*price, c.Spent)
			require.Equal(t, []*campaign.ReasonCount{{State: campaign.FailedState, Reason: "InvalidAddress", Count: 1}}, c.Reasons())
			failed, skipped := campaign.FailedState, campaign.SkippedState
			invalid := campaign.RecipientsInput{ID: c.ID, Reason: new("InvalidAddress")}
			require.Equal(t, []uuid.UUID{claimed[1].ID}, b.messagesOf(t, invalid))
			invalid.State = &failed
			require.Equal(t, []uuid.UUID{claimed[1].ID}, b.messagesOf(t, invalid))
			invalid.State = &skipped
			require.Empty(t, b.messagesOf(t, invalid))
			require.Equal(t, []uuid.UUID{claimed[1].ID}, b.messagesOf(t, campaign.RecipientsInput{ID: c.ID, State: &failed}))
			require.Empty(t, b.messagesOf(t, campaign.RecipientsInput{ID: c.ID, Reason: new("Other")}))
			b.sound(t)
		})
		t.Run("OKOptOut", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			b.contacts(t, 2)
			c := b.run(t, b.create(t).ID)
			_, err := consent.Set(b.ctx, d, consent.SetInput{Address: new(phone(0)), State: consent.OptedOut})
			require.NoError(t, err)
			run(t, b.dispatcher(), func() bool { return b.get(t, c.ID).Counts.Queued == 0 })
			require.Len(t, b.adapter.calls, 1)
			require.Equal(t, campaign.Counts{Recipients: 2, Sent: 1, Failed: 1}, b.get(t, c.ID).Counts)
			b.sound(t)
		})
		t.Run("OKWatch", func(t *testing.T) {
			b := newBundle(t, d)
			c := b.create(t)
			ctx, stop := context.WithCancel(b.ctx)
			events, err := b.Watch(ctx, c.ID)
			require.NoError(t, err)
			require.Equal(t, campaign.Draft, (<-events).Status)
			_, err = b.Update(b.ctx, campaign.UpdateInput{ID: c.ID, Name: new("Changed")}, true)
			require.NoError(t, err)
			require.Equal(t, "Changed", (<-events).Name)
			stop()
			_, open := <-events
			require.False(t, open)
			_, err = b.Watch(b.ctx, entity.NewID())
			require.True(t, fault.Is(err, fault.NotFound))
		})
	})
}
