package contact

import (
	"iter"
	"slices"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contactphone"
	"github.com/firmhub/firmhub/internal/domain/contact/number"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
)

// Phone is a telephone number of a contact. Exactly one phone of a contact is primary.
type Phone struct {
	// ID is zero until the phone is stored. The same is true of e-mail and postal addresses.
	ID uuid.UUID
	// Text is the number as it was sent.
	Text string `column:"phone" api:"phone"`
	number.Number
	Type      int  `column:"type" api:"type"`
	IsPrimary bool `column:"is_primary" api:"isPrimary"`
}

var phoneTable = tableOf[Phone, ent.ContactPhone](contactphone.Table, partColumns, contactphone.FieldDigits)

func (p *Phone) id() *uuid.UUID { return &p.ID }

// PhoneValues returns the values of a phone as [Values] does.
func PhoneValues(row *ent.ContactPhone) iter.Seq2[string, any] { return phoneTable.values(row) }

// PhoneInput is a telephone number of a contact. The same number may be in the list twice, say as
// home and as work.
type PhoneInput struct {
	// Phone is stored as it was sent. See [number.Parse] for how it is parsed.
	Phone, PhoneCC string
	// Type is 0 (other, the default), 1 mobile, 2 work or 3 home. Those up to 99 are the firm's
	// own.
	Type *int
	// IsPrimary may be true for one entry. By default the first entry is primary.
	IsPrimary *bool

	// stored is the phone that an entry of an update replaces.
	stored *Phone
}

// isStored reports whether the stored phone has this number, in the same notation. Such a
// number is not parsed again: numbering plans change, and it may no longer be valid.
func (in *PhoneInput) isStored() bool {
	return in.stored != nil && plaintext.Trim(in.Phone) == in.stored.Text && plaintext.Trim(in.PhoneCC) == in.stored.CC
}

// UpdatePhoneInput is a phone number of a contact. If its ID belongs to a stored one, it keeps the
// id.
type UpdatePhoneInput struct {
	ID *uuid.UUID
	PhoneInput
}

func parsePhone(in PhoneInput) (Phone, fault.Details) {
	var faults fault.Details
	p := Phone{Text: plaintext.Trim(in.Phone), IsPrimary: isTrue(in.IsPrimary)}
	if in.isStored() {
		p.Number = in.stored.Number
	} else {
		p.Number, faults = number.Parse(in.Phone, in.PhoneCC)
	}
	p.Type = parseType(&faults, in.Type)
	return p, faults
}

// storedPhone returns the phone with an id, or nil.
func storedPhone(phones []Phone, id *uuid.UUID) *Phone {
	if id == nil {
		return nil
	}
	at := slices.IndexFunc(phones, func(p Phone) bool { return p.ID == *id })
	if at < 0 {
		return nil
	}
	return &phones[at]
}
