package messaging

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/contact"
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

// addContacts makes contacts of the senders who are none, one for each address.
func (c *changes) addContacts(ctx context.Context, all []*arrived) error {
	var keys []string
	var made []contact.CreateInput
	known := map[string]bool{}
	for _, a := range all {
		if a.contactID != nil || known[a.address.Key] {
			continue
		}
		known[a.address.Key] = true
		if in, ok := a.contact(); ok {
			keys, made = append(keys, a.address.Key), append(made, in)
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
	for _, a := range all {
		if id, ok := ids[a.address.Key]; ok && a.contactID == nil {
			a.contactID = &id
		}
	}
	return nil
}

// contact returns the contact that the sender becomes, and false if it would not be valid.
func (a *arrived) contact() (contact.CreateInput, bool) {
	in := contact.CreateInput{Tags: []string{InboundTag}}
	in.FirstName, in.LastName = a.names()
	switch a.address.Kind {
	case provider.Phone:
		in.Phones = []contact.PhoneInput{{Phone: a.address.Value}}
	case provider.EmailAddress:
		in.Emails = []contact.EmailInput{{Email: a.address.Value}}
	case provider.WhatsAppUser: // is found by the conversation
	}
	return in, len(in.Validate()) == 0
}

// maxSenderName is the longest first or last name of a contact.
const maxSenderName = 50

// names returns the first and last name of the sender. Contacts need both, and a profile may have
// one or none: the address stands for what is missing.
func (a *arrived) names() (first, last string) {
	profile := strings.Fields(strings.Map(func(r rune) rune {
		if plaintext.IsControl(r) {
			return ' '
		}
		return r
	}, provider.Clean(a.ProfileName, 4*maxSenderName)))
	switch len(profile) {
	case 0:
		return "Unknown", shortened(a.address.Value)
	case 1:
		return shortened(profile[0]), shortened(a.address.Value)
	}
	return shortened(profile[0]), shortened(strings.Join(profile[1:], " "))
}

func shortened(name string) string {
	if utf8.RuneCountInString(name) <= maxSenderName {
		return name
	}
	return string([]rune(name)[:maxSenderName])
}
