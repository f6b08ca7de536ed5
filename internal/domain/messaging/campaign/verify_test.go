package campaign_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact/tags"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/campaign"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/viewer"
)

// faults are those that a check finds.
func (b *bundle) faults(t testing.TB) (found []string) {
	t.Helper()
	verified, err := campaign.Verify(context.Background(), b.DB, &b.firm.ID, func(f campaign.Fault) { found = append(found, f.What) })
	require.NoError(t, err)
	require.Len(t, found, int(verified.Faults))
	return found
}

func TestVerify(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		// sent runs a campaign to four contacts: one is sent, and three wait in the queue.
		sent := func(t *testing.T) (*bundle, *campaign.Campaign) {
			t.Helper()
			b := newBundle(t, d)
			b.credit(t, 20*price)
			b.contacts(t, 4)
			c := b.run(t, b.create(t).ID)
			claimed := b.claimSome(t, 2)
			require.NoError(t, b.messages.Settle(b.ctx, []messaging.Call{
				{ID: claimed[0].ID, Outcome: taken(claimed[0].ID), At: entity.Now()},
				{ID: claimed[1].ID, Outcome: notTaken, At: entity.Now()},
			}))
			require.Empty(t, b.faults(t))
			c = b.get(t, c.ID)
			return b, c
		}
		exec := func(t *testing.T, b *bundle, statement string, args ...any) {
			t.Helper()
			n, err := b.InFirm(b.ctx).Exec(statement, args...)
			require.NoError(t, err)
			require.Positive(t, n)
		}
		one := func(t *testing.T, b *bundle, query string) (id uuid.UUID) {
			t.Helper()
			found, err := b.InFirm(b.ctx).Row([]any{&id}, query)
			require.NoError(t, err)
			require.True(t, found)
			return id
		}
		const queued = "SELECT id FROM campaign_recipients WHERE firm_id = $1 AND state = 'Entered' LIMIT 1"
		const first = "SELECT id FROM campaign_recipients WHERE firm_id = $1 AND state = 'Sent'"

		t.Run("ErrCounts", func(t *testing.T) {
			b, c := sent(t)
			exec(t, b, "UPDATE campaigns SET sent = sent + 1, queued = queued - 1 WHERE firm_id = $1 AND id = $2", c.ID)
			require.Equal(t, []string{
				"3 recipients are Queued, and the count is 2", "1 recipients are Sent, and the count is 2",
				"3 recipients have a message in the queue, and the count is 2",
			}, b.faults(t))
		})
		t.Run("ErrCountWithoutRecipients", func(t *testing.T) {
			b, c := sent(t)
			exec(t, b, "UPDATE campaigns SET delivered = 1, recipients = recipients + 1 WHERE firm_id = $1 AND id = $2", c.ID)
			require.Equal(t, []string{"0 recipients are Delivered, and the count is 1", "there are 4 recipients, and the counts are of 5"}, b.faults(t))
		})
		t.Run("ErrState", func(t *testing.T) {
			b, _ := sent(t)
			id := one(t, b, first)
			exec(t, b, "UPDATE messages SET status = 'Read' WHERE firm_id = $1 AND id = $2", id)
			require.Equal(t, []string{"the recipient " + id.String() + " is Sent, and its message is Read"}, b.faults(t))
		})
		t.Run("ErrNoMessage", func(t *testing.T) {
			b, _ := sent(t)
			id := one(t, b, first)
			exec(t, b, "UPDATE messages SET campaign = NULL, campaign_id = NULL, charge = 'None' WHERE firm_id = $1 AND id = $2", id)
			exec(t, b, "UPDATE campaign_recipients SET message_id = $3 WHERE firm_id = $1 AND id = $2", id, entity.NewID())
			require.Contains(t, b.faults(t), "the recipient "+id.String()+" is Sent, and its message does not exist")
		})
		t.Run("ErrMessageOfNone", func(t *testing.T) {
			b, _ := sent(t)
			id := one(t, b, queued)
			exec(t, b, "UPDATE campaign_recipients SET message_id = NULL, message_at = NULL WHERE firm_id = $1 AND id = $2", id)
			require.Subset(t, b.faults(t), []string{
				"the recipient " + id.String() + " is Entered, and its message does not exist",
				"the message " + id.String() + " of the campaign is that of no recipient",
				"the message " + id.String() + " in the queue is that of no recipient",
			})
		})
		t.Run("ErrWaitsWithMessage", func(t *testing.T) {
			b, _ := sent(t)
			id := one(t, b, queued)
			exec(t, b, "UPDATE campaign_recipients SET state = 'Waiting' WHERE firm_id = $1 AND id = $2", id)
			require.Contains(t, b.faults(t), "the recipient "+id.String()+" is Waiting, and has a message")
		})
		t.Run("ErrNotInQueue", func(t *testing.T) {
			b, c := sent(t)
			id := one(t, b, queued)
			exec(t, b, "DELETE FROM outgoing_messages WHERE firm_id = $1 AND id = $2", id)
			exec(t, b, "UPDATE campaigns SET held = held - $3 WHERE firm_id = $1 AND id = $2", c.ID, int64(price))
			require.Equal(t, []string{"the message of the recipient " + id.String() + " is not in the queue"}, b.faults(t))
		})
		t.Run("ErrPreparing", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 20*price)
			b.contacts(t, 4)
			b.SetBatch(1)
			c := b.execute(t, b.create(t).ID)
			_, err := b.Prepare(viewer.NewContext(b.ctx, &viewer.Viewer{Kind: viewer.System, FirmID: b.firm.ID}), c.ID)
			require.NoError(t, err)
			require.Empty(t, b.faults(t))
			exec(t, b, "UPDATE campaigns SET needed = needed + 1, reserved = reserved + 1 WHERE firm_id = $1 AND id = $2", c.ID)
			require.Equal(t, []string{
				"the prices of recipients that wait are " + price.String() + ", and " + (price + 1).String() + " is noted for them",
				"the prices of recipients that wait or are to come are " + (4 * price).String() + ", and " + (4*price + 1).String() + " is reserved",
			}, b.faults(t))
		})
		t.Run("ErrReasons", func(t *testing.T) {
			b, _ := sent(t)
			id := one(t, b, first)
			exec(t, b, "UPDATE campaign_recipients SET reason = 'Rejected' WHERE firm_id = $1 AND id = $2", id)
			require.Equal(t, []string{"1 recipients are Failed for Rejected, and the count is 0"}, b.faults(t))
		})
		t.Run("ErrReasonOfNone", func(t *testing.T) {
			b, c := sent(t)
			exec(t, b, `UPDATE campaigns SET reasons = '{"skipped": {"Inactive": 2}}' WHERE firm_id = $1 AND id = $2`, c.ID)
			require.Equal(t, []string{"no recipient is Skipped for Inactive, and the count is 2"}, b.faults(t))
		})
		t.Run("ErrHeld", func(t *testing.T) {
			b, c := sent(t)
			exec(t, b, "UPDATE campaigns SET held = held + $3 WHERE firm_id = $1 AND id = $2", c.ID, int64(price))
			require.Equal(t, []string{"the prices of messages that are held are 0.15, and the sum is 0.2"}, b.faults(t))
		})
		t.Run("ErrSpent", func(t *testing.T) {
			b, c := sent(t)
			exec(t, b, "UPDATE campaigns SET spent = spent + $3 WHERE firm_id = $1 AND id = $2", c.ID, int64(price))
			require.Equal(t, []string{
				"the prices of messages that were charged are 0.05, and the sum is 0.1", "0.1 was spent, and the debits for Sale are 0.05",
			}, b.faults(t))
		})
		t.Run("ErrPrice", func(t *testing.T) {
			b, _ := sent(t)
			id := one(t, b, first)
			exec(t, b, "UPDATE campaign_recipients SET price = 2 * price WHERE firm_id = $1 AND id = $2", id)
			require.Equal(t, []string{"the price of the recipient " + id.String() + " is 0.1, and that of its message 0.05"}, b.faults(t))
		})
		t.Run("ErrDebitedTwice", func(t *testing.T) {
			b, _ := sent(t)
			exec(t, b, `
INSERT INTO wallet_entries (id, created_at, number, day, type, amount, balance_after, reason, reference, actor_kind, actor_name, hash, firm_id, wallet_id)
SELECT $2, created_at, number + 1000, day, type, amount, balance_after, reason, reference, actor_kind, actor_name, hash, firm_id, wallet_id
FROM wallet_entries WHERE firm_id = $1 AND type = 'Debit'`, entity.NewID())
			require.Equal(t, []string{"the debits for Sale are 0.1, and the messages that were charged are 0.05"}, b.faults(t))
		})
		t.Run("OKDeleted", func(t *testing.T) {
			b, c := sent(t)
			_, err := b.Cancel(b.ctx, c.ID)
			require.NoError(t, err)
			b.work(t, c.ID)
			require.NoError(t, b.Delete(b.ctx, c.ID))
			b.create(t)
			require.Empty(t, b.faults(t), "the debits of the deleted campaign are those of its messages")
		})
		t.Run("ErrReserved", func(t *testing.T) {
			b, c := sent(t)
			exec(t, b, "UPDATE campaigns SET reserved = $3 WHERE firm_id = $1 AND id = $2", c.ID, int64(price))
			require.Equal(t, []string{"the prices of recipients that wait are 0, and 0.05 is reserved"}, b.faults(t))
		})
		t.Run("ErrReservedAfterEnd", func(t *testing.T) {
			b, c := sent(t)
			_, err := b.Cancel(b.ctx, c.ID)
			require.NoError(t, err)
			b.work(t, c.ID)
			require.Empty(t, b.faults(t))
			exec(t, b, "UPDATE campaigns SET reserved = $3, waiting = 1 WHERE firm_id = $1 AND id = $2", c.ID, int64(price))
			require.Subset(t, b.faults(t), []string{"0.05 is reserved after the end", "1 recipients wait after the end"})
		})
		t.Run("ErrReservedBefore", func(t *testing.T) {
			b := newBundle(t, d)
			c := b.create(t)
			exec(t, b, "UPDATE campaigns SET reserved = $3 WHERE firm_id = $1 AND id = $2", c.ID, int64(price))
			require.Equal(t, []string{"0.05 is reserved before the beginning"}, b.faults(t))
		})
		t.Run("ErrOptOut", func(t *testing.T) {
			b, _ := sent(t)
			id := one(t, b, first)
			var address string
			_, err := b.InFirm(b.ctx).Row([]any{&address}, "SELECT address FROM messages WHERE firm_id = $1 AND id = $2", id)
			require.NoError(t, err)
			_, err = consent.Set(b.ctx, d, consent.SetInput{Address: &address, State: consent.OptedOut})
			require.NoError(t, err)
			require.Empty(t, b.faults(t))
			exec(t, b, "UPDATE messages SET sent_at = $3 WHERE firm_id = $1 AND id = $2", id, entity.Now().Add(2*time.Minute))
			require.Equal(t, []string{"the message " + id.String() + " was sent after its recipient had opted out"}, b.faults(t))
		})
		// optOut lets the recipient of the message that was sent opt out.
		optOut := func(t *testing.T, b *bundle) (id uuid.UUID, address string) {
			t.Helper()
			id = one(t, b, first)
			_, err := b.InFirm(b.ctx).Row([]any{&address}, "SELECT address FROM messages WHERE firm_id = $1 AND id = $2", id)
			require.NoError(t, err)
			b.consent(t, address, consent.OptedOut)
			return id, address
		}
		sentAfter := func(t *testing.T, b *bundle, id uuid.UUID, after time.Duration) {
			t.Helper()
			exec(t, b, "UPDATE messages SET sent_at = $3 WHERE firm_id = $1 AND id = $2", id, entity.Now().Add(after))
		}
		wrong := func(id uuid.UUID) []string {
			return []string{"the message " + id.String() + " was sent after its recipient had opted out"}
		}
		t.Run("ErrOptOutTwice", func(t *testing.T) {
			b, _ := sent(t)
			id, _ := optOut(t, b)
			later := func(number int, state consent.State, after time.Duration) {
				exec(t, b, `
INSERT INTO consent_entries (id, firm_id, number, address, address_key, kind, state, source, evidence, at, actor_kind, actor_name, hash)
SELECT $2, firm_id, $3, address, address_key, kind, $4, source, evidence, $5, actor_kind, actor_name, hash
FROM consent_entries WHERE firm_id = $1 AND number = 1`, entity.NewID(), number, string(state), entity.Now().Add(after))
			}
			later(2, consent.OptedOut, 10*time.Minute)
			sentAfter(t, b, id, 10*time.Minute+time.Second)
			require.Equal(t, wrong(id), b.faults(t), "the second entry does not hide the first one")
			later(3, consent.OptedIn, 20*time.Minute)
			require.Equal(t, wrong(id), b.faults(t), "it was sent before")
			sentAfter(t, b, id, 30*time.Minute)
			require.Empty(t, b.faults(t))
		})
		t.Run("ErrOptOutOfErased", func(t *testing.T) {
			b, _ := sent(t)
			id, address := optOut(t, b)
			parsed, faults := consent.ParseAddress(address)
			require.Empty(t, faults)
			require.NoError(t, d.Tx(b.ctx, func(ctx context.Context) error {
				return consent.Erase(ctx, d, []consent.Address{parsed}, func(string) string { return "" })
			}))
			require.Empty(t, b.faults(t))
			sentAfter(t, b, id, 2*time.Minute)
			require.Equal(t, wrong(id), b.faults(t))
		})
		t.Run("ErrOptOutUnknown", func(t *testing.T) {
			b, _ := sent(t)
			claimed := b.claim(t)
			id, now := claimed[0].ID, entity.Now()
			require.NoError(t, b.messages.Settle(b.ctx, []messaging.Call{{ID: id, Outcome: provider.Outcome{Result: provider.Unknown}, At: now}}))
			b.consent(t, claimed[0].Content.To.Value, consent.OptedOut)
			require.Empty(t, b.faults(t), "it was called before")
			called := func(at time.Time) {
				events, err := json.Marshal([]messaging.Event{{Status: "Unknown", At: at}})
				require.NoError(t, err)
				exec(t, b, "UPDATE messages SET events = $3, updated_at = $4 WHERE firm_id = $1 AND id = $2", id, string(events), at)
			}
			called(now.Add(2 * time.Minute))
			require.Equal(t, wrong(id), b.faults(t), "it has no time at which it was sent")
			called(now)
			require.NoError(t, messaging.StoreEvents(b.ctx, b.DB, b.channel, []provider.Event{
				{Status: &provider.Status{OurID: id.String(), State: provider.StateDelivered, At: now}},
			}))
			_, err := b.messages.ApplyEvents(b.ctx)
			require.NoError(t, err)
			sentAfter(t, b, id, 2*time.Minute)
			require.Empty(t, b.faults(t), "the hook says when it was delivered, which was long after the call")
		})
		t.Run("OKWhileCampaignsRun", func(t *testing.T) {
			b, first := sent(t)
			exec(t, b, "UPDATE campaigns SET held = held + 1 WHERE firm_id = $1 AND id = $2", first.ID)
			b.run(t, b.create(t, func(in *campaign.CreateInput) { in.Name = "Second" }).ID)
			var found []string
			_, err := campaign.Verify(context.Background(), d, &b.firm.ID, func(f campaign.Fault) {
				if found = append(found, f.What); len(found) == 1 {
					b.send(t) // The second campaign was read, and its recipients were not.
				}
			})
			require.NoError(t, err)
			require.Len(t, found, 1, "that of the first campaign")
		})
		t.Run("OKFailed", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 20*price)
			b.contacts(t, 2, "News")
			b.SetBatch(1)
			c := b.execute(t, b.create(t, toTagged).ID)
			more, err := b.Prepare(b.ctx, c.ID)
			require.NoError(t, err)
			require.True(t, more)
			_, err = tags.Delete(b.ctx, d, "News")
			require.NoError(t, err)
			b.prepare(t, c.ID)
			require.Equal(t, campaign.Failed, b.get(t, c.ID).Status)
			require.Empty(t, b.faults(t), "the runner has not released its reserve yet")
			b.work(t, c.ID)
			require.Empty(t, b.faults(t))
		})
	})
}
