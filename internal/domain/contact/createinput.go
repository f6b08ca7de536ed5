package contact

import (
	"github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
)

// CreateInput describes a new contact. An import fills it with the columns of a row, and maps the
// paths of the faults that [Parse] returns (phones[0].phone) back to the columns.
type CreateInput struct {
	FirstName, LastName string
	Gender              *contact.Gender
	// IsActive is true by default.
	IsActive *bool
	// ProfilePic is an http or https URL. Blank means none.
	ProfilePic *string
	Phones     []PhoneInput
	Emails     []EmailInput
	Addresses  []AddressInput
	// Tags are compared without case. A tag that the firm has keeps the spelling of its first use.
	Tags []string
}

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

// isStored reports whether the number is that of the stored phone, in the same notation. Such a
// number is not parsed again: numbering plans change, and it may no longer be valid.
func (in *PhoneInput) isStored() bool {
	return in.stored != nil && plaintext.Trim(in.Phone) == in.stored.Text && plaintext.Trim(in.PhoneCC) == in.stored.CC
}

// EmailInput is an e-mail address of a contact.
type EmailInput struct {
	Email string
	// Type is 0 (other, the default), 1 personal, 2 work or 3 other. Those up to 99 are the firm's
	// own.
	Type *int
	// IsPrimary may be true for one entry. By default the first entry is primary.
	IsPrimary *bool
}

// AddressInput is a postal address of a contact. All of it is optional.
type AddressInput struct {
	// Type is 0 (other, the default), 1 home, 2 work or 3 billing. Those up to 99 are the firm's
	// own.
	Type                                                  *int
	Line1, Line2, Landmark, City, State, Country, PinCode string
}

// Validate returns the faults of [Parse].
func (in *CreateInput) Validate() fault.Details {
	_, faults := Parse(*in)
	return faults
}
