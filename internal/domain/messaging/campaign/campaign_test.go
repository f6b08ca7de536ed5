package campaign_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/messaging/campaign"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/messaging/pace"
	"github.com/firmhub/firmhub/internal/domain/messaging/template"
	"github.com/firmhub/firmhub/internal/fault"
)

func TestCampaign(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Run("OK", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			b.contacts(t, 3)
			c := b.create(t)
			require.Equal(t, campaign.Draft, c.Status)
			quote, err := b.Quote(b.ctx, c.ID)
			require.NoError(t, err)
			require.Equal(t, 3, quote.Recipients)
			require.Equal(t, 3*price, quote.Price)
			require.True(t, quote.Sufficient)

			c = b.execute(t, c.ID)
			require.Equal(t, campaign.Preparing, c.Status)
			require.Equal(t, 3*price, c.Held)
			require.Equal(t, 3*price, b.balance(t).Held)
			b.prepare(t, c.ID)
			require.Equal(t, campaign.Running, b.work(t, c.ID).Status)
			c = b.work(t, c.ID)
			require.Equal(t, campaign.Counts{Recipients: 3, Queued: 3}, c.Counts)
			b.sound(t)
			require.Equal(t, 3, b.send(t))
			c = b.work(t, c.ID)
			require.Equal(t, campaign.Completed, c.Status)
			require.Equal(t, campaign.Counts{Recipients: 3, Sent: 3}, c.Counts)
			require.Zero(t, c.Held)
			require.Equal(t, 3*price, c.Spent)
			require.NotNil(t, c.FinishedAt)
			require.Equal(t, 7*price, b.balance(t).Balance)
			require.Zero(t, b.balance(t).Held)
			b.sound(t)

			sent := b.Client.Message.Query().AllX(b.ctx)
			require.Len(t, sent, 3)
			require.Equal(t, c.ID, *sent[0].CampaignID)
			require.Equal(t, "Sale", *sent[0].Campaign)
			require.Contains(t, []string{"Hello Ada 0, use SALE.", "Hello Ada 1, use SALE.", "Hello Ada 2, use SALE."}, *sent[0].Body)
			told := b.Client.Notification.Query().AllX(b.ctx)
			require.Len(t, told, 1)
			require.Equal(t, "Campaign completed", told[0].Title)
			require.NoError(t, b.Delete(b.ctx, c.ID))
			require.Equal(t, 3, b.Client.Message.Query().CountX(b.ctx))
			_, err = b.Recipients(b.ctx, campaign.RecipientsInput{ID: c.ID})
			require.True(t, fault.Is(err, fault.NotFound))
			recipients := "campaign_recipients WHERE campaign_id = '" + c.ID.String() + "'"
			require.Equal(t, 3, dbtest.Count(t, d, recipients))
			require.Equal(t, 1, dbtest.Count(t, d, "river_job WHERE kind = 'campaign.forget'"))
			more, err := b.Forget(b.ctx, c.ID)
			require.NoError(t, err)
			require.False(t, more)
			require.Zero(t, dbtest.Count(t, d, recipients))
		})
		t.Run("OKUpdate", func(t *testing.T) {
			b := newBundle(t, d)
			c := b.create(t)
			later := time.Now().Add(24 * time.Hour).UTC().Truncate(time.Second)
			changed, err := b.Update(b.ctx, campaign.UpdateInput{
				ID: c.ID, Name: new("Summer sale"), ScheduledAt: &later, QuietHours: &pace.QuietHours{From: "21:00", To: "08:00"}, MessagesPerSecond: new(5),
			}, true)
			require.NoError(t, err)
			require.Equal(t, "Summer sale", changed.Name)
			require.Equal(t, later, *changed.ScheduledAt)
			require.Equal(t, "21:00", changed.QuietHours.From)
			require.Equal(t, 5, *changed.MessagesPerSecond)
			require.Equal(t, c.Parameters, changed.Parameters)
			_, err = b.Execute(b.ctx, c.ID)
			require.NoError(t, err)
			_, err = b.Update(b.ctx, campaign.UpdateInput{ID: c.ID, Name: new("Other")}, false)
			require.True(t, fault.Is(err, fault.Forbidden), "a scheduled one is changed by who may execute it")
			changed, err = b.Update(b.ctx, campaign.UpdateInput{ID: c.ID, ClearScheduledAt: true, ClearQuietHours: true, ClearMessagesPerSecond: true}, true)
			require.NoError(t, err)
			require.Nil(t, changed.ScheduledAt)
			require.Nil(t, changed.QuietHours)
			require.Nil(t, changed.MessagesPerSecond)
			list, err := b.List(b.ctx, campaign.ListInput{SearchTerm: new("summer")})
			require.NoError(t, err)
			items, err := list.Items(b.ctx)
			require.NoError(t, err)
			require.Len(t, items, 1)
			require.NoError(t, b.Delete(b.ctx, c.ID))
			_, err = b.Get(b.ctx, c.ID)
			require.True(t, fault.Is(err, fault.NotFound))
		})
		t.Run("OKSearch", func(t *testing.T) {
			b := newBundle(t, d)
			for _, name := range []string{"Übung", "Große  Aktion", `100%_\`} {
				b.create(t, func(in *campaign.CreateInput) { in.Name = name })
			}
			for term, want := range map[string][]string{
				"Übung": {"Übung"}, "üBUNG": {"Übung"}, "Große": {"Große  Aktion"}, "groẞe  aktion": {"Große  Aktion"}, " e  a": {"Große  Aktion"},
				"%": {`100%_\`}, `_\`: {`100%_\`}, "u": {"Übung"}, " ": {`100%_\`, "Große  Aktion", "Übung"},
			} {
				list, err := b.List(b.ctx, campaign.ListInput{SearchTerm: &term})
				require.NoError(t, err)
				items, err := list.Items(b.ctx)
				require.NoError(t, err)
				var names []string
				for _, c := range items {
					names = append(names, c.Name)
				}
				require.Equal(t, want, names, "%q", term)
				count, err := list.TotalCount(b.ctx)
				require.NoError(t, err)
				require.Equal(t, len(want), count)
			}
			_, err := b.List(b.ctx, campaign.ListInput{SearchTerm: new("a\x00")})
			require.True(t, fault.Is(err, fault.ValidationError))
		})
		t.Run("OKSkipped", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			ids := b.contacts(t, 3)
			b.contacts(t, 1) // the number of the first again
			_, err := consent.Set(b.ctx, d, consent.SetInput{Address: new(phone(1)), State: consent.OptedOut})
			require.NoError(t, err)
			b.Client.Contact.UpdateOneID(ids[2]).SetIsActive(false).ExecX(b.ctx)
			c := b.create(t)
			quote, err := b.Quote(b.ctx, c.ID)
			require.NoError(t, err)
			require.Equal(t, campaign.Skipped{OptedOut: 1, DuplicateAddress: 1, Inactive: 1}, quote.Skipped)
			require.Equal(t, 1, quote.Recipients)
			c = b.run(t, c.ID)
			require.Equal(t, campaign.Counts{Recipients: 1, Skipped: 3, Queued: 1}, c.Counts)
			skipped := campaign.SkippedState
			list, err := b.Recipients(b.ctx, campaign.RecipientsInput{ID: c.ID, State: &skipped})
			require.NoError(t, err)
			items, err := list.Items(b.ctx)
			require.NoError(t, err)
			require.Len(t, c.Reasons(), 3)
			require.Equal(t, &campaign.ReasonCount{State: campaign.SkippedState, Reason: "DuplicateAddress", Count: 1}, c.Reasons()[0])
			require.Equal(t, []campaign.SkipReason{campaign.OptedOut, campaign.Inactive, campaign.DuplicateAddress},
				[]campaign.SkipReason{*items[0].SkipReason, *items[1].SkipReason, *items[2].SkipReason})
			b.send(t)
			b.work(t, c.ID)
			b.sound(t)
		})
		t.Run("OKUserID", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			made, err := contact.Create(b.ctx, d, contact.CreateInput{FirstName: "Ada", LastName: "Lovelace"})
			require.NoError(t, err)
			require.NoError(t, contact.PutIdentities(b.ctx, d, []contact.Identity{{UserID: "BR.1502576394655843", ContactID: made.ID}}))
			quote, err := b.Quote(b.ctx, b.create(t).ID)
			require.NoError(t, err)
			require.Equal(t, 1, quote.Recipients)
		})
		t.Run("OKAudience", func(t *testing.T) {
			b := newBundle(t, d)
			ids := b.contacts(t, 2, "vip", "blue")
			b.contacts(t, 1)
			count := func(a campaign.Audience) int {
				c := b.create(t, func(in *campaign.CreateInput) { in.Audience = a })
				quote, err := b.Quote(b.ctx, c.ID)
				require.NoError(t, err)
				return quote.Recipients + quote.Skipped.DuplicateAddress
			}
			require.Equal(t, 3, count(campaign.Audience{Everyone: true}))
			require.Equal(t, 2, count(campaign.Audience{Everyone: true, TagsAll: []string{"VIP"}}))
			require.Equal(t, 2, count(campaign.Audience{Everyone: true, TagsAny: []string{"vip", "none"}}))
			require.Equal(t, 1, count(campaign.Audience{Everyone: true, TagsNone: []string{"blue"}}))
			require.Equal(t, 0, count(campaign.Audience{Everyone: true, TagsAll: []string{"none"}}))
			require.Equal(t, 1, count(campaign.Audience{ContactIDs: []uuid.UUID{ids[1], ids[1], uuid.New()}}))
			require.Equal(t, 1, count(campaign.Audience{Filter: &campaign.Filter{SearchTerm: "ada 1"}}))
		})
		t.Run("ErrFields", func(t *testing.T) {
			b := newBundle(t, d)
			for field, change := range map[string]func(*campaign.CreateInput){
				"name":                func(in *campaign.CreateInput) { in.Name = " " },
				"channelId":           func(in *campaign.CreateInput) { in.ChannelID = uuid.New() },
				"templateId":          func(in *campaign.CreateInput) { in.TemplateID = uuid.New() },
				"audience":            func(in *campaign.CreateInput) { in.Audience = campaign.Audience{} },
				"audience.importId":   func(in *campaign.CreateInput) { in.Audience = campaign.Audience{ImportID: new(uuid.New())} },
				"audience.tagsAny[0]": func(in *campaign.CreateInput) { in.Audience.TagsAny = []string{" "} },
				"parameters":          func(in *campaign.CreateInput) { in.Parameters = json.RawMessage(`[1]`) },
				"parameters.name":     func(in *campaign.CreateInput) { in.Parameters = json.RawMessage(`{"code": {"text": "a"}}`) },
				"parameters.name.field": func(in *campaign.CreateInput) {
					in.Parameters = json.RawMessage(`{"name": {"field": "age"}, "code": {"text": "a"}}`)
				},
				"scheduledAt":                func(in *campaign.CreateInput) { in.ScheduledAt = new(time.Now().AddDate(2, 0, 0)) },
				"timeZone":                   func(in *campaign.CreateInput) { in.TimeZone = new(campaign.TimeZone("Mars")) },
				"quietHours.from":            func(in *campaign.CreateInput) { in.QuietHours = &pace.QuietHours{From: "25:00", To: "08:00"} },
				"messagesPerSecond":          func(in *campaign.CreateInput) { in.MessagesPerSecond = new(0) },
				"audience.filter.searchTerm": func(in *campaign.CreateInput) { in.Audience = campaign.Audience{Filter: &campaign.Filter{}} },
			} {
				in := b.input()
				change(&in)
				_, err := b.Create(b.ctx, in)
				require.True(t, fault.Is(err, fault.ValidationError), field)
				var fields []string
				for _, detail := range fault.From(err).Details {
					fields = append(fields, detail.Field)
				}
				require.Contains(t, fields, field)
			}
		})
		t.Run("ErrParameterNames", func(t *testing.T) {
			b := newBundle(t, d)
			for _, name := range []string{"a\x00", "", "größe", "a b", "100", "x" + strings.Repeat("a", 64)} {
				in := b.input()
				parameters := map[string]any{}
				require.NoError(t, json.Unmarshal(in.Parameters, &parameters))
				parameters[name] = map[string]string{"text": "x"}
				var err error
				in.Parameters, err = json.Marshal(parameters)
				require.NoError(t, err)
				_, err = b.Create(b.ctx, in)
				require.True(t, fault.Is(err, fault.ValidationError), "%q: %v", name, err)
				require.Equal(t, "parameters", fault.From(err).Details[0].Field)
			}
		})
		t.Run("ErrInsufficientBalance", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 3*price)
			b.contacts(t, 2)
			first, second := b.create(t), b.create(t)
			b.execute(t, first.ID)
			_, err := b.Execute(b.ctx, second.ID)
			require.True(t, fault.Is(err, fault.InsufficientBalance))
			require.Equal(t, "price", fault.From(err).Details[0].Field)
			require.Contains(t, fault.From(err).Details[0].Message, price.String())
			require.Equal(t, campaign.Draft, b.get(t, second.ID).Status)
			_, err = b.Cancel(b.ctx, first.ID)
			require.NoError(t, err)
			b.execute(t, second.ID)
			b.sound(t)
		})
		t.Run("ErrSameMoney", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 5*price)
			b.contacts(t, 3)
			results := make(chan error, 2)
			for range 2 {
				c := b.create(t)
				go func() {
					_, err := b.Execute(b.ctx, c.ID)
					results <- err
				}()
			}
			var begun, refused int
			for range 2 {
				switch err := <-results; {
				case err == nil:
					begun++
				case fault.Is(err, fault.InsufficientBalance):
					refused++
				default:
					require.NoError(t, err)
				}
			}
			require.Equal(t, []int{1, 1}, []int{begun, refused})
			require.Equal(t, 3*price, b.balance(t).Held)
			b.sound(t)
		})
		t.Run("ErrConflict", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 3*price)
			b.contacts(t, 1)
			c := b.create(t)
			for _, refused := range []func() error{
				func() error { _, err := b.Pause(b.ctx, c.ID); return err },
				func() error { _, err := b.Resume(b.ctx, c.ID); return err },
				func() error { _, err := b.Cancel(b.ctx, c.ID); return err },
			} {
				require.True(t, fault.Is(refused(), fault.Conflict))
			}
			b.run(t, c.ID)
			for _, refused := range []func() error{
				func() error { _, err := b.Execute(b.ctx, c.ID); return err },
				func() error { _, err := b.Quote(b.ctx, c.ID); return err },
				func() error { _, err := b.Update(b.ctx, campaign.UpdateInput{ID: c.ID}, true); return err },
				func() error { return b.Delete(b.ctx, c.ID) },
				func() error { return b.channels.Delete(b.ctx, b.channel) },
				func() error { return template.NewManager(d, b.channels, nil).Delete(b.ctx, b.template) },
			} {
				require.True(t, fault.Is(refused(), fault.Conflict))
			}
		})
		t.Run("ErrNotFound", func(t *testing.T) {
			b := newBundle(t, d)
			id := uuid.New()
			for _, refused := range []func() error{
				func() error { _, err := b.Get(b.ctx, id); return err },
				func() error { _, err := b.Update(b.ctx, campaign.UpdateInput{ID: id}, true); return err },
				func() error { return b.Delete(b.ctx, id) },
				func() error { _, err := b.Quote(b.ctx, id); return err },
				func() error { _, err := b.Execute(b.ctx, id); return err },
				func() error { _, err := b.Pause(b.ctx, id); return err },
				func() error { _, err := b.Resume(b.ctx, id); return err },
				func() error { _, err := b.Cancel(b.ctx, id); return err },
				func() error { _, err := b.Recipients(b.ctx, campaign.RecipientsInput{ID: id}); return err },
			} {
				require.True(t, fault.Is(refused(), fault.NotFound))
			}
		})
	})
}
