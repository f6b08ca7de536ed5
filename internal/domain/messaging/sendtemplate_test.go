package messaging_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/template"
	"github.com/firmhub/firmhub/internal/domain/pricing"
	"github.com/firmhub/firmhub/internal/entity"
)

// addTemplate adds an approved template of a kind, with its body and the parameter name.
func (b *bundle) addTemplate(t testing.TB, kind provider.Kind, change func(*template.CreateInput)) uuid.UUID {
	t.Helper()
	manager := template.NewManager(b.DB, nil, nil)
	in := template.CreateInput{
		Name: "hello", Language: "en", Kind: &kind, Category: "Utility", Body: "Hello {{name}}",
		Parameters: []*template.Parameter{{Name: "name", Example: "Ada"}},
	}
	if change != nil {
		change(&in)
	}
	made, err := manager.Create(b.ctx, in)
	require.NoError(t, err)
	_, err = manager.Submit(b.ctx, made.ID)
	require.NoError(t, err)
	return made.ID
}

// approve makes a template of WhatsApp, with the parameter name, that is approved.
func (b *bundle) approve(t testing.TB, channel uuid.UUID) uuid.UUID {
	t.Helper()
	id := b.addTemplate(t, provider.Sandbox, func(in *template.CreateInput) {
		in.Header = &template.Header{Type: provider.HeaderText, Text: "Shop"}
		in.Buttons = []*template.Button{{Type: provider.ButtonURL, Text: "See", Value: "https://example.com/{{name}}"}}
	})
	_, err := b.InFirm(b.ctx).Exec("UPDATE templates SET kind = 'WhatsApp', channel_id = $2 WHERE firm_id = $1 AND id = $3", channel, id)
	require.NoError(t, err)
	return id
}

func withTemplate(to, name string) *messaging.SendMessage {
	return &messaging.SendMessage{To: &to, Template: &messaging.SendTemplate{Name: "hello", Parameters: map[string]string{"name": name}}}
}

func TestSend_template(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Run("OK", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			b.addChannel(t, provider.Sandbox)
			id := b.addTemplate(t, provider.Sandbox, nil)
			stored, err := messaging.Get(b.ctx, b.DB, b.accepted(t, withTemplate(phones[0], "Bo")))
			require.NoError(t, err)
			require.Equal(t, "Hello Bo", *stored.Body)
			require.Equal(t, "hello", *stored.TemplateName)
			require.Equal(t, id, *stored.TemplateID)
			require.Equal(t, message.CategoryUtility, stored.Category)
		})
		t.Run("OKWhatsApp", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			channel := b.addChannel(t, provider.WhatsApp)
			id := b.approve(t, channel)
			sent := b.accepted(t, withTemplate(phones[0], "Bo")) // outside of the window of 24 hours
			claimed := b.claim(t, channel)
			require.Equal(t, "Shop\n\nHello Bo", claimed[0].Content.Body)
			require.Equal(t, &provider.Template{
				Name: "hello", Language: "en", Named: true, Body: []provider.Parameter{{Name: "name", Value: "Bo"}},
				Buttons: []provider.Button{{Index: 0, Type: provider.ButtonURL, Value: "Bo"}},
			}, claimed[0].Content.Template)

			b.settle(t, sent, provider.Outcome{Result: provider.Refused, Code: provider.TemplatePaused, Template: provider.TemplateIsPaused})
			require.Equal(t, "Failed None TemplatePaused", b.state(t, sent))
			usable, err := template.Usable(b.ctx, b.DB, []uuid.UUID{id})
			require.NoError(t, err)
			require.Empty(t, usable)
			code, _ := b.rejected(t, withTemplate(phones[0], "Bo"))
			require.Equal(t, "TemplateNotApproved", code)
			b.events(t, channel, provider.Event{Template: &provider.TemplateEvent{
				Name: "hello", Language: "en", State: provider.TemplateIsApproved,
			}})
			b.accepted(t, withTemplate(phones[0], "Bo"))

			// A refusal that comes late does not pause what was approved since.
			approved := entity.Now()
			b.events(t, channel, provider.Event{Template: &provider.TemplateEvent{
				Name: "hello", Language: "en", State: provider.TemplateIsApproved, At: approved,
			}})
			for _, refusal := range []struct {
				at     time.Time
				usable map[uuid.UUID]bool
			}{{approved.Add(-time.Minute), map[uuid.UUID]bool{id: true}}, {approved.Add(time.Second), map[uuid.UUID]bool{}}} {
				sent := b.accepted(t, withTemplate(phones[0], "Bo"))
				b.claim(t, channel)
				b.events(t, channel, provider.Event{Status: &provider.Status{
					OurID: sent.String(), State: provider.StateFailed, At: refusal.at,
					Error: &provider.Outcome{Result: provider.Refused, Code: provider.TemplatePaused, Template: provider.TemplateIsPaused},
				}})
				usable, err := template.Usable(b.ctx, b.DB, []uuid.UUID{id})
				require.NoError(t, err)
				require.Equal(t, refusal.usable, usable)
			}
		})
		t.Run("OKMail", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			channel := b.addChannel(t, provider.Email)
			b.firm.Update().SetPostalAddress("Rua 1\nLisboa").ExecX(rule.AcrossFirms(t.Context(), "a test"))
			b.addTemplate(t, provider.Email, func(in *template.CreateInput) {
				in.Category, in.Subject, in.Body = "Marketing", new("For {{name}}"), "Hello {{name}}. End: {{unsubscribeUrl}}"
				in.HTML = new(`<BODY>Hi {{name}} <a href="{{unsubscribeUrl}}">End</a></BODY>`)
			})
			stored, err := messaging.Get(b.ctx, b.DB, b.accepted(t, withTemplate("ada@example.com", "A&B")))
			require.NoError(t, err)
			require.Equal(t, "For A&B", *stored.Subject)
			signature := b.firm.Name + "\nRua 1\nLisboa"
			require.Equal(t, "Hello A&B. End: {{unsubscribeUrl}}\n\n-- \n"+signature, *stored.Body)
			content := b.claim(t, channel)[0].Content
			body, html, shows := messaging.Unsubscribing(content.Body, content.HTML, "https://example.com/u/1")
			require.True(t, shows)
			require.Equal(t, "Hello A&B. End: https://example.com/u/1\n\n-- \n"+signature, body)
			require.Equal(t, `<BODY>Hi A&amp;B <a href="https://example.com/u/1">End</a><p>`+b.firm.Name+`<br>Rua 1<br>Lisboa</p></BODY>`, html)
		})
		t.Run("ErrMailTooLong", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			b.addChannel(t, provider.Email)
			b.addTemplate(t, provider.Email, func(in *template.CreateInput) {
				in.Subject, in.Body, in.HTML = new("For {{name}}{{name}}"), "Hello", new(strings.Repeat("{{name}}", 10_000))
			})
			b.accepted(t, withTemplate("ada@example.com", strings.Repeat("x", 50)))
			for value, want := range map[string]string{
				strings.Repeat(`"`, 50):  "a message that is too long",
				strings.Repeat("x", 100): "a message that is too long",
			} {
				code, text := b.rejected(t, withTemplate("ada@example.com", value))
				require.Equal(t, "ValidationError", code)
				require.Contains(t, text, want)
			}
		})
		t.Run("ErrSubjectTooLong", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			b.addChannel(t, provider.Email)
			b.addTemplate(t, provider.Email, func(in *template.CreateInput) { in.Subject, in.Body = new("{{name}}{{name}}"), "Hello" })
			b.accepted(t, withTemplate("ada@example.com", strings.Repeat("ä", 100)))
			code, text := b.rejected(t, withTemplate("ada@example.com", strings.Repeat("ä", 101)))
			require.Equal(t, "ValidationError", code)
			require.Contains(t, text, "a subject of 202 characters")
		})
		t.Run("OKMailWithoutTemplate", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			channel := b.addChannel(t, provider.Email)
			b.firm.Update().SetPostalAddress("Rua 1\nLisboa").ExecX(rule.AcrossFirms(t.Context(), "a test"))
			free := toSend("ada@example.com")
			free.Category, free.Body = new(marketing), "Hello"
			stored, err := messaging.Get(b.ctx, b.DB, b.accepted(t, free))
			require.NoError(t, err)
			signature := "\n\n-- \n" + b.firm.Name + "\nRua 1\nLisboa\nUnsubscribe: "
			require.Equal(t, "Hello"+signature+"{{unsubscribeUrl}}", *stored.Body)
			content := b.claim(t, channel)[0].Content
			body, _, shows := messaging.Unsubscribing(content.Body, content.HTML, "https://example.com/u/1")
			require.True(t, shows)
			require.Equal(t, "Hello"+signature+"https://example.com/u/1", body)

			other := toSend("ada@example.com")
			other.Category, other.Body = new(pricing.Category("Utility")), "Your order"
			stored, err = messaging.Get(b.ctx, b.DB, b.accepted(t, other))
			require.NoError(t, err)
			require.Equal(t, "Your order", *stored.Body, "only marketing is signed")
		})
		t.Run("OKRights", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			b.addChannel(t, provider.Sandbox)
			b.addTemplate(t, provider.Sandbox, nil)
			send := func(rights messaging.Rights) (codes []string) {
				free := toSend(phones[0])
				free.Category = nil
				in := messaging.SendInput{Messages: []*messaging.SendMessage{free, withTemplate(phones[0], "Bo")}}
				result, err := b.Send(b.ctx, in, rights)
				require.NoError(t, err)
				for _, rejected := range result.Rejected {
					codes = append(codes, rejected.Code)
				}
				require.Len(t, result.Accepted, 2-len(codes))
				return codes
			}
			require.Empty(t, send(allRights))
			require.Equal(t, []string{"Forbidden"}, send(messaging.Rights{Write: true}))
			require.Equal(t, []string{"Forbidden"}, send(messaging.Rights{Template: true}))
			require.Equal(t, []string{"Forbidden", "Forbidden"}, send(messaging.Rights{}))
		})
		for name, c := range map[string]struct {
			change     func(*messaging.SendMessage)
			code, text string
		}{
			"Missing":  {func(m *messaging.SendMessage) { m.Template.Parameters = nil }, "ValidationError", "template.parameters.name"},
			"Lines":    {func(m *messaging.SendMessage) { m.Template.Parameters["name"] = "a\nb" }, "ValidationError", "template.parameters.name"},
			"Unknown":  {func(m *messaging.SendMessage) { m.Template.Name = "other" }, "NotFound", ""},
			"Language": {func(m *messaging.SendMessage) { m.Template.Language = new("pt") }, "NotFound", ""},
			"Both":     {func(m *messaging.SendMessage) { m.Body = "x" }, "ValidationError", "template"},
			"Category": {func(m *messaging.SendMessage) { m.Category = new(marketing) }, "ValidationError", "category"},
		} {
			t.Run(name, func(t *testing.T) {
				b := newBundle(t, d)
				b.addChannel(t, provider.Sandbox)
				b.addTemplate(t, provider.Sandbox, nil)
				m := withTemplate(phones[0], "Bo")
				c.change(m)
				code, text := b.rejected(t, m)
				require.Equal(t, c.code, code)
				require.Contains(t, text, c.text)
			})
		}
		t.Run("Draft", func(t *testing.T) {
			b := newBundle(t, d)
			b.addChannel(t, provider.Sandbox)
			id := b.addTemplate(t, provider.Sandbox, nil)
			_, err := b.InFirm(b.ctx).Exec("UPDATE templates SET approved = NULL, approved_status = NULL WHERE firm_id = $1 AND id = $2", id)
			require.NoError(t, err)
			code, _ := b.rejected(t, withTemplate(phones[0], "Bo"))
			require.Equal(t, "TemplateNotApproved", code)
		})
	})
}
