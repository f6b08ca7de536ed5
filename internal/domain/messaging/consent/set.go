package consent

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
)

const maxEvidence = 1000

// SetInput says what an address, or a contact, has consented to.
type SetInput struct {
	// Either Address or ContactID is set. ContactID means all phones, e-mail addresses and
	// identities of the contact.
	Address   *string
	ContactID *uuid.UUID
	State     State
	// Evidence is how the firm knows it. It may be empty.
	Evidence string
}

// Validate trims the texts and returns every fault, but not that both the address and the contact
// are missing: a contactId of the wrong type looks the same.
func (in *SetInput) Validate() fault.Details {
	faults := in.validate(new(Address))
	if in.Address != nil || in.ContactID != nil {
		return faults
	}
	return slices.DeleteFunc(faults, func(d fault.Detail) bool { return d.Field == "address" })
}

// validate trims the texts and returns every fault. It parses the address into parsed.
func (in *SetInput) validate(parsed *Address) fault.Details {
	var faults fault.Details
	switch {
	case (in.Address == nil) == (in.ContactID == nil):
		faults.Add("address", "is required, or contactId instead of it")
	case in.Address != nil:
		*parsed, faults = ParseAddress(*in.Address)
	}
	if in.State != OptedIn && in.State != OptedOut {
		faults.Add("state", "must be OptedIn or OptedOut")
	}
	plaintext.Check(&faults, "evidence", &in.Evidence, maxEvidence)
	return faults
}

// Set adds what an address of the viewer's firm, or all addresses of a contact, have consented to.
// It returns the entries then in force. An address that has the state already, with the same
// evidence, gets no other entry, so a request can be repeated. Once an opt-out is answered, no
// provider is called any more for a message that it forbids. Set returns NotFound for a contact
// of no firm or of another one, and ValidationError for a contact without an address.
func Set(ctx context.Context, d *db.DB, in SetInput) (entries []*Entry, err error) {
	defer fault.Wrap(&err, "consent.Set")
	var address Address
	if err := in.validate(&address).Err(); err != nil {
		return nil, err
	}
	said := &statement{state: in.State, source: FromAPI, evidence: in.Evidence, changes: func(present *Entry) bool {
		return present == nil || present.State != in.State || present.Evidence != in.Evidence
	}}
	err = d.Tx(ctx, func(ctx context.Context) error {
		addresses := []Address{address}
		if in.ContactID != nil {
			if addresses, err = ofContact(ctx, d, *in.ContactID); err != nil {
				return err
			}
		}
		if in.State == OptedOut {
			awaitCalls(ctx, d, addresses)
		}
		entries, err = said.add(ctx, d, addresses)
		return err
	})
	if err != nil {
		return nil, err
	}
	return entries, nil
}

// ofContact returns the addresses of a contact of the viewer's firm, without those that only differ
// in their spelling.
func ofContact(ctx context.Context, d *db.DB, id uuid.UUID) ([]Address, error) {
	row, err := d.Client.Contact.Query().Where(contact.ID(id)).WithPhones().WithEmails().Only(ctx)
	if err != nil {
		return nil, db.NotFound(err, "contact")
	}
	addresses := addressesOf(row)
	users, err := db.All[string](d.InFirm(ctx), "SELECT value FROM contact_identities WHERE firm_id = $1 AND contact_id = $2 ORDER BY id", id)
	if err != nil {
		return nil, err
	}
	for _, user := range users {
		addresses = append(addresses, OfRecipient(provider.Address{Kind: provider.WhatsAppUser, Value: user}))
	}
	if len(addresses) == 0 {
		return nil, fault.Details{{Field: "contactId", Message: "has no phone, no e-mail address and no identity"}}.Err()
	}
	return addresses, nil
}

func addressesOf(row *ent.Contact) (addresses []Address) {
	known := map[string]bool{}
	add := func(address Address) {
		if !known[address.Key] {
			known[address.Key] = true
			addresses = append(addresses, address)
		}
	}
	for _, phone := range row.Edges.Phones {
		add(OfPhone(phone.E164, phone.MatchKey))
	}
	for _, mail := range row.Edges.Emails {
		add(OfEmail(mail.Email))
	}
	return addresses
}
