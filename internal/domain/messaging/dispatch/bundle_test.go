package dispatch_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/channel"
	"github.com/firmhub/firmhub/internal/domain/messaging/dispatch"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/domain/pricing"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/transfer/outbound"
	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/realtime/broker"
)

// adapter notes the calls, and answers each by a function.
type adapter struct {
	mu     sync.Mutex
	calls  []call
	answer func(m provider.Message) provider.Outcome
	// prepare uploads the file of a message. It may be nil.
	prepare func()
	// hold is called with the context of each call and upload. Those for which it reports false are
	// not taken. It may be nil.
	hold func(ctx context.Context, m provider.Message) bool
}

type call struct {
	id uuid.UUID
	to string
	at time.Time
}

func (a *adapter) Send(ctx context.Context, _ provider.Account, m provider.Message) provider.Outcome {
	a.mu.Lock()
	a.calls = append(a.calls, call{m.ID, m.To.Value, time.Now()})
	answer := a.answer
	a.mu.Unlock()
	if a.hold != nil && !a.hold(ctx, m) {
		return cut
	}
	if answer != nil {
		return answer(m)
	}
	return provider.Outcome{Result: provider.Taken, ProviderID: "p-" + m.ID.String()}
}

// cut is the outcome of a call that has ended with its context.
var cut = provider.Outcome{Result: provider.NotTaken, Waits: provider.WaitMessage, Message: "the call was cut"}

func (a *adapter) Prepare(ctx context.Context, _ provider.Account, m provider.Message) *provider.Outcome {
	if a.hold != nil && !a.hold(ctx, m) {
		return &cut
	}
	if a.prepare != nil {
		a.prepare()
	}
	return nil
}

func (*adapter) ReadHook(provider.Account, provider.Hook) ([]provider.Event, error) { return nil, nil }

func (*adapter) Test(context.Context, provider.Account) provider.TestResult {
	return provider.TestResult{OK: true, Sender: "sandbox"}
}

func (a *adapter) made() []call {
	a.mu.Lock()
	defer a.mu.Unlock()
	return append([]call(nil), a.calls...)
}

// bundle is a firm with a channel, whose provider is the adapter.
type bundle struct {
	*db.DB

	firm     *ent.Firm
	ctx      context.Context //nolint:containedctx // It is the test's.
	messages *messaging.Manager
	channels *channel.Manager
	adapter  *adapter
	channel  uuid.UUID
	ledger   *wallet.Ledger
}

func newBundle(t testing.TB, d *db.DB, perSecond int) *bundle {
	t.Helper()
	return newBundleWith(t, d, perSecond, messaging.Config{})
}

func newBundleWith(t testing.TB, d *db.DB, perSecond int, config messaging.Config) *bundle {
	t.Helper()
	events := broker.NewMemory()
	center := notification.NewCenter(d, events)
	ledger := wallet.NewLedger(d, center, events)
	t.Cleanup(func() {
		require.NoError(t, ledger.Close(context.Background()))
		center.Close()
		require.NoError(t, events.Close())
	})
	firm, _ := dbtest.Firm(t, d, entity.NewID().String())
	require.NoError(t, wallet.Open(rule.AcrossFirms(t.Context(), "a test"), d, firm.ID, firm.Currency))
	b := &bundle{
		DB: d, firm: firm, adapter: &adapter{}, ledger: ledger, messages: messaging.NewManager(d, ledger, center, config),
		ctx: viewer.NewContext(t.Context(), &viewer.Viewer{
			Kind: viewer.User, FirmID: firm.ID, UserID: uuid.New(), RelationID: uuid.New(), Email: "ada@example.com",
		}),
	}
	key, err := secret.ParseKey("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")
	require.NoError(t, err)
	b.channels = channel.NewManager(d, channel.Config{
		Key: key, Guard: outbound.NewGuard(nil), Notifications: center,
		Adapters: map[provider.Kind]provider.Adapter{provider.Sandbox: b.adapter, provider.WhatsApp: b.adapter},
	})
	made, err := b.channels.Create(b.ctx, channel.CreateInput{Name: "Sandbox", Kind: provider.Sandbox, MessagesPerSecond: &perSecond})
	require.NoError(t, err)
	b.channel = made.ID
	return b
}

// start starts a dispatcher, and returns a function that stops it and waits for its end.
func (b *bundle) start(t testing.TB, config dispatch.Config) (stop func()) {
	t.Helper()
	return b.startWith(t, config, func(*dispatch.Dispatcher) {})
}

// startWith starts a dispatcher after it was changed.
func (b *bundle) startWith(t testing.TB, config dispatch.Config, change func(*dispatch.Dispatcher)) (stop func()) {
	t.Helper()
	config.Poll = 20 * time.Millisecond
	dispatcher := dispatch.New(b.DB, b.messages, b.channels, config)
	change(dispatcher)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		dispatcher.Run(ctx)
	}()
	stop = func() {
		cancel()
		<-done
	}
	t.Cleanup(stop)
	return stop
}

// send sends messages to a phone and returns their ids.
func (b *bundle) send(t testing.TB, n int, category pricing.Category) (ids []uuid.UUID) {
	t.Helper()
	in := messaging.SendInput{}
	for range n {
		in.Messages = append(in.Messages, &messaging.SendMessage{To: new("+5511987654321"), Body: "Hello", Category: &category})
	}
	result, err := b.messages.Send(b.ctx, in, messaging.Rights{Write: true, Template: true, Start: true})
	require.NoError(t, err)
	require.Empty(t, result.Rejected)
	for _, accepted := range result.Accepted {
		ids = append(ids, accepted.ID)
	}
	return ids
}

func (b *bundle) statuses(t testing.TB) map[messaging.Status]int {
	t.Helper()
	rows, err := b.Client.Message.Query().Select(message.FieldStatus).All(b.ctx)
	require.NoError(t, err)
	n := map[messaging.Status]int{}
	for _, row := range rows {
		n[row.Status]++
	}
	return n
}

// await waits until the messages of the firm have these statuses.
func (b *bundle) await(t testing.TB, want map[messaging.Status]int) {
	t.Helper()
	require.EventuallyWithT(t, func(c *assert.CollectT) { require.Equal(c, want, b.statuses(t)) }, 30*time.Second, 10*time.Millisecond)
}

// price is the price of a Marketing message once [bundle.charge] was called.
const price = money.Unit / 20

// charge credits money, and makes Marketing messages cost something.
func (b *bundle) charge(t testing.TB, amount money.Amount) {
	t.Helper()
	across := rule.AcrossFirms(t.Context(), "a test")
	plan := b.Client.PricingPlan.Create().SetName("Plan").SetNameKey(entity.NewID().String()).SetCurrency(b.firm.Currency).SaveX(across)
	b.Client.PricingPrice.Create().SetPlanID(plan.ID).SetCategory(marketing).SetUnitPrice(price).SetValidFrom(entity.Now()).SaveX(across)
	b.firm.Update().SetPricingPlanID(plan.ID).ExecX(across)
	_, err := b.ledger.Credit(b.ctx, wallet.CreditInput{FirmID: b.firm.ID, Amount: amount, Reason: "Top-up"})
	require.NoError(t, err)
}

func (b *bundle) held(t testing.TB) money.Amount {
	t.Helper()
	now, err := wallet.CurrentBalance(b.ctx, b.DB, b.firm.ID)
	require.NoError(t, err)
	return now.Held
}
