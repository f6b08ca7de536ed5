package contact

import (
	"strconv"
	"strings"

	"github.com/nyaruka/phonenumbers"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
)

// CheckTags adds the faults of a list of tags, which is the named field.
func CheckTags(faults *fault.Details, field string, names []string) { parseTags(faults, field, names) }

// CheckCallingCode adds a fault of the named field unless phoneCC is blank or a country calling code (+55).
func CheckCallingCode(faults *fault.Details, field, phoneCC string) {
	phoneCC = plaintext.Trim(phoneCC)
	if _, known := callingCode(phoneCC); phoneCC != "" && !known {
		faults.Add(field, "must be a country calling code with a plus sign, such as +55")
	}
}

// CallingCodeOf returns the calling code of a country, which is named by its two letters of ISO 3166: BR.
func CallingCodeOf(country string) (phoneCC string, ok bool) {
	if len(country) != len("BR") {
		return "", false
	}
	code := phonenumbers.GetCountryCodeForRegion(strings.ToUpper(country))
	return "+" + strconv.Itoa(code), code != 0
}

// HasCallingCode reports whether a phone number begins with its country calling code, after + or 00.
func HasCallingCode(phone string) bool { return isInternational(plaintext.Trim(phone)) }

// CheckSizes returns the faults of a contact that was put together from valid parts: lists that are too long.
func (c *Contact) CheckSizes() fault.Details {
	var faults fault.Details
	if len(c.Phones) > maxParts {
		faults.Add("phones", "must have at most %d entries", maxParts)
	}
	if len(c.Emails) > maxParts {
		faults.Add("emails", "must have at most %d entries", maxParts)
	}
	if len(c.Addresses) > maxParts {
		faults.Add("addresses", "must have at most %d entries", maxParts)
	}
	if len(c.Tags) > maxTags {
		faults.Add("tags", "must have at most %d tags", maxTags)
	}
	return faults
}
