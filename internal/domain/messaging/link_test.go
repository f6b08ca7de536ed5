package messaging_test

import (
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/auditentry"
	entcontact "github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/messaging/conversation"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
)

const user = "BR.1502576394655843"

// from is a message from a person whom WhatsApp names by a phone, by a user id, or by both.
func from(id, phone, user string) provider.Event {
	return provider.Event{Inbound: &provider.Inbound{
		ProviderID: id, Phone: phone, UserID: user, ProfileName: "Ada", Body: "Hello", At: time.Now(),
	}}
}

// person returns a contact with its edges and identities.
func (b *bundle) person(t testing.TB, id uuid.UUID) *ent.Contact {
	t.Helper()
	all := page.Selection{Edges: map[string]page.Selection{
		entcontact.EdgePhones: {}, entcontact.EdgeEmails: {}, entcontact.EdgeAddresses: {}, entcontact.EdgeTags: {},
	}}
	found, err := contact.Get(b.ctx, b.DB, id, all)
	require.NoError(t, err)
	return found
}

// contactOf returns the id of the contact who has sent a message.
func (b *bundle) contactOf(t testing.TB, message string) uuid.UUID {
	t.Helper()
	found := b.message(t, message)
	require.NotNil(t, found.ContactID)
	return *found.ContactID
}

func (b *bundle) users(t testing.TB, id uuid.UUID) []string {
	t.Helper()
	users, err := db.All[string](b.InFirm(b.ctx), "SELECT value FROM contact_identities WHERE firm_id = $1 AND contact_id = $2 ORDER BY value", id)
	require.NoError(t, err)
	return users
}

func (b *bundle) addContact(t testing.TB, in contact.CreateInput) uuid.UUID {
	t.Helper()
	added, err := contact.Create(b.ctx, b.DB, in)
	require.NoError(t, err)
	return added.ID
}

func withPhone(first, phone string) contact.CreateInput {
	return contact.CreateInput{FirstName: first, LastName: "Lovelace", Phones: []contact.PhoneInput{{Phone: phone}}}
}

func tagsOf(c *ent.Contact) (names []string) {
	for _, tag := range c.Edges.Tags {
		names = append(names, tag.Name)
	}
	return names
}

func phonesOf(c *ent.Contact) (numbers []string) {
	for _, phone := range c.Edges.Phones {
		numbers = append(numbers, phone.Phone)
	}
	return numbers
}

func TestLink(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Run("OK", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			channel := b.addChannel(t, provider.WhatsApp)
			b.events(t, channel, from("in-1", "", user))
			b.events(t, channel, from("in-2", "", user))
			ada := b.contactOf(t, "in-1")
			require.Equal(t, ada, b.contactOf(t, "in-2"))
			require.Equal(t, []string{user}, b.users(t, ada))

			m, err := messaging.Get(b.ctx, d, b.accepted(t, &messaging.SendMessage{ContactID: &ada, Body: "Hi"}))
			require.NoError(t, err)
			require.Equal(t, user, *m.Address)
			require.Equal(t, ada, *m.ContactID)
			m, err = messaging.Get(b.ctx, d, b.accepted(t, &messaging.SendMessage{To: new(user), Body: "Hi"}))
			require.NoError(t, err)
			require.Equal(t, ada, *m.ContactID)
		})
		t.Run("OKPhoneBecomesKnown", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			channel := b.addChannel(t, provider.WhatsApp)
			b.events(t, channel, from("in-1", "", user))
			ada := b.contactOf(t, "in-1")
			b.events(t, channel, from("in-2", phones[0], user), from("in-3", phones[0], ""), from("in-4", "", user))
			for _, id := range []string{"in-2", "in-3", "in-4"} {
				require.Equal(t, ada, b.contactOf(t, id))
			}
			require.Equal(t, 1, b.Client.Contact.Query().CountX(b.ctx))
			require.Equal(t, []string{phones[0]}, phonesOf(b.person(t, ada)))
			require.True(t, b.person(t, ada).Edges.Phones[0].IsPrimary)
			require.Zero(t, b.Client.AuditEntry.Query().Where(auditentry.Action("contact.merge")).CountX(b.ctx))

			m, err := messaging.Get(b.ctx, d, b.accepted(t, &messaging.SendMessage{ContactID: &ada, Body: "Hi"}))
			require.NoError(t, err)
			require.Equal(t, phones[0], *m.Address, "the phone comes first")
			b.sound(t)
		})
		t.Run("OKUserBecomesKnown", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			channel := b.addChannel(t, provider.WhatsApp)
			ada := b.addContact(t, withPhone("Ada", phones[0]))
			b.events(t, channel, provider.Event{Status: &provider.Status{
				ProviderID: "unknown", State: provider.StateRead, Phone: phones[0], UserID: user,
			}})
			require.Equal(t, []string{user}, b.users(t, ada))
			b.events(t, channel, from("in-1", "", user))
			require.Equal(t, ada, b.contactOf(t, "in-1"))
			b.sound(t)
		})
		t.Run("OKOneCall", func(t *testing.T) {
			b := newBundle(t, d)
			channel := b.addChannel(t, provider.WhatsApp)
			b.events(t, channel, from("in-1", "", user), from("in-2", phones[0], ""), from("in-3", phones[0], user), from("in-4", "", "BR.2"))
			ada := b.contactOf(t, "in-1")
			require.Equal(t, ada, b.contactOf(t, "in-2"))
			require.Equal(t, ada, b.contactOf(t, "in-3"))
			require.NotEqual(t, ada, b.contactOf(t, "in-4"))
			require.Equal(t, []string{user}, b.users(t, ada))
			require.Equal(t, "Ada "+phones[0], b.person(t, ada).FirstName+" "+b.person(t, ada).LastName)
			b.sound(t)
		})
		t.Run("OKDeleted", func(t *testing.T) {
			b := newBundle(t, d)
			channel := b.addChannel(t, provider.WhatsApp)
			b.events(t, channel, from("in-1", "", user))
			require.NoError(t, contact.Delete(b.ctx, d, b.contactOf(t, "in-1")))
			bo := b.addContact(t, withPhone("Bo", phones[0]))
			b.events(t, channel, from("in-2", phones[0], user), from("in-3", "", user))
			require.Equal(t, bo, b.contactOf(t, "in-2"))
			require.Equal(t, bo, b.contactOf(t, "in-3"))
		})
		t.Run("OKSharedPhone", func(t *testing.T) {
			b := newBundle(t, d)
			channel := b.addChannel(t, provider.WhatsApp)
			b.events(t, channel, from("in-1", "", user))
			ada, bo := b.contactOf(t, "in-1"), b.addContact(t, withPhone("Bo", phones[0]))
			_, err := contact.Update(b.ctx, d, contact.UpdateInput{
				ID: ada, Phones: []contact.UpdatePhoneInput{{PhoneInput: contact.PhoneInput{Phone: phones[0]}}},
			})
			require.NoError(t, err)
			b.events(t, channel, from("in-2", phones[0], user))
			require.Equal(t, ada, b.contactOf(t, "in-2"))
			b.person(t, bo) // is not deleted
		})
		t.Run("OKUnread", func(t *testing.T) {
			b := newBundle(t, d)
			channel := b.addChannel(t, provider.WhatsApp)
			b.events(t, channel, from("in-1", "nobody", user), from("in-2", phones[0], "nobody"))
			require.Nil(t, b.message(t, "in-1").Phone)
			require.Empty(t, b.users(t, b.contactOf(t, "in-2")))
			require.Equal(t, 2, b.Client.Contact.Query().CountX(b.ctx))
		})
	})
}

// recipient adds a recipient of a campaign who is a contact.
func (b *bundle) recipient(t *testing.T, of uuid.UUID) uuid.UUID {
	t.Helper()
	id := uuid.New()
	_, err := b.InFirm(b.ctx).Exec(`
INSERT INTO campaign_recipients (id, firm_id, campaign_id, contact_id, parameters, state) VALUES ($2, $1, $3, $4, '{}', 'Waiting')`,
		id, uuid.New(), of)
	require.NoError(t, err)
	return id
}

func (b *bundle) contactOfRecipient(t *testing.T, id uuid.UUID) (of uuid.UUID) {
	t.Helper()
	_, err := b.InFirm(b.ctx).Row([]any{&of}, "SELECT contact_id FROM campaign_recipients WHERE firm_id = $1 AND id = $2", id)
	require.NoError(t, err)
	return of
}

func TestMerge(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		t.Run("OKPhoneIsOlder", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			m := b.inbox(t)
			channel := b.addChannel(t, provider.WhatsApp)
			in := withPhone("Ada", phones[0])
			in.Tags, in.Emails = []string{"vip"}, []contact.EmailInput{{Email: "ada@example.com"}}
			ada := b.addContact(t, in)
			b.events(t, channel, from("in-1", "", user), from("in-2", phones[0], ""))
			gone := b.contactOf(t, "in-1")
			require.NotEqual(t, ada, gone)
			answer, err := messaging.Get(b.ctx, d, b.accepted(t, &messaging.SendMessage{ContactID: &gone, Body: "Hi"}))
			require.NoError(t, err)
			_, err = contact.ChangeTags(b.ctx, d, contact.ChangeTagsInput{ContactID: gone, TagsToAdd: []string{"VIP", "new"}}, page.Selection{})
			require.NoError(t, err)
			conversations := b.conversations(t, m, conversation.ListInput{})
			require.Len(t, conversations, 2)
			note, err := m.AddNote(b.ctx, conversation.NoteInput{ID: *b.message(t, "in-1").ConversationID, Body: "Call her."})
			require.NoError(t, err)

			recipient := b.recipient(t, gone)

			b.events(t, channel, from("in-3", phones[0], user))
			require.Equal(t, ada, b.contactOfRecipient(t, recipient))
			for _, id := range []string{"in-1", "in-2", "in-3", answer.ProviderMessageID} {
				require.Equal(t, ada, b.contactOf(t, id))
			}
			_, err = contact.Get(b.ctx, d, gone, page.Selection{})
			require.True(t, fault.Is(err, fault.NotFound), err)
			person := b.person(t, ada)
			require.Equal(t, "Ada Lovelace", person.FirstName+" "+person.LastName)
			require.Equal(t, []string{"inbound", "new", "vip"}, tagsOf(person))
			require.Equal(t, []string{phones[0]}, phonesOf(person))
			require.Equal(t, []string{user}, b.users(t, ada))
			conversations = b.conversations(t, m, conversation.ListInput{})
			require.Len(t, conversations, 2, "one for each address")
			for _, c := range conversations {
				require.Equal(t, ada, *c.ContactID)
				require.Equal(t, "Ada Lovelace", *c.ContactName)
			}
			entries, err := m.Messages(b.ctx, conversation.EntriesInput{ID: *b.message(t, "in-1").ConversationID})
			require.NoError(t, err)
			require.Equal(t, []uuid.UUID{note.ID, answer.ID, b.message(t, "in-1").ID}, []uuid.UUID{entries.Items[0].ID, entries.Items[1].ID, entries.Items[2].ID})
			entry := b.Client.AuditEntry.Query().Where(auditentry.Action("contact.merge")).OnlyX(b.ctx)
			require.Equal(t, ada, *entry.TargetID)
			require.Contains(t, string(entry.Before), gone.String())

			reply := &messaging.SendMessage{To: new(user), Body: "Hi", ReplyTo: new(b.message(t, "in-1").ID)}
			b.accepted(t, reply) // It is the same person.
			b.sound(t)
		})
		t.Run("OKUserIsOlder", func(t *testing.T) {
			b := newBundle(t, d)
			m := b.inbox(t)
			channel := b.addChannel(t, provider.WhatsApp)
			b.events(t, channel, from("in-1", "", user))
			ada := b.contactOf(t, "in-1")
			in := withPhone("Augusta", phones[0])
			in.Tags, in.Emails, in.IsActive = []string{"vip"}, []contact.EmailInput{{Email: "ada@example.com"}}, new(false)
			in.Addresses = []contact.AddressInput{{PostalAddress: contact.PostalAddress{City: "London"}}}
			in.Phones = append(in.Phones, contact.PhoneInput{Phone: phones[1], IsPrimary: new(true)})
			gone := b.addContact(t, in)
			b.events(t, channel, from("in-2", phones[0], ""))
			b.events(t, channel, from("in-3", phones[0], user), from("in-4", phones[0], ""), from("in-5", "", user))
			for _, id := range []string{"in-1", "in-2", "in-3", "in-4", "in-5"} {
				require.Equal(t, ada, b.contactOf(t, id))
			}
			_, err := contact.Get(b.ctx, d, gone, page.Selection{})
			require.True(t, fault.Is(err, fault.NotFound), err)
			person := b.person(t, ada)
			require.Equal(t, "Augusta Lovelace", person.FirstName+" "+person.LastName, "the user id stood for a name")
			require.False(t, person.IsActive)
			require.Equal(t, []string{phones[0], phones[1]}, phonesOf(person))
			require.True(t, person.Edges.Phones[1].IsPrimary)
			require.Equal(t, "ada@example.com", person.Edges.Emails[0].Email)
			require.Equal(t, "London", person.Edges.Addresses[0].City)
			require.Equal(t, []string{"inbound", "vip"}, tagsOf(person))
			for _, c := range b.conversations(t, m, conversation.ListInput{}) {
				require.Equal(t, ada, *c.ContactID)
			}
			b.sound(t)
		})
		t.Run("OKSeveral", func(t *testing.T) {
			b := newBundle(t, d)
			channel := b.addChannel(t, provider.WhatsApp)
			b.events(t, channel, from("in-1", "", "BR.1"), from("in-2", "", "BR.2"), from("in-3", phones[0], ""))
			b.events(t, channel, from("in-4", phones[0], "BR.2"), from("in-5", phones[0], "BR.1"))
			first := b.contactOf(t, "in-1")
			for _, id := range []string{"in-2", "in-3", "in-4", "in-5"} {
				require.Equal(t, first, b.contactOf(t, id))
			}
			require.Equal(t, []string{"BR.1", "BR.2"}, b.users(t, first))
			require.Equal(t, 1, b.Client.Contact.Query().CountX(b.ctx))
			b.sound(t)
		})
		t.Run("OKTooManyTags", func(t *testing.T) {
			b := newBundle(t, d)
			channel := b.addChannel(t, provider.WhatsApp)
			in := withPhone("Ada", phones[0])
			for i := range 50 {
				in.Tags = append(in.Tags, "tag"+string(rune('A'+i%26))+string(rune('a'+i/26)))
			}
			ada := b.addContact(t, in)
			b.events(t, channel, from("in-1", "", user))
			b.events(t, channel, from("in-2", phones[0], user))
			require.Equal(t, ada, b.contactOf(t, "in-1"))
			require.Len(t, tagsOf(b.person(t, ada)), 50)
		})
		t.Run("OKConcurrent", func(t *testing.T) {
			b := newBundle(t, d)
			channel := b.addChannel(t, provider.WhatsApp)
			const people = 8
			var pairs []provider.Event
			for i := range people {
				phone, user := "+551198765432"+string(rune('0'+i)), "BR."+string(rune('0'+i))
				b.addContact(t, withPhone("Ada", phone))
				b.events(t, channel, from("in-"+user, "", user))
				pairs = append(pairs, from("both-"+user, phone, user))
			}
			for range 2 { // each pair is named twice at the same time, in both orders
				for i := range pairs {
					again := *pairs[i].Inbound
					again.ProviderID += "-again"
					require.NoError(t, messaging.StoreEvents(b.ctx, d, channel, []provider.Event{pairs[i], {Inbound: &again}}))
				}
				slices.Reverse(pairs)
			}
			var done sync.WaitGroup
			for range 4 {
				done.Go(func() {
					for more := true; more; {
						var err error
						if more, err = b.ApplyEvents(b.ctx); err != nil {
							t.Error(err)
							return
						}
					}
				})
			}
			done.Wait()
			require.Equal(t, people, b.Client.Contact.Query().CountX(b.ctx))
			require.Equal(t, people, b.Client.AuditEntry.Query().Where(auditentry.Action("contact.merge")).CountX(b.ctx))
			require.Equal(t, 3*people, b.Client.Message.Query().CountX(b.ctx))
			b.sound(t)
		})
	})
}

func TestLink_Consent(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		both := from("both", phones[0], user)
		for name, stopped := range map[string]string{"OKOptedOutByPhone": phones[0], "OKOptedOutByUser": user} {
			t.Run(name, func(t *testing.T) {
				b := newBundle(t, d)
				b.credit(t, 10*price)
				channel := b.addChannel(t, provider.WhatsApp)
				b.addContact(t, withPhone("Ada", phones[0]))
				b.events(t, channel, from("in-1", "", user), from("in-2", phones[0], ""))
				for _, address := range []string{phones[0], user} {
					state := consent.OptedIn
					if address == stopped {
						state = consent.OptedOut
					}
					_, err := consent.Set(b.ctx, d, consent.SetInput{Address: &address, State: state, Evidence: "by telephone"})
					require.NoError(t, err)
				}
				b.events(t, channel, both)
				for _, address := range []string{phones[0], user} {
					code, _ := b.rejected(t, toSend(address))
					require.Equal(t, "OptedOut", code)
				}
				var entries int
				verified, err := consent.Verify(t.Context(), d, &b.firm.ID, func(f consent.Fault) { t.Error(f.What) })
				require.NoError(t, err)
				entries = int(verified.Entries)
				require.Equal(t, 3, entries)
				again := *both.Inbound
				again.ProviderID = "again"
				b.events(t, channel, provider.Event{Inbound: &again})
				verified, err = consent.Verify(t.Context(), d, &b.firm.ID, func(f consent.Fault) { t.Error(f.What) })
				require.NoError(t, err)
				require.Equal(t, entries, int(verified.Entries), "they are linked once")
			})
		}
		t.Run("OKWords", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			channel := b.addChannel(t, provider.WhatsApp)
			b.events(t, channel, both)
			stop := from("in-1", "", user)
			stop.Inbound.Body = "Stop"
			b.events(t, channel, stop)
			code, _ := b.rejected(t, toSend(phones[0]))
			require.Equal(t, "OptedOut", code, "the phone is that of the same person")
			start := from("in-2", phones[0], "")
			start.Inbound.Body = "start"
			b.events(t, channel, start)
			b.accepted(t, toSend(phones[0]))
			b.accepted(t, toSend(user))
			b.events(t, channel, provider.Event{Preference: &provider.Preference{Phone: phones[0], Stop: true}})
			code, _ = b.rejected(t, toSend(user))
			require.Equal(t, "OptedOut", code)
		})
		t.Run("OKNewContact", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			channel := b.addChannel(t, provider.WhatsApp)
			_, err := consent.Set(b.ctx, d, consent.SetInput{Address: new(user), State: consent.OptedOut})
			require.NoError(t, err)
			b.events(t, channel, both)
			code, _ := b.rejected(t, toSend(phones[0]))
			require.Equal(t, "OptedOut", code)
		})
		t.Run("OKStopAndLinkInOneCall", func(t *testing.T) {
			b := newBundle(t, d)
			b.credit(t, 10*price)
			channel := b.addChannel(t, provider.WhatsApp)
			stop := from("in-1", "", user)
			stop.Inbound.Body = "Stop"
			b.events(t, channel, stop, both)
			code, _ := b.rejected(t, toSend(phones[0]))
			require.Equal(t, "OptedOut", code)
		})
		t.Run("OKOfContact", func(t *testing.T) {
			b := newBundle(t, d)
			channel := b.addChannel(t, provider.WhatsApp)
			b.events(t, channel, from("in-1", "", user))
			entries, err := consent.Set(b.ctx, d, consent.SetInput{ContactID: new(b.contactOf(t, "in-1")), State: consent.OptedIn})
			require.NoError(t, err)
			require.Len(t, entries, 1)
			require.Equal(t, user, entries[0].Address)
		})
	})
}
