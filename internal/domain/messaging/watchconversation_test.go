package messaging_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/conversation"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	center "github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/realtime/broker"
)

// eventually receives events until one is as wanted.
func eventually[T any](t *testing.T, stream *broker.Stream[T], wanted func(T) bool) T {
	t.Helper()
	limit := time.After(30 * time.Second)
	for {
		select {
		case event, open := <-stream.C:
			require.True(t, open, "%v", stream.Err())
			if wanted(event) {
				return event
			}
		case <-limit:
			require.Fail(t, "no such event came")
		}
	}
}

// lossy is a broker that can lose what is published.
type lossy struct {
	broker.Broker

	subscribed []broker.Subscription
	loses      bool
}

func (l *lossy) Publish(subject string, encoded []byte) {
	if !l.loses {
		l.Broker.Publish(subject, encoded)
	}
}

func (l *lossy) Subscribe(subject string, s broker.Subscription) (func(), error) {
	l.subscribed = append(l.subscribed, s)
	return l.Broker.Subscribe(subject, s)
}

func (b *bundle) inboxOn(t testing.TB, events broker.Broker) *conversation.Manager {
	t.Helper()
	everybody := func(_ context.Context, _ uuid.UUID, _ int, named ...uuid.UUID) ([]uuid.UUID, error) {
		return named, nil
	}
	m := conversation.NewManager(b.DB, center.NewCenter(b.DB, events), events, everybody)
	b.OnChanged(m.Publish)
	return m
}

func TestWatchConversations(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Run("OK", func(t *testing.T) {
			b, other := newBundle(t, d), newBundle(t, d)
			b.credit(t, 10*price)
			events := broker.NewMemory()
			m := b.inboxOn(t, events)
			other.inboxOn(t, events)
			channel := b.addChannel(t, provider.Sandbox)
			ctx, cancel := context.WithCancel(b.ctx)
			list, err := m.Watch(ctx)
			require.NoError(t, err)

			other.events(t, other.addChannel(t, provider.Sandbox), wrote("in-0", phones[1], "", "Elsewhere"))
			b.events(t, channel, wrote("in-1", phones[0], "Ada Lovelace", "Hello"))
			c := eventually(t, list, func(c *conversation.Conversation) bool {
				require.Equal(t, phones[0], c.Address, "nothing of another firm")
				return true
			})
			require.Equal(t, 1, c.UnreadCount)
			require.Equal(t, "Hello", *c.LastMessage.Body)

			thread, err := m.WatchMessages(ctx, c.ID)
			require.NoError(t, err)
			_, err = m.MarkRead(b.ctx, c.ID)
			require.NoError(t, err)
			eventually(t, list, func(c *conversation.Conversation) bool { return c.UnreadCount == 0 })
			user := uuid.New()
			_, err = m.Assign(b.ctx, conversation.AssignInput{ID: c.ID, UserID: &user})
			require.NoError(t, err)
			eventually(t, list, func(c *conversation.Conversation) bool { return c.AssignedTo != nil })
			_, err = m.SetStatus(b.ctx, conversation.StatusInput{ID: c.ID, Status: conversation.Closed})
			require.NoError(t, err)
			eventually(t, list, func(c *conversation.Conversation) bool { return c.Status == conversation.Closed })
			note, err := m.AddNote(b.ctx, conversation.NoteInput{ID: c.ID, Body: "Call her."})
			require.NoError(t, err)
			shown := eventually(t, thread, func(e *conversation.Entry) bool { return e.Direction == conversation.Internal })
			require.Equal(t, note.ID, shown.ID)
			require.Equal(t, "Call her.", *shown.Body)

			reply, err := b.Reply(b.ctx, c, messaging.ReplyInput{ID: c.ID, Body: "Yes"}, noStart)
			require.NoError(t, err)
			ofReply := func(status message.Status) func(*conversation.Entry) bool {
				return func(e *conversation.Entry) bool { return e.ID == reply.ID && *e.Status == status }
			}
			eventually(t, thread, ofReply(message.StatusQueued))
			_, err = b.Cancel(b.ctx, reply.ID)
			require.NoError(t, err)
			eventually(t, thread, ofReply(message.StatusCancelled))
			eventually(t, list, func(c *conversation.Conversation) bool { return c.LastMessage.Status == message.StatusCancelled })
			b.events(t, channel, wrote("in-2", phones[0], "", "Thanks"))
			eventually(t, thread, func(e *conversation.Entry) bool { return e.Direction == conversation.Inbound && *e.Body == "Thanks" })

			cancel()
			for open := true; open; {
				_, open = <-list.C
			}
			require.NoError(t, list.Err())
			for open := true; open; {
				_, open = <-thread.C
			}
		})
		t.Run("OKLost", func(t *testing.T) {
			b := newBundle(t, d)
			events := &lossy{Broker: broker.NewMemory()}
			m := b.inboxOn(t, events)
			channel := b.addChannel(t, provider.Sandbox)
			b.events(t, channel, wrote("in-1", phones[0], "", "Hello"))
			c := b.conversations(t, m, conversation.ListInput{})[0]
			list, err := m.Watch(b.ctx)
			require.NoError(t, err)
			thread, err := m.WatchMessages(b.ctx, c.ID)
			require.NoError(t, err)
			require.Len(t, events.subscribed, 1, "one feed for all watchers")
			events.loses = true
			b.events(t, channel, wrote("in-2", phones[0], "", "Lost"))
			note, err := m.AddNote(b.ctx, conversation.NoteInput{ID: c.ID, Body: "Lost, too"})
			require.NoError(t, err)
			events.subscribed[0].Lost()
			eventually(t, list, func(c *conversation.Conversation) bool { return c.UnreadCount == 2 })
			seen := map[string]bool{}
			eventually(t, thread, func(e *conversation.Entry) bool {
				seen[*e.Body] = true
				return e.ID == note.ID
			})
			require.True(t, seen["Lost"], "the older one comes first")
		})
		t.Run("OKContact", func(t *testing.T) {
			b := newBundle(t, d)
			events := &lossy{Broker: broker.NewMemory()}
			m := b.inboxOn(t, events)
			t.Cleanup(contact.Observe(d, m.PublishContacts))
			channel := b.addChannel(t, provider.Sandbox)
			b.events(t, channel, wrote("in-1", phones[0], "Ada Lovelace", "Hello"), wrote("in-2", phones[1], "Bo", "Hello"))
			of := map[string]*conversation.Conversation{}
			for _, c := range b.conversations(t, m, conversation.ListInput{}) {
				of[c.Address] = c
			}
			ada := *of[phones[0]].ContactID
			list, err := m.Watch(b.ctx)
			require.NoError(t, err)
			changed := func(wanted func(c *conversation.Conversation) bool) {
				t.Helper()
				eventually(t, list, func(c *conversation.Conversation) bool {
					require.Equal(t, phones[0], c.Address, "nothing of another contact")
					return wanted(c)
				})
			}
			rename := func(name string) {
				t.Helper()
				_, err := contact.Update(b.ctx, d, contact.UpdateInput{ID: ada, FirstName: &name})
				require.NoError(t, err)
				changed(func(c *conversation.Conversation) bool { return *c.ContactName == name+" Lovelace" })
			}
			rename("Augusta")
			_, err = contact.ChangeTags(b.ctx, d, contact.ChangeTagsInput{ContactID: ada, TagsToAdd: []string{"VIP"}}, page.Selection{})
			require.NoError(t, err)
			changed(func(*conversation.Conversation) bool { return true })

			events.loses = true
			name := "Lady"
			_, err = contact.Update(b.ctx, d, contact.UpdateInput{ID: ada, FirstName: &name})
			require.NoError(t, err)
			events.subscribed[0].Lost()
			// What others have changed shortly before is read again.
			eventually(t, list, func(c *conversation.Conversation) bool {
				return c.ContactName != nil && *c.ContactName == "Lady Lovelace"
			})
			events.loses = false

			require.NoError(t, contact.Delete(b.ctx, d, ada))
			eventually(t, list, func(c *conversation.Conversation) bool { return c.ContactID == nil && c.Address == phones[0] })
		})
		t.Run("OKMalformed", func(t *testing.T) {
			b := newBundle(t, d)
			events := broker.NewMemory()
			m := b.inboxOn(t, events)
			list, err := m.Watch(b.ctx)
			require.NoError(t, err)
			for _, text := range []string{"", "{", `{"typing":{}}`, `{"changes":[{"id":"x"}]}`, `{"changes":[{"id":"` + uuid.NewString() + `"}]}`} {
				events.Publish("conversation."+b.firm.ID.String(), []byte(text))
			}
			b.events(t, b.addChannel(t, provider.Sandbox), wrote("in-1", phones[0], "", "Hello"))
			eventually(t, list, func(c *conversation.Conversation) bool { return c.UnreadCount == 1 })
		})
		t.Run("OKTyping", func(t *testing.T) {
			b := newBundle(t, d)
			m := b.inboxOn(t, broker.NewMemory())
			b.events(t, b.addChannel(t, provider.Sandbox), wrote("in-1", phones[0], "", "Hello"))
			c := b.conversations(t, m, conversation.ListInput{})[0]
			as := func(email string) context.Context {
				return viewer.NewContext(t.Context(), &viewer.Viewer{Kind: viewer.User, FirmID: b.firm.ID, UserID: uuid.New(), Email: email})
			}
			ada, bo := as("ada@example.org"), as("bo@example.org")
			typing, err := m.WatchTyping(ada, c.ID)
			require.NoError(t, err)
			require.NoError(t, m.SetTyping(ada, conversation.TypingInput{ID: c.ID, IsTyping: true}))
			require.NoError(t, m.SetTyping(bo, conversation.TypingInput{ID: c.ID, IsTyping: true}))
			got := eventually(t, typing, func(*conversation.Typing) bool { return true })
			require.Equal(t, &conversation.Typing{
				ConversationID: c.ID, User: &conversation.Person{ID: viewer.From(bo).UserID, Name: "bo@example.org"}, IsTyping: true,
			}, got, "nothing of the own")
			require.NoError(t, m.SetTyping(bo, conversation.TypingInput{ID: c.ID}))
			eventually(t, typing, func(t *conversation.Typing) bool { return !t.IsTyping })
		})
		t.Run("OKMany", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 600*price)
			m := b.inboxOn(t, broker.NewMemory())
			b.addChannel(t, provider.Sandbox)
			list, err := m.Watch(b.ctx)
			require.NoError(t, err)
			const sent = 300
			var messages []*messaging.SendMessage
			for i := range sent {
				messages = append(messages, toSend(fmt.Sprintf("+1201555%04d", i)))
			}
			require.Empty(t, b.send(t, messages...).Rejected)
			changed, batches := map[uuid.UUID]bool{}, map[int64]bool{}
			for len(changed) < sent {
				c, open := <-list.C
				require.True(t, open, list.Err())
				changed[c.ID] = true
				batches[list.Batch()] = true
			}
			require.NotContains(t, batches, int64(0))
			require.Less(t, len(batches), sent/10, "what waits at the same time comes together")
		})
		t.Run("ErrTooManyRequests", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 2000*price)
			m := b.inboxOn(t, broker.NewMemory())
			b.addChannel(t, provider.Sandbox)
			list, err := m.Watch(b.ctx) // nobody receives
			require.NoError(t, err)
			other, err := m.Watch(b.ctx)
			require.NoError(t, err)
			const sent = 1200
			seen := map[uuid.UUID]bool{}
			for first := 0; first < sent; first += sent / 2 {
				var messages []*messaging.SendMessage
				for i := range sent / 2 {
					messages = append(messages, toSend(fmt.Sprintf("+1201555%04d", first+i)))
				}
				require.Empty(t, b.send(t, messages...).Rejected)
				for len(seen) < first+sent/2 {
					c, open := <-other.C
					require.True(t, open, "%v", other.Err())
					seen[c.ID] = true
				}
			}
			_, err = m.Watch(b.ctx) // once all have got what other has
			require.NoError(t, err)
			received := 0
			for range list.C {
				received++
			}
			require.Less(t, received, sent)
			require.True(t, fault.Is(list.Err(), fault.TooManyRequests), "%v", list.Err())
		})
		t.Run("ErrNotFound", func(t *testing.T) {
			b := newBundle(t, d)
			m := b.inboxOn(t, broker.NewMemory())
			b.events(t, b.addChannel(t, provider.Sandbox), wrote("in-1", phones[0], "", "Hello"))
			c := b.conversations(t, m, conversation.ListInput{})[0]
			_, foreign := dbtest.Firm(t, d, uuid.NewString())
			_, err := m.WatchMessages(foreign, c.ID)
			require.True(t, fault.Is(err, fault.NotFound), err)
			_, err = m.WatchTyping(foreign, c.ID)
			require.True(t, fault.Is(err, fault.NotFound), err)
			err = m.SetTyping(foreign, conversation.TypingInput{ID: c.ID, IsTyping: true})
			require.True(t, fault.Is(err, fault.NotFound), err)
			_, err = m.Watch(t.Context())
			require.Error(t, err)
		})
	})
}
