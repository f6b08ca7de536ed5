package messaging

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/calendar"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/messaging/conversation"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

// addressesOf returns the addresses of a person whom a provider names by a phone, by a user id of
// WhatsApp, or by both: the phone is the first one. What is no such address is left out.
func addressesOf(phone, user string) (addresses []consent.Address) {
	for _, text := range []string{phone, user} {
		if text == "" {
			continue
		}
		address, faults := consent.ParseAddress(text)
		if len(faults) == 0 {
			addresses = append(addresses, address)
		}
	}
	return addresses
}

func userAddress(id string) consent.Address {
	return consent.OfRecipient(provider.Address{Kind: provider.WhatsAppUser, Value: id})
}

// link makes one contact of those whom events name by a phone and by a user id of WhatsApp. What
// belonged to a contact that became a part of another one moves to that.
func (c *changes) link(ctx context.Context, calls []received) error {
	var all []contact.Named
	for _, call := range calls {
		for _, event := range call.events {
			if named, ok := namedBy(&event.Event); ok {
				all = append(all, named)
			}
		}
	}
	if len(all) == 0 {
		return nil
	}
	locking := contact.Wait
	if c.locked {
		locking = contact.Skip
	}
	linked, err := contact.Link(ctx, c.db, all, locking)
	if err != nil {
		return err
	}
	c.locked = true
	for _, merged := range linked.Merged {
		if err := c.move(ctx, merged); err != nil {
			return err
		}
	}
	for _, named := range linked.New {
		c.people = append(c.people, [2]consent.Address(addressesOf(named.Phone, named.UserID)))
	}
	return nil
}

// namedBy returns the two addresses by which an event names a person, and reports whether it does.
func namedBy(event *provider.Event) (named contact.Named, ok bool) {
	var phone, user string
	switch {
	case event.Inbound != nil:
		phone, user = event.Inbound.Phone, event.Inbound.UserID
	case event.Status != nil:
		phone, user = event.Status.Phone, event.Status.UserID
	case event.Preference != nil:
		phone, user = event.Preference.Phone, event.Preference.UserID
	}
	of := addressesOf(phone, user)
	if len(of) < 2 || of[0].Kind != provider.Phone || of[1].Kind != provider.WhatsAppUser {
		return named, false
	}
	return contact.Named{Phone: of[0].Value, UserID: of[1].Value}, true
}

// move moves the history of a contact to the one that it became a part of.
func (c *changes) move(ctx context.Context, merged contact.Merged) error {
	moved, err := conversation.MoveContact(ctx, c.db, merged.Gone, merged.Into, c.now)
	if err != nil {
		return err
	}
	for _, id := range moved {
		c.converse = append(c.converse, conversation.Change{ID: id})
	}
	gone, into := merged.Gone.String(), merged.Into.String()
	_, err = c.db.InFirm(ctx).Exec(`
UPDATE messages SET contact_id = $3, person_key = CASE WHEN person_key = $4 THEN $5 ELSE person_key END
WHERE firm_id = $1 AND contact_id = $2`, merged.Gone, merged.Into, gone, into)
	if err != nil {
		return err
	}
	_, err = c.db.InFirm(ctx).Exec("UPDATE campaign_recipients SET contact_id = $3 WHERE firm_id = $1 AND contact_id = $2",
		merged.Gone, merged.Into)
	if err != nil {
		return err
	}
	c.tally.movePerson(gone, into)
	return c.movePerson(ctx, gone, into, merged.Since)
}

// personKinds are the kinds of counts whose keys are people.
var personKinds = []string{string(Person), string(PersonMonth), string(PersonHalf)}

// movePerson takes the stored counts of a person since a time, and tallies them for another one.
func (c *changes) movePerson(ctx context.Context, from, into string, since time.Time) error {
	// All days are named, since the key comes after the day in the index.
	var days []int
	last := calendar.DayOf(c.now.Add(MaxAhead + 24*time.Hour))
	for day := calendar.DayOf(since.Add(-maxAge)).Half(); day <= last; day = day.Add(1) {
		days = append(days, int(day))
	}
	among, list := c.db.Among("day", 6, days)
	kinds, kindList := c.db.Among("kind", 5, personKinds)
	rows, err := readCounts(ctx, c.db, "version IN ($2, $3) AND key = $4 AND "+kinds+" AND "+among,
		c.clock.Version, c.clock.Version+1, from, kindList, list)
	if err != nil || len(rows) == 0 {
		return err
	}
	stored := make([]uuid.UUID, len(rows))
	for i, row := range rows {
		stored[i] = row.ID
		key := row.id()
		key.Key = into
		c.tally.of(row.Version).add(key, row.count())
	}
	those, ids := c.db.AmongIDs("id", 2, stored)
	return c.db.InFirm(ctx).Delete("message_counts", those, ids)
}
