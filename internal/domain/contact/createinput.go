package contact

import (
	"net/url"
	"reflect"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/internal/domain/contact/tags"
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

// TextOf returns a function for the text of an input that has a name in the APIs, such as
// firstName. It returns nil if no text has this name.
func TextOf(name string) func(*CreateInput) *string {
	of, ok := reflect.TypeFor[CreateInput]().FieldByNameFunc(func(field string) bool {
		return strings.ToLower(field[:1])+field[1:] == name
	})
	if !ok || of.Type.Kind() != reflect.String {
		return nil
	}
	return func(in *CreateInput) *string {
		return reflect.ValueOf(in).Elem().FieldByIndex(of.Index).Addr().Interface().(*string) //nolint:forcetypeassert // by its kind
	}
}

// Validate returns the faults of [Parse].
func (in *CreateInput) Validate() fault.Details {
	_, faults := Parse(*in)
	return faults
}

// Parse returns the contact that the input describes, in normal form, and every fault of the input.
// The contact is valid only if there are none.
func Parse(in CreateInput) (Contact, fault.Details) {
	return parseContact(in, plaintext.CheckName, plaintext.CheckName)
}

// ParseUnnamed does the same as [Parse] for a contact that may lack a first name, a last name, or
// both. Contacts of imports may.
func ParseUnnamed(in CreateInput) (Contact, fault.Details) {
	return parseContact(in, checkOptionalName, checkOptionalName)
}

// nameCheck trims a name and adds its faults.
type nameCheck func(faults *fault.Details, field string, name *string, limit int) (ok bool)

// checkOptionalName makes a name without visible characters empty.
func checkOptionalName(faults *fault.Details, field string, name *string, limit int) (ok bool) {
	ok = plaintext.Check(faults, field, name, limit)
	if ok && plaintext.IsBlank(*name) {
		*name = ""
	}
	return ok
}

func parseContact(in CreateInput, checkFirst, checkLast nameCheck) (Contact, fault.Details) {
	var faults fault.Details
	c := Contact{
		FirstName: in.FirstName, LastName: in.LastName, Gender: in.Gender,
		IsActive: in.IsActive == nil || *in.IsActive,
	}
	checkFirst(&faults, "firstName", &c.FirstName, maxName)
	checkLast(&faults, "lastName", &c.LastName, maxName)
	if in.Gender != nil && contact.GenderValidator(*in.Gender) != nil {
		faults.Add("gender", "must be Male, Female or Other")
	}
	c.ProfilePic = parseProfilePic(&faults, in.ProfilePic)
	c.Phones = parseList(&faults, "phones", in.Phones, parsePhone)
	setPrimary(&faults, "phones", c.Phones, func(p *Phone) *bool { return &p.IsPrimary })
	c.Emails = parseList(&faults, "emails", in.Emails, parseEmail)
	setPrimary(&faults, "emails", c.Emails, func(e *Email) *bool { return &e.IsPrimary })
	c.Addresses = parseList(&faults, "addresses", in.Addresses, parseAddress)
	c.Tags = tags.Parse(&faults, "tags", in.Tags)
	return c, faults
}

func parseProfilePic(faults *fault.Details, text *string) *string {
	if text == nil || plaintext.Trim(*text) == "" {
		return nil
	}
	trimmed := plaintext.Trim(*text)
	parsed, err := url.Parse(trimmed)
	switch {
	case len(trimmed) > maxProfilePic:
		faults.Add("profilePic", "must have at most %d bytes", maxProfilePic)
	case err != nil || !utf8.ValidString(trimmed) || strings.ContainsFunc(trimmed, unicode.IsSpace) ||
		parsed.Scheme != "http" && parsed.Scheme != "https" || parsed.Hostname() == "":
		faults.Add("profilePic", "must be an http or https URL")
	}
	return &trimmed
}
