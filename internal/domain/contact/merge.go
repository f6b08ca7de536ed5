package contact

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/contact/tags"
)

// merge adds what another contact has to this one, up to the limits of a contact. Both are the
// person who has these addresses. The values of this contact stay, except for a name that is only
// one of the addresses. The contact is inactive if one of both is.
func (c *Contact) merge(other *Contact, addresses ...string) {
	if standIn(c.LastName, addresses) && !standIn(other.LastName, addresses) {
		c.FirstName, c.LastName = other.FirstName, other.LastName
	}
	if c.Gender == nil {
		c.Gender = other.Gender
	}
	if c.ProfilePic == nil {
		c.ProfilePic = other.ProfilePic
	}
	c.IsActive = c.IsActive && other.IsActive
	c.Phones = union(c.Phones, other.Phones, maxParts, func(p, q *Phone) bool { return p.MatchKey == q.MatchKey })
	c.Emails = union(c.Emails, other.Emails, maxParts, func(e, f *Email) bool { return e.Key == f.Key })
	c.Addresses = union(c.Addresses, other.Addresses, maxParts, func(a, b *Address) bool { return a.PostalAddress == b.PostalAddress })
	c.Tags = union(c.Tags, other.Tags, tags.Max, func(t, u *tags.Tag) bool { return t.Key == u.Key })
	for i := range c.Phones {
		c.Phones[i].IsPrimary = isFirstPrimary(c.Phones, i, func(p *Phone) bool { return p.IsPrimary })
	}
	for i := range c.Emails {
		c.Emails[i].IsPrimary = isFirstPrimary(c.Emails, i, func(e *Email) bool { return e.IsPrimary })
	}
}

// standIn reports whether a name is one of the addresses, perhaps cut off.
func standIn(name string, addresses []string) bool {
	return slices.ContainsFunc(addresses, func(address string) bool {
		return address == name || utf8.RuneCountInString(name) == maxName && strings.HasPrefix(address, name)
	})
}

// union returns a copy of a list with the parts of another one that it does not have, up to a
// limit.
func union[P any](has, other []P, limit int, same func(p, q *P) bool) []P {
	all := slices.Clone(has)
	for i := range other {
		if len(all) < limit && !slices.ContainsFunc(all, func(p P) bool { return same(&p, &other[i]) }) {
			all = append(all, other[i])
		}
	}
	return all
}

// isFirstPrimary reports whether an entry is the first one that is primary. One of them is.
func isFirstPrimary[P any](list []P, at int, isPrimary func(*P) bool) bool {
	return isPrimary(&list[at]) && !slices.ContainsFunc(list[:at], func(p P) bool { return isPrimary(&p) })
}

// withoutIDs returns a copy of the contact whose parts are not stored.
func (c *Contact) withoutIDs() *Contact {
	other := *c
	other.Phones, other.Emails, other.Addresses = slices.Clone(c.Phones), slices.Clone(c.Emails), slices.Clone(c.Addresses)
	for i := range other.Phones {
		other.Phones[i].ID = uuid.Nil
	}
	for i := range other.Emails {
		other.Emails[i].ID = uuid.Nil
	}
	for i := range other.Addresses {
		other.Addresses[i].ID = uuid.Nil
	}
	return &other
}
