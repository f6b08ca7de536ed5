package importer

import (
	"slices"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/contact"
)

// mergeAddresses merges each address of a row into the address of the contact that it matches, and
// adds those that match none. first is set if the first address is from the columns of the first
// address.
func mergeAddresses(has, from []contact.Address, first bool) (merged []contact.Address, changed bool) {
	merged = slices.Clone(has)
	taken := make([]bool, len(has))
	var others []int
	for i, a := range from {
		at := slices.IndexFunc(has, func(b contact.Address) bool {
			b.ID = uuid.Nil
			return a == b
		})
		if at < 0 {
			others = append(others, i)
		} else {
			taken[at] = true
		}
	}
	for _, i := range others {
		at := about(has, taken, from[i], first && i == 0)
		if at < 0 {
			merged, changed = append(merged, from[i]), true
			continue
		}
		taken[at] = true
		changed = merged[at].Overwrite(&from[i]) || changed
	}
	return merged, changed
}

// about returns the index of the free address that an address of a row matches, or -1. If the row's
// address has no type, and is the first of the row, that is the first address. If it has a type, it
// is the address of that type; of several, the one with the most equal parts, and at least one.
// Otherwise it is one that differs only by type.
func about(has []contact.Address, taken []bool, a contact.Address, first bool) int {
	if a.Type == 0 && first && len(has) > 0 && !taken[0] {
		return 0
	}
	best, most, ofType := -1, 0, 0
	for i, b := range has {
		if taken[i] || b.Type != a.Type || a.Type == 0 {
			continue
		}
		ofType++
		if n, _ := same(a, b); n > most || best < 0 {
			best, most = i, n
		}
	}
	if most > 0 || ofType == 1 {
		return best
	}
	for i, b := range has {
		if _, all := same(a, b); all && !taken[i] {
			return i
		}
	}
	return -1
}

// same returns how many parts of an address are equal in another one, and whether all are.
func same(a, b contact.Address) (n int, all bool) {
	all = true
	texts := b.Texts()
	for i, text := range a.Texts() {
		switch *text {
		case "":
		case *texts[i]:
			n++
		default:
			all = false
		}
	}
	return n, all
}
