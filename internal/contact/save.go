package contact

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/ent/contactaddress"
	"github.com/firmhub/firmhub/ent/contactemail"
	"github.com/firmhub/firmhub/ent/contactphone"
	"github.com/firmhub/firmhub/ent/rule/scope"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fold"
)

// Save writes contacts of the viewer's firm, whatever their number, with a few statements for each kind of row: those that
// are new, and the differences of those that were loaded in the same transaction. It sets the ids of new parts, and
// UpdatedAt of what has changed is the caller's. Each contact is in one change only. It calls each before it sends a row, in one
// goroutine at a time.
func Save(ctx context.Context, d *db.DB, changes []Change, each func()) error {
	_, err := save(ctx, d, changes, each)
	return err
}

// atOnce is for a request, which sends its rows without a rest.
func atOnce() {}

// save is [Save]. The writer that it returns knows the entities.
func save(ctx context.Context, d *db.DB, changes []Change, each func()) (*writer, error) {
	if len(changes) == 0 {
		return newWriter(uuid.Nil), nil
	}
	firm, err := scope.Firm(ctx, "Contact")
	if err != nil {
		return nil, err
	}
	if scope.Across(ctx) {
		return nil, fmt.Errorf("%w: contacts are written within a firm", scope.ErrIsolation)
	}
	w := newWriter(firm)
	err = d.Tx(ctx, func(ctx context.Context) error {
		if w.tags, err = ensureTags(ctx, d, namesByKey(tagsOf(changes))); err != nil {
			return err
		}
		for _, change := range changes {
			w.add(change)
		}
		return w.write(ctx, d, each)
	})
	return w, err
}

// tagsOf returns the tags that the contacts had and have.
func tagsOf(changes []Change) (tags []Tag) {
	for _, change := range changes {
		if change.Before != nil {
			tags = append(tags, change.Before.Tags...)
		}
		tags = append(tags, change.After.Tags...)
	}
	return tags
}

// writer collects the rows of changes.
type writer struct {
	firm uuid.UUID
	// tags are by key.
	tags map[string]*ent.Tag
	// created is the number of new contacts.
	created                             int
	contacts, phones, emails, addresses rows
	links                               linkChanges
}

func newWriter(firm uuid.UUID) *writer {
	common := func(columns ...string) []string {
		return append([]string{
			contact.FieldFirmID, contact.FieldID, contact.FieldCreatedAt, contact.FieldUpdatedAt,
		}, columns...)
	}
	return &writer{
		firm: firm,
		contacts: rows{table: contact.Table, columns: common(
			contact.FieldFirstName, contact.FieldFirstNameKey, contact.FieldLastName, contact.FieldLastNameKey,
			contact.FieldGender, contact.FieldIsActive, contact.FieldProfilePic, contact.FieldSearch,
			contact.FieldMarks)},
		phones: rows{table: contactphone.Table, columns: common(
			contactphone.FieldContactID, contactphone.FieldPosition, contactphone.FieldType, contactphone.FieldIsPrimary,
			contactphone.FieldPhone, contactphone.FieldPhoneCc, contactphone.FieldE164, contactphone.FieldMatchKey,
			contactphone.FieldDigits)},
		emails: rows{table: contactemail.Table, columns: common(
			contactemail.FieldContactID, contactemail.FieldPosition, contactemail.FieldType, contactemail.FieldIsPrimary,
			contactemail.FieldEmail, contactemail.FieldEmailKey, contactemail.FieldPersonKey)},
		addresses: rows{table: contactaddress.Table, columns: common(
			contactaddress.FieldContactID, contactaddress.FieldPosition, contactaddress.FieldType,
			contactaddress.FieldLine1, contactaddress.FieldLine2, contactaddress.FieldLandmark, contactaddress.FieldCity,
			contactaddress.FieldState, contactaddress.FieldCountry, contactaddress.FieldPinCode)},
	}
}

// add adds the rows of a change.
func (w *writer) add(change Change) {
	s, before := change.After, change.Before
	values := func() []any {
		return []any{
			w.firm, s.ID, s.CreatedAt, s.UpdatedAt, s.FirstName, fold.Text(s.FirstName), s.LastName, fold.Text(s.LastName),
			s.Gender, s.IsActive, s.ProfilePic, searchText(s.Contact), marksOf(s.Contact, w.tags),
		}
	}
	if before == nil {
		before = &Stored{}
		w.created++
		w.contacts.new = append(w.contacts.new, values)
	} else {
		w.contacts.same = append(w.contacts.same, values)
	}
	now := s.UpdatedAt
	addParts(&w.phones, before.Phones, s.Phones, false, (*Phone).id, func(i int, p Phone) []any {
		return []any{
			w.firm, p.ID, now, now, s.ID, i, p.Type, p.IsPrimary, p.Text, p.CC, p.E164, p.MatchKey, p.digits(),
		}
	})
	person := s.person()
	addParts(&w.emails, before.Emails, s.Emails, person != before.person(), (*Email).id, func(i int, e Email) []any {
		return []any{w.firm, e.ID, now, now, s.ID, i, e.Type, e.IsPrimary, e.Address, e.Key, e.personKey(person)}
	})
	addParts(&w.addresses, before.Addresses, s.Addresses, false, (*Address).id, func(i int, a Address) []any {
		return []any{
			w.firm, a.ID, now, now, s.ID, i, a.Type, a.Line1, a.Line2, a.Landmark, a.City, a.State, a.Country, a.PinCode,
		}
	})
	w.addLinks(before.Tags, s)
}

// addLinks adds the links to tags that a contact gains, and those that it loses.
func (w *writer) addLinks(before []Tag, s *Stored) {
	had := make(map[string]bool, len(before))
	for _, t := range before {
		had[t.Key] = true
	}
	for _, t := range s.Tags {
		if !had[t.Key] {
			w.links.added = append(w.links.added, link{s.ID, w.tags[t.Key].ID})
		}
		delete(had, t.Key)
	}
	for key := range had {
		w.links.removed = append(w.links.removed, link{s.ID, w.tags[key].ID})
	}
}

func (w *writer) write(ctx context.Context, d *db.DB, each func()) error {
	for _, r := range []*rows{&w.contacts, &w.phones, &w.emails, &w.addresses} {
		if err := r.write(ctx, d, w.firm, each); err != nil {
			return err
		}
	}
	if err := w.links.write(ctx, d, each); err != nil {
		return err
	}
	changes := w.links.counts()
	changes[uuid.Nil] = w.created
	return addCounts(ctx, d, changes)
}
