package messaging_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/ent/notification"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	contacts "github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/conversation"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	center "github.com/firmhub/firmhub/internal/domain/notification"
	users "github.com/firmhub/firmhub/internal/domain/user"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/firmhub/firmhub/realtime/broker"
)

// inbox returns the manager of conversations of a bundle. The readers may read them, and are told.
func (b *bundle) inbox(t testing.TB, readers ...uuid.UUID) *conversation.Manager {
	t.Helper()
	events := broker.NewMemory()
	t.Cleanup(func() { _ = events.Close() })
	m := conversation.NewManager(b.DB, center.NewCenter(b.DB, events), events,
		func(_ context.Context, _ uuid.UUID, _ int, named ...uuid.UUID) (found []uuid.UUID, err error) {
			for _, user := range readers {
				if len(named) == 0 || named[0] == user {
					found = append(found, user)
				}
			}
			return found, nil
		})
	b.OnArrived(m.Notify)
	b.OnChanged(m.Publish)
	return m
}

func wrote(id, phone, profile, body string) provider.Event {
	return provider.Event{Inbound: &provider.Inbound{ProviderID: id, Phone: phone, ProfileName: profile, Body: body, At: time.Now()}}
}

func (b *bundle) conversations(t testing.TB, m *conversation.Manager, in conversation.ListInput) []*conversation.Conversation {
	t.Helper()
	found, err := m.List(b.ctx, in)
	require.NoError(t, err)
	return found.Items
}

func TestConversations(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Run("OK", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			m := b.inbox(t)
			channel := b.addChannel(t, provider.WhatsApp)
			b.events(t, channel, wrote("in-1", phones[0], "Ada Augusta Lovelace", "Hello"), wrote("in-2", phones[0], "Ada", "Are you there?"))

			list := b.conversations(t, m, conversation.ListInput{})
			require.Len(t, list, 1)
			c := list[0]
			require.Equal(t, phones[0], c.Address)
			require.Equal(t, "Ada Augusta Lovelace", *c.ContactName)
			require.Equal(t, conversation.Open, c.Status)
			require.Equal(t, 2, c.UnreadCount)
			require.Equal(t, "Are you there?", *c.LastMessage.Body)
			require.WithinDuration(t, time.Now().Add(24*time.Hour), *c.WindowUntil, time.Minute)
			person := b.Client.Contact.Query().Where(contact.ID(*c.ContactID)).OnlyX(b.ctx)
			require.Equal(t, []string{"Ada", "Augusta Lovelace"}, []string{person.FirstName, person.LastName})

			c, err := m.MarkRead(b.ctx, c.ID)
			require.NoError(t, err)
			require.Zero(t, c.UnreadCount)
			reply, err := b.Reply(b.ctx, c, messaging.ReplyInput{ID: c.ID, Body: "Yes", Reference: new("reply-1")}, noStart)
			require.NoError(t, err)
			require.Equal(t, "Service", string(reply.Category))
			note, err := m.AddNote(b.ctx, conversation.NoteInput{ID: c.ID, Body: " Call her. "})
			require.NoError(t, err)

			part, err := m.Messages(b.ctx, conversation.EntriesInput{ID: c.ID, Limit: new(2)})
			require.NoError(t, err)
			require.Equal(t, []uuid.UUID{note.ID, reply.ID}, []uuid.UUID{part.Items[0].ID, part.Items[1].ID})
			require.Equal(t, "Call her.", *part.Items[0].Body)
			require.Nil(t, part.Items[0].Reference)
			require.Equal(t, "reply-1", *part.Items[1].Reference)
			require.Equal(t, note.OccurredAt, b.conversations(t, m, conversation.ListInput{})[0].ActiveAt)
			rest, err := m.Messages(b.ctx, conversation.EntriesInput{ID: c.ID, After: part.Next})
			require.NoError(t, err)
			require.Len(t, rest.Items, 2)
			require.Nil(t, rest.Next)
			require.Equal(t, "Are you there?", *rest.Items[0].Body)

			again := conversation.NoteInput{ID: c.ID, Body: "Asked twice.", Reference: new("note-1")}
			first, err := m.AddNote(b.ctx, again)
			require.NoError(t, err)
			repeated, err := m.AddNote(b.ctx, again)
			require.NoError(t, err)
			require.Equal(t, first, repeated)
			again.Body = "Asked three times."
			_, err = m.AddNote(b.ctx, again)
			require.True(t, fault.Is(err, fault.Conflict), err)
			part, err = m.Messages(b.ctx, conversation.EntriesInput{ID: c.ID, Limit: new(2)})
			require.NoError(t, err)
			require.Equal(t, []*conversation.Entry{first, note}, part.Items)

			_, err = m.SetStatus(b.ctx, conversation.StatusInput{ID: c.ID, Status: conversation.Closed})
			require.NoError(t, err)
			require.Empty(t, b.conversations(t, m, conversation.ListInput{Status: new(conversation.Open)}))
			b.events(t, channel, wrote("in-3", phones[0], "Ada", "Thanks"))
			list = b.conversations(t, m, conversation.ListInput{Status: new(conversation.Open), Unread: new(true)})
			require.Len(t, list, 1)
			require.Equal(t, 1, list[0].UnreadCount)
			require.Equal(t, 1, b.Client.Contact.Query().CountX(b.ctx), "the contact is made once")
		})
		// What a person wrote earlier may arrive later.
		t.Run("OKLate", func(t *testing.T) {
			b := newBundle(t, d)
			m := b.inbox(t)
			channel := b.addChannel(t, provider.WhatsApp)
			late := wrote("in-1", phones[0], "Ada", "First")
			late.Inbound.At = time.Now().Add(-23 * time.Hour)
			for _, event := range []provider.Event{wrote("in-2", phones[0], "Ada", "Second"), late} {
				b.events(t, channel, event)
			}
			c := b.conversations(t, m, conversation.ListInput{})[0]
			require.Equal(t, "Second", *c.LastMessage.Body)
			require.Greater(t, c.ActiveAt, c.LastMessage.OccurredAt, "the late one came last")
			require.WithinDuration(t, time.Now().Add(24*time.Hour), *c.WindowUntil, time.Minute)
			require.Equal(t, 2, c.UnreadCount)
		})
		t.Run("OKScheduled", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			m := b.inbox(t)
			channel := b.addChannel(t, provider.Sandbox)
			last := func() string { return *b.conversations(t, m, conversation.ListInput{})[0].LastMessage.Body }
			schedule := func(body string, in time.Duration) uuid.UUID {
				later := toSend(phones[0])
				later.Body, later.NotBefore = body, new(time.Now().Add(in))
				return b.accepted(t, later)
			}
			schedule("Next week", 7*24*time.Hour)
			require.Equal(t, "Next week", last(), "there is no other")
			b.events(t, channel, wrote("in-1", phones[0], "Ada", "Today"))
			require.Equal(t, "Today", last())
			schedule("Tomorrow", 24*time.Hour)
			require.Equal(t, "Today", last())
			b.events(t, channel, wrote("in-2", phones[0], "Ada", "Still today"))
			require.Equal(t, "Still today", last())
			now, tomorrow := toSend(phones[0]), toSend(phones[0])
			now.Body, tomorrow.NotBefore = "Now", new(time.Now().Add(24*time.Hour))
			b.send(t, now, tomorrow)
			require.Equal(t, "Now", last())
			b.called(t, channel, taken)

			soon := schedule("Soon", 100*time.Millisecond)
			require.Eventually(t, func() bool { return len(b.claim(t, channel)) == 1 }, time.Minute, 10*time.Millisecond)
			b.settle(t, soon, provider.Outcome{Result: provider.Taken, ProviderID: "provider-2"})
			require.Equal(t, "Soon", last(), "it was sent at its time")
			b.events(t, channel, wrote("in-3", phones[0], "Ada", "Thanks"), reached(soon, provider.StateDelivered))
			require.Equal(t, "Thanks", last())

			ahead := wrote("in-4", phones[0], "Ada", "From a clock that is ahead")
			ahead.Inbound.At = time.Now().Add(time.Minute)
			b.events(t, channel, ahead)
			require.Equal(t, "From a clock that is ahead", last())
		})
		t.Run("OKContactDeleted", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			m := b.inbox(t)
			channel := b.addChannel(t, provider.Sandbox)
			b.events(t, channel, wrote("in-1", phones[0], "Ada", "Hello"))
			only := func() *conversation.Conversation {
				t.Helper()
				list := b.conversations(t, m, conversation.ListInput{})
				require.Len(t, list, 1)
				return list[0]
			}
			first := *only().ContactID
			require.NoError(t, contacts.Delete(b.ctx, d, first))
			c := only()
			require.Nil(t, c.ContactID)
			require.Nil(t, c.ContactName)
			c, err := m.Get(b.ctx, c.ID)
			require.NoError(t, err)
			require.Nil(t, c.ContactID)

			sent, err := messaging.Get(b.ctx, d, b.accepted(t, toSend(phones[0])))
			require.NoError(t, err)
			require.Nil(t, sent.ContactID)
			require.Nil(t, only().ContactID)

			// The person is a contact again from the next message on.
			b.events(t, channel, wrote("in-2", phones[0], "Ada Lovelace", "Hello again"))
			again := only().ContactID
			require.NotNil(t, again)
			require.NotEqual(t, first, *again)
			require.Equal(t, "Ada Lovelace", *only().ContactName)

			// A contact that somebody made is found when a message goes to its phone.
			require.NoError(t, contacts.Delete(b.ctx, d, *again))
			made, err := contacts.Create(b.ctx, d, contacts.CreateInput{
				FirstName: "Grace", LastName: "Hopper", Phones: []contacts.PhoneInput{{Phone: phones[0]}},
			})
			require.NoError(t, err)
			b.accepted(t, toSend(phones[0]))
			require.Equal(t, made.ID, *only().ContactID)

			// It is found, too, when somebody reads.
			require.NoError(t, contacts.Delete(b.ctx, d, made.ID))
			c, err = m.MarkRead(b.ctx, c.ID)
			require.NoError(t, err)
			require.Nil(t, c.ContactID)
			made, err = contacts.Create(b.ctx, d, contacts.CreateInput{
				FirstName: "Grace", LastName: "Hopper", Phones: []contacts.PhoneInput{{Phone: phones[0]}},
			})
			require.NoError(t, err)
			c, err = m.MarkRead(b.ctx, c.ID)
			require.NoError(t, err)
			require.Equal(t, made.ID, *c.ContactID)
			require.Equal(t, "Grace Hopper", *c.ContactName)
		})
		t.Run("OKSend", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			m := b.inbox(t)
			channel := b.addChannel(t, provider.Sandbox)
			b.send(t, toSend(phones[0]), toSend(phones[1]), toSend(phones[0]))
			list := b.conversations(t, m, conversation.ListInput{ChannelID: &channel})
			require.Len(t, list, 2)
			require.Zero(t, list[0].UnreadCount)
			require.Nil(t, list[0].WindowUntil)
			require.Empty(t, b.conversations(t, m, conversation.ListInput{ChannelID: new(uuid.New())}))
			found := b.conversations(t, m, conversation.ListInput{SearchTerm: new(phones[1][2:])})
			require.Len(t, found, 1)
			require.Equal(t, phones[1], found[0].Address)
		})
		t.Run("OKPages", func(t *testing.T) {
			b := newBundle(t, d)
			m := b.inbox(t)
			channel := b.addChannel(t, provider.Sandbox)
			for i, phone := range phones[:3] {
				b.events(t, channel, wrote("in-"+phone, phone, "", string(rune('a'+i))))
			}
			var seen []string
			var after *page.Cursor
			for {
				part, err := m.List(b.ctx, conversation.ListInput{Limit: new(1), After: after})
				require.NoError(t, err)
				for _, c := range part.Items {
					seen = append(seen, *c.LastMessage.Body)
					require.Equal(t, "Unknown "+c.Address, *c.ContactName)
				}
				if after = part.Next; after == nil {
					break
				}
			}
			require.Equal(t, []string{"c", "b", "a"}, seen)
		})
		t.Run("OKWithoutPhone", func(t *testing.T) {
			b := newBundle(t, d)
			m := b.inbox(t)
			channel := b.addChannel(t, provider.WhatsApp)
			for _, id := range []string{"in-1", "in-2"} {
				b.events(t, channel, provider.Event{Inbound: &provider.Inbound{
					ProviderID: id, UserID: "BR.1502576394655843", ProfileName: "Ada", Body: "Hello", At: time.Now(),
				}})
			}
			list := b.conversations(t, m, conversation.ListInput{})
			require.Len(t, list, 1)
			require.Equal(t, provider.WhatsAppUser, list[0].AddressKind)
			require.Equal(t, "Ada BR.1502576394655843", *list[0].ContactName)
			reply, err := b.Reply(b.ctx, list[0], messaging.ReplyInput{ID: list[0].ID, Body: "Hi"}, noStart)
			require.NoError(t, err)
			require.Equal(t, "BR.1502576394655843", *reply.Address)
			require.Equal(t, *list[0].ContactID, *reply.ContactID)
		})
		t.Run("OKNotify", func(t *testing.T) {
			b := newBundle(t, d)
			ada, bo := uuid.New(), uuid.New()
			m := b.inbox(t, ada, bo)
			channel := b.addChannel(t, provider.Sandbox)
			told := func() int {
				return b.Client.Notification.Query().Where(notification.ModuleEQ(notification.ModuleMessaging)).CountX(b.ctx)
			}
			b.events(t, channel, wrote("in-1", phones[0], "", "Hello\u0007"), wrote("in-2", phones[0], "", "Hello?"))
			require.Equal(t, 2, told(), "each reader once")
			b.events(t, channel, wrote("in-3", phones[0], "", "Hello??"))
			require.Equal(t, 2, told(), "nobody has read the conversation")
			c := b.conversations(t, m, conversation.ListInput{})[0]
			_, err := m.MarkRead(b.ctx, c.ID)
			require.NoError(t, err)
			_, err = m.Assign(b.ctx, conversation.AssignInput{ID: c.ID, UserID: &bo})
			require.NoError(t, err)
			b.events(t, channel, wrote("in-4", phones[0], "", "\u0007"))
			require.Equal(t, 3, told(), "the assignee alone")
			require.Len(t, b.conversations(t, m, conversation.ListInput{AssignedTo: new(bo.String())}), 1)
			require.Empty(t, b.conversations(t, m, conversation.ListInput{AssignedTo: new("none")}))

			_, err = b.inbox(t, ada).MarkRead(b.ctx, c.ID) // Bo may not read conversations any more.
			require.NoError(t, err)
			b.events(t, channel, wrote("in-5", phones[0], "", "Anybody?"))
			require.Equal(t, 4, told(), "everybody, without the assignee")
			_, err = m.MarkRead(b.ctx, c.ID)
			require.NoError(t, err)
			b.events(t, channel, wrote("in-6", phones[0], "", "a\u2028\nb"+strings.Repeat("é", 400)))
			var shown []string
			for _, row := range b.Client.Notification.Query().Where(notification.UserID(ada)).AllX(b.ctx) {
				shown = append(shown, row.Message)
			}
			require.ElementsMatch(t, []string{"Hello", "Anybody?", "a \nb" + strings.Repeat("é", 395) + "…"}, shown)

			_, err = m.Assign(b.ctx, conversation.AssignInput{ID: c.ID, UserID: new(uuid.New())})
			require.True(t, fault.Is(err, fault.ValidationError), err)
			_, err = m.Assign(b.ctx, conversation.AssignInput{ID: c.ID})
			require.NoError(t, err)
		})
		t.Run("OKAssignees", func(t *testing.T) {
			b := newBundle(t, d)
			role := b.Client.Role.Create().SetName("r").SetNameKey("r").SaveX(b.ctx)
			join := func(name string) uuid.UUID {
				key := uuid.NewString()
				account := b.Client.User.Create().SetEmail(key).SetEmailKey(key).SetUserName(key).SetFirstName(name).SetLastName("L").
					SetPasswordHash("x").SaveX(rule.AcrossFirms(t.Context(), "a test makes a user"))
				dbtest.Member(b.Client).SetUserID(account.ID).SetRoleID(role.ID).SetFirstName(name).SetLastName("L").SaveX(b.ctx)
				return account.ID
			}
			reader := join("Ada")
			join("Bo")
			m := conversation.NewManager(b.DB, nil, broker.NewMemory(),
				func(_ context.Context, _ uuid.UUID, limit int, named ...uuid.UUID) ([]uuid.UUID, error) {
					require.Equal(t, []int{2, 2}, []int{limit, len(named)})
					return []uuid.UUID{reader}, nil
				})
			names, err := m.Assignees(b.ctx)
			require.NoError(t, err)
			require.Equal(t, []*users.Name{{ID: reader, Name: "Ada L"}}, names)

			_, nobody := dbtest.Firm(t, d, uuid.NewString())
			names, err = m.Assignees(nobody)
			require.NoError(t, err)
			require.Empty(t, names)
		})
		t.Run("OKNobodyIsTold", func(t *testing.T) {
			b := newBundle(t, d)
			m := b.inbox(t)
			b.OnArrived(func(context.Context, uuid.UUID, []conversation.News) error { return context.DeadlineExceeded })
			b.events(t, b.addChannel(t, provider.Sandbox), wrote("in-1", phones[0], "", "Hello"))
			require.Len(t, b.conversations(t, m, conversation.ListInput{}), 1, "the message is stored anyway")
		})
		t.Run("OKMail", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			m := b.inbox(t)
			b.addChannel(t, provider.Email)
			first := toSend("ada@example.com")
			first.Subject = new("Your order")
			b.send(t, first)
			reminder := toSend("ada@example.com")
			reminder.Subject, reminder.NotBefore = new("Your parcel"), new(time.Now().Add(24*time.Hour))
			b.send(t, reminder)
			c := b.conversations(t, m, conversation.ListInput{})[0]
			for range 2 {
				reply, err := b.Reply(b.ctx, c, messaging.ReplyInput{ID: c.ID, Body: "It has left."}, noStart)
				require.NoError(t, err)
				require.Equal(t, "Re: Your order", *reply.Subject)
			}
		})
		t.Run("OKQuickReplies", func(t *testing.T) {
			b := newBundle(t, d)
			saved, err := conversation.SaveQuickReply(b.ctx, d, conversation.SaveQuickReplyInput{Shortcut: "thanks", Body: "Thank you!"})
			require.NoError(t, err)
			_, err = conversation.SaveQuickReply(b.ctx, d, conversation.SaveQuickReplyInput{Shortcut: "thanks", Body: "x"})
			require.True(t, fault.Is(err, fault.Conflict), err)
			_, err = conversation.SaveQuickReply(b.ctx, d, conversation.SaveQuickReplyInput{ID: &saved.ID, Shortcut: "thx", Body: "Thanks!"})
			require.NoError(t, err)
			all, err := conversation.QuickReplies(b.ctx, d)
			require.NoError(t, err)
			require.Len(t, all, 1)
			require.Equal(t, []string{"thx", "Thanks!"}, []string{all[0].Shortcut, all[0].Body})
			for _, shortcut := range []string{"Wait", "bye", "Address"} {
				_, err := conversation.SaveQuickReply(b.ctx, d, conversation.SaveQuickReplyInput{Shortcut: shortcut, Body: "x"})
				require.NoError(t, err)
			}
			all, err = conversation.QuickReplies(b.ctx, d)
			require.NoError(t, err)
			var shortcuts []string
			for _, each := range all {
				shortcuts = append(shortcuts, each.Shortcut)
			}
			require.Equal(t, []string{"Address", "bye", "thx", "Wait"}, shortcuts)
			require.NoError(t, conversation.DeleteQuickReply(b.ctx, d, saved.ID))
			require.True(t, fault.Is(conversation.DeleteQuickReply(b.ctx, d, saved.ID), fault.NotFound))
		})
		t.Run("ErrReply", func(t *testing.T) {
			b := newBundle(t, d)
			m := b.inbox(t)
			b.addChannel(t, provider.Sandbox)
			b.events(t, b.addChannel(t, provider.WhatsApp), wrote("in-1", phones[0], "", "Hello"))
			c := b.conversations(t, m, conversation.ListInput{})[0]
			for code, in := range map[fault.Code]messaging.ReplyInput{
				fault.ValidationError: {}, fault.NotFound: {Template: &messaging.SendTemplate{Name: "none"}},
			} {
				_, err := b.Reply(b.ctx, c, in, allRights)
				require.True(t, fault.Is(err, code), err)
			}
			_, err := b.Reply(b.ctx, c, messaging.ReplyInput{Body: "x"}, messaging.Rights{Template: true})
			require.True(t, fault.Is(err, fault.Forbidden), err)
			_, foreign := dbtest.Firm(t, d, uuid.NewString())
			_, err = m.Get(foreign, c.ID)
			require.True(t, fault.Is(err, fault.NotFound), err)
			_, err = m.MarkRead(foreign, c.ID)
			require.True(t, fault.Is(err, fault.NotFound), err)
			_, err = m.Messages(foreign, conversation.EntriesInput{ID: c.ID})
			require.True(t, fault.Is(err, fault.NotFound), err)
			_, err = m.AddNote(foreign, conversation.NoteInput{ID: c.ID, Body: "x"})
			require.True(t, fault.Is(err, fault.NotFound), err)
		})
	})
}
