// Package contact holds what makes a contact valid, how one is made, and how contacts are found. Which rows a viewer may
// touch is the schema's business.
package contact

import (
	"fmt"

	"github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/line"
)

// CreateInput is a new contact with all its parts.
type CreateInput struct {
	FirstName, LastName string
	Gender              *contact.Gender
	// IsActive is true unless said otherwise.
	IsActive *bool
	// ProfilePic is an http or https URL.
	ProfilePic *string
	Phones     []PhoneInput
	Emails     []EmailInput
	Addresses  []AddressInput
	// Tags are a set: case does not tell them apart, and each keeps the casing of its first use in the firm.
	Tags []string
}

// PhoneInput is a telephone number of a contact. The same number may stand twice, say at home and at work.
type PhoneInput struct {
	// Phone is kept as sent; how it is read, see [ParseNumber].
	Phone, PhoneCC string
	// Type is 0 (other, the default), 1 mobile, 2 work, 3 home; up to 99 are the firm's own.
	Type *int
	// IsPrimary is true of at most one entry. If of none, the first one is made so.
	IsPrimary *bool

	// number is set by validate.
	number Number
}

// EmailInput is an e-mail address of a contact.
type EmailInput struct {
	Email string
	// Type is 0 (other, the default), 1 personal, 2 work, 3 other; up to 99 are the firm's own.
	Type *int
	// IsPrimary is true of at most one entry. If of none, the first one is made so.
	IsPrimary *bool
}

// AddressInput is a postal address of a contact. All of it is optional.
type AddressInput struct {
	// Type is 0 (other, the default), 1 home, 2 work, 3 billing; up to 99 are the firm's own.
	Type                                                  *int
	Line1, Line2, Landmark, City, State, Country, PinCode string
}

// The limits of a contact; lengths are in characters, of the URL in bytes.
const (
	maxName       = 50
	maxType       = 99
	maxParts      = 50
	maxLine       = 200
	maxProfilePic = 2048
	maxTags       = 50
	maxTag        = 50
)

// Validate trims the input's texts, reads its numbers, drops repeated tags, and gives all that is wrong with it.
func (in *CreateInput) Validate() fault.Details {
	var faults fault.Details
	line.CheckName(&faults, "firstName", &in.FirstName, maxName)
	line.CheckName(&faults, "lastName", &in.LastName, maxName)
	if in.Gender != nil && contact.GenderValidator(*in.Gender) != nil {
		faults.Add("gender", "must be Male, Female or Other")
	}
	checkProfilePic(&faults, &in.ProfilePic)
	checkParts(&faults, "phones", in.Phones, (*PhoneInput).validate)
	checkOnePrimary(&faults, "phones", in.Phones, func(p PhoneInput) *bool { return p.IsPrimary })
	checkParts(&faults, "emails", in.Emails, (*EmailInput).validate)
	checkOnePrimary(&faults, "emails", in.Emails, func(e EmailInput) *bool { return e.IsPrimary })
	checkParts(&faults, "addresses", in.Addresses, (*AddressInput).validate)
	in.Tags = checkTags(&faults, "tags", in.Tags)
	return faults
}

func (p *PhoneInput) validate() fault.Details {
	p.Phone = line.Trim(p.Phone)
	number, faults := ParseNumber(p.Phone, p.PhoneCC)
	p.number = number
	checkType(&faults, p.Type)
	return faults
}

func (e *EmailInput) validate() fault.Details {
	var faults fault.Details
	e.Email = line.Trim(e.Email)
	if wrong := emailFault(e.Email); wrong != "" {
		faults.Add("email", "%s", wrong)
	} else {
		line.CheckKey(&faults, "email", emailKey(e.Email))
	}
	checkType(&faults, e.Type)
	return faults
}

func (a *AddressInput) validate() fault.Details {
	var faults fault.Details
	checkType(&faults, a.Type)
	for _, part := range []struct {
		field string
		text  *string
	}{
		{"line1", &a.Line1},
		{"line2", &a.Line2},
		{"landmark", &a.Landmark},
		{"city", &a.City},
		{"state", &a.State},
		{"country", &a.Country},
		{"pinCode", &a.PinCode},
	} {
		line.Check(&faults, part.field, part.text, maxLine)
	}
	return faults
}

// checkParts validates the entries of a list and puts their place before the names of their fields.
func checkParts[P any](faults *fault.Details, list string, parts []P, validate func(*P) fault.Details) {
	if len(parts) > maxParts {
		faults.Add(list, "must have at most %d entries", maxParts)
		parts = parts[:maxParts]
	}
	for i := range parts {
		for _, wrong := range validate(&parts[i]) {
			faults.Add(fmt.Sprintf("%s[%d].%s", list, i, wrong.Field), "%s", wrong.Message)
		}
	}
}

// checkOnePrimary names every primary entry but the first.
func checkOnePrimary[P any](faults *fault.Details, list string, parts []P, isPrimary func(P) *bool) {
	seen := false
	for i, part := range parts[:min(len(parts), maxParts)] {
		if !isTrue(isPrimary(part)) {
			continue
		}
		if seen {
			faults.Add(fmt.Sprintf("%s[%d].isPrimary", list, i), "must not be true, as an entry before it is primary already")
		}
		seen = true
	}
}

func isTrue(flag *bool) bool { return flag != nil && *flag }
