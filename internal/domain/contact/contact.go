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

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/contact/number"
	"github.com/firmhub/firmhub/internal/domain/contact/tags"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
)

// Contact is a valid contact in normal form: texts are trimmed, numbers are parsed, and defaults
// are set.
type Contact struct {
	FirstName, LastName string
	Gender              *contact.Gender
	IsActive            bool
	// ProfilePic is an http or https URL, or nil.
	ProfilePic *string
	Phones     []Phone
	Emails     []Email
	Addresses  []Address
	// Tags have different keys.
	Tags []tags.Tag
}

// isNamed reports whether anything names the person: a name, a phone or an e-mail address.
func (c *Contact) isNamed() bool {
	return c.FirstName != "" || c.LastName != "" || len(c.Phones) > 0 || len(c.Emails) > 0
}

// Phone is a telephone number of a contact. Exactly one phone of a contact is primary.
type Phone struct {
	number.Number

	// ID is zero until the phone is stored. The same is true of e-mail and postal addresses.
	ID uuid.UUID
	// Text is the number as it was sent.
	Text      string
	Type      int
	IsPrimary bool
}

// Email is an e-mail address of a contact. Exactly one e-mail address of a contact is primary.
type Email struct {
	ID uuid.UUID
	// Key is the same for addresses that differ only by case.
	Address, Key string
	Type         int
	IsPrimary    bool
}

// Address is a postal address of a contact.
type Address struct {
	ID                                                    uuid.UUID
	Type                                                  int
	Line1, Line2, Landmark, City, State, Country, PinCode string
}

func (p *Phone) id() *uuid.UUID   { return &p.ID }
func (e *Email) id() *uuid.UUID   { return &e.ID }
func (a *Address) id() *uuid.UUID { return &a.ID }

// Get returns a contact of the viewer's firm, or NotFound.
func Get(ctx context.Context, d *db.DB, id uuid.UUID, sel page.Selection) (_ *ent.Contact, err error) {
	defer fault.Wrap(&err, "contact.Get")
	found, err := get(ctx, d, id, sel)
	if err == nil && len(found) == 0 {
		return nil, fault.New(fault.NotFound, "There is no such contact.")
	}
	if err != nil {
		return nil, err
	}
	return found[0], nil
}
