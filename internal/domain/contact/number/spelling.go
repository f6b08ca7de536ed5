package number

import (
	"slices"
	"strings"

	"github.com/nyaruka/phonenumbers"
)

// Spellings returns the ways to write the number, in digits alone: international, with the trunk
// prefix of its country, and each of them also in the other spellings of a mobile. A search finds a
// part of any of them.
func (n Number) Spellings() []string {
	cc, trunk := n.CC[1:], n.trunk()
	all := make([]string, 0, 6)
	for _, national := range n.nationals() {
		all = append(all, cc+national)
		if trunk != "" {
			all = append(all, trunk+national)
		}
	}
	if n.country() == argentina {
		all = append(all, argentineMobile(matchKey(n.country(), n.national())))
	}
	return all
}

// unspelled are the countries whose national calls contain digits that no spelling has, after a 0
// or an 8: the code of a carrier in Brazil, Bolivia, Colombia and South Korea, and the trunk prefix
// from before or after a reform in Belarus and Lithuania.
var unspelled = []int{brazil, 591, 57, 82, 375, 370}

// Readings returns the numbers that are dialled with these digits, although their spellings do not
// contain them, beginning with the country code. +54 11 15 5999-4567 and +55 (011) 98799-4321
// contain digits after the country code that belong to national calls only. 0 21 11 98797-4321
// contains the code of a carrier. In a part of a number, only such a 0 after the country code can
// be recognized.
func Readings(digits string, international bool) []string {
	var read []string
	if shorter, ok := withoutTrunk(digits); international && ok {
		read = append(read, shorter)
	}
	const shortest = 8
	if len(digits) < shortest {
		return read
	}
	add := func(parsed *phonenumbers.PhoneNumber, valid bool) {
		if !valid {
			return
		}
		n := newNumber(parsed)
		spelled := slices.ContainsFunc(n.Spellings(), func(spelling string) bool { return strings.Contains(spelling, digits) })
		if reading := n.E164[1:]; !spelled && !slices.Contains(read, reading) {
			read = append(read, reading)
		}
	}
	add(parse(digits, 0, true))
	if !international && (digits[0] == '0' || digits[0] == '8') {
		for _, country := range unspelled {
			add(parse(digits, country, false))
		}
	}
	return read
}

// withoutTrunk returns the digits of an international number without the 0 after the country code,
// if that is the trunk prefix: then no national number begins with it.
func withoutTrunk(digits string) (shorter string, ok bool) {
	const longestCode = 3
	for i := 1; i <= longestCode && i+1 < len(digits); i++ {
		if country, known := callingCode("+" + digits[:i]); known {
			region := phonenumbers.GetRegionCodeForCountryCode(country)
			return digits[:i] + digits[i+1:], digits[i] == '0' && phonenumbers.GetNddPrefixForRegion(region, true) == "0"
		}
	}
	return "", false
}

// Digits returns the spellings in the form stored in the database: each after a space.
func (n Number) Digits() string { return " " + strings.Join(n.Spellings(), " ") }

// nationals returns the spellings of the national number that have the same match key.
func (n Number) nationals() []string {
	key := matchKey(n.country(), n.national())
	switch {
	case n.country() == brazil && len(key) == 11 && key[2] == '9':
		return []string{key, key[:2] + key[3:]}
	case n.country() == argentina && len(key) == 10:
		return []string{"9" + key, key}
	case n.country() == mexico && len(key) == 10:
		return []string{key, "1" + key}
	}
	return []string{key}
}

// trunk returns the prefix of national calls, if the country has one.
func (n Number) trunk() string {
	region := phonenumbers.GetRegionCodeForCountryCode(n.country())
	if trunk := phonenumbers.GetNddPrefixForRegion(region, true); trunk != n.CC[1:] {
		return trunk
	}
	return ""
}

// argentineMobile returns a mobile as it is dialled in Argentina, with a 15 between area and
// number: 0351 15 234-5678.
func argentineMobile(key string) string {
	number, err := phonenumbers.Parse("+549"+key, "")
	if err != nil {
		return "0" + key
	}
	parts := strings.Fields(phonenumbers.Format(number, phonenumbers.INTERNATIONAL)) // +54 9 351 234-5678
	if len(parts) < 4 {
		return "0" + key
	}
	area := parts[2]
	return "0" + area + "15" + strings.TrimPrefix(key, area)
}
