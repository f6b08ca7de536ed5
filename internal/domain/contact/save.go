package contact

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/rule/scope"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/contact/count"
	"github.com/firmhub/firmhub/internal/domain/contact/tags"
	"github.com/firmhub/firmhub/internal/plaintext"
)

// Save writes any number of contacts of the viewer's firm, with a few statements for each kind of
// row. It writes new contacts, and the differences of those that were loaded in the same
// transaction. It sets the ids of new parts. The caller sets UpdatedAt of what has changed. No
// contact may occur twice. Save calls each before each row it sends, from one goroutine at a time.
func Save(ctx context.Context, d *db.DB, changes []Change, each func()) error {
	_, err := save(ctx, d, changes, each)
	return err
}

// atOnce is the each of a request, which sends its rows without resting.
func atOnce() {}

// save does the work of [Save]. The returned writer knows the entities.
func save(ctx context.Context, d *db.DB, changes []Change, each func()) (*writer, error) {
	if len(changes) == 0 {
		return newWriter(uuid.Nil), nil
	}
	firm, err := scope.Firm(ctx, "Contact")
	if err != nil {
		return nil, err
	}
	w := newWriter(firm)
	return w, d.Tx(ctx, func(ctx context.Context) error {
		if w.tags, err = tags.Ensure(ctx, d, tagsOf(changes)); err != nil {
			return err
		}
		for _, change := range changes {
			w.add(change)
		}
		inFirm := d.InFirm(ctx)
		if err := w.remove(d, inFirm.Batch()); err != nil {
			return err
		}
		for _, r := range w.tables() {
			if err := inFirm.Copy(r.table, r.columns, len(r.new), sent(r.new, each)); err != nil {
				return err
			}
			if err := inFirm.Upsert(r.table, r.columns, len(r.same), sent(r.same, each)); err != nil {
				return err
			}
		}
		if err := w.links.Add(ctx, d, each); err != nil {
			return err
		}
		counted := w.links.Counts()
		if w.searched {
			counted[uuid.Nil] = w.created
		}
		return count.Add(ctx, d, counted)
	})
}

// tagsOf returns the tags that the contacts had and have.
func tagsOf(changes []Change) (all []tags.Tag) {
	for _, change := range changes {
		if change.Before != nil {
			all = append(all, change.Before.Tags...)
		}
		all = append(all, change.After.Tags...)
	}
	return all
}

// writer collects the rows of changes.
type writer struct {
	firm uuid.UUID
	// tags are by key.
	tags map[string]*ent.Tag
	// created is the number of new contacts.
	created int
	// searched is set if what searches find changes.
	searched                            bool
	contacts, phones, emails, addresses rows
	links                               tags.Links
}

func newWriter(firm uuid.UUID) *writer {
	return &writer{
		firm: firm, contacts: rowsOf(contactTable), phones: rowsOf(phoneTable, partColumns...),
		emails: rowsOf(emailTable, partColumns...), addresses: rowsOf(addressTable, partColumns...),
	}
}

// add adds the rows of a change.
func (w *writer) add(change Change) {
	s, before := change.After, change.Before
	values := func() []any {
		row := s.Contact // The caller may change the fields of its own contact before the row is sent.
		return slices.Concat([]any{w.firm, s.ID, s.CreatedAt, s.UpdatedAt}, contactTable.fields(&row),
			[]any{plaintext.Fold(s.FirstName), plaintext.Fold(s.LastName), searchText(s.Contact), marksOf(s.Contact, w.tags)})
	}
	if before == nil {
		before = &Stored{}
		w.created++
		w.contacts.new = append(w.contacts.new, values)
	} else {
		w.contacts.same = append(w.contacts.same, values)
	}
	w.searched = w.searched || change.Before == nil || searchText(before.Contact) != searchText(s.Contact)
	part := func(i int, id uuid.UUID, fields []any, derived ...any) []any {
		return slices.Concat([]any{w.firm, id, s.UpdatedAt, s.UpdatedAt, s.ID, i}, fields, derived)
	}
	addParts(&w.phones, before.Phones, s.Phones, false, (*Phone).id, func(i int, p Phone) []any {
		return part(i, p.ID, phoneTable.fields(&p), p.Digits())
	})
	person := s.person()
	addParts(&w.emails, before.Emails, s.Emails, person != before.person(), (*Email).id, func(i int, e Email) []any {
		return part(i, e.ID, emailTable.fields(&e), e.personKey(person))
	})
	addParts(&w.addresses, before.Addresses, s.Addresses, false, (*Address).id, func(i int, a Address) []any {
		return part(i, a.ID, addressTable.fields(&a))
	})
	w.addLinks(before.Tags, s)
}

// addLinks adds the links to tags that a contact gains, and those that it loses.
func (w *writer) addLinks(before []tags.Tag, s *Stored) {
	had := make(map[string]bool, len(before))
	for _, t := range before {
		had[t.Key] = true
	}
	for _, t := range s.Tags {
		if !had[t.Key] {
			w.links.Added = append(w.links.Added, tags.Link{Contact: s.ID, Tag: w.tags[t.Key].ID})
		}
		delete(had, t.Key)
	}
	for key := range had {
		w.links.Removed = append(w.links.Removed, tags.Link{Contact: s.ID, Tag: w.tags[key].ID})
	}
}

func (w *writer) tables() []*rows { return []*rows{&w.contacts, &w.phones, &w.emails, &w.addresses} }

// remove deletes the rows that are gone.
func (w *writer) remove(d *db.DB, batch *db.Batch) error {
	for _, r := range w.tables() {
		if len(r.gone) > 0 {
			among, list := d.AmongIDs("id", 2, r.gone)
			batch.Exec("DELETE FROM "+r.table+" WHERE firm_id = $1 AND "+among, list)
		}
	}
	w.links.Remove(d, batch)
	return batch.Run()
}
