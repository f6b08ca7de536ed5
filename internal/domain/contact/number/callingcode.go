package number

import (
	"strconv"
	"strings"

	"github.com/nyaruka/phonenumbers"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
)

// CheckCallingCode adds a fault of the named field unless phoneCC is blank or a country calling
// code (+55).
func CheckCallingCode(faults *fault.Details, field, phoneCC string) {
	phoneCC = plaintext.Trim(phoneCC)
	if _, known := callingCode(phoneCC); phoneCC != "" && !known {
		faults.Add(field, "must be a country calling code with a plus sign, such as +55")
	}
}

// CallingCodeOf returns the calling code of a country. The country is named by its two letters of
// ISO 3166: BR.
func CallingCodeOf(country string) (phoneCC string, ok bool) {
	if len(country) != len("BR") {
		return "", false
	}
	code := phonenumbers.GetCountryCodeForRegion(strings.ToUpper(country))
	return "+" + strconv.Itoa(code), code != 0
}
