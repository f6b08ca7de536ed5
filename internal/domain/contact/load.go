package contact

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule/scope"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/contact/tags"
)

// Locking is how [Load] handles a contact that another transaction has locked.
type Locking string

// The kinds of [Locking].
const (
	// Wait waits until the other transaction ends.
	Wait Locking = " FOR NO KEY UPDATE"
	// Skip leaves the contact out. It is needed by a transaction that has locked contacts before:
	// if it waited for more, it might wait for a transaction that waits for it.
	Skip Locking = " FOR NO KEY UPDATE SKIP LOCKED"
)

// Load returns the contacts that the viewer's firm has, by id, and locks them and the tags until
// the transaction ends. It locks in the order of the ids, as [lock] does. On PostgreSQL it takes
// one round trip for up to [db.MaxIDs] contacts.
func Load(ctx context.Context, d *db.DB, ids []uuid.UUID, locking Locking) (map[uuid.UUID]*Stored, error) {
	firm, err := scope.Firm(ctx, "Contact")
	if err != nil {
		return nil, err
	}
	l := loading{db: d, firm: firm, found: make(map[uuid.UUID]*Stored, len(ids))}
	if d.Dialect() == db.Postgres {
		l.locking = locking
	}
	for ids := range slices.Chunk(distinct(ids), db.MaxIDs) {
		if err := l.load(ctx, ids); err != nil {
			return nil, fmt.Errorf("load contacts: %w", err)
		}
	}
	return l.found, nil
}

type loading struct {
	db      *db.DB
	firm    uuid.UUID
	locking Locking // empty on SQLite, which has one writer
	found   map[uuid.UUID]*Stored
}

func (l *loading) load(ctx context.Context, ids []uuid.UUID) error {
	lookups := tags.SharedLock(l.db, l.firm)
	lookups = append(lookups,
		l.contacts(ids),
		partsOf(l, phoneTable, ids, (*Phone).id, func(s *Stored) *[]Phone { return &s.Phones }),
		partsOf(l, emailTable, ids, (*Email).id, func(s *Stored) *[]Email { return &s.Emails }),
		partsOf(l, addressTable, ids, (*Address).id, func(s *Stored) *[]Address { return &s.Addresses }),
		l.tags(ids),
	)
	return l.db.Look(ctx, lookups...)
}

func (l *loading) contacts(ids []uuid.UUID) *db.Lookup {
	among, list := l.db.AmongIDs("id", 2, ids)
	var s Stored
	return &db.Lookup{
		Query: "SELECT id, created_at, updated_at, " + strings.Join(contactTable.columns, ", ") +
			" FROM contacts WHERE firm_id = $1 AND deleted_at IS NULL AND " + among + " ORDER BY id" + string(l.locking),
		Args: []any{l.firm, list},
		Into: append([]any{&s.ID, &s.CreatedAt, &s.UpdatedAt}, contactTable.fields(&s.Contact)...),
		Each: func() {
			found := s
			found.CreatedAt, found.UpdatedAt = s.CreatedAt.UTC(), s.UpdatedAt.UTC()
			l.found[s.ID] = &found
			s = Stored{}
		},
	}
}

// partsOf returns a lookup that adds the rows of a table to the lists of their contacts.
func partsOf[P any](l *loading, t table[P], ids []uuid.UUID, id func(*P) *uuid.UUID, listOf func(*Stored) *[]P) *db.Lookup {
	among, list := l.db.AmongIDs("contact_id", 2, ids)
	var (
		contact uuid.UUID
		part    P
	)
	return &db.Lookup{
		Query: "SELECT contact_id, id, " + strings.Join(t.columns, ", ") + " FROM " + t.name +
			" WHERE firm_id = $1 AND " + among + " ORDER BY contact_id, position",
		Args: []any{l.firm, list},
		Into: append([]any{&contact, id(&part)}, t.fields(&part)...),
		Each: func() { l.add(contact, func(s *Stored) { to := listOf(s); *to = append(*to, part) }) },
	}
}

func (l *loading) tags(ids []uuid.UUID) *db.Lookup {
	among, list := l.db.AmongIDs("contact_tags.contact_id", 2, ids)
	var (
		contact uuid.UUID
		tag     tags.Tag
	)
	return &db.Lookup{
		Query: "SELECT contact_tags.contact_id, tags.id, " + strings.Join(tagTable.columns, ", ") +
			" FROM contact_tags JOIN tags ON tags.firm_id = contact_tags.firm_id AND tags.id = contact_tags.tag_id" +
			" WHERE contact_tags.firm_id = $1 AND " + among + " ORDER BY name_key",
		Args: []any{l.firm, list},
		Into: append([]any{&contact, &tag.ID}, tagTable.fields(&tag)...),
		Each: func() { l.add(contact, func(s *Stored) { s.Tags = append(s.Tags, tag) }) },
	}
}

// add adds what was read of a contact, unless the contact was left out.
func (l *loading) add(id uuid.UUID, to func(*Stored)) {
	if s := l.found[id]; s != nil {
		to(s)
	}
}
