package template_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/template"
	"github.com/firmhub/firmhub/internal/fault"
)

// WhatsApp writes the text of templates with codes itself.
func TestManager_codes(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		code := func(b *bundle) template.CreateInput {
			return template.CreateInput{
				Name: "approved_code", Language: "en", ChannelID: &b.whatsApp, Category: "Authentication", Body: "Your code: {{1}}",
				Footer: new("For 10 minutes"), Buttons: []*template.Button{{Type: provider.ButtonCopyCode, Text: "Copy", Value: "{{1}}"}},
				Parameters: []*template.Parameter{{Name: "1", Example: "4711"}},
			}
		}
		t.Run("OK", func(t *testing.T) {
			b := newBundle(t, d)
			made := b.create(t, code(b))
			submitted, err := b.Submit(b.ctx, made.ID)
			require.NoError(t, err)
			require.Equal(t, template.Approved, submitted.Status)
			require.Equal(t, "*{{1}}* is your verification code.", submitted.Body)
			require.Equal(t, "This code expires in 10 minutes.", *submitted.Footer)
			used, err := template.ByID(b.ctx, d, made.ID)
			require.NoError(t, err)
			require.Equal(t, &provider.Template{
				Name: "approved_code", Language: "en", Body: []provider.Parameter{{Name: "1", Value: "4711"}},
				Buttons: []provider.Button{{Type: provider.ButtonURL, Value: "4711"}},
			}, used.ForProvider(map[string]string{"1": "4711"}))

			// The text of WhatsApp can be submitted again.
			_, err = b.Update(b.ctx, template.UpdateInput{ID: made.ID, Footer: new("This code expires in 5 minutes.")})
			require.NoError(t, err)
			again, err := b.Submit(b.ctx, made.ID)
			require.NoError(t, err)
			require.Equal(t, "This code expires in 5 minutes.", *again.Footer)
		})
		t.Run("OKNotRead", func(t *testing.T) {
			b := newBundle(t, d)
			made := b.create(t, code(b))
			b.provider.changed = func(form *provider.Form) { form.State = "" }
			_, err := b.Submit(b.ctx, made.ID)
			require.NoError(t, err)
			b.decide(t, "approved_code", provider.TemplateIsApproved, time.Now())
			used, err := template.ByID(b.ctx, d, made.ID)
			require.NoError(t, err)
			require.Equal(t, []provider.Button{{Type: provider.ButtonURL, Value: "4711"}}, used.ForProvider(map[string]string{"1": "4711"}).Buttons)
		})
		for name, c := range map[string]struct {
			change func(*template.CreateInput)
			fields []string
		}{
			"Text": {func(in *template.CreateInput) { in.Body, in.Buttons, in.Parameters = "Hello", nil, nil }, []string{"body", "buttons"}},
			"Named": {func(in *template.CreateInput) {
				in.Body, in.Buttons[0].Value, in.Parameters[0].Name = "{{code}}", "{{code}}", "code"
			}, []string{"body", "buttons"}},
			"Parts": {func(in *template.CreateInput) {
				in.Header, in.Footer = &template.Header{Type: provider.HeaderText, Text: "Shop"}, new("Shop")
			}, []string{"header", "footer"}},
			"Long": {func(in *template.CreateInput) { in.Footer = new("For 91 minutes") }, []string{"footer"}},
			"Button": {func(in *template.CreateInput) {
				in.Buttons[0].Type, in.Buttons[0].Value = provider.ButtonQuickReply, ""
			}, []string{"buttons"}},
		} {
			t.Run(name, func(t *testing.T) {
				b := newBundle(t, d)
				in := code(b)
				c.change(&in)
				_, err := b.Create(b.ctx, in)
				require.ElementsMatch(t, c.fields, fields(t, err), err)
			})
		}
		t.Run("Before", func(t *testing.T) { // It was written by a version that did not check that.
			b := newBundle(t, d)
			in := code(b)
			in.Category, in.Body, in.Footer, in.Buttons = "Utility", "Your code is {{1}}.", nil, nil
			made := b.create(t, in)
			_, err := d.InFirm(b.ctx).Exec(`UPDATE templates SET category = 'Authentication', content = $3 WHERE firm_id = $1 AND id = $2`,
				made.ID, `{"category": "Authentication", "body": "Your code is {{1}}.", "parameters": [{"name": "1", "example": "4711"}]}`)
			require.NoError(t, err)
			_, err = b.Submit(b.ctx, made.ID)
			require.True(t, fault.Is(err, fault.Conflict), err)
			require.ErrorContains(t, err, "buttons")
		})
	})
}
