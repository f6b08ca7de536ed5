package contact

import (
	"fmt"
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/internal/domain/contact/number"
	"github.com/firmhub/firmhub/internal/domain/contact/tags"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
	"github.com/firmhub/firmhub/internal/plaintext/email"
)

// The limits of a contact. Lengths are in characters, except for the URL, whose length is in bytes.
const (
	maxName       = 50
	maxType       = 99
	maxParts      = 50
	maxLine       = 200
	maxProfilePic = 2048
)

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

func parseEmail(in EmailInput) (Email, fault.Details) {
	var faults fault.Details
	address := in.Email
	email.Check(&faults, "email", &address)
	return Email{Address: address, Key: email.Key(address), Type: parseType(&faults, in.Type), IsPrimary: isTrue(in.IsPrimary)}, faults
}

func parseAddress(in AddressInput) (Address, fault.Details) {
	var faults fault.Details
	a := Address{Type: parseType(&faults, in.Type)}
	given := in.Texts()
	for i, text := range a.Texts() {
		*text = *given[i]
		plaintext.Check(&faults, AddressTexts[i], text, maxLine)
	}
	return a, faults
}

// parseType returns 0 for nil.
func parseType(faults *fault.Details, kind *int) int {
	if kind == nil {
		return 0
	}
	if *kind < 0 || *kind > maxType {
		faults.Add("type", "must be from 0 to %d", maxType)
	}
	return *kind
}

// parseList parses the entries of a list, and prefixes the field names of their faults with the
// position.
func parseList[In, Out any](faults *fault.Details, list string, entries []In, parse func(In) (Out, fault.Details)) []Out {
	if len(entries) > maxParts {
		faults.Add(list, "must have at most %d entries", maxParts)
		entries = entries[:maxParts]
	}
	parsed := make([]Out, 0, len(entries))
	for i, entry := range entries {
		one, wrong := parse(entry)
		faults.AddAll(fmt.Sprintf("%s[%d].", list, i), wrong)
		parsed = append(parsed, one)
	}
	return parsed
}

// setPrimary makes the first entry primary if none is, and adds a fault for every primary entry
// after the first.
func setPrimary[T any](faults *fault.Details, list string, entries []T, isPrimary func(*T) *bool) {
	seen := false
	for i := range entries {
		if !*isPrimary(&entries[i]) {
			continue
		}
		if seen {
			faults.Add(fmt.Sprintf("%s[%d].isPrimary", list, i), "must not be true, as an entry before it is primary already")
		}
		seen = true
	}
	if !seen && len(entries) > 0 {
		*isPrimary(&entries[0]) = true
	}
}

func isTrue(flag *bool) bool { return flag != nil && *flag }
