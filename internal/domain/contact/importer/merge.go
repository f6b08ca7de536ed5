package importer

import (
	"slices"

	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/contact/tags"
)

// merge returns a contact with the values of a row, and whether it differs from the present
// contact, which is not changed.
func merge(old *contact.Stored, r *row) (merged *contact.Stored, changed bool) {
	c := *old
	from := r.contact
	if !r.activeGiven {
		from.IsActive = c.IsActive
	}
	changed = c.Overwrite(&from)
	var addresses bool
	c.Addresses, addresses = mergeAddresses(c.Addresses, from.Addresses, r.firstAddress)
	changed = changed || addresses
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
	added := missing(c.Tags, from.Tags, func(t tags.Tag) string { return t.Key })
	c.Tags = append(slices.Clip(c.Tags), added...)
	return &c, changed || len(phones)+len(emails)+len(added) > 0
}

// missing returns the parts that the contact does not have.
func missing[P any, K comparable](has, from []P, key func(P) K) (all []P) {
	for _, part := range from {
		if !slices.ContainsFunc(has, func(p P) bool { return key(p) == key(part) }) {
			all = append(all, part)
		}
	}
	return all
}
