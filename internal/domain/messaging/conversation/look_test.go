package conversation_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	entchannel "github.com/firmhub/firmhub/ent/channel"
	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/messaging/conversation"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/realtime/broker"
)

// bundle is a firm with conversations, and two instances that share its database alone.
type bundle struct {
	*db.DB

	ctx         context.Context //nolint:containedctx // of a user of the firm
	firm        uuid.UUID
	channel     *ent.Channel
	near, far   *conversation.Manager
	ofNear      *nearby
	here, there uuid.UUID // conversations
}

// nearby is a broker whose subscriptions can be called.
type nearby struct {
	broker.Broker

	lost func()
}

func (n *nearby) Subscribe(subject string, s broker.Subscription) (func(), error) {
	n.lost = s.Lost
	return n.Broker.Subscribe(subject, s)
}

func newBundle(t *testing.T, d *db.DB) *bundle {
	t.Helper()
	firm, ctx := dbtest.Firm(t, d, uuid.NewString())
	channel, err := d.Client.Channel.Create().SetName("Shop").SetKind(entchannel.KindSandbox).SetSender("sender").SetSettings([]byte("{}")).
		SetMessagesPerSecond(1).SetIsDefault(true).Save(ctx)
	require.NoError(t, err)
	b := &bundle{DB: d, firm: firm.ID, channel: channel, ofNear: &nearby{Broker: broker.NewMemory()}}
	b.ctx = viewer.NewContext(t.Context(), &viewer.Viewer{Kind: viewer.User, FirmID: firm.ID, UserID: uuid.New(), Email: "ada@example.com"})
	manager := func(events broker.Broker) *conversation.Manager {
		center := notification.NewCenter(d, events)
		t.Cleanup(func() {
			center.Close()
			require.NoError(t, events.Close())
		})
		return conversation.NewManager(d, center, events, nil)
	}
	b.near, b.far = manager(b.ofNear), manager(broker.NewMemory())
	b.here, b.there = b.add(t, "+12015550001", nil), b.add(t, "+12015550002", nil)
	return b
}

// add adds a conversation with an address, and a contact if there is one.
func (b *bundle) add(t *testing.T, phone string, of *uuid.UUID) uuid.UUID {
	t.Helper()
	book, err := conversation.ReadBook(b.ctx, b.DB, []string{phone})
	require.NoError(t, err)
	now := entity.Now()
	thread := book.Add(b.channel.ID, consent.Address{Value: phone, Kind: provider.Phone, Key: phone}, of, entity.NewID(), now)
	require.NoError(t, book.Save(b.ctx, b.DB, b.firm, now))
	return thread.ID
}

// set opens or closes a conversation on an instance.
func (b *bundle) set(t *testing.T, on *conversation.Manager, id uuid.UUID, status conversation.Status) {
	t.Helper()
	_, err := on.SetStatus(b.ctx, conversation.StatusInput{ID: id, Status: status})
	require.NoError(t, err)
}

// next receives an event.
func next[T any](t *testing.T, stream *broker.Stream[T]) T {
	t.Helper()
	select {
	case event, open := <-stream.C:
		require.True(t, open, "%v", stream.Err())
		return event
	case <-time.After(30 * time.Second):
		require.Fail(t, "no event came")
		panic("unreachable")
	}
}

func TestLost(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		// What changes in the same firm meanwhile, and is told, hides nothing.
		t.Run("OK", func(t *testing.T) {
			b := newBundle(t, d)
			b.near.Overlap(0)
			list, err := b.near.Watch(b.ctx)
			require.NoError(t, err)
			thread, err := b.near.WatchMessages(b.ctx, b.here)
			require.NoError(t, err)
			note, err := b.far.AddNote(b.ctx, conversation.NoteInput{ID: b.here, Body: "Call her."})
			require.NoError(t, err)
			b.set(t, b.far, b.here, conversation.Closed)
			b.set(t, b.near, b.there, conversation.Closed)
			require.Equal(t, b.there, next(t, list).ID)
			b.ofNear.lost()
			found := next(t, list)
			require.Equal(t, b.here, found.ID)
			require.Equal(t, conversation.Closed, found.Status)
			require.Equal(t, note.ID, next(t, thread).ID)
		})
		t.Run("OKOnce", func(t *testing.T) {
			b := newBundle(t, d)
			b.near.Overlap(time.Hour)
			list, err := b.near.Watch(b.ctx)
			require.NoError(t, err)
			b.ofNear.lost()
			require.ElementsMatch(t, []uuid.UUID{b.here, b.there}, []uuid.UUID{next(t, list).ID, next(t, list).ID}, "both are new")
			b.set(t, b.near, b.here, conversation.Closed)
			require.Equal(t, b.here, next(t, list).ID)
			for range 2 {
				b.ofNear.lost()
				b.set(t, b.near, b.there, conversation.Closed)
				require.Equal(t, b.there, next(t, list).ID, "what is known does not come again")
			}
		})
		t.Run("OKOnceEntry", func(t *testing.T) {
			b := newBundle(t, d)
			b.near.Overlap(time.Hour)
			thread, err := b.near.WatchMessages(b.ctx, b.here)
			require.NoError(t, err)
			_, err = b.near.AddNote(b.ctx, conversation.NoteInput{ID: b.here, Body: "Call her."})
			require.NoError(t, err)
			require.Equal(t, "Call her.", *next(t, thread).Body)
			_, err = b.far.AddNote(b.ctx, conversation.NoteInput{ID: b.here, Body: "She is away."})
			require.NoError(t, err)
			b.ofNear.lost()
			require.Equal(t, "She is away.", *next(t, thread).Body)
		})
		// What another instance changes that shares the database alone comes without a signal.
		t.Run("OKWithoutSignals", func(t *testing.T) {
			b := newBundle(t, d)
			b.near.LookEvery(time.Millisecond)
			ada, err := contact.Create(b.ctx, d, contact.CreateInput{FirstName: "Ada", LastName: "Lovelace"})
			require.NoError(t, err)
			known := b.add(t, "+12015550003", &ada.ID)
			list, err := b.near.Watch(b.ctx)
			require.NoError(t, err)
			thread, err := b.near.WatchMessages(b.ctx, b.here)
			require.NoError(t, err)
			until := func(id uuid.UUID, wanted func(c *conversation.Conversation) bool) {
				t.Helper()
				for c := next(t, list); c.ID != id || !wanted(c); {
					c = next(t, list)
				}
			}
			b.set(t, b.far, b.there, conversation.Closed)
			until(b.there, func(c *conversation.Conversation) bool { return c.Status == conversation.Closed })
			note, err := b.far.AddNote(b.ctx, conversation.NoteInput{ID: b.here, Body: "Call her."})
			require.NoError(t, err)
			until(b.here, func(c *conversation.Conversation) bool { return c.ActiveAt.Equal(note.OccurredAt) })
			require.Equal(t, note.ID, next(t, thread).ID)
			_, err = contact.Update(b.ctx, d, contact.UpdateInput{ID: ada.ID, FirstName: new("Augusta")})
			require.NoError(t, err)
			until(known, func(c *conversation.Conversation) bool { return *c.ContactName == "Augusta Lovelace" })
			require.NoError(t, contact.Delete(b.ctx, d, ada.ID))
			until(known, func(c *conversation.Conversation) bool { return c.ContactID == nil })
		})
		t.Run("OKMessages", func(t *testing.T) {
			b := newBundle(t, d)
			b.near.Overlap(0)
			system := viewer.NewContext(t.Context(), &viewer.Viewer{Kind: viewer.System, FirmID: b.firm})
			send := func(status message.Status) *ent.Message {
				t.Helper()
				sent, err := d.Client.Message.Create().SetConversationID(b.here).SetOccurredAt(entity.Now()).SetProviderMessageID(uuid.NewString()).
					SetDirection(message.DirectionOutbound).SetPersonKey("+12015550001").SetCategory(message.CategoryService).SetStatus(status).
					Save(system)
				require.NoError(t, err)
				return sent
			}
			become := func(m *ent.Message, status message.Status) {
				t.Helper()
				_, err := d.InFirm(system).Exec("UPDATE messages SET status = $3, updated_at = $4 WHERE firm_id = $1 AND id = $2",
					m.ID, string(status), entity.Now())
				require.NoError(t, err)
			}
			first, second := send(message.StatusQueued), send(message.StatusQueued)
			thread, err := b.near.WatchMessages(b.ctx, b.here)
			require.NoError(t, err)
			become(first, message.StatusSending)
			become(second, message.StatusDelivered)
			b.ofNear.lost()
			event := next(t, thread)
			require.Equal(t, second.ID, event.ID, "that the first one is being sent is not told")
			require.Equal(t, message.StatusDelivered, *event.Status)
			third := send(message.StatusSending)
			b.ofNear.lost()
			require.Equal(t, third.ID, next(t, thread).ID, "but what is new is")
			become(third, message.StatusSent)
			b.ofNear.lost()
			event = next(t, thread)
			require.Equal(t, third.ID, event.ID)
			require.Equal(t, message.StatusSent, *event.Status)
		})
	})
}
