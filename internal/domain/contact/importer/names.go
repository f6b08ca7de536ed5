package importer

import (
	"slices"
	"strings"
	"unicode"

	"github.com/firmhub/firmhub/internal/plaintext"
)

// names returns the names of a row. If one name has no column or a blank cell, it is the rest of
// the full name without the other. If the full name does not contain the first name of the row, its
// cell is left out. If it does not contain the last name, it is the first name.
func (p *parser) names(r *row, cells []string) (first, last string) {
	first, last = oneLine(p.cell(cells, firstName), " "), oneLine(p.cell(cells, lastName), " ")
	full := oneLine(p.cell(cells, fullName), " ")
	if full == "" || first != "" && last != "" {
		return first, last
	}
	before, after := splitName(full, lastFirst[word(p.header[p.single[fullName]])])
	if first == "" && last == "" {
		return before, after
	}
	for _, name := range []string{before + " " + after, full} {
		if rest, ok := cutName(name, first, last); ok && first != "" {
			return first, rest
		} else if ok {
			return rest, last
		}
	}
	if first == "" {
		return full, last
	}
	r.skip(p.single[fullName], "must begin or end with the first name of the row")
	return first, last
}

// given reports whether a row has text in the column of a field.
func (t *table) given(r *row, f field) bool {
	column, ok := t.single[f]
	return ok && !plaintext.IsBlank(r.cells[column])
}

// splitName splits a full name. It splits Doe, John at its comma, and others at their last space
// or, if the last name comes first, at their first one.
func splitName(full string, lastFirst bool) (first, last string) {
	if before, after, ok := strings.Cut(full, ","); ok {
		before, after = plaintext.Trim(before), plaintext.Trim(after)
		isTitle := titles[word(after)] && strings.ContainsFunc(before, unicode.IsSpace)
		if before != "" && after != "" && !isTitle {
			return after, before
		}
	}
	if lastFirst {
		if i := strings.IndexFunc(full, unicode.IsSpace); i >= 0 {
			return plaintext.Trim(full[i:]), full[:i]
		}
	} else if i := strings.LastIndexFunc(full, unicode.IsSpace); i >= 0 {
		return plaintext.Trim(full[:i]), plaintext.Trim(full[i:])
	}
	return full, ""
}

// titles follow a full name after a comma: John Doe, Jr.
var titles = values(map[string]bool{"jr sr ii iii iv phd md dds mba cpa esq inc llc ltd gmbh": true})

// cutName removes the first name from the beginning of a full name, or the last name from its end.
// One of the two is blank. Either may also be at the other end.
func cutName(full, first, last string) (rest string, ok bool) {
	words, part := strings.Fields(full), strings.Fields(first+last)
	n := len(words) - len(part)
	if n < 0 {
		return "", false
	}
	same := func(a, b string) bool { return plaintext.Fold(a) == plaintext.Fold(b) }
	begins, ends := slices.EqualFunc(words[:len(part)], part, same), slices.EqualFunc(words[n:], part, same)
	switch {
	case begins && (first != "" || !ends):
		words = words[len(part):]
	case ends:
		words = words[:n]
	}
	return strings.Join(words, " "), begins || ends
}
