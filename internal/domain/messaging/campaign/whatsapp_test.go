package campaign_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"net/netip"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/campaign"
	"github.com/firmhub/firmhub/internal/domain/messaging/channel"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/double"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/whatsapp"
	"github.com/firmhub/firmhub/internal/domain/messaging/template"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/transfer/outbound"
)

// behaviour is how the double answers the nth call to a number: it takes most messages, refuses
// some, loses answers, and throttles one that it takes at the second call.
func behaviour(call double.Call) double.Behaviour {
	switch digit := call.To[len(call.To)-1]; {
	case digit == '1':
		return double.Refuse
	case digit == '2':
		return double.Lose
	case digit == '3':
		return double.TakeFail
	case digit == '4':
		return double.Gateway
	case digit == '5' && call.To[len(call.To)-2] == '2' && call.Number == 1:
		return double.Throttle
	}
	return double.Take
}

// whatsApp is a bundle whose channel and template are at a double of WhatsApp.
type whatsApp struct {
	*bundle

	double    *double.Double
	server    *httptest.Server // of the double
	adapter   *whatsapp.Adapter
	templates *template.Manager
	hooks     chan double.Hook
	account   provider.Account
}

func newWhatsApp(t *testing.T, d *db.DB) *whatsApp {
	t.Helper()
	w := &whatsApp{bundle: newBundle(t, d), hooks: make(chan double.Hook, 10_000)}
	w.double = double.New(double.Options{
		Seed: 7, Choose: behaviour, AccessToken: "token", AppSecret: "secret", HookURL: "https://hub.example.com/hooks/1",
		Post: func(hook double.Hook) { w.hooks <- hook },
	})
	w.server = httptest.NewServer(w.double.Handler())
	t.Cleanup(w.server.Close)
	guard := outbound.NewGuard([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")})
	client := guard.Client(outbound.Limits{Time: time.Minute, Body: 1 << 20})
	t.Cleanup(client.CloseIdleConnections)
	w.adapter = whatsapp.New(client, client, time.Now)
	key, err := secret.ParseKey("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")
	require.NoError(t, err)
	w.channels = channel.NewManager(d, channel.Config{
		Key: key, Guard: guard, Adapters: map[provider.Kind]provider.Adapter{provider.WhatsApp: w.adapter},
	})
	var secrets channel.Secrets
	secrets.Put(provider.AccessToken, new("token"))
	secrets.Put(provider.AppSecret, new("secret"))
	made, err := w.channels.Create(w.ctx, channel.CreateInput{
		Name: "WhatsApp", Kind: provider.WhatsApp, Secrets: &secrets, MessagesPerSecond: new(1000),
		Settings: &channel.Settings{BaseURL: &w.server.URL, PhoneNumberID: new("106"), BusinessAccountID: new("55")},
	})
	require.NoError(t, err)
	w.channel = made.ID
	w.account = provider.Account{ID: made.ID, Secrets: provider.Secrets{provider.AppSecret: "secret"}}
	w.templates = template.NewManager(d, w.channels, nil)
	written, err := w.templates.Create(w.ctx, template.CreateInput{
		Name: "approved_sale", Language: "en", ChannelID: &made.ID, Category: "Marketing", Body: "Hello {{name}}, use {{code}}.",
		Parameters: []*template.Parameter{{Name: "name", Example: "Ada"}, {Name: "code", Example: "SALE"}},
	})
	require.NoError(t, err)
	_, err = w.templates.Submit(w.ctx, written.ID)
	require.NoError(t, err)
	w.template = written.ID
	return w
}

// apply reads the hooks that the double has made so far, each of them twice.
func (w *whatsApp) apply(t testing.TB) {
	t.Helper()
	for range len(w.hooks) {
		hook := <-w.hooks
		for range 2 {
			events, err := w.adapter.ReadHook(w.account, provider.Hook{Header: hook.Header, Body: hook.Body})
			require.NoError(t, err)
			w.store(t, events...)
		}
	}
	w.applyEvents(t)
}

func (b *bundle) store(t testing.TB, events ...provider.Event) {
	t.Helper()
	require.NoError(t, messaging.StoreEvents(b.ctx, b.DB, b.channel, events))
}

func (b *bundle) applyEvents(t testing.TB) {
	t.Helper()
	for more := true; more; {
		var err error
		more, err = b.messages.ApplyEvents(b.ctx)
		require.NoError(t, err)
	}
}

// decide lets WhatsApp decide about the template, by a hook.
func (w *whatsApp) decide(t testing.TB, event string) {
	t.Helper()
	body := fmt.Appendf(nil, `{"object":"whatsapp_business_account","entry":[{"id":"55","changes":[{"field":"message_template_status_update",
"value":{"event":%q,"message_template_id":1000,"message_template_name":"approved_sale","message_template_language":"en","reason":"NONE"}}]}]}`, event)
	hook := provider.Hook{Header: map[string][]string{whatsapp.SignatureHeader: {whatsapp.Sign("secret", body)}}, Body: body}
	events, err := w.adapter.ReadHook(w.account, hook)
	require.NoError(t, err)
	w.store(t, events...)
	w.applyEvents(t)
}

// TestWhatsApp runs a campaign by a provider that refuses, throttles and loses answers, and whose
// hooks come twice and in any order. Its template is paused by a hook in between. In the end the
// counts are those of the provider's own list.
func TestWhatsApp(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		const contacts = 200
		w := newWhatsApp(t, d)
		w.credit(t, 100*money.Unit)
		w.contacts(t, contacts)
		c := w.create(t, func(in *campaign.CreateInput) { in.MessagesPerSecond = new(60) })
		c = w.run(t, c.ID)

		stop := w.start(t)
		require.Eventually(t, func() bool { return len(w.double.Trace()) >= 30 }, 5*time.Minute, pollTest)
		w.decide(t, "PAUSED")
		require.Eventually(t, func() bool {
			w.apply(t)
			now := w.get(t, c.ID)
			return now.Status == campaign.Paused && *now.PauseReason == campaign.TemplatePaused && w.waiting(t) == 0
		}, 5*time.Minute, pollTest)
		before := len(w.double.Trace())
		require.Less(t, before, contacts)
		require.Contains(t, w.titles(t), "Campaign paused")
		w.apply(t)
		require.Len(t, w.double.Trace(), before, "nothing is called while it is paused")
		w.decide(t, "APPROVED")
		require.Eventually(t, func() bool {
			w.apply(t)
			return w.get(t, c.ID).Status == campaign.Completed
		}, 5*time.Minute, pollTest)
		stop()
		w.server.Close() // waits for the last hooks, which come after the answer
		w.apply(t)

		want := campaign.Counts{Recipients: contacts}
		taken := map[string]int{}
		for _, entry := range w.double.Trace() {
			switch entry.Behaviour {
			case double.Refuse:
				want.Failed++
			case double.Throttle, double.Fail, double.Block:
				continue
			case double.Take, double.TakeFail, double.Lose, double.Gateway:
				*state(&want, entry.States)++
			}
			taken[entry.OurID]++
		}
		require.Equal(t, want, w.get(t, c.ID).Counts)
		require.Len(t, taken, contacts)
		for id, times := range taken {
			require.Equal(t, 1, times, id)
		}
		w.sound(t)
	})
}

// state returns the count of a message with the statuses of a provider, in any order.
func state(of *campaign.Counts, states []provider.State) *int {
	reached := &of.Sent
	for _, each := range states {
		switch {
		case each == provider.StateFailed:
			return &of.Failed
		case each == provider.StateRead:
			reached = &of.Read
		case each == provider.StateDelivered && reached == &of.Sent:
			reached = &of.Delivered
		}
	}
	return reached
}

// start starts what a server does, and returns a function that stops it.
func (b *bundle) start(t testing.TB) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{}, 2)
	go func() {
		b.NewRunner(pollTest).Run(ctx)
		done <- struct{}{}
	}()
	go func() {
		b.dispatcher().Run(ctx)
		done <- struct{}{}
	}()
	stop = sync.OnceFunc(func() {
		cancel()
		<-done
		<-done
	})
	t.Cleanup(stop)
	return stop
}

// People who opt out while the messages of a campaign are being sent get none of it that was not
// claimed before. The long form (make test-long) has a thousand of them.
func TestManyOptOuts(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		contacts := 200
		if os.Getenv("FIRMHUB_TEST_LONG") != "" {
			contacts = 1000
		}
		b := newBundle(t, d)
		b.adapter.admitted = make(chan struct{}, 2*contacts)
		b.channelRate(t, 10_000)
		b.credit(t, 100*money.Unit)
		b.contacts(t, contacts)
		c := b.run(t, b.create(t).ID)
		ofCampaign := b.queued(t) // Those who opt out get a confirmation, too.
		require.Len(t, ofCampaign, contacts)
		tooLate := map[string]bool{} // the numbers whose message was not claimed when their opt-out was stored
		// However many they are, a message is under way for less than the minute that is verified.
		atOnce := contacts / 10
		optOut := func(from int) {
			var stops []provider.Event
			var numbers []string
			for j := from; j < from+atOnce; j++ {
				number := phone(j * 37 % contacts) // each number once, in another order than that of the campaign
				numbers = append(numbers, number)
				stops = append(stops, provider.Event{Inbound: &provider.Inbound{
					ProviderID: fmt.Sprint("in-", j), Phone: number, Kind: "text", Body: "stop", At: time.Now(),
				}})
			}
			b.store(t, stops...)
			b.applyEvents(t)
			waiting, err := db.All[string](b.InFirm(b.ctx), `SELECT m.address FROM outgoing_messages o
JOIN messages m ON m.firm_id = $1 AND m.id = o.id WHERE o.firm_id = $1 AND o.campaign_id = $2 AND o.state = 'Queued'`, c.ID)
			require.NoError(t, err)
			for _, number := range numbers {
				tooLate[number] = slices.Contains(waiting, number)
			}
		}
		optOut(0) // before the first claim, so that some are not called on any machine
		ctx, cancel := context.WithCancel(context.Background())
		stopped := make(chan struct{})
		go func() {
			defer close(stopped)
			b.dispatcher().Run(ctx)
		}()
		admitAll := sync.OnceFunc(func() { close(b.adapter.admitted) })
		stop := func() {
			cancel()
			admitAll()
			<-stopped
		}
		t.Cleanup(stop)
		for i := atOnce; i < contacts; i += atOnce {
			for range 2 * atOnce { // the confirmations of the opt-outs, and as many messages of the campaign
				b.adapter.admitted <- struct{}{}
			}
			optOut(i)
		}
		admitAll()
		require.Eventually(t, func() bool { return b.get(t, c.ID).Counts.Queued == 0 }, 5*time.Minute, pollTest)
		stop()

		called := 0
		for _, call := range b.adapter.calls {
			if slices.Contains(ofCampaign, call.ID) {
				called++
				require.False(t, tooLate[call.To.Value], "%s was claimed after its opt-out", call.To.Value)
			}
		}
		require.Equal(t, campaign.Counts{Recipients: contacts, Sent: called, Failed: contacts - called}, b.get(t, c.ID).Counts)
		require.Positive(t, contacts-called)
		failed, err := db.All[string](b.InFirm(b.ctx),
			"SELECT DISTINCT error_code FROM messages WHERE firm_id = $1 AND campaign_id = $2 AND status = 'Failed'", c.ID)
		require.NoError(t, err)
		require.Equal(t, []string{"OptedOut"}, failed)
		b.sound(t)
	})
}

// A quote says how many people are more than the tier of the firm allows within a day.
func TestTier(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		w := newWhatsApp(t, d)
		w.contacts(t, 252)
		id := w.create(t).ID
		quote, err := w.Quote(w.ctx, id)
		require.NoError(t, err)
		require.Equal(t, []any{252, 250, 2}, []any{quote.Recipients, *quote.TierLeft, quote.AboveTier})
		w.firm.Update().SetMessagingTier(firm.MessagingTierUnlimited).ExecX(rule.AcrossFirms(w.ctx, "a test"))
		quote, err = w.Quote(w.ctx, id)
		require.NoError(t, err)
		require.Nil(t, quote.TierLeft)
		require.Zero(t, quote.AboveTier)
	})
}
