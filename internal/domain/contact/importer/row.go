package importer

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/contact/number"
	"github.com/firmhub/firmhub/internal/domain/contact/tags"
	"github.com/firmhub/firmhub/internal/plaintext"
	"github.com/firmhub/firmhub/internal/transfer/csvfile"
)

// row is a row of the file: a contact in normal form, or its faults.
type row struct {
	number  int
	contact contact.Contact
	// activeGiven reports whether the row contains whether the contact is active.
	activeGiven bool
	// optIn is whether the addresses of the row may get marketing messages, or nil where the row
	// does not say it.
	optIn *bool
	// contactID is the id of the contact that the row names. It is zero for most rows, and may
	// belong to no contact of the firm.
	contactID uuid.UUID
	// firstAddress is set if the first address is from the columns of the first address.
	firstAddress bool
	// noCode is how many phones have no country calling code.
	noCode int
	// unnamed are the columns without a name in which the row has text.
	unnamed []int
	// wanted are the keys of the contacts to which the row may belong.
	wanted contact.Keys
	// end is the position after the row.
	end csvfile.Position

	// skipped are the cells that can't be stored, in order. faults are the reasons to reject the
	// row. cells are the unchanged cells.
	skipped []skippedCell
	faults  []string
	cells   []string
}

// skippedCell is a cell that is left out.
type skippedCell struct {
	column  int
	message string
}

// maxSkipped is how many cells of a row may be left out. A row of 400 bytes may have 200 invalid
// ones. A row with more is rejected.
const maxSkipped = maxFaults

// parser parses rows.
type parser struct {
	*table

	options Options
}

// parse returns the row of a record.
func (p *parser) parse(record csvfile.Record) *row {
	r := &row{number: record.Row, cells: record.Cells}
	if f := record.Fault; f != nil {
		message := f.Message
		if f.Cut { // Otherwise a user who corrects the row in the report would lose the missing cells.
			message += " (the row is cut here; take it from the file)"
		}
		r.reject(f.Column, message)
		return r
	}
	for _, i := range p.unnamed {
		if !plaintext.IsBlank(record.Cells[i]) {
			r.unnamed = append(r.unnamed, i)
		}
	}
	input, slots := p.input(r, record.Cells)
	parsed, faults := contact.ParseUnnamed(input)
	phoned := len(input.Phones) > 0
	if p.leaveOut(r, &input, &slots, faults) {
		parsed, _ = contact.ParseUnnamed(input)
	}
	if parsed.FirstName == "" && parsed.LastName == "" && len(parsed.Phones)+len(parsed.Emails) == 0 && len(r.faults) == 0 {
		r.reject("", "has no name, phone or email")
	}
	if len(r.faults) > 0 || len(r.skipped) > maxSkipped || p.options.InvalidCells == RejectRows {
		r.rejectSkipped(p.table)
	}
	if len(r.faults) > 0 {
		return r
	}
	r.contact = parsed
	r.contact.Phones = unique(parsed.Phones, func(ph contact.Phone) string { return ph.MatchKey })
	r.contact.Emails = unique(parsed.Emails, func(e contact.Email) string { return e.Key })
	r.firstAddress = len(slots.addresses) > 0 && slots.addresses[0] == 0
	r.wanted = r.contact.Wanted(phoned)
	return r
}

func (r *row) reject(column, message string) { r.faults = append(r.faults, reason(column, message)) }

// skip leaves a cell out.
func (r *row) skip(column int, message string) {
	i, found := slices.BinarySearchFunc(r.skipped, column, func(s skippedCell, column int) int { return cmp.Compare(s.column, column) })
	if found {
		if s := &r.skipped[i]; !slices.Contains(strings.Split(s.message, "; "), message) {
			s.message += "; " + message
		}
		return
	}
	r.skipped = slices.Insert(r.skipped, i, skippedCell{column, message})
}

// skips reports whether a cell is left out.
func (r *row) skips(column int) bool {
	return slices.ContainsFunc(r.skipped, func(s skippedCell) bool { return s.column == column })
}

// rejectSkipped rejects the row if cells would be left out, and names these.
func (r *row) rejectSkipped(t *table) {
	faults := make([]string, len(r.skipped), len(r.skipped)+len(r.faults))
	for i, s := range r.skipped {
		faults[i] = reason(strings.TrimSpace(t.header[s.column]), s.message)
	}
	r.faults, r.skipped = append(faults, r.faults...), nil
}

func reason(column, message string) string {
	if column == "" {
		column = "The row"
	}
	return column + ": " + message
}

// unique removes the parts that repeat an earlier one.
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

// slots are the columns of the phones, e-mail addresses and addresses of an input, as indexes into
// those of the table, and the columns of its tags. The tags of the import's input have none.
type slots struct{ phones, emails, addresses, tags []int }

// input returns the input of a row, without blank phones and e-mail addresses, and the cells that
// are not valid values of their field.
func (p *parser) input(r *row, cells []string) (in contact.CreateInput, from slots) {
	in.FirstName, in.LastName = p.names(r, cells)
	in.Tags, from.tags = p.tagsOf(cells)
	in.Tags = append(in.Tags, p.options.Tags...)
	in.Gender = p.gender(cells)
	in.IsActive = p.boolean(r, cells, isActive, "must be true or false")
	r.activeGiven = in.IsActive != nil
	r.optIn = p.boolean(r, cells, optIn, "must be yes or no")
	if text := plaintext.Trim(p.cell(cells, profilePic)); text != "" {
		in.ProfilePic = &text
	}
	for _, text := range p.texts {
		*text.of(&in) = oneLine(cells[text.column], " ")
	}
	r.contactID, _ = uuid.Parse(plaintext.Trim(p.cell(cells, contactID)))
	for i, columns := range p.phones {
		numbers := split(cells[columns.phone])
		if len(numbers) == 0 {
			continue
		}
		kind := p.kind(r, cells, phoneType, columns.kind, columns.byDefault)
		for _, text := range numbers {
			code := p.callingCode(text, cells, columns.cc)
			if code == "" && isLocal(text) {
				r.noCode++
			}
			in.Phones = append(in.Phones, contact.PhoneInput{Phone: text, PhoneCC: code, Type: kind})
			from.phones = append(from.phones, i)
		}
	}
	for i, columns := range p.emails {
		addresses := split(cells[columns.email])
		if len(addresses) == 0 {
			continue
		}
		kind := p.kind(r, cells, emailType, columns.kind, columns.byDefault)
		for _, address := range addresses {
			in.Emails = append(in.Emails, contact.EmailInput{Email: address, Type: kind})
			from.emails = append(from.emails, i)
		}
	}
	for i := range p.addresses {
		if address := p.address(r, cells, &p.addresses[i]); address != nil {
			in.Addresses = append(in.Addresses, *address)
			from.addresses = append(from.addresses, i)
		}
	}
	return in, from
}

// boolean returns the value of a cell, or nil for an empty cell. It leaves out any other text.
func (p *parser) boolean(r *row, cells []string, f field, fault string) *bool {
	text := p.cell(cells, f)
	if text == "" {
		return nil
	}
	value, ok := booleans[word(text)]
	if !ok {
		r.skip(p.single[f], fault)
		return nil
	}
	return &value
}

// oneLine removes the line breaks that exports have within addresses and names.
func oneLine(cell, between string) string {
	if strings.ContainsAny(cell, "\r\n") {
		parts := strings.FieldsFunc(cell, func(r rune) bool { return r == '\r' || r == '\n' })
		cell = strings.Join(slices.DeleteFunc(parts, plaintext.IsBlank), between)
	}
	return plaintext.Trim(cell)
}

// split returns the phones or e-mail addresses in a cell. Google's exports separate several by :::,
// and HubSpot's by a semicolon.
func split(cell string) []string {
	return slices.DeleteFunc(strings.Split(strings.ReplaceAll(cell, ":::", ";"), ";"), plaintext.IsBlank)
}

// address returns nil if the row has no address in the columns. A number as the type counts as an
// address by itself, since an export may contain such an address. Other programs write a word as
// the type of an address that does not exist.
func (p *parser) address(r *row, cells []string, columns *addressColumns) *contact.AddressInput {
	var a contact.AddressInput
	for i, text := range a.Texts() {
		if column := columns.parts[i]; column >= 0 && !plaintext.IsBlank(cells[column]) {
			*text = oneLine(cells[column], ", ")
		}
	}
	kind := columns.kind()
	if a == (contact.AddressInput{}) && !isNumeric(cells, kind) {
		return nil
	}
	a.Type = p.kind(r, cells, addressType, kind, columns.byDefault)
	return &a
}

// isNumeric reports whether there is a number in the column, which may be missing.
func isNumeric(cells []string, column int) bool {
	if column < 0 {
		return false
	}
	_, err := strconv.Atoi(plaintext.Trim(cells[column]))
	return err == nil
}

// callingCode returns the country calling code for a phone without one. It is the code in its own
// column, or the default. A column may contain the country, BR, and a spreadsheet turns +55 into
// 55.
func (p *parser) callingCode(phone string, cells []string, column int) string {
	if number.IsInternational(phone) {
		return ""
	}
	if column >= 0 {
		if cc := plaintext.Trim(cells[column]); cc != "" {
			if code, ok := number.CallingCodeOf(cc); ok {
				return code
			}
			return plus.ReplaceAllString(cc, "+$1")
		}
	}
	return p.options.DefaultPhoneCC
}

var plus = regexp.MustCompile(`^(?:00)?([1-9]\d{0,2})$`)

// tagsOf returns the tags of a row, without Google's own labels, and their columns.
func (p *parser) tagsOf(cells []string) (all []string, columns []int) {
	for _, column := range p.tags {
		for _, tag := range tags.OfCell(cells[column]) {
			if !systemLabels[plaintext.Trim(tag)] {
				all, columns = append(all, tag), append(columns, column)
			}
		}
	}
	return all, columns
}

var systemLabels = map[string]bool{"* myContacts": true, "* starred": true, "* friends": true, "* family": true, "* coworkers": true}

// booleans are the usual spellings, as word returns them.
var booleans = values(map[string]bool{
	"true t yes y 1 on active sim s si verdadeiro verdadero ativo activo ja wahr aktiv oui vrai actif vero attivo": true,
	"false f no n 0 off inactive nao falso inativo inactivo nein falsch inaktiv non faux inactif inattivo":         false,
})

func values[V any](spellings map[string]V) map[string]V {
	all := make(map[string]V)
	for words, value := range spellings {
		for text := range strings.FieldsSeq(words) {
			all[text] = value
		}
	}
	return all
}

// isLocal reports whether a text looks like a phone number that a country calling code would
// complete.
func isLocal(text string) bool {
	const shortest = 6
	digits := 0
	for _, c := range text {
		switch {
		case unicode.IsDigit(c):
			digits++
		case unicode.IsLetter(c), strings.ContainsRune(`="`, c):
			return false
		}
	}
	return digits >= shortest && !number.IsInternational(text)
}
