package webhook_test

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/webhook"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// A webhook of somebody who lacks the second factor that the firm requires gets nothing and says
// why. The webhook after it gets everything.
func TestDeliver_MfaRequired(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		made, other, to, toOther := b.failing(fault.New(fault.MfaRequired, "Set one up first."))
		stop := b.deliver()
		b.raise(2)
		toOther.next(t)
		toOther.next(t)
		b.settled(other, delivered)
		w, err := b.Get(b.ctx, made)
		require.NoError(t, err)
		require.Equal(t, webhook.Active, w.Status)
		require.NotNil(t, w.StatusReason)
		require.Contains(t, *w.StatusReason, "second factor")
		require.Empty(t, to.calls)
		stop()
		b.fails(nil)
		b.deliver()
		ids := b.raise(1)
		c := to.next(t)
		require.Equal(t, ids[0], c.contact(t))
		b.settled(made, delivered)
		w, err = b.Get(b.ctx, made)
		require.NoError(t, err)
		require.Nil(t, w.StatusReason)
	})
}

// A webhook whose attempts can't begin, for whatever reason, holds up no other, and is tried again.
func TestDeliver_OwnError(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		made, _, to, toOther := b.failing(errors.New("the policy can't be loaded"))
		b.deliver()
		ids := b.raise(1)
		toOther.next(t)
		for range 3 { // in the same lane or in another one, and no lease has to run out
			ids = append(ids, b.raise(1)...)
			toOther.next(t)
		}
		require.Empty(t, to.calls)
		require.Zero(t, b.position(made))
		b.fails(nil)
		b.pass(time.Minute)
		b.takes(made, to, ids)
	})
}

// failing creates two webhooks. What looks for the rights of the maker of the first one fails.
func (b *bundle) failing(failure error) (made, other uuid.UUID, to, toOther *receiver) {
	b.t.Helper()
	by := b.byKey()
	maker := viewer.From(by.ctx).APIClientID
	b.fails(failure)
	b.view = func(ctx context.Context, _ string) error {
		b.mu.Lock()
		defer b.mu.Unlock()
		if viewer.From(ctx).APIClientID == maker {
			return b.gone
		}
		return nil
	}
	b.config.Lookup = func(_ context.Context, firm uuid.UUID, by viewer.Initiator) (*viewer.Viewer, error) {
		return &viewer.Viewer{Kind: viewer.APIClient, APIClientID: by.APIClientID, FirmID: firm}, nil
	}
	b.Manager, b.events = b.build()
	by.Manager = b.Manager
	to, toOther = newReceiver(b.t, status(http.StatusOK)), newReceiver(b.t, status(http.StatusOK))
	made = by.create(to, nil).ID
	other = b.byKey().create(toOther, func(in *webhook.CreateInput) { in.Name = "Shop" }).ID
	return made, other, to, toOther
}

// fails sets what the rights of a failing maker are.
func (b *bundle) fails(failure error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.gone = failure
}
