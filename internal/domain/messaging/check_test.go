package messaging_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/conversation"
	"github.com/firmhub/firmhub/internal/domain/messaging/outgoing"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/fault"
)

// expired accepts a message that has expired for some time.
func (b *bundle) expired(t *testing.T, ago time.Duration) uuid.UUID {
	t.Helper()
	id := b.accepted(t, toSend(phones[0]))
	_, err := b.InFirm(b.ctx).Exec("UPDATE outgoing_messages SET expires_at = $2, check_at = $2 WHERE firm_id = $1 AND id = $3",
		time.Now().Add(-ago).UTC(), id)
	require.NoError(t, err)
	return id
}

func TestCheck(t *testing.T) {
	t.Parallel()
	payer := func(t *testing.T, d *db.DB) *bundle {
		t.Helper()
		b := newBundle(t, d)
		b.credit(t, 10*price)
		b.addChannel(t, provider.Sandbox)
		return b
	}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Run("OKAnotherFirmFails", func(t *testing.T) {
			broken, sound := payer(t, d), payer(t, d)
			bad := broken.expired(t, 2*time.Hour)
			broken.expired(t, 2*time.Hour)
			_, err := broken.InFirm(broken.ctx).Exec("UPDATE outgoing_messages SET content = '5' WHERE firm_id = $1 AND id = $2", bad)
			require.NoError(t, err)
			id := sound.expired(t, time.Hour)

			across := rule.AcrossFirms(t.Context(), "a test")
			firms, err := outgoing.FirmsToCheck(across, d, time.Now(), 2)
			require.NoError(t, err)
			require.Equal(t, []uuid.UUID{broken.firm.ID, sound.firm.ID}, firms, "two messages of one firm are one firm")

			more, err := sound.Check(t.Context())
			require.ErrorContains(t, err, broken.firm.ID.String())
			require.True(t, more)
			require.Equal(t, "Failed Released Expired", sound.state(t, id))
			sound.sound(t)
			more, err = sound.Check(t.Context())
			require.Error(t, err)
			require.False(t, more, "nothing is left but what fails")

			_, err = broken.InFirm(broken.ctx).Exec("UPDATE outgoing_messages SET content = '{}' WHERE firm_id = $1 AND id = $2", bad)
			require.NoError(t, err)
			_, err = sound.Check(t.Context())
			require.NoError(t, err)
			broken.sound(t)
		})
		t.Run("OKRequestsWait", func(t *testing.T) {
			b := payer(t, d)
			cancelled, id := b.accepted(t, toSend(phones[0])), b.expired(t, time.Hour)
			began, proceed := make(chan struct{}), make(chan struct{})
			release := sync.OnceFunc(func() { close(proceed) })
			defer release()
			var running errgroup.Group
			var once sync.Once
			b.OnChanged(func(context.Context, uuid.UUID, []conversation.Change) {
				once.Do(func() { close(began) })
				<-proceed
			})
			running.Go(func() error {
				_, err := b.Cancel(b.ctx, cancelled)
				return err
			})
			<-began
			report := func() error {
				_, err := b.ReportStatuses(b.ctx, messaging.StatusReportInput{
					Statuses: []*messaging.StatusInput{status("unknown", message.StatusRead)},
				})
				return err
			}
			const full = 128 + 256 - 1
			for range full {
				running.Go(report)
			}
			require.Eventually(t, func() bool { return b.WaitingChanges() == full }, time.Minute, time.Millisecond)
			require.True(t, fault.Is(report(), fault.TooManyRequests))
			running.Go(func() error {
				_, err := b.Check(t.Context())
				return err
			})
			require.Eventually(t, func() bool { return b.WaitingChanges() > full }, time.Minute, time.Millisecond)
			release()
			require.NoError(t, running.Wait())
			require.Equal(t, "Failed Released Expired", b.state(t, id))
			b.sound(t)
		})
		// What can't be changed is not tried again at once.
		// What is in the queue alone keeps nothing else from being found.
		t.Run("OKWithoutKey", func(t *testing.T) {
			b := payer(t, d)
			broken := b.expired(t, 2*time.Hour)
			_, err := b.InFirm(b.ctx).Exec("DELETE FROM message_keys WHERE firm_id = $1 AND id = $2", broken)
			require.NoError(t, err)
			more, err := b.Check(t.Context())
			require.NoError(t, err)
			require.True(t, more)
			left, err := outgoing.ToCheck(b.ctx, d, time.Now(), 1)
			require.NoError(t, err)
			require.Empty(t, left)
			more, err = b.Check(t.Context())
			require.NoError(t, err)
			require.False(t, more)
		})
	})
}
