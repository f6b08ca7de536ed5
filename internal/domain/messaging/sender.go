package messaging

import (
	"context"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/messaging/conversation"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/plaintext"
)

// InboundTag is the tag of contacts that are made because they wrote.
const InboundTag = "inbound"

// join adds messages that have arrived to their conversations. A sender whom the firm does not know
// becomes a contact.
func (c *changes) join(ctx context.Context, all []*arrived) (*conversation.Book, error) {
	keys := make([]string, len(all))
	for i, a := range all {
		keys[i] = a.address.Key
	}
	book, err := conversation.ReadBook(ctx, c.db, unique(keys))
	if err != nil {
		return nil, err
	}
	for _, a := range all {
		if thread := book.Of(a.channel, a.address.Key); a.contactID == nil && thread != nil {
			a.contactID = thread.ContactID
		}
	}
	if err := c.addContacts(ctx, all); err != nil {
		return nil, err
	}
	for _, a := range all {
		a.thread = book.Add(a.channel, a.address, a.contactID, a.id, a.at)
		a.thread.Arrived(a.at)
		c.news = append(c.news, conversation.News{Thread: a.thread, Body: a.Body})
	}
	return book, nil
}

// findSenders finds the contacts who have sent messages: by the id of the user of WhatsApp, else by
// the phone.
func (c *changes) findSenders(ctx context.Context, all []*arrived) error {
	var phones, users []string
	for _, a := range all {
		if a.address.Kind == provider.Phone {
			phones = append(phones, a.address.Key)
		}
		if a.user != "" {
			users = append(users, a.user)
		}
	}
	matches, err := contact.OldestByPhone(ctx, c.db, unique(phones))
	if err != nil {
		return err
	}
	identities, err := contact.Identities(ctx, c.db, unique(users))
	if err != nil {
		return err
	}
	oldest := make(map[string]uuid.UUID, len(matches))
	for _, match := range matches {
		oldest[match.Key] = match.ID
	}
	for _, a := range all {
		id, found := oldest[a.address.Key]
		identity, known := identities[a.user]
		if known && (!found || identity.PhoneKey == a.address.Key) {
			id, found = identity.ContactID, true
		}
		if found {
			a.contactID = &id
		}
	}
	return nil
}

// addContacts makes contacts of the senders who are none, one for each person.
func (c *changes) addContacts(ctx context.Context, all []*arrived) error {
	phoneOf := phonesOfUsers(all)
	var (
		senders []*arrived
		keys    []string
		made    []contact.CreateInput
	)
	known := map[string]bool{}
	for _, a := range all {
		if a.contactID != nil {
			continue
		}
		a.person = a.address
		if phone, named := phoneOf[a.user]; named {
			a.person = phone
		}
		senders = append(senders, a)
		if known[a.person.Key] {
			continue
		}
		known[a.person.Key] = true
		if in, ok := a.contact(); ok {
			keys, made = append(keys, a.person.Key), append(made, in)
		}
	}
	if len(made) == 0 {
		return nil
	}
	created, err := contact.CreateMany(ctx, c.db, made)
	if err != nil {
		return err
	}
	ids := make(map[string]uuid.UUID, len(created))
	for i, person := range created {
		ids[keys[i]] = person.ID
	}
	for _, a := range senders {
		if id, ok := ids[a.person.Key]; ok {
			a.contactID = &id
		}
	}
	return c.identify(ctx, senders, phoneOf)
}

// phonesOfUsers returns the phones of users of WhatsApp whom a message names by both. Such a person
// is one, whatever other messages name.
func phonesOfUsers(all []*arrived) map[string]consent.Address {
	phoneOf := make(map[string]consent.Address)
	for _, a := range all {
		if a.user != "" && a.address.Kind == provider.Phone {
			phoneOf[a.user] = a.address
		}
	}
	return phoneOf
}

// identify stores the identities of senders who have become contacts.
func (c *changes) identify(ctx context.Context, senders []*arrived, phoneOf map[string]consent.Address) error {
	var identities []contact.Identity
	seen := map[string]bool{}
	for _, a := range senders {
		if a.user == "" || a.contactID == nil || seen[a.user] {
			continue
		}
		seen[a.user] = true
		phone, named := phoneOf[a.user]
		identities = append(identities, contact.Identity{UserID: a.user, ContactID: *a.contactID, PhoneKey: phone.Key})
		if named {
			c.people = append(c.people, [2]consent.Address{phone, userAddress(a.user)})
		}
	}
	return contact.PutIdentities(ctx, c.db, identities)
}

// contact returns the contact that the sender becomes, and false if it would not be valid.
func (a *arrived) contact() (contact.CreateInput, bool) {
	in := contact.CreateInput{Tags: []string{InboundTag}}
	in.FirstName, in.LastName = a.names()
	switch a.person.Kind {
	case provider.Phone:
		in.Phones = []contact.PhoneInput{{Phone: a.person.Value}}
	case provider.EmailAddress:
		in.Emails = []contact.EmailInput{{Email: a.person.Value}}
	case provider.WhatsAppUser: // is found by the identity
	}
	return in, len(in.Validate()) == 0
}

// maxSenderName is the longest first or last name of a contact.
const maxSenderName = 50

// names returns the first and last name of the sender. Contacts need both, and a profile may have
// one or none: the address stands for what is missing.
func (a *arrived) names() (first, last string) {
	profile := strings.FieldsFunc(provider.Clean(a.ProfileName, 4*maxSenderName), func(r rune) bool {
		return unicode.IsSpace(r) || plaintext.IsControl(r)
	})
	switch len(profile) {
	case 0:
		return "Unknown", shortened(a.person.Value)
	case 1:
		return shortened(profile[0]), shortened(a.person.Value)
	}
	return shortened(profile[0]), shortened(strings.Join(profile[1:], " "))
}

func shortened(name string) string {
	if utf8.RuneCountInString(name) <= maxSenderName {
		return name
	}
	return string([]rune(name)[:maxSenderName])
}
