package template_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/messaging/template"
)

// While WhatsApp has another text of a template, what it approves is that one. So the version in
// use is not sent again, also beside a draft, until a synchronization reads one that can be sent.
func TestReplaced(t *testing.T) {
	t.Parallel()
	const approved = "approved_order"
	edit := func(t *testing.T, b *bundle, id uuid.UUID) {
		t.Helper()
		_, err := b.Update(b.ctx, template.UpdateInput{ID: id, Footer: new("Shop")})
		require.NoError(t, err)
	}
	// syncAs synchronizes while WhatsApp says something else of the template.
	syncAs := func(t *testing.T, b *bundle, change func(*provider.Form)) {
		t.Helper()
		b.provider.changed = change
		require.Equal(t, 1, b.sync(t).Updated)
		b.provider.changed = nil
	}
	unsendable := func(form *provider.Form) { form.Unsendable = true }
	refuse := func(t *testing.T, b *bundle, id uuid.UUID) {
		t.Helper()
		require.NoError(t, b.Tx(b.ctx, func(ctx context.Context) error {
			return template.Refuse(ctx, b.DB, b.center, id, template.Refused{
				State: provider.TemplateIsPaused, At: time.Now(), OtherTemplate: true,
			})
		}))
	}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for name, c := range map[string]struct {
			stop   func(t *testing.T, b *bundle, id uuid.UUID)
			status template.Status
		}{
			"Unsendable": {func(t *testing.T, b *bundle, _ uuid.UUID) {
				t.Helper()
				syncAs(t, b, unsendable)
			}, template.Disabled},
			"ThenDraft": {func(t *testing.T, b *bundle, id uuid.UUID) {
				t.Helper()
				syncAs(t, b, unsendable)
				edit(t, b, id)
			}, template.Draft},
			"BesideDraft": {func(t *testing.T, b *bundle, id uuid.UUID) {
				t.Helper()
				edit(t, b, id)
				syncAs(t, b, unsendable)
				edit(t, b, id)
			}, template.Draft},
			"RefusedThenDraft": {func(t *testing.T, b *bundle, id uuid.UUID) {
				t.Helper()
				refuse(t, b, id)
				edit(t, b, id)
			}, template.Draft},
			"RefusedBesideDraft": {func(t *testing.T, b *bundle, id uuid.UUID) {
				t.Helper()
				edit(t, b, id)
				refuse(t, b, id)
			}, template.Draft},
			"PausedWithOtherText": {func(t *testing.T, b *bundle, id uuid.UUID) {
				t.Helper()
				edit(t, b, id)
				syncAs(t, b, func(form *provider.Form) { form.Body, form.State = "It has left: {{order}}", provider.TemplateIsPaused })
			}, template.Draft},
		} {
			t.Run(name, func(t *testing.T) {
				b := newBundle(t, d)
				made := b.submitted(t, approved)
				c.stop(t, b, made.ID)
				b.requireUse(t, made.ID, c.status, false)
				for i, state := range []provider.TemplateState{
					provider.TemplateIsApproved, provider.TemplateIsPaused, provider.TemplateIsDisabled, provider.TemplateIsApproved,
				} {
					b.decide(t, made.Name, state, time.Now().Add(time.Duration(i)*time.Second))
					b.requireUse(t, made.ID, c.status, false)
				}
				require.Equal(t, template.Synced{Updated: 1}, b.sync(t), "WhatsApp has the text again")
				if c.status != template.Draft {
					c.status = template.Approved
				}
				b.requireUse(t, made.ID, c.status, true)
			})
		}
		t.Run("Submitted", func(t *testing.T) {
			b := newBundle(t, d)
			made := b.submitted(t, approved)
			b.decide(t, approved, provider.TemplateIsPaused, time.Now())
			edit(t, b, made.ID)
			_, err := b.Submit(b.ctx, made.ID)
			require.NoError(t, err)
			b.decide(t, approved, provider.TemplateIsRejected, time.Now().Add(time.Second))
			b.requireUse(t, made.ID, template.Rejected, false)
			_, err = b.Update(b.ctx, template.UpdateInput{ID: made.ID, Footer: new("Store")})
			require.NoError(t, err)
			b.decide(t, approved, provider.TemplateIsApproved, time.Now().Add(2*time.Second))
			b.requireUse(t, made.ID, template.Draft, false)
			_, err = b.Submit(b.ctx, made.ID)
			require.NoError(t, err)
			b.decide(t, approved, provider.TemplateIsApproved, time.Now().Add(3*time.Second))
			b.requireUse(t, made.ID, template.Approved, true)
		})
		t.Run("SameText", func(t *testing.T) {
			b := newBundle(t, d)
			made := b.submitted(t, approved)
			b.decide(t, approved, provider.TemplateIsDisabled, time.Now())
			edit(t, b, made.ID)
			b.requireUse(t, made.ID, template.Draft, false)
			b.decide(t, approved, provider.TemplateIsApproved, time.Now().Add(time.Second))
			b.requireUse(t, made.ID, template.Draft, true)
		})
	})
}

// requireUse requires the status of a template, and whether its version in use can be sent.
func (b *bundle) requireUse(t *testing.T, id uuid.UUID, status template.Status, usable bool) {
	t.Helper()
	got, err := b.Get(b.ctx, id)
	require.NoError(t, err)
	require.Equal(t, status, got.Status)
	found, err := template.Usable(b.ctx, b.DB, []uuid.UUID{id})
	require.NoError(t, err)
	require.Equal(t, usable, found[id])
}
