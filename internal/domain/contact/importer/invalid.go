package importer

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
)

// partPath matches the field of a fault of contact.ParseUnnamed.
var partPath = regexp.MustCompile(`^(phones|emails|addresses|tags)\[(\d+)\](?:\.(\w+))?$`)

// leaveOut removes the faulty values from the input, and records their cells as skipped. It rejects
// the row for a fault that concerns no single cell, such as too many phones. It reports whether the
// input has changed.
func (p *parser) leaveOut(r *row, in *contact.CreateInput, from *slots, faults fault.Details) (changed bool) {
	if len(faults) == 0 { // most rows have none
		return false
	}
	phones, emails, addresses, tagged := map[int]bool{}, map[int]bool{}, map[int]bool{}, map[int]bool{}
	for _, f := range faults {
		match := partPath.FindStringSubmatch(f.Field)
		if match == nil {
			changed = p.leaveOutSingle(r, in, f) || changed
			continue
		}
		changed = true
		index, _ := strconv.Atoi(match[2])
		switch list, part := match[1], match[3]; {
		case list == "phones" && part == "type":
			r.skip(p.phones[from.phones[index]].kind, f.Message)
			in.Phones[index].Type = nil
		case list == "phones":
			columns := p.phones[from.phones[index]]
			message := p.several(in.Phones[index].Phone, r.cells[columns.phone]) + f.Message
			if part == "phoneCC" {
				message = p.headingOr(columns.cc, "phoneCC") + " " + f.Message
				if in.Phones[index].PhoneCC == "" {
					message += ", or the import has a defaultPhoneCC"
				}
			}
			r.skip(columns.phone, message)
			phones[index] = true
		case list == "emails" && part == "type":
			r.skip(p.emails[from.emails[index]].kind, f.Message)
			in.Emails[index].Type = nil
		case list == "emails":
			column := p.emails[from.emails[index]].email
			r.skip(column, p.several(in.Emails[index].Email, r.cells[column])+f.Message)
			emails[index] = true
		case list == "addresses":
			part := slices.Index(addressParts, field(strings.Replace(part, "type", string(addressType), 1)))
			columns, a := &p.addresses[from.addresses[index]], &in.Addresses[index]
			r.skip(columns.parts[part], f.Message)
			if addressParts[part] == addressType {
				a.Type = nil
			} else {
				*a.Texts()[part] = ""
			}
			addresses[index] = *a == contact.AddressInput{Type: a.Type} && (a.Type == nil || !isNumeric(r.cells, columns.kind()))
		default:
			// A tag that is repeated is left out of its first cell. The tags of the import's input
			// were checked when it was queued.
			if first := slices.Index(in.Tags, in.Tags[index]); first < len(from.tags) {
				column := from.tags[first]
				r.skip(column, p.several(in.Tags[index], r.cells[column])+f.Message)
			}
			tagged[index] = true
		}
	}
	in.Phones, in.Emails = without(in.Phones, phones), without(in.Emails, emails)
	in.Addresses, in.Tags = without(in.Addresses, addresses), without(in.Tags, tagged)
	from.addresses = without(from.addresses, addresses)
	return changed
}

// leaveOutSingle is leaveOut for a fault of a field that a row has once.
func (p *parser) leaveOutSingle(r *row, in *contact.CreateInput, f fault.Detail) (changed bool) {
	if field(f.Field) == profilePic {
		in.ProfilePic = nil
		r.skip(p.single[profilePic], f.Message)
		return true
	}
	of := contact.TextOf(f.Field)
	if of == nil {
		r.reject(f.Field, f.Message)
		return false
	}
	*of(in) = ""
	column, ok := p.single[field(f.Field)]
	if !ok || plaintext.IsBlank(r.cells[column]) {
		column = p.single[fullName]
	}
	r.skip(column, f.Message)
	return true
}

// several returns the value of a cell, out of several, that has the fault.
func (p *parser) several(value, cell string) string {
	if plaintext.Trim(value) == plaintext.Trim(cell) {
		return ""
	}
	return fault.Shown(plaintext.Trim(value)) + " "
}

func (p *parser) headingOr(column int, otherwise string) string {
	if column < 0 {
		return otherwise
	}
	return strings.TrimSpace(p.header[column])
}

// without returns the entries of a list except some.
func without[E any](list []E, indexes map[int]bool) []E {
	if len(indexes) == 0 {
		return list
	}
	kept := make([]E, 0, len(list))
	for i, entry := range list {
		if !indexes[i] {
			kept = append(kept, entry)
		}
	}
	return kept
}
