package contact

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/google/uuid"

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
	l := loading{db: d, found: make(map[uuid.UUID]*Stored, len(ids))}
	if d.Dialect() == db.Postgres {
		l.locking = locking
	}
	for ids := range slices.Chunk(distinct(ids), db.MaxIDs) {
		l.batch = d.InFirm(ctx).Batch()
		tags.ShareIn(l.batch)
		l.contacts(ids)
		loadParts(&l, phoneTable, ids, (*Phone).id, func(s *Stored) *[]Phone { return &s.Phones })
		loadParts(&l, emailTable, ids, (*Email).id, func(s *Stored) *[]Email { return &s.Emails })
		loadParts(&l, addressTable, ids, (*Address).id, func(s *Stored) *[]Address { return &s.Addresses })
		l.tags(ids)
		if err := l.batch.Run(); err != nil {
			return nil, fmt.Errorf("load contacts: %w", err)
		}
	}
	return l.found, nil
}

type loading struct {
	db      *db.DB
	locking Locking // empty on SQLite, which has one writer
	batch   *db.Batch
	found   map[uuid.UUID]*Stored
}

func (l *loading) contacts(ids []uuid.UUID) {
	among, list := l.db.AmongIDs("id", 2, ids)
	var s Stored
	into := append([]any{&s.ID, &s.CreatedAt, &s.UpdatedAt}, contactTable.fields(&s.Contact)...)
	l.batch.Rows(into, func() {
		found := s
		found.CreatedAt, found.UpdatedAt = s.CreatedAt.UTC(), s.UpdatedAt.UTC()
		l.found[s.ID] = &found
		s = Stored{}
	}, "SELECT id, created_at, updated_at, "+strings.Join(contactTable.names(), ", ")+
		" FROM contacts WHERE firm_id = $1 AND deleted_at IS NULL AND "+among+" ORDER BY id"+string(l.locking), list)
}

// loadParts adds the rows of a table to the lists of their contacts.
func loadParts[P any](l *loading, t table[P], ids []uuid.UUID, id func(*P) *uuid.UUID, listOf func(*Stored) *[]P) {
	among, list := l.db.AmongIDs("contact_id", 2, ids)
	var (
		contact uuid.UUID
		part    P
	)
	l.batch.Rows(append([]any{&contact, id(&part)}, t.fields(&part)...), func() {
		l.add(contact, func(s *Stored) { to := listOf(s); *to = append(*to, part) })
	}, "SELECT contact_id, id, "+strings.Join(t.names(), ", ")+" FROM "+t.name+
		" WHERE firm_id = $1 AND "+among+" ORDER BY contact_id, position", list)
}

func (l *loading) tags(ids []uuid.UUID) {
	among, list := l.db.AmongIDs("contact_tags.contact_id", 2, ids)
	var (
		contact uuid.UUID
		tag     tags.Tag
	)
	l.batch.Rows(append([]any{&contact, &tag.ID}, tagTable.fields(&tag)...), func() {
		l.add(contact, func(s *Stored) { s.Tags = append(s.Tags, tag) })
	}, "SELECT contact_tags.contact_id, tags.id, "+strings.Join(tagTable.names(), ", ")+
		" FROM contact_tags JOIN tags ON tags.firm_id = contact_tags.firm_id AND tags.id = contact_tags.tag_id"+
		" WHERE contact_tags.firm_id = $1 AND "+among+" ORDER BY name_key", list)
}

// add adds what was read of a contact, unless the contact was left out.
func (l *loading) add(id uuid.UUID, to func(*Stored)) {
	if s := l.found[id]; s != nil {
		to(s)
	}
}
