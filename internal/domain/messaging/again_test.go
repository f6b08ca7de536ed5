package messaging_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/conversation"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

// again does two things in one transaction, which fails when all is written. Each is then done
// again by itself, the first one with between in its transaction. before occupies the wallet until
// both wait. All but between must change a conversation.
func (b *bundle) again(t *testing.T, waiting func() int, between func(ctx context.Context) error, before, first, second func() error) {
	t.Helper()
	began, proceed := make(chan struct{}), make(chan struct{})
	var calls atomic.Int32
	b.OnChanged(func(ctx context.Context, _ uuid.UUID, _ []conversation.Change) {
		switch calls.Add(1) {
		case 1:
			close(began)
			<-proceed
		case 2:
			panic("both fail")
		case 3:
			assert.NoError(t, between(ctx))
		}
	})
	var running errgroup.Group
	running.Go(before)
	<-began
	for i, do := range []func() error{first, second} {
		running.Go(do)
		require.Eventually(t, func() bool { return waiting() == i+1 }, time.Minute, time.Millisecond)
	}
	close(proceed)
	require.NoError(t, running.Wait())
	require.GreaterOrEqual(t, calls.Load(), int32(3))
}

// What is done again does not keep what an earlier try has found.
func TestAgain(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		// Another instance works on the events before they are worked on again, and tells people.
		t.Run("Events", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			channel := b.addChannel(t, provider.Sandbox)
			held, cancelled := b.accepted(t, toSend(phones[0])), b.accepted(t, toSend(phones[0]))
			require.NoError(t, messaging.StoreEvents(b.ctx, d, channel, []provider.Event{arrives("in-1", phones[1], "STOP")}))
			told := 0
			b.OnArrived(func(context.Context, uuid.UUID, []conversation.News) error {
				told++
				return nil
			})
			cancel := func(id uuid.UUID) func() error {
				return func() error {
					_, err := b.Cancel(b.ctx, id)
					return err
				}
			}
			more := true
			b.again(t, b.WaitingChanges, func(ctx context.Context) error {
				_, err := d.InFirm(ctx).Exec("DELETE FROM hook_events WHERE firm_id = $1")
				return err
			}, cancel(held), cancel(cancelled), func() (err error) {
				more, err = b.ApplyEvents(b.ctx)
				return err
			})
			require.False(t, more)
			require.Zero(t, told)
			require.Empty(t, b.claim(t, channel), "no confirmation is sent")
		})
		t.Run("Send", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			b.addChannel(t, provider.Sandbox)
			ada := b.addContact(t, contact.CreateInput{FirstName: "Ada", LastName: "Lovelace", Phones: []contact.PhoneInput{{Phone: phones[1]}}})
			send := func(to string, accepted *uuid.UUID) func() error {
				return func() error {
					result, err := b.Send(b.ctx, messaging.SendInput{Messages: []*messaging.SendMessage{toSend(to)}}, allRights)
					if err == nil {
						*accepted = result.Accepted[0].ID
					}
					return err
				}
			}
			var id uuid.UUID
			b.again(t, b.WaitingSends, func(ctx context.Context) error {
				_, err := d.InFirm(ctx).Exec("UPDATE contacts SET deleted_at = $2 WHERE firm_id = $1 AND id = $3", time.Now().UTC(), ada)
				return err
			}, send(phones[0], new(uuid.UUID)), send(phones[0], new(uuid.UUID)), send(phones[1], &id))
			sent, err := messaging.Get(b.ctx, d, id)
			require.NoError(t, err)
			require.Nil(t, sent.ContactID)
		})
	})
}
