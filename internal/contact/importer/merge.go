package importer

import (
	"slices"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/contact"
)

// merge returns a contact with what a row says, and whether that differs from the contact, which stays as it is.
func merge(old *contact.Stored, r *row) (merged *contact.Stored, changed bool) {
	c := *old
	from := &r.contact
	changed = set(&c.FirstName, from.FirstName, from.FirstName != "")
	changed = set(&c.LastName, from.LastName, from.LastName != "") || changed
	if from.Gender != nil && (c.Gender == nil || *c.Gender != *from.Gender) {
		c.Gender, changed = from.Gender, true
	}
	if from.ProfilePic != nil && (c.ProfilePic == nil || *c.ProfilePic != *from.ProfilePic) {
		c.ProfilePic, changed = from.ProfilePic, true
	}
	changed = set(&c.IsActive, from.IsActive, r.activeGiven) || changed
	if len(from.Addresses) > 0 {
		changed = mergeAddress(&c.Contact, from.Addresses[0]) || changed
		others := missing(c.Addresses, from.Addresses[1:], func(a contact.Address) contact.Address {
			a.ID = uuid.Nil
			return a
		})
		c.Addresses = append(slices.Clip(c.Addresses), others...)
		changed = changed || len(others) > 0
	}
	phones := missing(c.Phones, from.Phones, func(p contact.Phone) string { return p.MatchKey })
	for _, p := range phones {
		p.IsPrimary = len(c.Phones) == 0
		c.Phones = append(slices.Clip(c.Phones), p)
	}
	emails := missing(c.Emails, from.Emails, func(e contact.Email) string { return e.Key })
	for _, e := range emails {
		e.IsPrimary = len(c.Emails) == 0
		c.Emails = append(slices.Clip(c.Emails), e)
	}
	tags := missing(c.Tags, from.Tags, func(t contact.Tag) string { return t.Key })
	c.Tags = append(slices.Clip(c.Tags), tags...)
	return &c, changed || len(phones)+len(emails)+len(tags) > 0
}

// mergeAddress puts what the row says of an address into the first one of the contact.
func mergeAddress(c *contact.Contact, from contact.Address) (changed bool) {
	if len(c.Addresses) == 0 {
		c.Addresses = []contact.Address{from}
		return true
	}
	c.Addresses = slices.Clone(c.Addresses)
	into := &c.Addresses[0]
	changed = set(&into.Type, from.Type, from.Type != 0)
	for _, part := range []struct {
		into *string
		text string
	}{
		{&into.Line1, from.Line1},
		{&into.Line2, from.Line2},
		{&into.Landmark, from.Landmark},
		{&into.City, from.City},
		{&into.State, from.State},
		{&into.Country, from.Country},
		{&into.PinCode, from.PinCode},
	} {
		changed = set(part.into, part.text, part.text != "") || changed
	}
	return changed
}

// set sets a value that is given, and reports whether it changes.
func set[T comparable](into *T, value T, given bool) bool {
	if !given || *into == value {
		return false
	}
	*into = value
	return true
}

// missing returns the parts that are not among those of the contact.
func missing[P any, K comparable](has, from []P, key func(P) K) (all []P) {
	for _, part := range from {
		if !slices.ContainsFunc(has, func(p P) bool { return key(p) == key(part) }) {
			all = append(all, part)
		}
	}
	return all
}
