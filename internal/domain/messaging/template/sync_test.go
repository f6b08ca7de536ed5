package template_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/template"
	"github.com/firmhub/firmhub/internal/fault"
)

// submitted returns a template of WhatsApp that was submitted, and approved if its name begins with
// approved_.
func (b *bundle) submitted(t *testing.T, name string, changes ...func(*template.CreateInput)) *template.Template {
	t.Helper()
	in := order()
	in.Name, in.ChannelID, in.Kind, in.Body, in.Parameters = name, &b.whatsApp, nil, "Order {{order}}", in.Parameters[1:]
	for _, change := range changes {
		change(&in)
	}
	submitted, err := b.Submit(b.ctx, b.create(t, in).ID)
	require.NoError(t, err)
	return submitted
}

// decide stores a decision of WhatsApp about a template.
func (b *bundle) decide(t *testing.T, name string, state provider.TemplateState, at time.Time) {
	t.Helper()
	require.NoError(t, b.Tx(b.ctx, func(ctx context.Context) error {
		return template.Decide(ctx, b.DB, b.center, template.Decided{ChannelID: b.whatsApp, TemplateEvent: provider.TemplateEvent{
			Name: name, Language: "en", State: state, At: at,
		}})
	}))
}

func (b *bundle) sync(t *testing.T) template.Synced {
	t.Helper()
	synced, err := b.Sync(b.ctx, template.SyncInput{ChannelID: b.whatsApp})
	require.NoError(t, err)
	return *synced
}

func TestSync(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Run("OKNames", func(t *testing.T) {
			b := newBundle(t, d)
			made := b.submitted(t, "approved_order", func(in *template.CreateInput) {
				in.Buttons = []*template.Button{{Type: provider.ButtonURL, Text: "Track", Value: "https://example.com/{{order}}"}}
			})
			require.Equal(t, template.Synced{}, b.sync(t))
			got, err := b.Get(b.ctx, made.ID)
			require.NoError(t, err)
			require.Equal(t, made.Parameters, got.Parameters, "WhatsApp has no names of the parameters of buttons")
			b.provider.changed = func(form *provider.Form) { form.Category = "Marketing" }
			require.Equal(t, template.Synced{Updated: 1}, b.sync(t))
			got, err = b.Get(b.ctx, made.ID)
			require.NoError(t, err)
			require.Equal(t, []any{"Marketing", made.Parameters}, []any{string(got.Category), got.Parameters})
		})
		t.Run("OKNumbered", func(t *testing.T) {
			b := newBundle(t, d)
			b.submitted(t, "approved_order")
			given := map[string]string{"1": "Ana", "2": "4711", "header_1": "5"}
			used := func(change func(*provider.Form)) *provider.Template {
				b.provider.changed = change
				require.Equal(t, template.Synced{Updated: 1}, b.sync(t))
				found, err := template.Named(b.ctx, d, []string{"approved_order"})
				require.NoError(t, err)
				return found[0].ForProvider(given)
			}
			swapped := used(func(form *provider.Form) {
				form.Body = "{{2}} is ready, {{1}}. Yours, {{1}}!"
				form.Parameters = []*provider.FormParameter{{Name: "1", Example: "Ana"}, {Name: "2", Example: "4711"}}
			})
			require.False(t, swapped.Named)
			require.Equal(t, []provider.Parameter{{Name: "1", Value: "Ana"}, {Name: "2", Value: "4711"}}, swapped.Body)
			inHeader := used(func(form *provider.Form) {
				form.Header = &provider.FormHeader{Type: provider.HeaderText, Text: "Order {{header_1}}", Numbered: true}
				form.Body, form.Parameters = "It has left.", []*provider.FormParameter{{Name: "header_1", Example: "5"}}
			})
			require.False(t, inHeader.Named)
			require.Equal(t, []provider.Parameter{{Name: "header_1", Value: "5"}}, inHeader.Header)
		})
		t.Run("OKUnsendable", func(t *testing.T) {
			b := newBundle(t, d)
			made := b.submitted(t, "approved_order")
			b.provider.changed = func(form *provider.Form) { form.Unsendable = true }
			require.Equal(t, template.Synced{Updated: 1, Skipped: 1}, b.sync(t))
			got, err := b.Get(b.ctx, made.ID)
			require.NoError(t, err)
			require.Equal(t, template.Disabled, got.Status)
			require.NoError(t, b.Delete(b.ctx, made.ID))
			require.Equal(t, template.Synced{Skipped: 1}, b.sync(t))
		})
		t.Run("OKChangedToUnusable", func(t *testing.T) {
			b := newBundle(t, d)
			made := b.submitted(t, "approved_order")
			b.provider.changed = func(form *provider.Form) {
				for _, p := range form.Parameters {
					p.Example = strings.Repeat("x", 1025)
				}
			}
			require.Equal(t, template.Synced{Skipped: 1}, b.sync(t))
			got, err := b.Get(b.ctx, made.ID)
			require.NoError(t, err)
			require.Equal(t, template.Approved, got.Status, "it says the same")
			b.provider.changed = func(form *provider.Form) { form.Body += " {{Other}}" }
			require.Equal(t, template.Synced{Updated: 1, Skipped: 1}, b.sync(t))
			got, err = b.Get(b.ctx, made.ID)
			require.NoError(t, err)
			require.Equal(t, template.Disabled, got.Status, "WhatsApp sends its own text")
			found, err := template.Named(b.ctx, d, []string{"approved_order"})
			require.NoError(t, err)
			require.Nil(t, found[0].Form)

			b.decide(t, made.Name, provider.TemplateIsApproved, time.Now().Add(time.Minute))
			got, err = b.Get(b.ctx, made.ID)
			require.NoError(t, err)
			require.Equal(t, template.Disabled, got.Status, "it is the other text that WhatsApp has approved")
			b.provider.changed = nil
			require.Equal(t, template.Synced{Updated: 1}, b.sync(t))
			got, err = b.Get(b.ctx, made.ID)
			require.NoError(t, err)
			require.Equal(t, template.Approved, got.Status)
		})
		t.Run("OKBesideDraft", func(t *testing.T) {
			b := newBundle(t, d)
			made := b.submitted(t, "approved_order")
			_, err := b.Update(b.ctx, template.UpdateInput{ID: made.ID, Footer: new("Shop")})
			require.NoError(t, err)
			b.provider.changed = func(form *provider.Form) { form.Body = "It has left: {{order}}" }
			require.Equal(t, template.Synced{Updated: 1}, b.sync(t))
			got, err := b.Get(b.ctx, made.ID)
			require.NoError(t, err)
			require.Equal(t, []any{template.Draft, "Order {{order}}"}, []any{got.Status, got.Body})
			require.Equal(t, "It has left: {{order}}", got.Approved.Body, "WhatsApp sends its own text")
		})
		t.Run("OKDecidedSince", func(t *testing.T) {
			b := newBundle(t, d)
			made := b.submitted(t, "approved_order")
			old := time.Now().Add(-time.Hour)
			_, err := d.InFirm(b.ctx).Exec("UPDATE templates SET decided_at = NULL WHERE firm_id = $1")
			require.NoError(t, err)
			b.provider.listed = func() { b.decide(t, made.Name, provider.TemplateIsPaused, old) }
			require.Equal(t, template.Synced{}, b.sync(t), "it has changed since WhatsApp was asked")
			b.decide(t, made.Name, provider.TemplateIsApproved, old.Add(time.Minute))
			got, err := b.Get(b.ctx, made.ID)
			require.NoError(t, err)
			require.Equal(t, template.Approved, got.Status, "what WhatsApp said at the synchronization was not taken")
		})
		t.Run("OKDecidedOfSkipped", func(t *testing.T) {
			b := newBundle(t, d)
			made := b.submitted(t, "approved_order")
			old := time.Now().Add(-time.Hour)
			_, err := d.InFirm(b.ctx).Exec("UPDATE templates SET decided_at = NULL WHERE firm_id = $1")
			require.NoError(t, err)
			b.provider.changed = func(form *provider.Form) { form.State = "" }
			require.Equal(t, template.Synced{Skipped: 1}, b.sync(t))
			b.decide(t, made.Name, provider.TemplateIsPaused, old)
			got, err := b.Get(b.ctx, made.ID)
			require.NoError(t, err)
			require.Equal(t, template.Paused, got.Status)
		})
		t.Run("OKNewIsDecided", func(t *testing.T) {
			b := newBundle(t, d)
			require.NoError(t, b.Delete(b.ctx, b.submitted(t, "approved_order").ID))
			require.Equal(t, template.Synced{Created: 1}, b.sync(t))
			b.decide(t, "approved_order", provider.TemplateIsPaused, time.Now().Add(-time.Hour))
			found, err := template.Named(b.ctx, d, []string{"approved_order"})
			require.NoError(t, err)
			require.NotNil(t, found[0].Form, "the pause is older than the synchronization")
		})
		t.Run("OKUnknownState", func(t *testing.T) {
			b := newBundle(t, d)
			made := b.submitted(t, "approved_order")
			b.provider.changed = func(form *provider.Form) { form.State = "" }
			require.Equal(t, template.Synced{Skipped: 1}, b.sync(t))
			got, err := b.Get(b.ctx, made.ID)
			require.NoError(t, err)
			require.Equal(t, made, got)
			require.NoError(t, b.Delete(b.ctx, made.ID))
			require.Equal(t, template.Synced{Skipped: 1}, b.sync(t))
		})
		t.Run("SubmittedTwice", func(t *testing.T) {
			b := newBundle(t, d)
			made := b.submitted(t, "approved_order")
			_, err := b.Update(b.ctx, template.UpdateInput{ID: made.ID, Footer: new("Shop")})
			require.NoError(t, err)
			b.provider.decided = func() {
				b.provider.decided = nil
				_, err := b.Submit(b.ctx, made.ID)
				require.NoError(t, err)
				b.sync(t)
			}
			_, err = b.Submit(b.ctx, made.ID)
			require.True(t, fault.Is(err, fault.Conflict), err)
		})
	})
}
