package contact

import (
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
)

// Entity returns the contact as ent would read it if it were stored. Tags of a contact that was not
// loaded only have names.
func (s *Stored) Entity(firm uuid.UUID) *ent.Contact {
	w := &writer{firm: firm, tags: make(map[string]*ent.Tag, len(s.Tags))}
	for _, t := range s.Tags {
		w.tags[t.Key] = t.Entity()
	}
	return w.entity(s)
}

// created returns a new contact as [writer.entity] does. It has no identities.
func (w *writer) created(s *Stored) *ent.Contact {
	row := w.entity(s)
	row.Identities = []*ent.ContactIdentity{}
	return row
}

// entity returns a saved contact with its edges, as ent would read it. It leaves out what the APIs
// do not have: the derived columns, and the times of its parts. The identities are not read.
func (w *writer) entity(s *Stored) *ent.Contact {
	row := &ent.Contact{
		ID: s.ID, CreatedAt: s.CreatedAt, UpdatedAt: s.UpdatedAt, FirmID: w.firm,
		Edges: ent.ContactEdges{
			Phones: []*ent.ContactPhone{}, Emails: []*ent.ContactEmail{}, Addresses: []*ent.ContactAddress{}, Tags: []*ent.Tag{},
		},
	}
	contactTable.toEntity(&s.Contact, row)
	for i := range s.Phones {
		p := &s.Phones[i]
		phone := &ent.ContactPhone{ID: p.ID, FirmID: w.firm, ContactID: s.ID, Position: i}
		phoneTable.toEntity(p, phone)
		row.Edges.Phones = append(row.Edges.Phones, phone)
	}
	for i := range s.Emails {
		e := &s.Emails[i]
		email := &ent.ContactEmail{ID: e.ID, FirmID: w.firm, ContactID: s.ID, Position: i}
		emailTable.toEntity(e, email)
		row.Edges.Emails = append(row.Edges.Emails, email)
	}
	for i := range s.Addresses {
		a := &s.Addresses[i]
		address := &ent.ContactAddress{ID: a.ID, FirmID: w.firm, ContactID: s.ID, Position: i}
		addressTable.toEntity(a, address)
		row.Edges.Addresses = append(row.Edges.Addresses, address)
	}
	for _, t := range s.Tags {
		row.Edges.Tags = append(row.Edges.Tags, w.tags[t.Key])
	}
	slices.SortFunc(row.Edges.Tags, func(a, b *ent.Tag) int { return strings.Compare(a.NameKey, b.NameKey) })
	return row
}
