package webhook_test

import (
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/webhook"
	"github.com/firmhub/firmhub/internal/fault"
)

func TestCreate_Faults(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		for _, url := range []string{
			"ftp://example.com", "https://10.0.0.1/", "https://[::1]/", "http://192.168.1.1/", "https://a:b@example.com/",
			"https://example.com/#x", "example.com",
		} {
			types := []string{"contact.created", "contact.mislaid", "contact.created"}
			_, err := b.Create(b.ctx, webhook.CreateInput{Name: " ", URL: url, EventTypes: types})
			details := fault.From(err).Details
			fields := make([]string, len(details))
			for i, of := range details {
				fields[i] = of.Field
			}
			require.ElementsMatch(t, []string{"name", "url", "eventTypes[1]", "eventTypes[2]"}, fields, url)
		}
		disabled := webhook.Disabled
		_, err := b.Update(b.ctx, webhook.UpdateInput{ID: uuid.New(), Status: &disabled})
		require.True(t, fault.Is(err, fault.ValidationError))
		_, err = b.Create(b.ctx, webhook.CreateInput{Name: "CRM", URL: "https://example.com/hooks?token=1"})
		require.NoError(t, err)
	})
}

func TestManager(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		_, other := dbtest.Firm(t, d, "Other")
		to := newReceiver(t, status(http.StatusTeapot))
		made := b.create(to, nil)
		list, err := b.List(b.ctx)
		require.NoError(t, err)
		require.Len(t, list, 1)
		for _, name := range []string{"zoho", "Billing", "accounts"} {
			b.create(to, func(in *webhook.CreateInput) { in.Name = name })
		}
		list, err = b.List(b.ctx)
		require.NoError(t, err)
		var names []string
		for _, each := range list {
			names = append(names, each.Name)
		}
		require.Equal(t, []string{"accounts", "Billing", made.Name, "zoho"}, names)
		list, err = b.List(other)
		require.NoError(t, err)
		require.Empty(t, list)

		paused := webhook.Paused
		updated, err := b.Update(b.ctx, webhook.UpdateInput{ID: made.ID, Status: &paused})
		require.NoError(t, err)
		require.Equal(t, webhook.Paused, updated.Status)

		start := b.stop()
		tested, err := b.Test(b.ctx, made.ID)
		require.NoError(t, err)
		require.False(t, tested.OK)
		require.Contains(t, tested.Message, "418")
		c := to.next(t)
		require.Equal(t, "webhook.test", c.event.Type)
		require.True(t, signedBy(t, c, made.Secret))
		for range 29 {
			_, err = b.Test(b.ctx, made.ID)
			require.NoError(t, err)
		}
		_, err = b.Test(b.ctx, made.ID)
		require.True(t, fault.Is(err, fault.TooManyRequests))
		start()

		for name, call := range map[string]func() error{
			"get":        func() error { _, err := b.Get(other, made.ID); return err },
			"update":     func() error { _, err := b.Update(other, webhook.UpdateInput{ID: made.ID}); return err },
			"rotate":     func() error { _, err := b.Rotate(other, made.ID); return err },
			"test":       func() error { _, err := b.Test(other, made.ID); return err },
			"deliveries": func() error { _, err := b.Deliveries(other, webhook.DeliveriesInput{ID: made.ID}); return err },
			"replay": func() error {
				_, err := b.Replay(other, webhook.ReplayInput{ID: made.ID, Since: time.Now()})
				return err
			},
			"retry":   func() error { _, err := b.Retry(other, webhook.DeliveryRef{ID: made.ID}); return err },
			"delete":  func() error { return b.Delete(other, made.ID) },
			"no such": func() error { _, err := b.Retry(b.ctx, webhook.DeliveryRef{ID: made.ID}); return err },
		} {
			require.True(t, fault.Is(call(), fault.NotFound), name)
		}
		require.NoError(t, b.Delete(b.ctx, made.ID))
		require.True(t, fault.Is(b.Delete(b.ctx, made.ID), fault.NotFound))
	})
}

// Events wait for a webhook that is paused.
func TestDeliver_Paused(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		to, always := newReceiver(t, status(http.StatusOK)), newReceiver(t, status(http.StatusOK))
		made := b.create(to, nil)
		b.create(always, nil)
		paused, active := webhook.Paused, webhook.Active
		_, err := b.Update(b.ctx, webhook.UpdateInput{ID: made.ID, Status: &paused})
		require.NoError(t, err)
		b.deliver()
		ids := b.raise(1)
		always.next(t)
		require.Empty(t, to.calls)
		_, err = b.Update(b.ctx, webhook.UpdateInput{ID: made.ID, Status: &active})
		require.NoError(t, err)
		c := to.next(t)
		require.Equal(t, ids[0], c.contact(t))
	})
}
