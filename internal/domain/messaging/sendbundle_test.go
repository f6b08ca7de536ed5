package messaging_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	entchannel "github.com/firmhub/firmhub/ent/channel"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/outgoing"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/pricing"
	"github.com/firmhub/firmhub/internal/domain/wallet"
)

// allRights are those of whoever may send everything, and noStart those of whoever may not write
// first.
var (
	allRights = messaging.Rights{Write: true, Template: true, Start: true}
	noStart   = messaging.Rights{Write: true, Template: true}
)

const marketing = pricing.Category("Marketing")

// addChannel adds a channel, the default of its kind.
func (b *bundle) addChannel(t testing.TB, kind provider.Kind) uuid.UUID {
	t.Helper()
	return b.Client.Channel.Create().SetName(string(kind)).SetKind(entchannel.Kind(kind)).SetSender("sender").SetSettings([]byte("{}")).
		SetMessagesPerSecond(100).SetIsDefault(true).SaveX(b.ctx).ID
}

// toSend is a message that costs something.
func toSend(to string) *messaging.SendMessage {
	return &messaging.SendMessage{To: &to, Body: "Hello", Category: new(marketing)}
}

func (b *bundle) send(t testing.TB, messages ...*messaging.SendMessage) *messaging.SendResult {
	t.Helper()
	result, err := b.Send(b.ctx, messaging.SendInput{Messages: messages}, allRights)
	require.NoError(t, err)
	return result
}

// accepted sends a message and returns its id.
func (b *bundle) accepted(t testing.TB, m *messaging.SendMessage) uuid.UUID {
	t.Helper()
	result := b.send(t, m)
	require.Empty(t, result.Rejected)
	return result.Accepted[0].ID
}

// rejected sends a message and returns the code of its rejection.
func (b *bundle) rejected(t testing.TB, m *messaging.SendMessage) (code, text string) {
	t.Helper()
	result := b.send(t, m)
	require.Empty(t, result.Accepted)
	return result.Rejected[0].Code, result.Rejected[0].Message
}

// claim claims all messages of a channel that are due.
func (b *bundle) claim(t testing.TB, channel uuid.UUID) []*outgoing.Message {
	t.Helper()
	lease, err := outgoing.Acquire(b.ctx, b.DB, outgoing.Lane{FirmID: b.firm.ID, ChannelID: channel}, uuid.New(), time.Minute)
	require.NoError(t, err)
	require.NotNil(t, lease)
	claimed, err := lease.Claim(b.ctx, 50, func(_ context.Context, due []*outgoing.Message) ([]*outgoing.Message, error) { return due, nil })
	require.NoError(t, err)
	require.NoError(t, lease.Return(b.ctx, time.Time{}, false))
	return claimed
}

// called claims the message of a channel, and settles the outcome of its call.
func (b *bundle) called(t testing.TB, channel uuid.UUID, outcome provider.Outcome) {
	t.Helper()
	claimed := b.claim(t, channel)
	require.Len(t, claimed, 1)
	b.settle(t, claimed[0].ID, outcome)
}

func (b *bundle) settle(t testing.TB, id uuid.UUID, outcome provider.Outcome) {
	t.Helper()
	require.NoError(t, b.Settle(b.ctx, []messaging.Call{{ID: id, Outcome: outcome, At: time.Now()}}))
}

// settleClaim settles the outcome of a call for a claim.
func (b *bundle) settleClaim(t testing.TB, m *outgoing.Message, outcome provider.Outcome) {
	t.Helper()
	require.NoError(t, b.Settle(b.ctx, []messaging.Call{{ID: m.ID, Claim: m.Claims, Outcome: outcome, At: time.Now()}}))
}

// events works on events of a channel.
func (b *bundle) events(t testing.TB, channel uuid.UUID, events ...provider.Event) {
	t.Helper()
	require.NoError(t, messaging.StoreEvents(b.ctx, b.DB, channel, events))
	for more := true; more; {
		var err error
		more, err = b.ApplyEvents(b.ctx)
		require.NoError(t, err)
	}
}

func reached(id uuid.UUID, state provider.State) provider.Event {
	return provider.Event{Status: &provider.Status{OurID: id.String(), State: state, At: time.Now()}}
}

// state describes a message: its status, charge, error, and whether it waits.
func (b *bundle) state(t testing.TB, id uuid.UUID) string {
	t.Helper()
	m, err := messaging.Get(b.ctx, b.DB, id)
	require.NoError(t, err)
	text := string(m.Status) + " " + string(*m.Charge)
	if m.ErrorCode != nil {
		text += " " + *m.ErrorCode
	}
	return text
}

func (b *bundle) held(t testing.TB) money.Amount {
	t.Helper()
	now, err := wallet.CurrentBalance(b.ctx, b.DB, b.firm.ID)
	require.NoError(t, err)
	return now.Held
}

// sound requires that nothing is held, and that counts and ledger are right.
func (b *bundle) sound(t testing.TB) {
	t.Helper()
	require.Zero(t, b.held(t))
	_, err := messaging.Verify(context.Background(), b.DB, &b.firm.ID, func(f messaging.Fault) { t.Error(f.What) })
	require.NoError(t, err)
	_, err = wallet.Verify(context.Background(), b.DB, &b.firm.ID, func(f wallet.Fault) { t.Error(f.What) })
	require.NoError(t, err)
	_, err = messaging.VerifyHolds(context.Background(), b.DB, &b.firm.ID, func(f messaging.Fault) { t.Error(f.What) })
	require.NoError(t, err)
}

// sent is how many messages the analytics count as sent, and as failed.
func (b *bundle) counted(t testing.TB) (sent, failed int64) {
	t.Helper()
	rows := b.Client.MessageCount.Query().AllX(b.ctx)
	for _, row := range rows {
		if row.Kind == messaging.Day {
			sent, failed = sent+row.Sent, failed+row.Failed
		}
	}
	return sent, failed
}

var taken = provider.Outcome{Result: provider.Taken, ProviderID: "provider-1"}
