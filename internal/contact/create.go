package contact

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/fold"
	"github.com/firmhub/firmhub/internal/record"
)

// Create creates a contact of the viewer's firm with its phones, e-mails, addresses and tags. A ValidationError names
// every fault of the input.
func Create(ctx context.Context, d *db.DB, in CreateInput) (_ *ent.Contact, err error) {
	defer fault.Wrap(&err, "contact.Create")
	c, faults := Parse(in)
	if err := faults.Err(); err != nil {
		return nil, err
	}
	created, err := insert(ctx, d, []Contact{c})
	if err != nil {
		return nil, err
	}
	return created[0], nil
}

// CreateMany creates all of the contacts, or none, and returns them in the same order. It runs as many statements as
// [Create] does for one contact, with up to a thousand rows in each. A ValidationError names the faults of all:
// [3].phones[0].phone.
func CreateMany(ctx context.Context, d *db.DB, ins []CreateInput) (_ []*ent.Contact, err error) {
	defer fault.Wrap(&err, "contact.CreateMany")
	var faults fault.Details
	contacts := make([]Contact, 0, len(ins))
	for i, in := range ins {
		c, wrong := Parse(in)
		faults.AddAll(fmt.Sprintf("[%d].", i), wrong)
		contacts = append(contacts, c)
	}
	if err := faults.Err(); err != nil {
		return nil, err
	}
	return insert(ctx, d, contacts)
}

// insert saves contacts with one statement for each kind of row.
func insert(ctx context.Context, d *db.DB, contacts []Contact) (rows []*ent.Contact, err error) {
	if len(contacts) == 0 {
		return nil, nil
	}
	err = d.Tx(ctx, func(ctx context.Context) error {
		names := make(map[string]string)
		for _, c := range contacts {
			for _, tag := range c.Tags {
				if names[tag.Key] == "" {
					names[tag.Key] = tag.Name
				}
			}
		}
		tags, err := ensureTags(ctx, d, names)
		if err != nil {
			return err
		}
		b := newBatch(d.Client, contacts, tags)
		if rows, err = db.CreateBulk(ctx, d.Client.Contact.CreateBulk, b.contacts); err != nil {
			return err
		}
		if _, err = db.CreateBulk(ctx, d.Client.ContactPhone.CreateBulk, b.phones); err != nil {
			return err
		}
		if _, err = db.CreateBulk(ctx, d.Client.ContactEmail.CreateBulk, b.emails); err != nil {
			return err
		}
		if _, err = db.CreateBulk(ctx, d.Client.ContactAddress.CreateBulk, b.addresses); err != nil {
			return err
		}
		_, err = db.CreateBulk(ctx, d.Client.ContactTag.CreateBulk, b.tags)
		return err
	})
	if err != nil {
		return nil, err
	}
	return rows, nil
}

// batch holds the rows of some contacts.
type batch struct {
	contacts  []*ent.ContactCreate
	phones    []*ent.ContactPhoneCreate
	emails    []*ent.ContactEmailCreate
	addresses []*ent.ContactAddressCreate
	tags      []*ent.ContactTagCreate
}

func newBatch(client *ent.Client, contacts []Contact, tags map[string]uuid.UUID) *batch {
	b := &batch{contacts: make([]*ent.ContactCreate, 0, len(contacts))}
	for _, c := range contacts {
		id := record.NewID()
		b.contacts = append(b.contacts, client.Contact.Create().
			SetID(id).
			SetFirstName(c.FirstName).SetFirstNameKey(fold.Text(c.FirstName)).
			SetLastName(c.LastName).SetLastNameKey(fold.Text(c.LastName)).
			SetNillableGender(c.Gender).
			SetIsActive(c.IsActive).
			SetNillableProfilePic(c.ProfilePic).
			SetSearch(searchText(c)))
		for i, p := range c.Phones {
			b.phones = append(b.phones, client.ContactPhone.Create().
				SetContactID(id).SetPosition(i).SetType(p.Type).SetIsPrimary(p.IsPrimary).
				SetPhone(p.Text).SetPhoneCc(p.CC).SetE164(p.E164).SetMatchKey(p.MatchKey))
		}
		for i, e := range c.Emails {
			b.emails = append(b.emails, client.ContactEmail.Create().
				SetContactID(id).SetPosition(i).SetType(e.Type).SetIsPrimary(e.IsPrimary).
				SetEmail(e.Address).SetEmailKey(e.Key))
		}
		for i, a := range c.Addresses {
			b.addresses = append(b.addresses, client.ContactAddress.Create().
				SetContactID(id).SetPosition(i).SetType(a.Type).
				SetLine1(a.Line1).SetLine2(a.Line2).SetLandmark(a.Landmark).
				SetCity(a.City).SetState(a.State).SetCountry(a.Country).SetPinCode(a.PinCode))
		}
		for _, tag := range c.Tags {
			b.tags = append(b.tags, client.ContactTag.Create().SetContactID(id).SetTagID(tags[tag.Key]))
		}
	}
	return b
}
