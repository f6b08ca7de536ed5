package importer

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	entcontact "github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/internal/contact"
	"github.com/firmhub/firmhub/internal/csvfile"
	"github.com/firmhub/firmhub/internal/line"
)

// row is a row of the file: a contact in normal form, or what is wrong with it.
type row struct {
	number  int
	contact contact.Contact
	// activeGiven reports whether the row says if the contact is active.
	activeGiven bool
	// noName says what a new contact lacks. A row of one that exists may leave its names out.
	noName []string
	// noCode is how many phones have no country calling code.
	noCode int
	// wanted are the keys of the contacts that the row may belong to.
	wanted contact.Keys
	// end is the position after the row.
	end csvfile.Position

	// faults are why the row is rejected. cells are what it is rejected with.
	faults []string
	cells  []string
}

// parser parses rows.
type parser struct {
	*table

	options options
}

// parse returns the row of a record.
func (p *parser) parse(record csvfile.Record) *row {
	r := &row{number: record.Row, cells: record.Cells}
	if f := record.Fault; f != nil {
		message := f.Message
		if f.Cut { // Who mends the row in the report would lose what is not there.
			message += " (the row is cut here; take it from the file)"
		}
		r.reject(f.Column, message)
		return r
	}
	input, slots := p.input(r, record.Cells)
	parsed, faults := contact.Parse(input)
	for _, f := range faults {
		column := p.column(f.Field, slots)
		if (f.Field == "firstName" || f.Field == "lastName") && f.Message == "is required" {
			r.noName = append(r.noName, reason(column, f.Message))
			continue
		}
		r.reject(column, f.Message)
	}
	if len(r.faults) > 0 {
		return r
	}
	r.contact = parsed
	r.contact.Phones = unique(parsed.Phones, func(ph contact.Phone) string { return ph.MatchKey })
	r.contact.Emails = unique(parsed.Emails, func(e contact.Email) string { return e.Key })
	r.wanted = r.contact.Wanted()
	return r
}

func (r *row) reject(column, message string) { r.faults = append(r.faults, reason(column, message)) }

func reason(column, message string) string {
	if column == "" {
		column = "The row"
	}
	return column + ": " + message
}

// unique drops the parts that repeat an earlier one.
func unique[P any](parts []P, key func(P) string) []P {
	seen := make(map[string]bool, len(parts))
	kept := parts[:0]
	for _, part := range parts {
		if !seen[key(part)] {
			seen[key(part)] = true
			kept = append(kept, part)
		}
	}
	return kept
}

// slots are the indexes of the columns that the phones and e-mails of an input are from.
type slots struct{ phones, emails []int }

// input returns what a row says, with blank phones and e-mails left out. It rejects the row for cells that are none of the
// values of their field.
func (p *parser) input(r *row, cells []string) (in contact.CreateInput, from slots) {
	in = contact.CreateInput{
		FirstName: p.cell(cells, firstName), LastName: p.cell(cells, lastName),
		Tags: append(p.tagsOf(cells), p.options.Tags...),
	}
	if text := p.cell(cells, gender); text != "" {
		if found, ok := genders[word(text)]; ok {
			in.Gender = &found
		} else {
			r.reject(p.nameOf(gender), "must be Male, Female or Other")
		}
	}
	if text := p.cell(cells, isActive); text != "" {
		if active, ok := booleans[word(text)]; ok {
			in.IsActive, r.activeGiven = &active, true
		} else {
			r.reject(p.nameOf(isActive), "must be true or false")
		}
	}
	if text := line.Trim(p.cell(cells, profilePic)); text != "" {
		in.ProfilePic = &text
	}
	for i, columns := range p.phones {
		numbers := split(cells[columns.phone])
		if len(numbers) == 0 {
			continue
		}
		kind := p.kind(r, cells, phoneType, columns.kind)
		for _, number := range numbers {
			code := p.callingCode(number, cells, columns.cc)
			if code == "" && !contact.HasCallingCode(number) {
				r.noCode++
			}
			in.Phones = append(in.Phones, contact.PhoneInput{Phone: number, PhoneCC: code, Type: kind})
			from.phones = append(from.phones, i)
		}
	}
	for i, columns := range p.emails {
		addresses := split(cells[columns.email])
		if len(addresses) == 0 {
			continue
		}
		kind := p.kind(r, cells, emailType, columns.kind)
		for _, address := range addresses {
			in.Emails = append(in.Emails, contact.EmailInput{Email: address, Type: kind})
			from.emails = append(from.emails, i)
		}
	}
	if address := p.address(r, cells); address != nil {
		in.Addresses = []contact.AddressInput{*address}
	}
	return in, from
}

// split returns the phones or e-mails of a cell. Google's export has ::: between several.
func split(cell string) []string {
	return slices.DeleteFunc(strings.Split(cell, ":::"), line.IsBlank)
}

// address returns nil where the row has no address. A number as its type is an address, which an export may have: programs write a word
// beside the cells of an address that is none.
func (p *parser) address(r *row, cells []string) *contact.AddressInput {
	a := contact.AddressInput{
		Line1: p.cell(cells, line1), Line2: p.cell(cells, line2), Landmark: p.cell(cells, landmark),
		City: p.cell(cells, city), State: p.cell(cells, state), Country: p.cell(cells, country), PinCode: p.cell(cells, pinCode),
	}
	if _, err := strconv.Atoi(line.Trim(p.cell(cells, addressType))); err != nil && a == (contact.AddressInput{}) {
		return nil
	}
	if column, ok := p.single[addressType]; ok {
		a.Type = p.kind(r, cells, addressType, column)
	}
	return &a
}

// callingCode returns the country calling code of a phone: that of its own column, else the default for a number that does
// not have it. A spreadsheet makes 55 of +55.
func (p *parser) callingCode(phone string, cells []string, column int) string {
	if column >= 0 {
		if cc := line.Trim(cells[column]); cc != "" {
			return plus.ReplaceAllString(cc, "+$1")
		}
	}
	if contact.HasCallingCode(phone) {
		return ""
	}
	return p.options.DefaultPhoneCC
}

var plus = regexp.MustCompile(`^(?:00)?([1-9]\d{0,2})$`)

// tagsOf returns the tags of a row.
func (p *parser) tagsOf(cells []string) []string {
	var all []string
	for _, column := range p.tags {
		all = append(all, contact.TagsOfCell(cells[column])...)
	}
	return all
}

// nameOf returns the name of the column of a single field.
func (p *parser) nameOf(f field) string {
	if i, ok := p.single[f]; ok {
		return strings.TrimSpace(p.header[i])
	}
	return string(f)
}

var partPath = regexp.MustCompile(`^(phones|emails|addresses|tags)(?:\[(\d+)\])?(?:\.(\w+))?$`)

// column returns the name of the column that gave what a fault of the input is of.
func (p *parser) column(path string, from slots) string {
	match := partPath.FindStringSubmatch(path)
	if match == nil {
		return p.nameOf(field(path))
	}
	index, _ := strconv.Atoi(match[2])
	column := -1
	switch list, part := match[1], match[3]; {
	case list == "addresses" && part == "type":
		return p.nameOf(addressType)
	case list == "addresses":
		return p.nameOf(field(part))
	case list == "tags" && len(p.tags) > 0:
		column = p.tags[0]
	case list == "phones" && index < len(from.phones):
		columns := p.phones[from.phones[index]]
		column = columns.phone
		if part == "phoneCC" && columns.cc >= 0 {
			column = columns.cc
		} else if part == "phoneCC" {
			return fmt.Sprintf("%s (phoneCC)", strings.TrimSpace(p.header[column]))
		}
		if part == "type" {
			column = columns.kind
		}
	case list == "emails" && index < len(from.emails):
		columns := p.emails[from.emails[index]]
		column = columns.email
		if part == "type" {
			column = columns.kind
		}
	}
	if column < 0 {
		return match[1]
	}
	return strings.TrimSpace(p.header[column])
}

// The usual spellings of values, as word makes them.
var (
	genders = values(map[string]entcontact.Gender{
		"male m man masculino homem hombre h":           entcontact.GenderMale,
		"female f woman feminino femenino mulher mujer": entcontact.GenderFemale,
		"other o outro outra otro otra":                 entcontact.GenderOther,
	})
	booleans = values(map[string]bool{
		"true t yes y 1 on active sim s si verdadeiro verdadero ativo activo": true,
		"false f no n 0 off inactive nao falso inativo inactivo":              false,
	})
)

func values[V any](spellings map[string]V) map[string]V {
	all := make(map[string]V)
	for words, value := range spellings {
		for text := range strings.FieldsSeq(words) {
			all[text] = value
		}
	}
	return all
}
