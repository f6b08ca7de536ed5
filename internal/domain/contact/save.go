package contact

import (
	"context"

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
	if _, err := save(ctx, d, changes, each); err != nil {
		return err
	}
	var changed []uuid.UUID
	for _, change := range changes {
		if change.Before != nil {
			changed = append(changed, change.After.ID)
		}
	}
	return observed(ctx, d, changed...)
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
		for _, r := range w.tables() {
			if err := r.delete(d, inFirm); err != nil {
				return err
			}
			if err := inFirm.Insert(r.table, r.columns, len(r.new), r.send(r.new, each)); err != nil {
				return err
			}
			if err := inFirm.Upsert(r.table, r.columns, len(r.same), r.send(r.same, each)); err != nil {
				return err
			}
		}
		if err := w.links.Save(ctx, d, each); err != nil {
			return err
		}
		counted := w.links.Counts()
		if w.searched {
			counted[uuid.Nil] = w.made
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
	// made is the number of new contacts.
	made int
	// searched is set if what searches find changes.
	searched                            bool
	contacts, phones, emails, addresses rows
	links                               tags.Links
}

func newWriter(firm uuid.UUID) *writer {
	w := &writer{firm: firm}
	w.contacts = rows{table: contactTable.name, columns: contactTable.written, values: w.contact}
	w.phones = rows{table: phoneTable.name, columns: phoneTable.written, values: w.phone}
	w.emails = rows{table: emailTable.name, columns: emailTable.written, values: w.email}
	w.addresses = rows{table: addressTable.name, columns: addressTable.written, values: w.address}
	return w
}

// add adds the rows of a change.
func (w *writer) add(change Change) {
	s, before := change.After, change.Before
	if before == nil {
		before = &Stored{}
		w.made++
		w.contacts.new = append(w.contacts.new, row{of: s})
	} else {
		w.contacts.same = append(w.contacts.same, row{of: s})
	}
	w.searched = w.searched || change.Before == nil || !before.hasSearchTextOf(&s.Contact)
	addParts(&w.phones, s, before.Phones, s.Phones, false, (*Phone).id)
	addParts(&w.emails, s, before.Emails, s.Emails, s.person() != before.person(), (*Email).id)
	addParts(&w.addresses, s, before.Addresses, s.Addresses, false, (*Address).id)
	w.addLinks(before.Tags, s)
}

// contact returns the values of the row of a contact.
func (w *writer) contact(r row) []any {
	c := &r.of.Contact
	return append(contactTable.row(c, w.firm, r.of.ID, r.of.CreatedAt, r.of.UpdatedAt),
		plaintext.Fold(c.FirstName), plaintext.Fold(c.LastName), searchText(*c), marksOf(*c, w.tags))
}

func (w *writer) phone(r row) []any {
	p := &r.of.Phones[r.at]
	return append(phoneTable.row(p, w.firm, p.ID, r.of.UpdatedAt, r.of.UpdatedAt, r.of.ID, r.at), p.Digits())
}

func (w *writer) email(r row) []any {
	e := &r.of.Emails[r.at]
	return append(emailTable.row(e, w.firm, e.ID, r.of.UpdatedAt, r.of.UpdatedAt, r.of.ID, r.at), e.personKey(r.of.person()))
}

func (w *writer) address(r row) []any {
	a := &r.of.Addresses[r.at]
	return addressTable.row(a, w.firm, a.ID, r.of.UpdatedAt, r.of.UpdatedAt, r.of.ID, r.at)
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
