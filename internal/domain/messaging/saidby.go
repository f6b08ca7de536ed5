package messaging

import (
	"context"

	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

// consent stores what people have said, for the phone and for the user id of WhatsApp of each, and
// returns what has changed a state. It first opts out people who are named by both for the first
// time, and had opted out by one.
func (c *changes) consent(ctx context.Context) (changed []consent.Said, err error) {
	if err := consent.Join(ctx, c.db, c.people); err != nil {
		return nil, err
	}
	said, err := c.saidByAll(ctx)
	if err != nil {
		return nil, err
	}
	return consent.Record(ctx, c.db, said)
}

// saidByAll returns what people have said, in order, and adds the same of their other addresses.
func (c *changes) saidByAll(ctx context.Context) ([]consent.Said, error) {
	var users, phones []string
	for _, said := range c.said {
		switch said.Address.Kind {
		case provider.WhatsAppUser:
			users = append(users, said.Address.Key)
		case provider.Phone:
			phones = append(phones, said.Address.Key)
		case provider.EmailAddress:
		}
	}
	people, err := contact.SamePeople(ctx, c.db, unique(users), unique(phones))
	if err != nil || len(people) == 0 {
		return c.said, err
	}
	others := make(map[string][]consent.Address, 2*len(people))
	for _, person := range people {
		phone, user := consent.OfPhone(person.E164, person.MatchKey), userAddress(person.UserID)
		others[phone.Key] = append(others[phone.Key], user)
		others[user.Key] = append(others[user.Key], phone)
	}
	var all []consent.Said
	for _, said := range c.said {
		all = append(all, said)
		for _, said.Address = range others[said.Address.Key] {
			all = append(all, said)
		}
	}
	return all, nil
}
