package contact

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

// Named are a phone in E.164 and a user of WhatsApp whom WhatsApp has named together: they are one
// person.
type Named struct{ Phone, UserID string }

// Merged is a contact that became a part of another one, and is deleted. It was created at Since.
type Merged struct {
	Gone, Into uuid.UUID
	Since      time.Time
}

// Linked is what [Link] has done.
type Linked struct {
	// New are those that were not known to be one person.
	New    []Named
	Merged []Merged
}

// Link merges, for each pair, the contact of the viewer's firm with the phone and the contact with
// the user. If both exist, the older contact stays, with what both had, and the other is deleted:
// the caller moves what else belongs to it. A pair without any contact is left out, and so is one
// with a contact that locking skips, or that is deleted meanwhile. Only the server calls Link, in a
// transaction that has the lock of the firm's messages.
func Link(ctx context.Context, d *db.DB, all []Named, locking Locking) (_ *Linked, err error) {
	defer fault.Wrap(&err, "contact.Link")
	l := &linker{phones: make(map[string]Phone), oldest: make(map[string]uuid.UUID), into: make(map[uuid.UUID]uuid.UUID)}
	todo, err := l.find(ctx, d, all)
	if err != nil || len(todo) == 0 {
		return &l.linked, err
	}
	if err := l.load(ctx, d, todo, locking); err != nil {
		return nil, err
	}
	for _, named := range todo {
		l.link(named)
	}
	return &l.linked, l.save(ctx, d)
}

// linker links contacts in memory.
type linker struct {
	// users are by their ids, phones by their E.164, and oldest are the oldest contacts with a
	// phone, by its match key.
	users  map[string]Identity
	phones map[string]Phone
	oldest map[string]uuid.UUID
	// before are the contacts as they were loaded, and after as they will be.
	before, after map[uuid.UUID]*Stored
	// into is the contact that a merged one became a part of.
	into   map[uuid.UUID]uuid.UUID
	linked Linked
}

// find reads what the database knows of the pairs, and returns those to link.
func (l *linker) find(ctx context.Context, d *db.DB, all []Named) (todo []Named, err error) {
	var users []string
	for _, named := range all {
		users = append(users, named.UserID)
	}
	if l.users, err = Identities(ctx, d, users); err != nil {
		return nil, err
	}
	var keys []string
	seen := map[Named]bool{}
	for _, named := range all {
		phone, faults := parsePhone(PhoneInput{Phone: named.Phone})
		if len(faults) > 0 || seen[named] || l.users[named.UserID].PhoneKey == phone.MatchKey {
			continue
		}
		seen[named] = true
		l.phones[named.Phone] = phone
		todo, keys = append(todo, named), append(keys, phone.MatchKey)
	}
	matches, err := OldestByPhone(ctx, d, keys)
	for _, match := range matches {
		l.oldest[match.Key] = match.ID
	}
	return todo, err
}

// load locks the contacts of the pairs, all at once.
func (l *linker) load(ctx context.Context, d *db.DB, all []Named, locking Locking) (err error) {
	var ids []uuid.UUID
	for _, named := range all {
		if user, ok := l.users[named.UserID]; ok {
			ids = append(ids, user.ContactID)
		}
		if id, ok := l.oldest[l.phones[named.Phone].MatchKey]; ok {
			ids = append(ids, id)
		}
	}
	l.before, err = Load(ctx, d, ids, locking)
	l.after = make(map[uuid.UUID]*Stored, len(l.before))
	for id, before := range l.before {
		after := *before
		l.after[id] = &after
	}
	return err
}

// contact returns a contact, or the one that it became a part of. It is nil if it was not loaded.
func (l *linker) contact(id uuid.UUID) *Stored {
	for {
		next, ok := l.into[id]
		if !ok {
			return l.after[id]
		}
		id = next
	}
}

// link makes one contact of those of a pair.
func (l *linker) link(named Named) {
	phone := l.phones[named.Phone]
	user, known := l.users[named.UserID]
	oldest, exists := l.oldest[phone.MatchKey]
	var ofUser, ofPhone *Stored
	if known {
		ofUser = l.contact(user.ContactID)
	}
	if exists {
		ofPhone = l.contact(oldest)
	}
	if known && ofUser == nil || exists && (ofPhone == nil || !ofPhone.hasPhone(phone.MatchKey)) {
		return
	}
	stays := ofUser
	switch {
	case ofUser == nil && ofPhone == nil:
		return
	case ofUser == nil:
		stays = ofPhone
	case ofUser.hasPhone(phone.MatchKey): // perhaps several people share it
	case ofPhone == nil:
		phone.IsPrimary = len(ofUser.Phones) == 0
		ofUser.Phones = union(ofUser.Phones, []Phone{phone}, maxParts, func(p, q *Phone) bool { return p.MatchKey == q.MatchKey })
	default:
		stays = l.merge(ofUser, ofPhone, named)
	}
	l.users[named.UserID] = Identity{UserID: named.UserID, ContactID: stays.ID, PhoneKey: phone.MatchKey}
	l.oldest[phone.MatchKey] = stays.ID
	l.linked.New = append(l.linked.New, named)
}

// merge merges two contacts into the older one, and returns that.
func (l *linker) merge(a, b *Stored, named Named) *Stored {
	if bytes.Compare(a.ID[:], b.ID[:]) > 0 {
		a, b = b, a
	}
	a.merge(b.withoutIDs(), named.Phone, named.UserID)
	l.into[b.ID] = a.ID
	l.linked.Merged = append(l.linked.Merged, Merged{Gone: b.ID, Into: a.ID, Since: b.CreatedAt})
	return a
}

func (c *Contact) hasPhone(key string) bool {
	return slices.ContainsFunc(c.Phones, func(p Phone) bool { return p.MatchKey == key })
}

// save stores the contacts.
func (l *linker) save(ctx context.Context, d *db.DB) error {
	gone := make([]uuid.UUID, len(l.linked.Merged))
	for i, merged := range l.linked.Merged {
		gone[i] = merged.Gone
	}
	if _, err := Remove(ctx, d, gone); err != nil {
		return err
	}
	var changes []Change
	now := entity.Now()
	for id, after := range l.after {
		change := Change{Before: l.before[id], After: after}
		if _, merged := l.into[id]; !merged && !after.equals(&change.Before.Contact) {
			change.Touch(now)
			changes = append(changes, change)
		}
	}
	if err := Save(ctx, d, changes, atOnce); err != nil {
		return err
	}
	if err := l.raise(ctx, d, changes, gone); err != nil {
		return err
	}
	for _, merged := range l.linked.Merged {
		_, err := d.InFirm(ctx).Exec("UPDATE contact_identities SET updated_at = $4, contact_id = $3 WHERE firm_id = $1 AND contact_id = $2",
			merged.Gone, merged.Into, now)
		if err != nil {
			return fmt.Errorf("move the identities of a contact: %w", err)
		}
		if err := l.record(ctx, d, merged); err != nil {
			return err
		}
	}
	return PutIdentities(ctx, d, l.latest())
}

// raise raises the events of the contacts that have changed, and of those that are gone.
func (l *linker) raise(ctx context.Context, d *db.DB, changes []Change, gone []uuid.UUID) error {
	updated := make([]uuid.UUID, len(changes))
	for i, change := range changes {
		updated[i] = change.After.ID
	}
	if err := event.RaiseAll(ctx, d, event.ContactUpdated, updated...); err != nil {
		return err
	}
	return event.RaiseAll(ctx, d, event.ContactDeleted, gone...)
}

// record records in the audit log that contacts were merged.
func (l *linker) record(ctx context.Context, d *db.DB, merged Merged) error {
	stays, gone := l.contact(merged.Into), l.before[merged.Gone]
	return audit.Record(ctx, d, audit.Change{
		Action: mergeAction, Target: audit.Of("contact", stays.ID, stays.FirstName+" "+stays.LastName),
		Before: merge{gone.ID, gone.FirstName, gone.LastName},
	})
}

// latest returns the last identity of each user that was linked.
func (l *linker) latest() []Identity {
	all := make([]Identity, 0, len(l.linked.New))
	seen := make(map[string]bool, len(l.linked.New))
	for _, named := range l.linked.New {
		if seen[named.UserID] {
			continue
		}
		seen[named.UserID] = true
		identity := l.users[named.UserID]
		identity.ContactID = l.contact(identity.ContactID).ID // which may have become a part of another one
		all = append(all, identity)
	}
	return all
}
