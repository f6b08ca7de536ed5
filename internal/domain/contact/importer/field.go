package importer

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
	"github.com/firmhub/firmhub/internal/transfer/csvfile"
)

// place is a field and its number in the row: 2 for a phone or e-mail address in phone2CC, 2 for an
// address in Address 2 - City. The number is 1 in phoneCC. It is 0 in phone and email, which may be
// any of several, and in the first address. Other fields have no number. Names of columns with the
// same content have the same place.
type place struct {
	field  field
	number int
	// kind is the type in the name of the column: 2 in Business Phone.
	kind int
}

var (
	// indexed are the names of the parts of contacts in faults of the REST API: phones[0].phone.
	indexed  = regexp.MustCompile(`^(phone|email|addresse)s\[(\d{1,2})\]\.(\w+)$`)
	numbered = regexp.MustCompile(`^(\D+)(\d{1,2})(\D*)$`)
)

// placeOf returns the place for the name of a column. Case, accents, spaces and punctuation do not
// matter.
func placeOf(name string) (at place, ok bool) {
	if at, ok = named(strings.TrimSpace(name)); !ok {
		return place{}, false
	}
	switch at.field { //nolint:exhaustive // a row has the others only once
	case phone, email:
	case phoneCC, phoneType, emailType:
		at.number = max(1, at.number)
	case line1, line2, landmark, city, state, country, pinCode, addressType:
		if at.number == 1 {
			at.number = 0
		}
	default:
		if at.number > 1 {
			return place{}, false
		}
		at.number = 0
	}
	return at, true
}

// named returns the field and the number in the name of a column.
func named(name string) (at place, ok bool) {
	if match := indexed.FindStringSubmatch(name); match != nil {
		index, _ := strconv.Atoi(match[2])
		text := word(match[3])
		if text == "type" {
			text = strings.Replace(match[1], "addresse", "address", 1) + text
		}
		at.field, ok = fields[text]
		at.number = index + 1
		return at, ok
	}
	text, isLine := word(name), false
	if at.field, ok = fields[text]; ok {
		at.kind = mobileKind[text]
		return at, true
	}
	if match := numbered.FindStringSubmatch(text); match != nil {
		text, isLine = match[1]+match[3], match[3] == ""
		at.number, _ = strconv.Atoi(match[2])
	}
	if at.field, ok = fields[text]; ok {
		at.kind = mobileKind[text]
	} else {
		at.field, at.kind, ok = qualified(text)
	}
	if isLine && at.field == line1 {
		at.field, ok = streetLines[at.number]
		at.number = 0
	}
	return at, ok
}

// streetLines are the fields of the lines of a street. Their number is at the end of the name:
// Business Street 2. Elsewhere in the name it is the number of the address: Address 2 - Street.
var streetLines = map[int]field{1: line1, 2: line2, 3: landmark}

// qualified returns the field for a name that begins or ends with a type, such as homecity and
// telefongeschaftlich.
func qualified(text string) (f field, kind int, ok bool) {
	if text == "telefoneprincipaldaempresa" { // The main phone of a company would match all its people.
		return "", 0, false
	}
	longest := 0
	for qualifier, types := range kinds {
		rest, found := strings.CutPrefix(text, qualifier)
		if !found {
			rest, found = strings.CutSuffix(text, qualifier)
		}
		named := fields[rest]
		if of, typed := typeOf[named]; found && typed && len(qualifier) > longest {
			f, kind, ok, longest = named, types[of], true, len(qualifier)
		}
	}
	return f, kind, ok
}

// typeOf are the fields that contain the type of others.
var typeOf = map[field]field{
	phone: phoneType, email: emailType, line1: addressType, line2: addressType, landmark: addressType, city: addressType,
	state: addressType, country: addressType, pinCode: addressType,
}

// isList reports whether several columns may have the field.
func (p place) isList() bool { return p.field == phone || p.field == email || p.field == tag }

// word folds a name, and keeps only letters and digits.
func word(name string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, plaintext.Fold(name))
}

func checkMapping(faults *fault.Details, mapping map[string]string) {
	for column, name := range mapping { // Punctuation in either does not matter, so that any length would be possible.
		if utf8.RuneCountInString(column) > csvfile.MaxName || utf8.RuneCountInString(name) > csvfile.MaxName {
			faults.Add("mapping", "must not have names of more than %d characters", csvfile.MaxName)
			return
		}
	}
	columns := map[place]string{}
	for _, column := range slices.Sorted(maps.Keys(mapping)) {
		name := mapping[column]
		if name == "" {
			continue
		}
		at, ok := placeOf(name)
		if !ok {
			faults.Add("mapping."+column, "must be one of %s; phone2, phone2CC, email2, city2 and so on for further ones; or blank",
				strings.Join(fieldNames(), ", "))
			continue
		}
		if other, twice := columns[at]; twice && !at.isList() {
			faults.Add("mapping."+column, "must not be %s, as mapping.%s is", fault.Shown(name), other)
		}
		columns[at] = column
	}
}

func fieldNames() []string {
	all := make([]string, 0, len(spellings))
	for f := range spellings {
		all = append(all, string(f))
	}
	slices.Sort(all)
	return all
}
