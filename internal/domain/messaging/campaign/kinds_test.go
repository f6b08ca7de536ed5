package campaign_test

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"net/http/httptest"
	"net/mail"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/pricingprice"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/messaging/campaign"
	"github.com/firmhub/firmhub/internal/domain/messaging/channel"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/messaging/dispatch"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/double"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/email"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/sms"
	"github.com/firmhub/firmhub/internal/domain/messaging/template"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/transfer/outbound"
)

// use gives the bundle another channel, whose provider is an adapter, and an approved template.
func (b *bundle) use(t testing.TB, adapter provider.Adapter, in channel.CreateInput, says template.CreateInput) {
	t.Helper()
	key, err := secret.ParseKey("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")
	require.NoError(t, err)
	b.channels = channel.NewManager(b.DB, channel.Config{
		Key: key, Guard: outbound.NewGuard([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}),
		Adapters: map[provider.Kind]provider.Adapter{in.Kind: adapter},
	})
	made, err := b.channels.Create(b.ctx, in)
	require.NoError(t, err)
	b.channel = made.ID
	templates := template.NewManager(b.DB, b.channels, nil)
	says.Name, says.Language, says.Kind = "by_"+strings.ToLower(string(in.Kind)), "en", &in.Kind
	says.Category = cmp.Or(says.Category, pricingprice.CategoryMarketing)
	says.Parameters = []*template.Parameter{{Name: "name", Example: "Ada"}, {Name: "code", Example: "SALE"}}
	written, err := templates.Create(b.ctx, says)
	require.NoError(t, err)
	_, err = templates.Submit(b.ctx, written.ID)
	require.NoError(t, err)
	b.template = written.ID
}

// useWhatsApp makes the channel one for WhatsApp, whose provider is the adapter of the bundle.
func (b *bundle) useWhatsApp(t testing.TB) {
	t.Helper()
	key, err := secret.ParseKey("AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=")
	require.NoError(t, err)
	b.channels = channel.NewManager(b.DB, channel.Config{
		Key: key, Guard: outbound.NewGuard(nil), Adapters: map[provider.Kind]provider.Adapter{provider.WhatsApp: b.adapter},
	})
	var secrets channel.Secrets
	secrets.Put(provider.AccessToken, new("token"))
	made, err := b.channels.Create(b.ctx, channel.CreateInput{
		Name: "WhatsApp", Kind: provider.WhatsApp, Secrets: &secrets,
		Settings: &channel.Settings{PhoneNumberID: new("106"), BusinessAccountID: new("55")},
	})
	require.NoError(t, err)
	b.channel = made.ID
	_, err = b.InFirm(b.ctx).Exec("UPDATE templates SET kind = 'WhatsApp', channel_id = $2 WHERE firm_id = $1 AND id = $3", b.channel, b.template)
	require.NoError(t, err)
}

// sent lets a campaign run to its end.
func (b *bundle) sent(t testing.TB, id uuid.UUID) *campaign.Campaign {
	t.Helper()
	b.run(t, id)
	link := func(uuid.UUID, string) *url.URL {
		return &url.URL{Scheme: "https", Host: "hub.example.com", Path: "/u/1"}
	}
	run(t, b.dispatcherWith(dispatch.Config{Poll: pollTest, Unsubscribe: link}), func() bool { return b.get(t, id).Counts.Queued == 0 })
	return b.work(t, id)
}

// A campaign by mail writes text and HTML, with the link to unsubscribe and its headers, to each
// address once.
func TestEmail(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
		require.NoError(t, err)
		mails := make(chan double.Mail, 10)
		take := func(double.Call) double.Behaviour { return double.Take }
		server := double.New(double.Options{Choose: take}).SMTP(nil, func(m double.Mail) { mails <- m })
		ctx, cancel := context.WithCancel(context.Background())
		ended := make(chan error, 1)
		go func() { ended <- server.Serve(ctx, listener) }()
		t.Cleanup(func() {
			cancel()
			require.NoError(t, <-ended)
		})
		dial := func(ctx context.Context, network, _ string) (net.Conn, error) {
			return new(net.Dialer).DialContext(ctx, network, listener.Addr().String())
		}
		b.use(t, email.New(dial, nil, time.Now), channel.CreateInput{
			Name: "Mail", Kind: provider.Email, Settings: &channel.Settings{
				Host: new("127.0.0.1"), Port: new(587), Security: new(provider.None), From: new("news@example.org"),
			},
		}, template.CreateInput{
			Subject: new("For {{name}}"), Body: "Hello {{name}}, use {{code}}. End: {{unsubscribeUrl}}",
			HTML: new(`<p>Hello <b>{{name}}</b> {{code}} <a href="{{unsubscribeUrl}}">End</a></p>`),
		})
		b.firm.Update().SetPostalAddress("Rua 1").ExecX(rule.AcrossFirms(b.ctx, "a test"))
		b.credit(t, 10*price)
		of := func(name string, addresses ...string) contact.CreateInput {
			in := contact.CreateInput{FirstName: name, LastName: "Lovelace"}
			for _, address := range addresses {
				in.Emails = append(in.Emails, contact.EmailInput{Email: address})
			}
			return in
		}
		_, err = contact.CreateMany(b.ctx, d, []contact.CreateInput{
			of("A & B", "ada@example.com"), of("Bo", "ADA@example.com"), of("Cy"), of("Di", "di@example.com"),
		})
		require.NoError(t, err)
		c := b.sent(t, b.create(t).ID)
		require.Equal(t, campaign.Completed, c.Status)
		require.Equal(t, campaign.Counts{Recipients: 2, Skipped: 2, Sent: 2}, c.Counts)
		require.Equal(t, 2*price, c.Spent)
		require.Len(t, mails, 2)
		read := map[string]string{}
		for range 2 {
			one := <-mails
			message, err := mail.ReadMessage(strings.NewReader(string(one.Data)))
			require.NoError(t, err)
			require.Equal(t, "<https://hub.example.com/u/1>", message.Header.Get("List-Unsubscribe"))
			require.Equal(t, "List-Unsubscribe=One-Click", message.Header.Get("List-Unsubscribe-Post"))
			read[one.To] = string(one.Data)
		}
		for _, want := range []string{"Hello A & B, use SALE.", "Hello <b>A &amp; B</b> SALE", "Rua 1", "https://hub.example.com/u/1"} {
			require.Contains(t, read["ada@example.com"], want)
		}
		require.Contains(t, read, "di@example.com")
		b.sound(t)
	})
}

// useMail gives the bundle a channel for mail, and a template with a text.
func (b *bundle) useMail(t testing.TB, body string, category ...template.Category) {
	t.Helper()
	says := template.CreateInput{Subject: new("News"), Body: body}
	if len(category) > 0 {
		says.Category = category[0]
	}
	b.useMailWith(t, says)
}

func (b *bundle) useMailWith(t testing.TB, says template.CreateInput) {
	t.Helper()
	b.use(t, b.adapter, channel.CreateInput{
		Name: "Mail", Kind: provider.Email, Settings: &channel.Settings{
			Host: new("mail.example.org"), Port: new(587), Security: new(provider.StartTLS), From: new("news@example.org"),
		},
	}, says)
}

// A mail that is no marketing may show the link to unsubscribe, too.
func TestEmail_Utility(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newMail(t, d, "Hello {{name}}, use {{code}}. End: {{unsubscribeUrl}}", pricingprice.CategoryUtility)
		c := b.sent(t, b.create(t).ID)
		require.Equal(t, campaign.Counts{Recipients: 1, Sent: 1}, c.Counts)
		b.sound(t)
	})
}

// Messages with much HTML enter the queue in several steps. A subject is within its column.
func TestEmailWithMuchHTML(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		const n, inStep = 60, 57 // 300 KB each, until there are 16 MiB
		b := newBundle(t, d)
		html := strings.Repeat("字", 99_000) + ` {{name}} {{code}} <a href="{{unsubscribeUrl}}">End</a>`
		b.useMailWith(t, template.CreateInput{Subject: new("{{name}}{{name}}{{name}}{{name}}{{name}}"), Body: "{{unsubscribeUrl}}", HTML: &html})
		b.credit(t, n*price)
		people := make([]contact.CreateInput, 0, n+1)
		for i := range n + 1 {
			people = append(people, contact.CreateInput{
				FirstName: "Ada", LastName: "Lovelace", Emails: []contact.EmailInput{{Email: fmt.Sprintf("ada%d@example.com", i)}},
			})
		}
		people[n].FirstName = strings.Repeat("A", 50)
		_, err := contact.CreateMany(b.ctx, d, people)
		require.NoError(t, err)
		c := b.run(t, b.create(t).ID)
		require.Equal(t, campaign.Counts{Recipients: n, Skipped: 1, Queued: n}, c.Counts)
		require.Len(t, b.queued(t), inStep)
		b.sound(t)
		b.work(t, c.ID)
		require.Len(t, b.queued(t), n)
		b.sound(t)
	})
}

// newMail is a bundle whose channel is one for mail, and whose template has a text.
func newMail(t *testing.T, d *db.DB, body string, category ...template.Category) *bundle {
	t.Helper()
	b := newBundle(t, d)
	b.useMail(t, body, category...)
	b.credit(t, 10*price)
	_, err := contact.CreateMany(b.ctx, d, []contact.CreateInput{
		{FirstName: "Ada", LastName: "Lovelace", Emails: []contact.EmailInput{{Email: "ada@example.com"}}},
	})
	require.NoError(t, err)
	return b
}

// The signature of a mail is not counted in its length, and may become longer while a campaign
// runs.
func TestEmailSignature(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		const longest = 4096
		text := " {{name}} {{code}} {{unsubscribeUrl}}"
		b := newMail(t, d, strings.Repeat("a", longest-len(text)-30)+text)
		id := b.create(t).ID
		quote, err := b.Quote(b.ctx, id)
		require.NoError(t, err)
		require.Equal(t, 1, quote.Recipients)
		b.execute(t, id)
		b.prepare(t, id)
		b.firm.Update().SetPostalAddress(strings.Repeat("Rua 1 ", 50)).ExecX(rule.AcrossFirms(b.ctx, "a test"))
		quote, err = b.Quote(b.ctx, b.create(t).ID)
		require.NoError(t, err)
		require.Equal(t, 1, quote.Recipients)
		require.Equal(t, campaign.Running, b.work(t, id).Status)
		b.work(t, id)
		require.Equal(t, 1, b.send(t))
		require.Equal(t, campaign.Counts{Recipients: 1, Sent: 1}, b.work(t, id).Counts)
		b.sound(t)
	})
}

// Marketing mails need the links to unsubscribe, else they are refused before they cost anything.
func TestEmailWithoutLinks(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newMail(t, d, "Hello {{name}}, use {{code}}. {{unsubscribeUrl}}")
		b.SetLinks(consent.NewLinks(d, nil, ""))
		refused := func(err error) {
			t.Helper()
			require.True(t, fault.Is(err, fault.ValidationError), err)
			require.Equal(t, "channelId", fault.From(err).Details[0].Field)
		}
		id := b.create(t).ID
		_, err := b.Quote(b.ctx, id)
		refused(err)
		_, err = b.Execute(b.ctx, id)
		refused(err)
		later := b.create(t, func(in *campaign.CreateInput) { in.ScheduledAt = new(time.Now().Add(time.Hour)) }).ID
		_, err = b.Execute(b.ctx, later)
		refused(err)

		b.SetLinks(nil)
		b.execute(t, later)
		b.SetLinks(consent.NewLinks(d, nil, ""))
		_, err = b.InFirm(b.ctx).Exec("UPDATE campaigns SET scheduled_at = $3 WHERE firm_id = $1 AND id = $2", later, entity.Now())
		require.NoError(t, err)
		c := b.work(t, later)
		require.Equal(t, campaign.Paused, c.Status)
		require.Equal(t, campaign.ChannelUnavailable, *c.PauseReason)
		require.Zero(t, b.balance(t).Held)
	})
}

// A campaign by SMS is charged by the segments of each text.
func TestSMS(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		providers := double.New(double.Options{Choose: func(double.Call) double.Behaviour { return double.Take }, AuthToken: "token"})
		server := httptest.NewServer(providers.Handler())
		t.Cleanup(server.Close)
		client := outbound.NewGuard([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}).Client(outbound.Limits{Time: time.Minute, Body: 1 << 20})
		t.Cleanup(client.CloseIdleConnections)
		var secrets channel.Secrets
		secrets.Put(provider.AuthToken, new("token"))
		b.use(t, sms.New(client, client, time.Now), channel.CreateInput{
			Name: "SMS", Kind: provider.SMS, Secrets: &secrets, MessagesPerSecond: new(1000),
			Settings: &channel.Settings{BaseURL: &server.URL, AccountSID: new("AC1"), From: new("+15005550006")},
		}, template.CreateInput{Body: "Hello {{name}}, use {{code}} today."})
		across := rule.AcrossFirms(b.ctx, "a test")
		b.Client.PricingPrice.Create().SetPlanID(*b.firm.PricingPlanID).SetCategory(pricingprice.CategoryMarketing).SetKind(string(provider.SMS)).
			SetUnit(pricingprice.UnitSegment).SetUnitPrice(price).SetValidFrom(entity.Now()).SaveX(across)
		b.credit(t, 10*price)
		long := strings.Repeat("ã", 50) // UCS-2 has 70 letters in a segment.
		_, err := contact.CreateMany(b.ctx, d, []contact.CreateInput{
			{FirstName: "Ada", LastName: "Lovelace", Phones: []contact.PhoneInput{{Phone: phone(0)}}},
			{FirstName: long, LastName: "Hopper", Phones: []contact.PhoneInput{{Phone: phone(1)}}},
		})
		require.NoError(t, err)
		id := b.create(t).ID
		quote, err := b.Quote(b.ctx, id)
		require.NoError(t, err)
		require.Equal(t, 3*price, quote.Price)
		c := b.sent(t, id)
		require.Equal(t, campaign.Completed, c.Status)
		require.Equal(t, campaign.Counts{Recipients: 2, Sent: 2}, c.Counts)
		require.Equal(t, 3*price, c.Spent)
		to := map[string]bool{}
		for _, entry := range providers.Trace() {
			to[entry.To] = true
		}
		require.Equal(t, map[string]bool{phone(0): true, phone(1): true}, to)
		require.ElementsMatch(t, []string{"Hello Ada, use SALE today.", "Hello " + long + ", use SALE today."}, b.bodies(t))
		b.sound(t)
	})
}
