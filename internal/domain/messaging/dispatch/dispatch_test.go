package dispatch_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	entchannel "github.com/firmhub/firmhub/ent/channel"
	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/messaging/dispatch"
	"github.com/firmhub/firmhub/internal/domain/messaging/outgoing"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

const (
	marketing      = "Marketing"
	utility        = "Utility"
	authentication = "Authentication"
)

func TestDispatcher(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Run("OK", func(t *testing.T) {
			b := newBundle(t, d, 1000)
			b.start(t, dispatch.Config{})
			ids := b.send(t, 120, utility)
			b.await(t, map[messaging.Status]int{message.StatusSent: 120})
			called := map[uuid.UUID]int{}
			for _, call := range b.adapter.made() {
				called[call.id]++
			}
			require.Len(t, called, len(ids))
			for _, id := range ids {
				require.Equal(t, 1, called[id])
			}
		})
		t.Run("OKRate", func(t *testing.T) {
			const rate = 10
			b := newBundle(t, d, rate)
			began := b.mails(t, b.send(t, 2*rate+1, utility), nil)
			b.start(t, dispatch.Config{Unsubscribe: began.unsubscribe})
			b.await(t, map[messaging.Status]int{message.StatusSent: 2*rate + 1})
			calls := b.adapter.made()
			require.Len(t, calls, 2*rate+1)
			began.requireRate(t, rate, calls)
		})
		// A lane that begins claims no more than one that knows the rate: messages of one second
		// are called, and those of another one wait for their call.
		t.Run("OKFirstClaim", func(t *testing.T) {
			const rate = 2
			b := newBundle(t, d, rate)
			b.send(t, 3*rate, utility)
			sending := make(chan int, 1)
			var first sync.Once
			b.adapter.answer = func(m provider.Message) provider.Outcome {
				first.Do(func() { sending <- b.statuses(t)[message.StatusSending] })
				return provider.Outcome{Result: provider.Taken, ProviderID: "p-" + m.ID.String()}
			}
			b.start(t, dispatch.Config{})
			require.LessOrEqual(t, <-sending, 2*rate)
			b.await(t, map[messaging.Status]int{message.StatusSent: 3 * rate})
		})
		t.Run("OKClasses", func(t *testing.T) {
			b := newBundle(t, d, 1)
			first := b.send(t, 1, utility)
			code := b.send(t, 1, authentication)
			b.start(t, dispatch.Config{})
			b.await(t, map[messaging.Status]int{message.StatusSent: 2})
			require.Equal(t, code[0], b.adapter.made()[0].id)
			require.Equal(t, first[0], b.adapter.made()[1].id)
		})
		t.Run("OKPaused", func(t *testing.T) {
			b := newBundle(t, d, 1000)
			_, err := b.channels.Pause(b.ctx, b.channel)
			require.NoError(t, err)
			b.start(t, dispatch.Config{})
			b.send(t, 1, utility)
			require.Eventually(t, func() bool { return b.parked(t) }, 10*time.Second, 10*time.Millisecond)
			require.Empty(t, b.adapter.made())
			err = b.channels.Delete(b.ctx, b.channel)
			require.True(t, fault.Is(err, fault.Conflict), "%v", err)
			_, err = b.channels.Resume(b.ctx, b.channel)
			require.NoError(t, err)
			b.await(t, map[messaging.Status]int{message.StatusSent: 1})
			require.NoError(t, b.channels.Delete(b.ctx, b.channel))
		})
		t.Run("OKFailing", func(t *testing.T) {
			b := newBundle(t, d, 1000)
			b.adapter.answer = func(provider.Message) provider.Outcome {
				return provider.Outcome{Result: provider.ChannelFailing, Failing: provider.CredentialsRefused, Message: "no"}
			}
			b.start(t, dispatch.Config{})
			b.send(t, 3, utility)
			require.Eventually(t, func() bool {
				row := b.Client.Channel.GetX(b.ctx, b.channel)
				return row.Status == entchannel.StatusFailing && row.StatusReason == "CredentialsRefused: no" && b.parked(t)
			}, 10*time.Second, 10*time.Millisecond)
			require.Equal(t, map[messaging.Status]int{message.StatusQueued: 3}, b.statuses(t))
			require.Equal(t, 1, b.Client.Notification.Query().CountX(b.ctx))
			b.adapter.mu.Lock()
			b.adapter.answer = nil
			b.adapter.mu.Unlock()
			_, err := b.channels.Test(b.ctx, b.channel)
			require.NoError(t, err)
			b.await(t, map[messaging.Status]int{message.StatusSent: 3})
		})
		t.Run("OKRemoved", func(t *testing.T) {
			b := newBundle(t, d, 1000)
			id := b.send(t, 1, utility)[0]
			b.Client.Channel.UpdateOneID(b.channel).SetDeletedAt(time.Now()).ExecX(b.ctx)
			b.start(t, dispatch.Config{})
			b.await(t, map[messaging.Status]int{message.StatusFailed: 1})
			m, err := messaging.Get(b.ctx, d, id)
			require.NoError(t, err)
			require.Equal(t, string(messaging.ChannelRemoved), *m.ErrorCode)
			require.Empty(t, b.adapter.made())
		})
		t.Run("OKTwoInstances", func(t *testing.T) {
			b := newBundle(t, d, 1000)
			stop := b.start(t, dispatch.Config{})
			b.start(t, dispatch.Config{})
			b.send(t, 60, utility)
			b.await(t, map[messaging.Status]int{message.StatusSent: 60})
			stop()
			b.send(t, 60, utility)
			b.await(t, map[messaging.Status]int{message.StatusSent: 120})
			require.Len(t, b.adapter.made(), 120)
		})
		t.Run("OKPairWaits", func(t *testing.T) {
			b := newBundle(t, d, 1)
			refused := false
			b.adapter.answer = func(m provider.Message) provider.Outcome {
				if first := !refused; first {
					refused = true
					return provider.Outcome{Result: provider.NotTaken, Waits: provider.WaitPair}
				}
				return provider.Outcome{Result: provider.Taken, ProviderID: m.ID.String()}
			}
			b.send(t, 2, utility)
			other := []*messaging.SendMessage{{To: new("+5511987654322"), Body: "Hello", Category: new(messaging.Category(utility))}}
			_, err := b.messages.Send(b.ctx, messaging.SendInput{Messages: other}, messaging.Rights{Write: true, Start: true})
			require.NoError(t, err)
			b.start(t, dispatch.Config{})
			b.await(t, map[messaging.Status]int{message.StatusSent: 3})
			calls := b.adapter.made()
			require.GreaterOrEqual(t, len(calls), 4)
			for _, call := range calls[1:] {
				waited := call.at.Sub(calls[0].at)
				require.Equal(t, call.to == calls[0].to, waited >= messaging.PairWait, waited)
			}
		})
		t.Run("OKStopped", func(t *testing.T) {
			b := newBundle(t, d, 1000)
			began, end := make(chan struct{}), make(chan struct{})
			b.adapter.answer = func(m provider.Message) provider.Outcome {
				close(began)
				<-end
				return provider.Outcome{Result: provider.Taken, ProviderID: m.ID.String()}
			}
			stop := b.start(t, dispatch.Config{})
			b.send(t, 1, utility)
			<-began
			stopped := make(chan struct{})
			go func() {
				defer close(stopped)
				stop()
			}()
			close(end)
			<-stopped
			require.Equal(t, map[messaging.Status]int{message.StatusSent: 1}, b.statuses(t))
		})
		t.Run("OKPanic", func(t *testing.T) {
			b := newBundle(t, d, 1000)
			b.adapter.answer = func(provider.Message) provider.Outcome { panic("a fault of the adapter") }
			b.start(t, dispatch.Config{})
			b.send(t, 1, utility)
			b.await(t, map[messaging.Status]int{message.StatusUnknown: 1})
		})
		t.Run("OKOwnLeaseAgain", func(t *testing.T) {
			b := newBundle(t, d, 1000)
			lane, holder := outgoing.Lane{FirmID: b.firm.ID, ChannelID: b.channel}, uuid.New()
			b.send(t, 1, utility)
			first, err := outgoing.Acquire(b.ctx, d, lane, holder, time.Minute)
			require.NoError(t, err)
			require.False(t, first.Lost)
			// It could not store the outcomes, and took the lane again.
			again, err := outgoing.Acquire(b.ctx, d, lane, holder, time.Minute)
			require.NoError(t, err)
			require.True(t, again.Lost)
			require.NoError(t, again.Return(b.ctx, time.Time{}, false))
			returned, err := outgoing.Acquire(b.ctx, d, lane, holder, time.Minute)
			require.NoError(t, err)
			require.False(t, returned.Lost)
		})
		// A claim that has not seen the opt-out is called before the opt-out is answered.
		t.Run("OKOptOut", func(t *testing.T) {
			b := newBundle(t, d, 1000)
			b.charge(t, money.Unit)
			id := b.send(t, 1, marketing)[0]
			lease, err := outgoing.Acquire(b.ctx, d, outgoing.Lane{FirmID: b.firm.ID, ChannelID: b.channel}, uuid.New(), time.Minute)
			require.NoError(t, err)
			answered := make(chan time.Time)
			_, err = lease.Claim(b.ctx, 1, func(_ context.Context, due []*outgoing.Message) ([]*outgoing.Message, error) {
				go func() {
					_, err := consent.Set(b.ctx, d, consent.SetInput{Address: new("+5511987654321"), State: consent.OptedOut})
					assert.NoError(t, err)
					answered <- time.Now()
				}()
				if d.Dialect() == db.Postgres { // On SQLite the opt-out waits for the claim to end.
					b.optedOut(t)
				}
				return due, nil
			})
			require.NoError(t, err)
			b.optedOut(t)
			called := time.Now()
			taken := provider.Outcome{Result: provider.Taken, ProviderID: "taken"}
			require.NoError(t, b.messages.Settle(b.ctx, []messaging.Call{{ID: id, Outcome: taken, At: called}}))
			require.True(t, (<-answered).After(called))
			require.NoError(t, lease.Return(b.ctx, called, false))
		})
		t.Run("OKClaimInDoubt", func(t *testing.T) {
			b := newBundle(t, d, 1000)
			b.send(t, 2, utility)
			lease := b.claimInDoubt(t)
			require.NoError(t, lease.Return(b.ctx, time.Time{}, false))
			require.Equal(t, map[messaging.Status]int{message.StatusQueued: 2}, b.statuses(t))
			b.start(t, dispatch.Config{})
			b.await(t, map[messaging.Status]int{message.StatusSent: 2})
			require.Len(t, b.adapter.made(), 2)
		})
		t.Run("OKClaimInDoubt, then another fails", func(t *testing.T) {
			b := newBundle(t, d, 1000)
			b.send(t, 2, utility)
			lease := b.claimInDoubt(t)
			_, err := lease.Claim(b.ctx, 1, func(context.Context, []*outgoing.Message) ([]*outgoing.Message, error) { return nil, assert.AnError })
			require.ErrorIs(t, err, assert.AnError)
			require.NoError(t, lease.Return(b.ctx, time.Time{}, false))
			require.Equal(t, map[messaging.Status]int{message.StatusQueued: 2}, b.statuses(t))
			b.start(t, dispatch.Config{})
			b.await(t, map[messaging.Status]int{message.StatusSent: 2})
		})
		t.Run("OKClaimInDoubt, then another succeeds", func(t *testing.T) {
			b := newBundle(t, d, 1000)
			ids := b.send(t, 2, utility)
			lease := b.claimInDoubt(t)
			all := func(_ context.Context, due []*outgoing.Message) ([]*outgoing.Message, error) { return due, nil }
			claimed, err := lease.Claim(b.ctx, 2, all)
			require.NoError(t, err)
			var got []uuid.UUID
			for _, m := range claimed {
				got = append(got, m.ID)
			}
			require.ElementsMatch(t, ids, got)
			require.NoError(t, lease.Return(b.ctx, time.Time{}, false))
			require.Equal(t, map[messaging.Status]int{message.StatusSending: 2}, b.statuses(t), "they may have been called")
		})
		t.Run("OKTakesOver", func(t *testing.T) {
			b := newBundle(t, d, 1000)
			ids := b.send(t, 2, utility)
			dead, err := outgoing.Acquire(b.ctx, d, outgoing.Lane{FirmID: b.firm.ID, ChannelID: b.channel}, uuid.New(), time.Minute)
			require.NoError(t, err)
			claimed, err := dead.Claim(b.ctx, 1, func(_ context.Context, due []*outgoing.Message) ([]*outgoing.Message, error) { return due, nil })
			require.NoError(t, err)
			require.Equal(t, ids[0], claimed[0].ID)
			claimedAt := b.Client.Message.Query().Where(message.ID(ids[0])).OnlyX(b.ctx).UpdatedAt
			_, err = d.InFirm(b.ctx).Exec("UPDATE channel_lanes SET held_until = $2 WHERE firm_id = $1", entity.Now().Add(-time.Minute))
			require.NoError(t, err)
			b.start(t, dispatch.Config{})
			b.await(t, map[messaging.Status]int{message.StatusUnknown: 1, message.StatusSent: 1})
			lost, err := messaging.Get(b.ctx, d, ids[0])
			require.NoError(t, err)
			events, err := lost.Events()
			require.NoError(t, err)
			last := events[len(events)-1]
			require.Equal(t, message.StatusUnknown, last.Status)
			require.WithinDuration(t, claimedAt, last.At, 0, "as of when it was claimed")
			require.Equal(t, ids[1], b.adapter.made()[0].id)
			_, err = dead.Claim(b.ctx, 1, nil)
			require.ErrorIs(t, err, outgoing.ErrLeaseLost)

			// The outcome of the call that was made nevertheless is stored.
			outcome := provider.Outcome{Result: provider.Taken, ProviderID: "late"}
			require.NoError(t, b.messages.Settle(b.ctx, []messaging.Call{{ID: ids[0], Outcome: outcome, At: time.Now()}}))
			b.await(t, map[messaging.Status]int{message.StatusSent: 2})
		})
	})
}

// claimInDoubt claims a message of the channel, and loses the answer of the commit: the test
// commits what the claim would have.
func (b *bundle) claimInDoubt(t *testing.T) *outgoing.Lease {
	t.Helper()
	lease, err := outgoing.Acquire(b.ctx, b.DB, outgoing.Lane{FirmID: b.firm.ID, ChannelID: b.channel}, uuid.New(), time.Minute)
	require.NoError(t, err)
	ctx, lost := context.WithCancel(b.ctx)
	var id uuid.UUID
	_, err = lease.Claim(ctx, 1, func(_ context.Context, due []*outgoing.Message) ([]*outgoing.Message, error) {
		lost()
		id = due[0].ID
		return due, nil
	})
	require.Error(t, err)
	_, err = b.InFirm(b.ctx).Exec("UPDATE outgoing_messages SET state = 'Sending', due_at = NULL, check_at = NULL WHERE firm_id = $1 AND id = $2", id)
	require.NoError(t, err)
	_, err = b.InFirm(b.ctx).Exec("UPDATE messages SET status = 'Sending' WHERE firm_id = $1 AND id = $2", id)
	require.NoError(t, err)
	return lease
}

// parked reports whether the lane is not due for a while, and nobody has its lease.
func (b *bundle) parked(t *testing.T) bool {
	t.Helper()
	var due time.Time
	var holder *uuid.UUID
	found, err := b.DB.InFirm(b.ctx).Row([]any{&due, &holder}, "SELECT due_at, holder FROM channel_lanes WHERE firm_id = $1 AND id = $2", b.channel)
	require.NoError(t, err)
	return found && time.Until(due) > 10*time.Second && holder == nil
}

// optedOut waits until the recipient of [bundle.send] has opted out.
func (b *bundle) optedOut(t *testing.T) {
	t.Helper()
	require.Eventually(t, func() bool {
		entries, err := consent.Of(b.ctx, b.DB, []consent.Address{consent.OfRecipient(provider.Address{Kind: provider.Phone, Value: "+5511987654321"})})
		return err == nil && len(entries) > 0
	}, 10*time.Second, 10*time.Millisecond)
}
