package importer

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	entcontact "github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
	"github.com/firmhub/firmhub/internal/transfer/csvfile"
)

// table is the meaning of the columns of a file. Columns are indexes into the cells of a row; -1
// means none.
type table struct {
	header []string
	// single are the columns of fields that a row has once.
	single map[field]int
	// texts are the columns among them whose texts are copied as they are.
	texts     []textColumn
	phones    []phoneColumns
	emails    []emailColumns
	addresses []addressColumns
	tags      []int
	// naming are the columns that identify the contact of a row, with the calling codes of its
	// phones.
	naming []int
	// letters are the genders that letters mean in the column of the gender.
	letters map[string]entcontact.Gender
	// ignored are the reasons why named columns are not read. unnamed are the columns without a
	// name.
	ignored map[int]string
	unnamed []int
}

// textColumn is the column of a text of an input.
type textColumn struct {
	column int
	of     func(*contact.CreateInput) *string
}

// In columns of phones, e-mail addresses and addresses, byDefault is the type in their names.
type (
	phoneColumns   struct{ number, phone, cc, kind, byDefault int }
	emailColumns   struct{ number, email, kind, byDefault int }
	addressColumns struct {
		number    int
		parts     []int // of addressParts
		byDefault int
	}
)

// addressParts are the fields of an address: its texts, then its type.
var addressParts = func() (parts []field) {
	for _, text := range contact.AddressTexts() {
		parts = append(parts, field(text))
	}
	return append(parts, addressType)
}()

// kind is the column of the type, the last of addressParts.
func (a *addressColumns) kind() int { return a.parts[len(a.parts)-1] }

// newTable returns the table of a header. The mapping decides its columns, and the names of the
// other columns decide theirs. Of two columns with one field the first counts, except that each
// column of phones, e-mail addresses and tags adds to the row.
func newTable(header []string, mapping map[string]string) (*table, error) {
	t := &table{header: header, single: map[field]int{}, ignored: map[int]string{}}
	places, err := t.placesOf(mapping)
	if err != nil {
		return nil, err
	}
	for i, at := range places {
		switch at.field { //nolint:exhaustive // these are the lists
		case phone:
			t.phones = append(t.phones, phoneColumns{number: at.number, phone: i, cc: -1, kind: -1, byDefault: at.kind})
		case email:
			t.emails = append(t.emails, emailColumns{number: at.number, email: i, kind: -1, byDefault: at.kind})
		case tag:
			t.tags = append(t.tags, i)
		}
	}
	order(t.phones, func(p *phoneColumns) *int { return &p.number })
	order(t.emails, func(e *emailColumns) *int { return &e.number })
	isSalutation := func(column int) bool { return slices.Contains(strings.Fields(salutations), word(header[column])) }
	for _, last := range []bool{false, true} {
		for i, at := range places {
			if (at.field == gender && isSalutation(i)) == last {
				t.put(at, i)
			}
		}
	}
	if i, ok := t.single[gender]; ok {
		t.letters = lettersOf(header, i)
	}
	for f, i := range t.single {
		if of := contact.TextOf(string(f)); of != nil && f != firstName && f != lastName {
			t.texts = append(t.texts, textColumn{column: i, of: of})
		}
	}
	slices.SortStableFunc(t.addresses, func(a, b addressColumns) int { return cmp.Compare(a.number, b.number) })
	t.naming = t.namingColumns()
	err = t.check()
	return t, err
}

// order sorts columns by their numbers. The first column without a number counts as number 1, and
// the others come last.
func order[C any](columns []C, number func(*C) *int) {
	for i := range columns {
		if n := number(&columns[i]); *n == 0 {
			*n = 1
			break
		}
	}
	slices.SortStableFunc(columns, func(a, b C) int {
		return cmp.Compare(uint(*number(&a)-1), uint(*number(&b)-1)) //nolint:gosec // none is the largest
	})
}

// put enters a column at the place of its field, or ignores it. Phones, e-mail addresses and tags
// are already there.
func (t *table) put(at place, column int) {
	var into *int
	switch at.field { //nolint:exhaustive // the others are single
	case "", phone, email, tag:
		return
	case phoneCC, phoneType:
		for i := range t.phones {
			if p := &t.phones[i]; p.number == at.number && isOpen(into) {
				into = &p.cc
				if at.field == phoneType {
					into = &p.kind
				}
			}
		}
	case emailType:
		for i := range t.emails {
			if e := &t.emails[i]; e.number == at.number && isOpen(into) {
				into = &e.kind
			}
		}
	case line1, line2, landmark, city, state, country, pinCode, addressType:
		into = &t.address(at).parts[slices.Index(addressParts, at.field)]
	default:
		if other, taken := t.single[at.field]; taken {
			t.ignored[column] = t.isRead(other)
		} else {
			t.single[at.field] = column
		}
		return
	}
	switch {
	case into == nil:
		of := phone
		if at.field == emailType {
			of = email
		}
		t.ignored[column] = fmt.Sprintf("There is no %s %d.", of, at.number)
	case *into >= 0:
		t.ignored[column] = t.isRead(*into)
	default:
		*into = column
	}
}

// isOpen reports whether a column can be entered elsewhere: it has no place yet, or its place is
// taken.
func isOpen(into *int) bool { return into == nil || *into >= 0 }

// isRead returns the reason that another column is read for the field.
func (t *table) isRead(other int) string {
	return quoted(t.header[other : other+1])[0] + " has this field already."
}

// address returns the address of a column. Columns whose names contain the same number and type
// belong to one address.
func (t *table) address(at place) *addressColumns {
	of := slices.IndexFunc(t.addresses, func(a addressColumns) bool { return a.number == at.number && a.byDefault == at.kind })
	if of < 0 {
		of = len(t.addresses)
		none := slices.Repeat([]int{-1}, len(addressParts))
		t.addresses = append(t.addresses, addressColumns{number: at.number, parts: none, byDefault: at.kind})
	}
	return &t.addresses[of]
}

// namingColumns returns the value of naming.
func (t *table) namingColumns() (columns []int) {
	for _, f := range []field{fullName, firstName, lastName} {
		if i, ok := t.single[f]; ok {
			columns = append(columns, i)
		}
	}
	for _, p := range t.phones {
		columns = append(columns, p.phone)
		if p.cc >= 0 {
			columns = append(columns, p.cc)
		}
	}
	for _, e := range t.emails {
		columns = append(columns, e.email)
	}
	return columns
}

// check refuses a file if no row of it could be imported.
func (t *table) check() error {
	if len(t.naming) > 0 {
		return nil
	}
	example := "Customer"
	if i := slices.IndexFunc(t.header, func(name string) bool { return !plaintext.IsBlank(name) }); i >= 0 {
		example = fault.Shown(strings.TrimSpace(t.header[i]))
	}
	return fault.New(fault.ValidationError, "The file has no column of a name, a phone or an email. It has: %s. Its first row must be a "+
		"header with the names of the columns; a mapping says what columns with other names hold, such as {%q: \"name\"}.",
		fault.List(quoted(t.header), ", "), example)
}

// placesOf returns the meaning of each column; the place of an ignored column has no field. It
// returns why it ignores columns, except for those that the mapping leaves out or that a report of
// an import has added.
func (t *table) placesOf(mapping map[string]string) ([]place, error) {
	mapped, err := mappedColumns(t.header, mapping)
	if err != nil {
		return nil, err
	}
	places := make([]place, len(t.header))
	taken := map[place]int{}
	for i, name := range mapped {
		places[i], _ = placeOf(mapping[name])
		taken[places[i]] = i
	}
	for i, column := range t.header {
		if _, ok := mapped[i]; !ok {
			places[i], _ = placeOf(column)
		}
	}
	resolveOutlook(t.header, places, mapped)
	resolveNames(t.header, places, mapped)
	own := len(csvfile.Without(t.header, reportColumns()...))
	for i, at := range places {
		if _, ok := mapped[i]; ok {
			continue
		}
		by, isTaken := taken[at]
		switch {
		case at.field == "" && plaintext.IsBlank(t.header[i]):
			t.unnamed = append(t.unnamed, i)
		case at.field == "" && i < own:
			t.ignored[i] = "No field has this name. A mapping can say what the column holds."
		case at.field != "" && isTaken && !at.isList():
			places[i], t.ignored[i] = place{}, t.isRead(by)
		}
	}
	return places, nil
}

// mappedColumns returns the name in the mapping for each of its columns. A column has the name that
// is exactly its own, or one that differs by case and is not exactly the name of another column. A
// name without a column is refused, and so are two names for one column.
func mappedColumns(header []string, mapping map[string]string) (map[int]string, error) {
	missing := map[string]bool{}
	alike := map[string][]string{}
	for _, name := range slices.Sorted(maps.Keys(mapping)) {
		if !slices.Contains(header, name) {
			missing[name] = true
			alike[plaintext.FoldCase(name)] = append(alike[plaintext.FoldCase(name)], name)
		}
	}
	mapped := make(map[int]string, len(mapping))
	for i, column := range header {
		names := alike[plaintext.FoldCase(column)]
		if _, ok := mapping[column]; ok {
			names = []string{column}
		}
		switch len(names) {
		case 0:
		case 1:
			mapped[i] = names[0]
			delete(missing, names[0])
		default:
			return nil, fault.New(fault.ValidationError, "The mapping must name the column %s once. It has: %s.",
				quoted([]string{column})[0], fault.List(quoted(names), ", "))
		}
	}
	if len(missing) > 0 {
		return nil, fault.New(fault.ValidationError, "The file has no column %s, which the mapping names. It has: %s.",
			fault.List(quoted(slices.Sorted(maps.Keys(missing))), ", "), fault.List(quoted(header), ", "))
	}
	return mapped, nil
}

func quoted(names []string) []string {
	all := make([]string, len(names))
	for i, name := range names {
		all[i] = `"` + fault.Shown(strings.TrimSpace(name)) + `"`
	}
	return all
}

// cell returns the cell of a single field, or an empty text if it has no visible characters.
func (t *table) cell(cells []string, f field) string {
	if i, ok := t.single[f]; ok && !plaintext.IsBlank(cells[i]) {
		return cells[i]
	}
	return ""
}
