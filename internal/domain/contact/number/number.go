// Package number parses telephone numbers as people write them, and returns the ways in which
// others may write them.
package number

import (
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nyaruka/phonenumbers"
	"golang.org/x/text/unicode/norm"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
)

// Number is a valid telephone number. The tags are for phones of contacts.
type Number struct {
	// E164 is the number in E.164: +5511987654321.
	E164 string `column:"e164"`
	// CC is its country calling code: +55.
	CC string `column:"phone_cc" api:"phoneCC"`
	// MatchKey is E164, except that it is the same for both spellings of a mobile in Brazil,
	// Argentina and Mexico. Networks and address books write Brazil's ninth digit, Argentina's 9
	// and Mexico's 1 or leave them out.
	MatchKey string `column:"match_key"`
}

const (
	brazil    = 55
	argentina = 54
	mexico    = 52

	maxPhone = 50
)

// Parse parses a number as people write it. Its country calling code is either phoneCC (+55) or the
// beginning of phone, after a +. If both are given, they must agree. The number must exist in the
// numbering plan of its country. A mobile in the former spelling of Brazil (8 digits) or Mexico
// (with a 1) becomes the number that replaced it. Extensions are rejected, since messages can't
// reach them. The faults name the fields phone and phoneCC.
func Parse(phone, phoneCC string) (Number, fault.Details) {
	var faults fault.Details
	phone, phoneCC = plaintext.Trim(phone), plaintext.Trim(phoneCC)
	number, wellFormed := Digits(phone)
	switch {
	case phone == "":
		faults.Add("phone", "is required")
	case utf8.RuneCountInString(phone) > maxPhone || !wellFormed || number == "":
		faults.Add("phone", "must be a phone number: digits, spaces and ( ) - . / only, and a + before a country calling code")
	}
	international := IsInternational(phone)
	country, known := callingCode(phoneCC)
	switch {
	case phoneCC != "" && !known:
		faults.Add("phoneCC", "must be a country calling code with a plus sign, such as +55")
	case phoneCC == "" && phone != "" && !international:
		faults.Add("phoneCC", "is required unless phone begins with + and the country calling code")
	}
	if len(faults) > 0 {
		return Number{}, faults
	}
	parsed, valid := parse(number, country, international)
	switch found := int(parsed.GetCountryCode()); {
	case known && found != 0 && found != country:
		faults.Add("phoneCC", "contradicts phone, which begins with +%d", found)
	case !valid && known:
		faults.Add("phone", "is not a phone number of %s", phoneCC)
	case !valid:
		faults.Add("phone", "is not a phone number of any country")
	}
	if len(faults) > 0 {
		return Number{}, faults
	}
	return newNumber(parsed), nil
}

func newNumber(parsed *phonenumbers.PhoneNumber) Number {
	country := int(parsed.GetCountryCode())
	national := phonenumbers.GetNationalSignificantNumber(parsed)
	cc := "+" + strconv.Itoa(country)
	return Number{E164: cc + national, CC: cc, MatchKey: MatchKey(cc + national)}
}

// MatchKey returns the match key of a valid number in E.164. It is much quicker than [Parse].
func MatchKey(e164 string) string {
	for _, country := range []int{brazil, argentina, mexico} {
		cc := "+" + strconv.Itoa(country)
		national, isOf := strings.CutPrefix(e164, cc)
		if !isOf {
			continue
		}
		if current, changed := modern(country, national); changed {
			national = current[len(cc):]
		}
		return cc + matchKey(country, national)
	}
	return e164
}

// parse parses digits: as an international number, or as dialled within the country.
func parse(digits string, country int, international bool) (number *phonenumbers.PhoneNumber, valid bool) {
	region := phonenumbers.GetRegionCodeForCountryCode(country)
	switch {
	case international:
		digits = "+" + digits
	case region == phonenumbers.REGION_CODE_FOR_NON_GEO_ENTITY:
		digits = "+" + strconv.Itoa(country) + digits
	}
	number, err := phonenumbers.Parse(digits, region)
	if err != nil {
		return &phonenumbers.PhoneNumber{}, false
	}
	if phonenumbers.IsValidNumber(number) {
		return number, true
	}
	current, changed := modern(int(number.GetCountryCode()), phonenumbers.GetNationalSignificantNumber(number))
	if !changed {
		return number, false
	}
	renewed, err := phonenumbers.Parse(current, "")
	if err != nil || !phonenumbers.IsValidNumber(renewed) {
		return number, false
	}
	return renewed, true
}

// modern returns the current number of a mobile in the former spelling of its country.
func modern(country int, national string) (number string, changed bool) {
	switch {
	case country == brazil && isOldBrazilianMobile(national):
		return "+55" + national[:2] + "9" + national[2:], true
	case country == mexico && len(national) == 11 && national[0] == '1':
		return "+52" + national[1:], true
	}
	return "", false
}

// isOldBrazilianMobile reports whether the number has two digits of area and eight digits that
// begin with 6 to 9. Landlines begin with 2 to 5.
func isOldBrazilianMobile(national string) bool {
	return len(national) == 10 && '6' <= national[2] && national[2] <= '9'
}

// matchKey returns the national number in one spelling. Brazil's keeps the 9; without it a mobile
// could look like a landline. Argentina's drops its 9, because mobiles and landlines share one
// range of numbers there.
func matchKey(country int, national string) string {
	switch {
	case country == brazil && isOldBrazilianMobile(national):
		return national[:2] + "9" + national[2:]
	case country == argentina && len(national) == 11 && national[0] == '9':
		return national[1:]
	}
	return national
}

// country returns the calling code as a number.
func (n Number) country() int {
	code, _ := strconv.Atoi(n.CC[1:]) // digits, or the number would not be valid
	return code
}

// national returns the number without the calling code.
func (n Number) national() string { return n.E164[len(n.CC):] }

var callingCodePattern = regexp.MustCompile(`^\+[1-9]\d{0,2}$`)

func callingCode(phoneCC string) (code int, known bool) {
	if !callingCodePattern.MatchString(phoneCC) {
		return 0, false
	}
	code, err := strconv.Atoi(phoneCC[1:])
	return code, err == nil && phonenumbers.GetRegionCodeForCountryCode(code) != phonenumbers.UNKNOWN_REGION
}

// IsInternational reports whether a number begins with its country calling code, after + or 00.
func IsInternational(phone string) bool {
	phone = strings.TrimLeft(norm.NFKC.String(plaintext.Trim(phone)), "( ")
	return strings.HasPrefix(phone, "+") || strings.HasPrefix(phone, "00")
}

// Digits returns the digits of a number that is written with spaces and punctuation, in any script,
// without the + or 00 of an international one. It returns false if the text contains anything else.
func Digits(phone string) (number string, ok bool) {
	var b strings.Builder
	plus := false
	for _, r := range norm.NFKC.String(phone) {
		digit, isDigit := digitValue(r)
		switch {
		case isDigit:
			b.WriteByte('0' + digit)
		case r == '+' && !plus && b.Len() == 0:
			plus = true
		case isPhonePunctuation(r):
		default:
			return "", false
		}
	}
	number = b.String()
	if !plus && len(number) > len("00") {
		number = strings.TrimPrefix(number, "00")
	}
	return number, true
}

func isPhonePunctuation(r rune) bool {
	return strings.ContainsRune(" ()[]-./\u2212", r) || unicode.In(r, unicode.Pd, unicode.Zs, unicode.Bidi_Control)
}

// digitValue returns the value of a decimal digit of any script. In Unicode the ten of each script
// are consecutive.
func digitValue(r rune) (value byte, ok bool) {
	if '0' <= r && r <= '9' {
		return byte(r - '0'), true
	}
	if r < 0x80 || !unicode.Is(unicode.Nd, r) {
		return 0, false
	}
	for zero := r; ; zero-- {
		if !unicode.Is(unicode.Nd, zero-1) {
			return byte((r - zero) % 10), true
		}
	}
}
