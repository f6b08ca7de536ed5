// Package contact creates, changes and deletes contacts, the people to whom a firm writes, and
// their tags.
//
// [Parse] turns the input of a client, or a row of an import, into a [Contact]. Everything else in
// this package works on contacts. [Save] writes contacts: new ones, and those that [Load] has
// locked. Changes of only the tags, and deletions, do not use it, because they need no more of a
// contact.
package contact

import (
	"context"
	"iter"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/ent/tag"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/contact/tags"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
)

// Contact is a valid contact in normal form: texts are trimmed, numbers are parsed, and defaults
// are set. Its tags are the columns of contacts that describe the person; see [table].
type Contact struct {
	FirstName string          `column:"first_name" api:"firstName"`
	LastName  string          `column:"last_name" api:"lastName"`
	Gender    *contact.Gender `column:"gender" api:"gender"`
	IsActive  bool            `column:"is_active" api:"isActive"`
	// ProfilePic is an http or https URL, or nil.
	ProfilePic *string `column:"profile_pic" api:"profilePic"`

	Phones    []Phone
	Emails    []Email
	Addresses []Address
	// Tags have different keys.
	Tags []tags.Tag
}

var contactTable = tableOf[Contact, ent.Contact](contact.Table, rowColumns,
	contact.FieldFirstNameKey, contact.FieldLastNameKey, contact.FieldSearch, contact.FieldMarks)

var tagTable = tableOf[tags.Tag, ent.Tag](tag.Table, rowColumns)

// Columns returns the columns of the values of contacts.
func Columns() []string { return contactTable.names() }

// Values returns pointers to the values of a contact other than its lists, by the names that the
// APIs, exports and imports have for them, in the order of an export.
func Values(row *ent.Contact) iter.Seq2[string, any] { return contactTable.values(row) }

// Overwrite sets the values that another contact has, and reports whether any changes.
func (c *Contact) Overwrite(other *Contact) (changed bool) { return contactTable.overwrite(c, other) }

// isNamed reports whether anything names the person: a name, a phone or an e-mail address.
func (c *Contact) isNamed() bool {
	return c.FirstName != "" || c.LastName != "" || len(c.Phones) > 0 || len(c.Emails) > 0
}

var getStatement = "SELECT created_at, updated_at, " + strings.Join(contactTable.names(), ", ") +
	" FROM contacts WHERE firm_id = $1 AND id = $2 AND deleted_at IS NULL"

// Get returns a contact of the viewer's firm with all columns and the selected edges, or NotFound.
// The contact is read before its edges: if it changes in between, an update on condition that
// nothing has changed is refused, as it must be.
func Get(ctx context.Context, d *db.DB, id uuid.UUID, sel page.Selection) (_ *ent.Contact, err error) {
	defer fault.Wrap(&err, "contact.Get")
	var row Contact
	found, batch := &ent.Contact{ID: id}, d.InFirm(ctx).Batch()
	exists := batch.Row(append([]any{&found.CreatedAt, &found.UpdatedAt}, contactTable.fields(&row)...), getStatement, id)
	if len(sel.Edges) > 0 {
		batchEdges(d, batch, []*ent.Contact{found}, sel, func(_ int, r *edgeRow) { r.addTo(found) })
	}
	if err := batch.Run(); err != nil {
		return nil, err
	}
	if !*exists {
		return nil, fault.New(fault.NotFound, "There is no such contact.")
	}
	contactTable.toEntity(&row, found)
	found.CreatedAt, found.UpdatedAt = found.CreatedAt.UTC(), found.UpdatedAt.UTC()
	sortEdges(found)
	return found, nil
}
