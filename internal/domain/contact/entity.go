package contact

import (
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/plaintext"
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

// entity returns a saved contact with its edges, as ent would read it. The times of its parts are
// left out.
func (w *writer) entity(s *Stored) *ent.Contact {
	row := &ent.Contact{
		ID: s.ID, CreatedAt: s.CreatedAt, UpdatedAt: s.UpdatedAt, FirmID: w.firm,
		FirstName: s.FirstName, FirstNameKey: plaintext.Fold(s.FirstName), LastName: s.LastName, LastNameKey: plaintext.Fold(s.LastName),
		Gender: s.Gender, IsActive: s.IsActive, ProfilePic: s.ProfilePic, Search: searchText(s.Contact),
		Marks: marksOf(s.Contact, w.tags),
		Edges: ent.ContactEdges{
			Phones: []*ent.ContactPhone{}, Emails: []*ent.ContactEmail{}, Addresses: []*ent.ContactAddress{}, Tags: []*ent.Tag{},
		},
	}
	for i, p := range s.Phones {
		row.Edges.Phones = append(row.Edges.Phones, &ent.ContactPhone{
			ID: p.ID, FirmID: w.firm, ContactID: s.ID, Position: i, Type: p.Type, IsPrimary: p.IsPrimary,
			Phone: p.Text, PhoneCc: p.CC, E164: p.E164, MatchKey: p.MatchKey, Digits: p.Digits(),
		})
	}
	person := s.person()
	for i, e := range s.Emails {
		row.Edges.Emails = append(row.Edges.Emails, &ent.ContactEmail{
			ID: e.ID, FirmID: w.firm, ContactID: s.ID, Position: i, Type: e.Type, IsPrimary: e.IsPrimary,
			Email: e.Address, EmailKey: e.Key, PersonKey: e.personKey(person),
		})
	}
	for i, a := range s.Addresses {
		address := &ent.ContactAddress{ID: a.ID, FirmID: w.firm, ContactID: s.ID, Position: i, Type: a.Type}
		texts := a.Texts()
		for i, text := range StoredTexts(address) {
			*text = *texts[i]
		}
		row.Edges.Addresses = append(row.Edges.Addresses, address)
	}
	for _, t := range s.Tags {
		row.Edges.Tags = append(row.Edges.Tags, w.tags[t.Key])
	}
	slices.SortFunc(row.Edges.Tags, func(a, b *ent.Tag) int { return strings.Compare(a.NameKey, b.NameKey) })
	return row
}
