package campaign_test

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/pricingprice"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/campaign"
	"github.com/firmhub/firmhub/internal/domain/messaging/channel"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/messaging/dispatch"
	"github.com/firmhub/firmhub/internal/domain/messaging/outgoing"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/template"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/transfer/outbound"
	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/realtime/broker"
)

// price is the price of a Marketing message.
const price = money.Unit / 20

// adapter notes the calls of a provider.
type adapter struct {
	mu    sync.Mutex
	calls []provider.Message
	// answer is what it answers, unless that is nil: then it takes all.
	answer func(provider.Message) provider.Outcome
	// admitted has an element for each call that may begin, unless it is nil: then all may.
	admitted chan struct{}
}

func (a *adapter) Send(_ context.Context, _ provider.Account, m provider.Message) provider.Outcome {
	if a.admitted != nil {
		<-a.admitted
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	a.calls = append(a.calls, m)
	if a.answer != nil {
		return a.answer(m)
	}
	return taken(m.ID)
}

func (*adapter) ReadHook(provider.Account, provider.Hook) ([]provider.Event, error) { return nil, nil }

func (*adapter) Test(context.Context, provider.Account) provider.TestResult {
	return provider.TestResult{OK: true, Sender: "sandbox"}
}

// bundle is a firm with a channel, an approved template and money.
type bundle struct {
	*db.DB
	*campaign.Manager

	firm     *ent.Firm
	ctx      context.Context //nolint:containedctx // It is the test's.
	ledger   *wallet.Ledger
	messages *messaging.Manager
	channels *channel.Manager
	adapter  *adapter
	runner   *campaign.Runner
	channel  uuid.UUID
	template uuid.UUID
	// kind is that of the channel, where a test draws it.
	kind provider.Kind
}

func newBundle(t testing.TB, d *db.DB) *bundle {
	t.Helper()
	return newBundleWith(t, d, messaging.Config{})
}

func newBundleWith(t testing.TB, d *db.DB, config messaging.Config) *bundle {
	t.Helper()
	events := broker.NewMemory()
	center := notification.NewCenter(d, events)
	ledger := wallet.NewLedger(d, center, events)
	t.Cleanup(func() {
		require.NoError(t, ledger.Close(context.Background()))
		center.Close()
		require.NoError(t, events.Close())
	})
	across := rule.AcrossFirms(t.Context(), "a test")
	firm, _ := dbtest.Firm(t, d, entity.NewID().String())
	require.NoError(t, wallet.Open(across, d, firm.ID, firm.Currency))
	plan := d.Client.PricingPlan.Create().SetName("Plan").SetNameKey(entity.NewID().String()).SetCurrency(firm.Currency).SaveX(across)
	d.Client.PricingPrice.Create().SetPlanID(plan.ID).SetCategory(pricingprice.CategoryMarketing).SetUnitPrice(price).
		SetValidFrom(entity.Now()).SaveX(across)
	firm = firm.Update().SetPricingPlanID(plan.ID).SaveX(across)
	b := &bundle{
		DB: d, firm: firm, ledger: ledger, adapter: &adapter{}, messages: messaging.NewManager(d, ledger, center, config),
		ctx: viewer.NewContext(t.Context(), &viewer.Viewer{
			Kind: viewer.User, FirmID: firm.ID, UserID: uuid.New(), RelationID: uuid.New(), Email: "ada@example.com",
		}),
	}
	key, err := secret.ParseKey("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")
	require.NoError(t, err)
	b.channels = channel.NewManager(d, channel.Config{
		Key: key, Guard: outbound.NewGuard(nil), Notifications: center, Adapters: map[provider.Kind]provider.Adapter{provider.Sandbox: b.adapter},
	})
	made, err := b.channels.Create(b.ctx, channel.CreateInput{Name: "Sandbox", Kind: provider.Sandbox})
	require.NoError(t, err)
	b.channel = made.ID
	templates := template.NewManager(d, b.channels, center)
	kind := provider.Sandbox
	written, err := templates.Create(b.ctx, template.CreateInput{
		Name: "sale", Language: "en", Kind: &kind, Category: pricingprice.CategoryMarketing, Body: "Hello {{name}}, use {{code}}.",
		Parameters: []*template.Parameter{{Name: "name", Example: "Ada"}, {Name: "code", Example: "SALE"}},
	})
	require.NoError(t, err)
	_, err = templates.Submit(b.ctx, written.ID)
	require.NoError(t, err)
	b.template = written.ID
	b.Manager = campaign.NewManager(d, ledger, b.messages, center)
	b.runner = b.NewRunner(0)
	return b
}

func (b *bundle) credit(t testing.TB, amount money.Amount) {
	t.Helper()
	_, err := b.ledger.Credit(b.ctx, wallet.CreditInput{FirmID: b.firm.ID, Amount: amount, Reason: "Top-up"})
	require.NoError(t, err)
}

func (b *bundle) balance(t testing.TB) *wallet.Balance {
	t.Helper()
	balance, err := wallet.CurrentBalance(b.ctx, b.DB, b.firm.ID)
	require.NoError(t, err)
	return balance
}

// phone returns a valid number, another one for each i.
func phone(i int) string { return fmt.Sprintf("+49151%08d", 10000000+i) }

// contacts adds contacts with the numbers of phone, and tags.
func (b *bundle) contacts(t testing.TB, n int, tags ...string) (ids []uuid.UUID) {
	t.Helper()
	return b.contactsFrom(t, 0, n, tags...)
}

// consent stores what somebody has decided.
func (b *bundle) consent(t testing.TB, number string, state consent.State) {
	t.Helper()
	_, err := consent.Set(b.ctx, b.DB, consent.SetInput{Address: &number, State: state})
	require.NoError(t, err)
}

func (b *bundle) contactsFrom(t testing.TB, first, n int, tags ...string) (ids []uuid.UUID) {
	t.Helper()
	var all []contact.CreateInput
	for i := first; i < first+n; i++ {
		all = append(all, contact.CreateInput{
			FirstName: fmt.Sprint("Ada ", i), LastName: "Lovelace", Phones: []contact.PhoneInput{{Phone: phone(i)}}, Tags: tags,
		})
	}
	made, err := contact.CreateMany(b.ctx, b.DB, all)
	require.NoError(t, err)
	for _, one := range made {
		ids = append(ids, one.ID)
	}
	return ids
}

// input is a campaign to everyone.
func (b *bundle) input() campaign.CreateInput {
	return campaign.CreateInput{
		Name: "Sale", ChannelID: b.channel, TemplateID: b.template, Audience: campaign.Audience{Everyone: true},
		Parameters: json.RawMessage(`{"name": {"field": "firstName", "fallback": "you"}, "code": {"text": "SALE"}}`),
	}
}

func (b *bundle) create(t testing.TB, changes ...func(*campaign.CreateInput)) *campaign.Campaign {
	t.Helper()
	in := b.input()
	for _, change := range changes {
		change(&in)
	}
	made, err := b.Create(b.ctx, in)
	require.NoError(t, err)
	return made
}

func (b *bundle) execute(t testing.TB, id uuid.UUID) *campaign.Campaign {
	t.Helper()
	c, err := b.Execute(b.ctx, id)
	require.NoError(t, err)
	return c
}

// prepare stores all recipients, as the job does.
func (b *bundle) prepare(t testing.TB, id uuid.UUID) {
	t.Helper()
	require.NoError(t, b.prepared(id))
}

func (b *bundle) prepared(id uuid.UUID) error {
	for more := true; more; {
		var err error
		more, err = b.Prepare(viewer.NewContext(b.ctx, &viewer.Viewer{Kind: viewer.System, FirmID: b.firm.ID}), id)
		if err != nil {
			return err
		}
	}
	return nil
}

// work does a step of a campaign, which is due at once.
func (b *bundle) work(t testing.TB, id uuid.UUID) *campaign.Campaign {
	t.Helper()
	_, err := b.InFirm(b.ctx).Exec("UPDATE campaigns SET run_at = $3 WHERE firm_id = $1 AND id = $2 AND run_at IS NOT NULL", id, entity.Now())
	require.NoError(t, err)
	require.NoError(t, b.runner.Step(viewer.NewContext(b.ctx, &viewer.Viewer{Kind: viewer.System, FirmID: b.firm.ID}), id))
	return b.get(t, id)
}

func (b *bundle) get(t testing.TB, id uuid.UUID) *campaign.Campaign {
	t.Helper()
	c, err := b.Get(b.ctx, id)
	require.NoError(t, err)
	return c
}

// run executes a campaign and adds its messages to the queue.
func (b *bundle) run(t testing.TB, id uuid.UUID) *campaign.Campaign {
	t.Helper()
	b.execute(t, id)
	b.prepare(t, id)
	require.Equal(t, campaign.Running, b.work(t, id).Status)
	return b.work(t, id)
}

// claim claims all messages of the channel that are due.
func (b *bundle) claim(t testing.TB) []*outgoing.Message {
	t.Helper()
	return b.claimSome(t, 1000)
}

func (b *bundle) claimSome(t testing.TB, n int) []*outgoing.Message {
	t.Helper()
	lease, err := outgoing.Acquire(b.ctx, b.DB, outgoing.Lane{FirmID: b.firm.ID, ChannelID: b.channel}, uuid.New(), time.Minute)
	require.NoError(t, err)
	require.NotNil(t, lease)
	claimed, err := lease.Claim(b.ctx, n, func(_ context.Context, due []*outgoing.Message) ([]*outgoing.Message, error) { return due, nil })
	require.NoError(t, err)
	require.NoError(t, lease.Return(b.ctx, time.Time{}, n < 1000))
	return claimed
}

// send claims all messages that are due, and settles that the provider took them.
func (b *bundle) send(t testing.TB) int {
	t.Helper()
	claimed := b.claim(t)
	b.taken(t, claimed)
	return len(claimed)
}

// taken settles that the provider took messages that are claimed.
func (b *bundle) taken(t testing.TB, claimed []*outgoing.Message) {
	t.Helper()
	var calls []messaging.Call
	for _, m := range claimed {
		calls = append(calls, messaging.Call{
			ID: m.ID, Outcome: provider.Outcome{Result: provider.Taken, ProviderID: "p-" + m.ID.String()}, At: entity.Now(),
		})
	}
	if len(calls) > 0 {
		require.NoError(t, b.messages.Settle(b.ctx, calls))
	}
}

// sound requires that what is held, the ledger and the counts of campaigns are right.
func (b *bundle) sound(t testing.TB) {
	t.Helper()
	_, err := messaging.VerifyHolds(context.Background(), b.DB, &b.firm.ID, func(f messaging.Fault) { t.Error(f.What) })
	require.NoError(t, err)
	_, err = wallet.Verify(context.Background(), b.DB, &b.firm.ID, func(f wallet.Fault) { t.Error(f.What) })
	require.NoError(t, err)
	_, err = campaign.Verify(context.Background(), b.DB, &b.firm.ID, func(f campaign.Fault) { t.Error(f.What) })
	require.NoError(t, err)
}

const pollTest = 20 * time.Millisecond

// notTaken is the outcome of a call for which the channel waits.
var notTaken = provider.Outcome{Result: provider.NotTaken, Waits: provider.WaitChannel}

func taken(id uuid.UUID) provider.Outcome {
	return provider.Outcome{Result: provider.Taken, ProviderID: "p-" + id.String()}
}

// run lets a dispatcher run until a condition holds.
func run(t testing.TB, dispatcher *dispatch.Dispatcher, until func() bool) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		dispatcher.Run(ctx)
	}()
	require.Eventually(t, until, 3*time.Minute, pollTest)
	cancel()
	<-done
}

func (b *bundle) dispatcher() *dispatch.Dispatcher {
	return b.dispatcherWith(dispatch.Config{Poll: pollTest})
}

func (b *bundle) dispatcherWith(config dispatch.Config) *dispatch.Dispatcher {
	return dispatch.New(b.DB, b.messages, b.channels, config)
}
