package messaging_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/pricingplan"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/fault"
)

func TestSettle(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for name, c := range map[string]struct {
			outcome      provider.Outcome
			state        string
			sent, failed int64
			attempts     int
		}{
			"OK":        {taken, "Sent Charged", 1, 0, 1},
			"Refused":   {provider.Refusal(provider.InvalidAddress, "no such number"), "Failed Released InvalidAddress", 1, 1, 1},
			"NotTaken":  {provider.Outcome{Result: provider.NotTaken, Waits: provider.WaitMessage}, "Queued Held", 0, 0, 1},
			"Waits":     {provider.Outcome{Result: provider.NotTaken, Waits: provider.WaitChannel}, "Queued Held", 0, 0, 0},
			"WaitsPair": {provider.Outcome{Result: provider.NotTaken, Waits: provider.WaitPair}, "Queued Held", 0, 0, 0},
			"TooLate": {
				provider.Outcome{Result: provider.NotTaken, Waits: provider.WaitMessage, RetryAfter: 25 * time.Hour}, "Failed Released Expired", 1, 1, 1,
			},
			"Capped": {
				provider.Outcome{Result: provider.NotTaken, Waits: provider.WaitMessage, RetryAfter: 25 * time.Hour, Code: provider.Capped},
				"Failed Released Capped", 1, 1, 1,
			},
			"ChannelFailing": {provider.Outcome{Result: provider.ChannelFailing}, "Queued Held", 0, 0, 0},
			"Unknown":        {provider.Outcome{Result: provider.Unknown}, "Unknown Held", 0, 0, 1},
		} {
			t.Run(name, func(t *testing.T) {
				b := newBundle(t, d)
				b.credit(t, 10*price)
				channel := b.addChannel(t, provider.Sandbox)
				id := b.accepted(t, toSend(phones[0]))
				require.Equal(t, "Queued Held", b.state(t, id))
				b.called(t, channel, c.outcome)
				require.Equal(t, c.state, b.state(t, id))
				sent, failed := b.counted(t)
				require.Equal(t, c.sent, sent)
				require.Equal(t, c.failed, failed)
				m, err := messaging.Get(b.ctx, d, id)
				require.NoError(t, err)
				require.Equal(t, c.attempts, *m.Attempts)
				if c.outcome.ProviderID != "" {
					require.Equal(t, c.outcome.ProviderID, m.ProviderMessageID)
				}
				if b.held(t) == 0 {
					b.sound(t)
				}
			})
		}
		// An outcome is stored again if the answer of its commit was lost.
		t.Run("OKOfEarlierClaim", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			channel := b.addChannel(t, provider.Sandbox)
			id := b.accepted(t, toSend(phones[0]))
			first := b.claim(t, channel)[0]
			waits := provider.Outcome{Result: provider.NotTaken, Waits: provider.WaitChannel}
			b.settleClaim(t, first, waits)
			require.Equal(t, "Queued Held", b.state(t, id))
			_, err := d.InFirm(b.ctx).Exec("UPDATE outgoing_messages SET due_at = $2 WHERE firm_id = $1", time.Now().UTC())
			require.NoError(t, err)
			second := b.claim(t, channel)[0]
			for _, outcome := range []provider.Outcome{waits, {Result: provider.Unknown}, provider.Refusal(provider.Rejected, "no")} {
				b.settleClaim(t, first, outcome)
				require.Equal(t, "Sending Held", b.state(t, id))
			}
			b.settleClaim(t, second, taken)
			require.Equal(t, "Sent Charged", b.state(t, id))
			b.sound(t)
		})
		t.Run("OKUnknownThenStatus", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			channel := b.addChannel(t, provider.Sandbox)
			id := b.accepted(t, toSend(phones[0]))
			b.called(t, channel, provider.Outcome{Result: provider.Unknown})
			b.events(t, channel, reached(id, provider.StateDelivered))
			require.Equal(t, "Delivered Charged", b.state(t, id))
			require.Equal(t, 9*price, b.balance(t))
			b.sound(t)
		})
		t.Run("OKStatusBeforeOutcome", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			channel := b.addChannel(t, provider.Sandbox)
			id := b.accepted(t, toSend(phones[0]))
			require.Len(t, b.claim(t, channel), 1)
			b.events(t, channel, reached(id, provider.StateRead))
			b.settle(t, id, taken)
			require.Equal(t, "Read Charged", b.state(t, id))
			require.Equal(t, id, b.message(t, taken.ProviderID).ID)
			b.sound(t)
		})
		t.Run("OKUnknownStays", func(t *testing.T) {
			b := newBundleWith(t, d, messaging.Config{UnknownAfter: time.Nanosecond, UnknownRelease: time.Hour})
			b.credit(t, 10*price)
			channel := b.addChannel(t, provider.Sandbox)
			id := b.accepted(t, toSend(phones[0]))
			b.called(t, channel, provider.Outcome{Result: provider.Unknown})
			again := toSend(phones[0])
			again.OnUnknown = new(messaging.ResendUnknown)
			resent := b.accepted(t, again)
			b.called(t, channel, provider.Outcome{Result: provider.Unknown})
			_, err := b.Check(b.ctx)
			require.NoError(t, err)
			require.Equal(t, "Failed Held OutcomeUnknown", b.state(t, id))
			require.Equal(t, "Queued Held", b.state(t, resent))
			b.called(t, channel, provider.Outcome{Result: provider.Taken, ProviderID: "again"})
			require.Equal(t, "Sent Charged", b.state(t, resent))

			b.events(t, channel, reached(id, provider.StateDelivered))
			require.Equal(t, "Failed Charged OutcomeUnknown", b.state(t, id), "it was sent, so it is charged")
			b.sound(t)
		})
		t.Run("OKUnknownReleased", func(t *testing.T) {
			b := newBundleWith(t, d, messaging.Config{UnknownAfter: time.Nanosecond, UnknownRelease: time.Nanosecond})
			b.credit(t, 10*price)
			channel := b.addChannel(t, provider.Sandbox)
			id := b.accepted(t, toSend(phones[0]))
			b.called(t, channel, provider.Outcome{Result: provider.Unknown})
			for more := true; more; {
				var err error
				more, err = b.Check(b.ctx)
				require.NoError(t, err)
			}
			require.Equal(t, "Failed Released OutcomeUnknown", b.state(t, id))
			b.sound(t)
		})
		t.Run("OKOnDelivery", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			b.Client.PricingPlan.UpdateOneID(*b.firm.PricingPlanID).SetChargeOn(pricingplan.ChargeOnDelivered).
				ExecX(rule.AcrossFirms(t.Context(), "a test"))
			channel := b.addChannel(t, provider.Sandbox)
			delivered := b.accepted(t, toSend(phones[0]))
			b.called(t, channel, provider.Outcome{Result: provider.Taken, ProviderID: "delivered"})
			require.Equal(t, "Sent Held", b.state(t, delivered))
			held, err := db.All[string](d.InFirm(b.ctx), "SELECT content FROM outgoing_messages WHERE firm_id = $1")
			require.NoError(t, err)
			require.Equal(t, []string{"{}"}, held, "it is not sent again")
			failed := b.accepted(t, toSend(phones[0]))
			b.called(t, channel, provider.Outcome{Result: provider.Taken, ProviderID: "failed"})
			b.events(t, channel, reached(delivered, provider.StateDelivered), reached(failed, provider.StateFailed))
			require.Equal(t, "Delivered Charged", b.state(t, delivered))
			require.Equal(t, "Failed Released Rejected", b.state(t, failed))
			b.sound(t)
		})
		t.Run("OKExpired", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			b.addChannel(t, provider.Sandbox)
			m := toSend(phones[0])
			m.ExpiresAt = new(time.Now().Add(20 * time.Millisecond))
			id := b.accepted(t, m)
			require.Eventually(t, func() bool {
				_, err := b.Check(b.ctx)
				return err == nil && b.state(t, id) == "Failed Released Expired"
			}, 10*time.Second, 10*time.Millisecond)
			sent, _ := b.counted(t)
			require.Zero(t, sent, "it was never called")
			b.sound(t)
		})
		t.Run("OKKnownProviderID", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			channel := b.addChannel(t, provider.Sandbox)
			b.report(t, outbound(taken.ProviderID))
			id := b.accepted(t, toSend(phones[0]))
			b.called(t, channel, taken)
			require.Equal(t, "Sent Charged", b.state(t, id))
			require.Equal(t, id, b.message(t, id.String()).ID, "another message has the id")
			b.sound(t)
		})
	})
}

func TestCancel(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		b.credit(t, 10*price)
		channel := b.addChannel(t, provider.Sandbox)
		t.Run("OK", func(t *testing.T) {
			id := b.accepted(t, toSend(phones[0]))
			_, err := b.Cancel(b.ctx, id)
			require.NoError(t, err)
			require.Equal(t, "Cancelled Released", b.state(t, id))
			require.Empty(t, b.claim(t, channel))
			b.sound(t)
		})
		t.Run("ErrConflict", func(t *testing.T) {
			id := b.accepted(t, toSend(phones[0]))
			require.Len(t, b.claim(t, channel), 1)
			_, err := b.Cancel(b.ctx, id)
			require.True(t, fault.Is(err, fault.Conflict), "%v", err)
			b.settle(t, id, taken)
			_, err = b.Cancel(b.ctx, id)
			require.True(t, fault.Is(err, fault.Conflict), "%v", err)
			b.report(t, outbound("reported"))
			_, err = b.Cancel(b.ctx, b.message(t, "reported").ID)
			require.True(t, fault.Is(err, fault.Conflict), "%v", err)
		})
		t.Run("ErrNotFound", func(t *testing.T) {
			_, err := b.Cancel(b.ctx, uuid.New())
			require.True(t, fault.Is(err, fault.NotFound), "%v", err)
			_, err = b.Cancel(newBundle(t, d).ctx, b.accepted(t, toSend(phones[0])))
			require.True(t, fault.Is(err, fault.NotFound), "%v", err)
		})
	})
}

func TestVerifyHolds(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		b.credit(t, 10*price)
		b.addChannel(t, provider.Sandbox)
		b.accepted(t, toSend(phones[0]))
		verify := func() (faults []string) {
			n, err := messaging.VerifyHolds(t.Context(), d, nil, func(f messaging.Fault) { faults = append(faults, f.What) })
			require.NoError(t, err)
			require.Len(t, faults, int(n))
			return faults
		}
		require.Empty(t, verify())
		_, err := dbtest.SQL(b.ctx, d).Exec("UPDATE wallets SET held = 0 WHERE firm_id = $1", b.firm.ID)
		require.NoError(t, err)
		require.Equal(t, []string{"0 is held, and the prices of the messages in the queue and the reserves of campaigns are 0.05"}, verify())
	})
}
