package contact

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/ent/predicate"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/record"
)

// Stored is a contact of the database. Its parts are in the order of the contact's lists.
type Stored struct {
	Contact

	ID                   uuid.UUID
	CreatedAt, UpdatedAt time.Time
}

// NewStored returns a contact to be created.
func NewStored(c Contact, now time.Time) *Stored {
	return &Stored{Contact: c, ID: record.NewID(), CreatedAt: now, UpdatedAt: now}
}

// Change is what [Save] writes. Before is what [Load] returned, and nil for a new contact.
type Change struct{ Before, After *Stored }

// Touch sets the time of the change: now, or just after the contact's last change where the clock is behind it.
func (c Change) Touch(now time.Time) {
	c.After.UpdatedAt = now
	if c.Before != nil {
		c.After.UpdatedAt = later(now, c.Before.UpdatedAt)
	}
}

// Load returns those of the contacts that the viewer's firm has, by id, and locks them and the tags until the transaction
// ends. The lock is db.ForNoKeyUpdate, or db.SkipLocked for a transaction that has locked contacts before: waiting for more, it might
// wait for one that waits for it.
func Load(ctx context.Context, d *db.DB, ids []uuid.UUID, lock predicate.Contact) (map[uuid.UUID]*Stored, error) {
	rows, err := load(ctx, d, ids, lock)
	if err != nil {
		return nil, err
	}
	found := make(map[uuid.UUID]*Stored, len(rows))
	for _, row := range rows {
		found[row.ID] = stored(row)
	}
	return found, nil
}

// load is [Load] for the rows, which have their edges. All lock in the order of the ids, as [lock] does.
func load(ctx context.Context, d *db.DB, ids []uuid.UUID, lock predicate.Contact) ([]*ent.Contact, error) {
	if len(ids) == 0 {
		return nil, nil
	}
	if err := shareTags(ctx, d); err != nil {
		return nil, err
	}
	found := make([]*ent.Contact, 0, len(ids))
	for ids := range slices.Chunk(distinct(ids), db.MaxIDs) {
		rows, err := d.Client.Contact.Query().Where(contact.IDIn(ids...), lock).Order(contact.ByID()).
			WithPhones().WithEmails().WithAddresses().WithTags().All(ctx)
		if err != nil {
			return nil, fmt.Errorf("load contacts: %w", err)
		}
		found = append(found, rows...)
	}
	return found, nil
}

// stored returns a row as it is: numbering plans change, so that its phones need not be valid any more.
func stored(row *ent.Contact) *Stored {
	s := &Stored{ID: row.ID, CreatedAt: row.CreatedAt, UpdatedAt: row.UpdatedAt, Contact: Contact{
		FirstName: row.FirstName, LastName: row.LastName, Gender: row.Gender, IsActive: row.IsActive, ProfilePic: row.ProfilePic,
	}}
	for _, p := range row.Edges.Phones {
		s.Phones = append(s.Phones, Phone{
			Number: Number{E164: p.E164, CC: p.PhoneCc, MatchKey: p.MatchKey},
			ID:     p.ID, Text: p.Phone, Type: p.Type, IsPrimary: p.IsPrimary,
		})
	}
	for _, e := range row.Edges.Emails {
		s.Emails = append(s.Emails, Email{ID: e.ID, Address: e.Email, Key: e.EmailKey, Type: e.Type, IsPrimary: e.IsPrimary})
	}
	for _, a := range row.Edges.Addresses {
		s.Addresses = append(s.Addresses, Address{
			ID: a.ID, Type: a.Type, Line1: a.Line1, Line2: a.Line2, Landmark: a.Landmark,
			City: a.City, State: a.State, Country: a.Country, PinCode: a.PinCode,
		})
	}
	for _, t := range row.Edges.Tags {
		s.Tags = append(s.Tags, Tag{Name: t.Name, Key: t.NameKey, Mark: t.Mark, Merged: t.MergedMarks})
	}
	return s
}

// equals reports whether two contacts are the same. The order and the casing of tags don't count.
func (c *Contact) equals(other *Contact) bool {
	tags := func(c *Contact) []string { return slices.Sorted(slices.Values(keysOf(c.Tags))) }
	return c.FirstName == other.FirstName && c.LastName == other.LastName && c.IsActive == other.IsActive &&
		same(c.Gender, other.Gender) && same(c.ProfilePic, other.ProfilePic) &&
		slices.Equal(c.Phones, other.Phones) && slices.Equal(c.Emails, other.Emails) &&
		slices.Equal(c.Addresses, other.Addresses) && slices.Equal(tags(c), tags(other))
}

func same[T comparable](a, b *T) bool { return a == b || a != nil && b != nil && *a == *b }
