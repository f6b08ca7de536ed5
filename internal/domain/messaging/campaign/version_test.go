package campaign_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging/campaign"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider/whatsapp"
	"github.com/firmhub/firmhub/internal/domain/messaging/template"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/fault"
)

// rewrite changes the text of the template in the WhatsApp Manager, and synchronizes.
func (w *whatsApp) rewrite(t *testing.T, body string) {
	t.Helper()
	account := w.account
	line, err := w.channels.Line(w.ctx, w.channel)
	require.NoError(t, err)
	account.Settings, account.Secrets = line.Account.Settings, line.Account.Secrets
	outcome, _ := w.adapter.SubmitTemplate(w.ctx, account, provider.Form{
		ProviderID: "1000", Category: "Marketing", Body: body,
		Parameters: []*provider.FormParameter{{Name: "name", Example: "Ada"}, {Name: "code", Example: "SALE"}},
	})
	require.Equal(t, provider.Taken, outcome.Result)
	_, err = w.templates.Sync(w.ctx, template.SyncInput{ChannelID: w.channel})
	require.NoError(t, err)
	w.decide(t, "APPROVED")
}

// failed lets WhatsApp say by a hook that a message has failed with an error.
func (w *whatsApp) failed(t *testing.T, id uuid.UUID, code int) {
	t.Helper()
	body := fmt.Appendf(nil, `{"object":"whatsapp_business_account","entry":[{"id":"55","changes":[{"field":"messages","value":{
"messaging_product":"whatsapp","metadata":{"phone_number_id":"106"},"statuses":[{"id":"wamid.%[1]s","status":"failed","timestamp":"%[2]d",
"biz_opaque_callback_data":%[1]q,"errors":[{"code":%[3]d,"title":"Template mismatch"}]}]}}]}]}`, id.String(), time.Now().Unix(), code)
	hook := provider.Hook{Header: map[string][]string{whatsapp.SignatureHeader: {whatsapp.Sign("secret", body)}}, Body: body}
	events, err := w.adapter.ReadHook(w.account, hook)
	require.NoError(t, err)
	w.store(t, events...)
	w.applyEvents(t)
}

// told are the messages of the notifications of the firm.
func (b *bundle) told(t testing.TB) (messages []string) {
	t.Helper()
	for _, row := range b.Client.Notification.Query().AllX(b.ctx) {
		messages = append(messages, row.Message)
	}
	return messages
}

// A new version of a template of WhatsApp replaces the text that running campaigns send.
func TestVersions(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Run("Submit", func(t *testing.T) {
			w := newWhatsApp(t, d)
			w.credit(t, 100*money.Unit)
			w.contacts(t, 3)
			c := w.run(t, w.create(t).ID)
			_, err := w.templates.Update(w.ctx, template.UpdateInput{ID: w.template, Body: new("{{name}}: {{code}}")})
			require.NoError(t, err, "a draft changes nothing")
			_, err = w.templates.Submit(w.ctx, w.template)
			require.True(t, fault.Is(err, fault.Conflict), err)
			require.ErrorContains(t, err, "Sale")
			_, err = w.Pause(w.ctx, c.ID)
			require.NoError(t, err)
			_, err = w.templates.Submit(w.ctx, w.template)
			require.True(t, fault.Is(err, fault.Conflict), err)
			_, err = w.Cancel(w.ctx, c.ID)
			require.NoError(t, err)
			_, err = w.templates.Submit(w.ctx, w.template)
			require.NoError(t, err)
		})
		t.Run("AtWhatsApp", func(t *testing.T) {
			w := newWhatsApp(t, d)
			w.credit(t, 100*money.Unit)
			w.contacts(t, 3)
			c := w.run(t, w.create(t).ID)
			w.rewrite(t, "Hello {{name}},  use {{code}}.")
			require.Equal(t, campaign.Running, w.work(t, c.ID).Status, "it reads the same")
			w.rewrite(t, "{{code}} for {{name}}")
			c = w.work(t, c.ID)
			require.Equal(t, campaign.Paused, c.Status)
			require.Equal(t, campaign.TemplatePaused, *c.PauseReason)
			require.Zero(t, w.waiting(t))
			require.Contains(t, strings.Join(w.told(t), "\n"), "The campaign Sale is paused. Its template has another text at WhatsApp")
			require.Equal(t, campaign.Paused, w.work(t, c.ID).Status, "it does not go on by itself")
			_, err := w.Resume(w.ctx, c.ID)
			require.True(t, fault.Is(err, fault.Conflict), err)
			w.rewrite(t, "Hello {{name}}, use {{code}}.")
			require.Equal(t, campaign.Running, w.work(t, c.ID).Status, "it has its text again")
		})
		// The firm repairs a template that WhatsApp has paused, so that it gets another text.
		t.Run("Repaired", func(t *testing.T) {
			w := newWhatsApp(t, d)
			w.credit(t, 100*money.Unit)
			w.contacts(t, 3)
			c := w.run(t, w.create(t).ID)
			other := func() (times int) {
				for _, told := range w.told(t) {
					times += strings.Count(told, "Its template has another text at WhatsApp")
				}
				return times
			}
			w.decide(t, "PAUSED")
			require.Equal(t, campaign.Paused, w.work(t, c.ID).Status)
			require.Equal(t, campaign.Paused, w.work(t, c.ID).Status)
			require.Zero(t, other(), "its text is the same so far")
			for range 2 {
				w.rewrite(t, "{{code}} for {{name}}")
				for range 3 {
					require.Equal(t, campaign.Paused, w.work(t, c.ID).Status)
					require.Equal(t, 1, other(), "the firm is told once")
				}
				w.decide(t, "PAUSED")
				require.Equal(t, campaign.Paused, w.work(t, c.ID).Status)
			}
			w.rewrite(t, "Hello {{name}}, use {{code}}.")
			require.Equal(t, campaign.Running, w.work(t, c.ID).Status)
			w.rewrite(t, "{{code}} for {{name}}")
			for range 2 {
				require.Equal(t, campaign.Paused, w.work(t, c.ID).Status)
				require.Equal(t, 2, other(), "it had its text meanwhile")
			}
			w.sound(t)
		})
		// What is called already says the old text, whatever WhatsApp has now.
		t.Run("AllCalled", func(t *testing.T) {
			w := newWhatsApp(t, d)
			w.credit(t, 100*money.Unit)
			w.contacts(t, 3)
			running := w.run(t, w.create(t).ID)
			require.Equal(t, 3, w.send(t))
			w.rewrite(t, "{{code}} for {{name}}")
			require.Equal(t, campaign.Completed, w.work(t, running.ID).Status)

			w.rewrite(t, "Hello {{name}}, use {{code}}.")
			resumed, awaiting := w.run(t, w.create(t).ID), w.run(t, w.create(t).ID)
			claimed := w.claim(t)
			require.Len(t, claimed, 6)
			_, err := w.Pause(w.ctx, resumed.ID)
			require.NoError(t, err)
			w.rewrite(t, "{{code}} for {{name}}")
			require.Equal(t, campaign.Paused, w.work(t, awaiting.ID).Status, "the messages may come back to the queue")
			w.taken(t, claimed)
			_, err = w.Resume(w.ctx, resumed.ID)
			require.NoError(t, err)
			require.Equal(t, campaign.Completed, w.work(t, resumed.ID).Status)
			require.Equal(t, campaign.Running, w.work(t, awaiting.ID).Status)
			require.Equal(t, campaign.Completed, w.work(t, awaiting.ID).Status)
			w.sound(t)
		})
		t.Run("OtherParameters", func(t *testing.T) {
			w := newWhatsApp(t, d)
			w.credit(t, 100*money.Unit)
			w.contacts(t, 3)
			c := w.run(t, w.create(t).ID)
			w.failed(t, w.claimSome(t, 1)[0].ID, 132000)
			c = w.work(t, c.ID)
			require.Equal(t, campaign.Paused, c.Status, "one of its messages has failed, and not all")
			require.Equal(t, campaign.TemplatePaused, *c.PauseReason)
			require.Equal(t, campaign.Counts{Recipients: 3, Queued: 2, Failed: 1}, c.Counts)
			got, err := w.templates.Get(w.ctx, w.template)
			require.NoError(t, err)
			require.Equal(t, template.Paused, got.Status)
			require.Contains(t, *got.StatusReason, "Synchronize the templates")
			_, err = w.templates.Sync(w.ctx, template.SyncInput{ChannelID: w.channel})
			require.NoError(t, err)
			require.Equal(t, campaign.Running, w.work(t, c.ID).Status, "WhatsApp has the text after all")
			w.sound(t)
		})
	})
}

// A template that got another parameter after the campaign was written would skip everybody.
func TestVersions_parameters(t *testing.T) {
	t.Parallel()
	version := func(id uuid.UUID) template.UpdateInput {
		return template.UpdateInput{ID: id, Body: new("{{name}} {{code}} {{shop}}"), Parameters: []*template.Parameter{
			{Name: "name", Example: "Ada"}, {Name: "code", Example: "SALE"}, {Name: "shop", Example: "Shop"},
		}}
	}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Run("Execute", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			b.contacts(t, 3)
			atOnce, later := b.create(t), b.create(t, func(in *campaign.CreateInput) { in.ScheduledAt = new(time.Now().Add(time.Hour)) })
			templates := template.NewManager(d, b.channels, nil)
			_, err := templates.Update(b.ctx, version(b.template))
			require.NoError(t, err)
			_, err = templates.Submit(b.ctx, b.template)
			require.NoError(t, err)
			for _, c := range []*campaign.Campaign{atOnce, later} {
				_, err = b.Execute(b.ctx, c.ID)
				require.True(t, fault.Is(err, fault.ValidationError), err)
				require.Equal(t, []fault.Detail{{Field: "parameters.shop", Message: "is required by the template"}}, fault.From(err).Details)
				require.Equal(t, campaign.Draft, b.get(t, c.ID).Status)
			}
			_, err = b.Update(b.ctx, campaign.UpdateInput{ID: atOnce.ID, Parameters: json.RawMessage(
				`{"name": {"field": "firstName"}, "code": {"text": "SALE"}, "shop": {"text": "Rua 1"}}`)}, true)
			require.NoError(t, err)
			require.Equal(t, 3, b.run(t, atOnce.ID).Counts.Recipients)
		})
		// A campaign that is paused can't be changed.
		t.Run("Resume", func(t *testing.T) {
			w := newWhatsApp(t, d)
			w.credit(t, 10*price)
			w.contacts(t, 3)
			c := w.create(t, func(in *campaign.CreateInput) { in.ScheduledAt = new(time.Now().Add(time.Hour)) })
			require.Equal(t, campaign.Scheduled, w.execute(t, c.ID).Status)
			_, err := w.Pause(w.ctx, c.ID)
			require.NoError(t, err)
			_, err = w.templates.Update(w.ctx, version(w.template))
			require.NoError(t, err)
			_, err = w.templates.Submit(w.ctx, w.template)
			require.NoError(t, err)
			w.decide(t, "APPROVED")
			_, err = w.Resume(w.ctx, c.ID)
			require.True(t, fault.Is(err, fault.ValidationError), err)
			require.Equal(t, []fault.Detail{{
				Field: "parameters.shop", Message: "is required by the template now. Cancel the campaign, and create another one",
			}}, fault.From(err).Details)
			require.Equal(t, campaign.Paused, w.get(t, c.ID).Status)
		})
		t.Run("Scheduled", func(t *testing.T) {
			w := newWhatsApp(t, d)
			w.credit(t, 10*price)
			w.contacts(t, 3)
			clock := time.Now()
			w.SetNow(func() time.Time { return clock })
			c := w.create(t, func(in *campaign.CreateInput) { in.ScheduledAt = new(clock.Add(time.Hour)) })
			require.Equal(t, campaign.Scheduled, w.execute(t, c.ID).Status)
			_, err := w.templates.Update(w.ctx, version(w.template))
			require.NoError(t, err)
			_, err = w.templates.Submit(w.ctx, w.template)
			require.NoError(t, err)
			w.decide(t, "APPROVED")
			clock = clock.Add(2 * time.Hour)
			require.Equal(t, campaign.Failed, w.work(t, c.ID).Status)
			require.Contains(t, w.told(t), "The campaign Sale could not be prepared: parameters.shop is required by the template. "+
				"Nothing was sent, and nothing is held for it.")
			require.Zero(t, w.balance(t).Held)
			var counted int
			_, err = w.InFirm(w.ctx).Row([]any{&counted}, "SELECT count(*) FROM campaigns WHERE firm_id = $1 AND counted IS NOT NULL")
			require.NoError(t, err)
			require.Zero(t, counted, "it is refused before its audience is counted")
		})
	})
}
