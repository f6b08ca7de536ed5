package contact

import (
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
)

// UpdateInput describes changes of a contact. Nil fields do not change. The limits are the same as
// for [CreateInput], except that a contact that an import stored without a first or last name may
// stay so. A client can send back unchanged what it has read.
type UpdateInput struct {
	ID uuid.UUID
	// CreatedAt is ignored.
	CreatedAt *time.Time
	// UpdatedAt makes the update conditional. It is the updatedAt of the contact that the client
	// has read.
	UpdatedAt           *time.Time
	FirstName, LastName *string
	Gender              *contact.Gender
	// ClearGender removes the gender. Gender is ignored then.
	ClearGender bool
	IsActive    *bool
	ProfilePic  *string
	// ClearProfilePic removes the picture. ProfilePic is ignored then.
	ClearProfilePic bool
	// Phones, Emails and Addresses replace the stored ones, in this order. An entry is complete: a
	// field that is left out has its default.
	Phones    []UpdatePhoneInput
	Emails    []UpdateEmailInput
	Addresses []UpdateAddressInput
	// Identities are ignored.
	Identities []IdentityInput
	// Tags replace the stored ones.
	Tags []string
}

// IdentityInput is an identity of a contact, as a client has read it.
type IdentityInput struct {
	Kind  ent.ContactIdentityKind
	Value string
}

// Validate returns the faults of the input for a contact that has both names and no phones, e-mail
// addresses and addresses with ids.
func (in *UpdateInput) Validate() fault.Details {
	_, faults := in.parse(&Contact{FirstName: "-", LastName: "-"})
	return faults
}

// merge returns the contact after the update, and every fault. Unchanged values are not parsed
// again.
func (in *UpdateInput) merge(before *Stored) (*Stored, fault.Details) {
	c, faults := in.parse(&before.Contact)
	after := &Stored{Contact: c, ID: before.ID, CreatedAt: before.CreatedAt, UpdatedAt: before.UpdatedAt}
	if in.Phones == nil {
		after.Phones = before.Phones
	}
	if in.Emails == nil {
		after.Emails = before.Emails
	}
	if in.Addresses == nil {
		after.Addresses = before.Addresses
	}
	if in.Tags == nil {
		after.Tags = before.Tags
	}
	keepIDs(&faults, "phones", in.Phones, func(p UpdatePhoneInput) *uuid.UUID { return p.ID }, before.Phones, after.Phones, (*Phone).id)
	keepIDs(&faults, "emails", in.Emails, func(e UpdateEmailInput) *uuid.UUID { return e.ID }, before.Emails, after.Emails, (*Email).id)
	keepIDs(&faults, "addresses", in.Addresses, func(a UpdateAddressInput) *uuid.UUID { return a.ID },
		before.Addresses, after.Addresses, (*Address).id)
	if len(faults) == 0 && !after.isNamed() && before.isNamed() {
		faults.Add("firstName", "is required where a contact has no last name, no phone and no e-mail")
	}
	return after, faults
}

// parse returns the contact with the values of the input, and every fault. It has only the
// lists of the input.
func (in *UpdateInput) parse(stored *Contact) (Contact, fault.Details) {
	whole := CreateInput{
		FirstName: stored.FirstName, LastName: stored.LastName, Gender: stored.Gender,
		IsActive: &stored.IsActive, ProfilePic: stored.ProfilePic, Tags: in.Tags,
	}
	if in.FirstName != nil {
		whole.FirstName = *in.FirstName
	}
	if in.LastName != nil {
		whole.LastName = *in.LastName
	}
	if in.Gender != nil || in.ClearGender {
		whole.Gender = in.Gender
	}
	if in.IsActive != nil {
		whole.IsActive = in.IsActive
	}
	if in.ProfilePic != nil || in.ClearProfilePic {
		whole.ProfilePic = in.ProfilePic
	}
	for _, p := range in.Phones {
		p.stored = storedPhone(stored.Phones, p.ID)
		whole.Phones = append(whole.Phones, p.PhoneInput)
	}
	for _, e := range in.Emails {
		whole.Emails = append(whole.Emails, e.EmailInput)
	}
	for _, a := range in.Addresses {
		whole.Addresses = append(whole.Addresses, a.AddressInput)
	}
	return parseContact(whole, checkChangedName(stored.FirstName), checkChangedName(stored.LastName))
}

// checkChangedName returns the check of a changed name: only a name that is empty may stay empty.
func checkChangedName(before string) nameCheck {
	if before == "" {
		return checkOptionalName
	}
	return plaintext.CheckName
}

// keepIDs sets the ids of the parts of a list from the input. It adds a fault for every id that the
// contact does not have, or that occurs twice.
func keepIDs[In, P any](
	faults *fault.Details, list string, given []In, idOf func(In) *uuid.UUID, before, after []P, id func(*P) *uuid.UUID,
) {
	free := make(map[uuid.UUID]bool, len(before))
	for i := range before {
		free[*id(&before[i])] = true
	}
	for i, entry := range given {
		kept := idOf(entry)
		if kept == nil {
			continue
		}
		field := fmt.Sprintf("%s[%d].id", list, i)
		isFree, exists := free[*kept]
		switch {
		case !exists:
			faults.Add(field, "is not the id of an entry of this contact")
		case !isFree:
			faults.Add(field, "is given twice")
		default:
			free[*kept] = false
			if i < len(after) { // it is cut where it is too long
				*id(&after[i]) = *kept
			}
		}
	}
}
