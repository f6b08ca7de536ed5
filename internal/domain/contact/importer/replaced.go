package importer

import (
	"slices"

	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
)

// reportReplaced adds the cells of a row that replace what an earlier row gave to the contact to
// those that are left out: people who share a phone become one contact, and nothing of them is lost
// without a line of the report.
func (t *table) reportReplaced(r *row, before, after *contact.Stored) {
	t.reportName(r, before, after, "the name in an earlier row with the same phone or email")
	if g := before.Gender; g != nil && after.Gender != nil && *g != *after.Gender && t.given(r, gender) {
		r.skipReplaced(t.single[gender], string(*g))
	}
	if pic := before.ProfilePic; pic != nil && after.ProfilePic != nil && *pic != *after.ProfilePic && t.given(r, profilePic) {
		r.skipReplaced(t.single[profilePic], *pic)
	}
	for i := range before.Addresses { // merge keeps their places
		given := after.Addresses[i].Texts()
		for part, text := range before.Addresses[i].Texts() {
			if column := t.columnOf(r, part, *given[part]); column >= 0 && replaces(*text, *given[part]) {
				r.skipReplaced(column, *text)
			}
		}
	}
}

// reportRenamed does the same for the name of a contact that the file did not have before, if only
// an e-mail address says that the row is about the same person.
func (t *table) reportRenamed(r *row, before, after *contact.Stored) {
	samePhone := func(p contact.Phone) bool { return slices.Contains(r.wanted.Phones, p.MatchKey) }
	if !slices.ContainsFunc(before.Phones, samePhone) {
		t.reportName(r, before, after, "the name of the contact with the same email")
	}
}

// reportName reports a name that a row replaces. It is one value, even if it has two cells.
func (t *table) reportName(r *row, before, after *contact.Stored, which string) {
	first, last := replaces(before.FirstName, after.FirstName), replaces(before.LastName, after.LastName)
	var of field
	switch {
	case last && t.given(r, lastName):
		of = lastName
	case first && t.given(r, firstName):
		of = firstName
	case (first || last) && t.given(r, fullName):
		of = fullName
	default:
		return
	}
	name := plaintext.Trim(before.FirstName + " " + before.LastName)
	r.skip(t.single[of], "replaces "+fault.Shown(name)+", "+which)
}

func (r *row) skipReplaced(column int, value string) {
	r.skip(column, "replaces "+fault.Shown(value)+" of an earlier row with the same phone or email")
}

// replaces reports whether a text is another one than before, whatever the case and accents.
func replaces(before, after string) bool {
	return before != "" && plaintext.Fold(before) != plaintext.Fold(after)
}

// columnOf returns the column in which a row has this text as a part of an address, or -1.
func (t *table) columnOf(r *row, part int, text string) int {
	at := slices.IndexFunc(t.addresses, func(columns addressColumns) bool {
		column := columns.parts[part]
		return column >= 0 && oneLine(r.cells[column], ", ") == text
	})
	if at < 0 {
		return -1
	}
	return t.addresses[at].parts[part]
}
