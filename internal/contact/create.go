package contact

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/fold"
	"github.com/firmhub/firmhub/internal/record"
)

// Create makes a contact of the viewer's firm with its phones, e-mails, addresses and tags, or nothing. A ValidationError
// names every fault of the input.
func Create(ctx context.Context, d *db.DB, in CreateInput) (_ *ent.Contact, err error) {
	defer fault.Wrap(&err, "contact.Create")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	made, err := insert(ctx, d, []CreateInput{in})
	if err != nil {
		return nil, err
	}
	return made[0], nil
}

// CreateMany makes all of the contacts, in their order, or none. It takes as many statements as [Create] does for one,
// up to a thousand rows each. A ValidationError names the faults of all: [3].phones[0].phone.
func CreateMany(ctx context.Context, d *db.DB, ins []CreateInput) (_ []*ent.Contact, err error) {
	defer fault.Wrap(&err, "contact.CreateMany")
	var faults fault.Details
	for i := range ins {
		for _, wrong := range ins[i].Validate() {
			faults.Add(fmt.Sprintf("[%d].%s", i, wrong.Field), "%s", wrong.Message)
		}
	}
	if err := faults.Err(); err != nil {
		return nil, err
	}
	return insert(ctx, d, ins)
}

// maxRows is how many rows a statement writes: the widest table times this stays below the parameters that either
// database takes (32,766 on SQLite).
const maxRows = 1000

// insert writes contacts whose input is validated: a statement for each kind of row.
func insert(ctx context.Context, d *db.DB, ins []CreateInput) (contacts []*ent.Contact, err error) {
	if len(ins) == 0 {
		return nil, nil
	}
	err = d.Tx(ctx, func(ctx context.Context) error {
		names := make(map[string]string)
		for _, in := range ins {
			for _, name := range in.Tags {
				if key := tagKey(name); names[key] == "" {
					names[key] = name
				}
			}
		}
		tags, err := ensureTags(ctx, d, names)
		if err != nil {
			return err
		}
		b := newBatch(d.Client, ins, tags)
		if contacts, err = save(ctx, b.contacts, d.Client.Contact.CreateBulk); err != nil {
			return err
		}
		if _, err = save(ctx, b.phones, d.Client.ContactPhone.CreateBulk); err != nil {
			return err
		}
		if _, err = save(ctx, b.emails, d.Client.ContactEmail.CreateBulk); err != nil {
			return err
		}
		if _, err = save(ctx, b.addresses, d.Client.ContactAddress.CreateBulk); err != nil {
			return err
		}
		_, err = save(ctx, b.tags, d.Client.ContactTag.CreateBulk)
		return err
	})
	if err != nil {
		return nil, err
	}
	return contacts, nil
}

// save runs builders in bulk.
func save[Builder, Row any, Bulk interface {
	Save(ctx context.Context) ([]Row, error)
}](ctx context.Context, builders []Builder, bulk func(...Builder) Bulk) ([]Row, error) {
	rows := make([]Row, 0, len(builders))
	for chunk := range slices.Chunk(builders, maxRows) {
		saved, err := bulk(chunk...).Save(ctx)
		if err != nil {
			return nil, err
		}
		rows = append(rows, saved...)
	}
	return rows, nil
}

// batch is the rows of some contacts.
type batch struct {
	contacts  []*ent.ContactCreate
	phones    []*ent.ContactPhoneCreate
	emails    []*ent.ContactEmailCreate
	addresses []*ent.ContactAddressCreate
	tags      []*ent.ContactTagCreate
}

func newBatch(client *ent.Client, ins []CreateInput, tags map[string]uuid.UUID) *batch {
	b := &batch{contacts: make([]*ent.ContactCreate, 0, len(ins))}
	for _, in := range ins {
		id := record.NewID()
		b.contacts = append(b.contacts, client.Contact.Create().
			SetID(id).
			SetFirstName(in.FirstName).SetFirstNameKey(fold.Text(in.FirstName)).
			SetLastName(in.LastName).SetLastNameKey(fold.Text(in.LastName)).
			SetNillableGender(in.Gender).
			SetNillableIsActive(in.IsActive).
			SetNillableProfilePic(in.ProfilePic).
			SetSearch(searchText(in)))
		b.addPhones(client, id, in.Phones)
		b.addEmails(client, id, in.Emails)
		b.addAddresses(client, id, in.Addresses)
		for _, name := range in.Tags {
			b.tags = append(b.tags, client.ContactTag.Create().SetContactID(id).SetTagID(tags[tagKey(name)]))
		}
	}
	return b
}

func (b *batch) addPhones(client *ent.Client, contactID uuid.UUID, phones []PhoneInput) {
	primary := primaryOf(phones, func(p PhoneInput) *bool { return p.IsPrimary })
	for i, p := range phones {
		b.phones = append(b.phones, client.ContactPhone.Create().
			SetContactID(contactID).SetPosition(i).SetNillableType(p.Type).SetIsPrimary(i == primary).
			SetPhone(p.Phone).SetPhoneCc(p.number.CC).SetE164(p.number.E164).SetMatchKey(p.number.MatchKey))
	}
}

func (b *batch) addEmails(client *ent.Client, contactID uuid.UUID, emails []EmailInput) {
	primary := primaryOf(emails, func(e EmailInput) *bool { return e.IsPrimary })
	for i, e := range emails {
		b.emails = append(b.emails, client.ContactEmail.Create().
			SetContactID(contactID).SetPosition(i).SetNillableType(e.Type).SetIsPrimary(i == primary).
			SetEmail(e.Email).SetEmailKey(emailKey(e.Email)))
	}
}

func (b *batch) addAddresses(client *ent.Client, contactID uuid.UUID, addresses []AddressInput) {
	for i, a := range addresses {
		b.addresses = append(b.addresses, client.ContactAddress.Create().
			SetContactID(contactID).SetPosition(i).SetNillableType(a.Type).
			SetLine1(a.Line1).SetLine2(a.Line2).SetLandmark(a.Landmark).
			SetCity(a.City).SetState(a.State).SetCountry(a.Country).SetPinCode(a.PinCode))
	}
}

// primaryOf is the place of the primary entry: the one that says so, else the first.
func primaryOf[P any](parts []P, isPrimary func(P) *bool) int {
	return max(0, slices.IndexFunc(parts, func(part P) bool { return isTrue(isPrimary(part)) }))
}
