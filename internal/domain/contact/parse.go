package contact

import (
	"fmt"

	"github.com/firmhub/firmhub/internal/fault"
)

// The limits of a contact. Lengths are in characters, except for the URL, whose length is in bytes.
const (
	maxName       = 50
	maxType       = 99
	maxParts      = 50
	maxLine       = 200
	maxProfilePic = 2048
)

// parseType returns 0 for nil.
func parseType(faults *fault.Details, kind *int) int {
	if kind == nil {
		return 0
	}
	if *kind < 0 || *kind > maxType {
		faults.Add("type", "must be from 0 to %d", maxType)
	}
	return *kind
}

// parseList parses the entries of a list, and prefixes the field names of their faults with the
// position.
func parseList[In, Out any](faults *fault.Details, list string, entries []In, parse func(In) (Out, fault.Details)) []Out {
	if len(entries) > maxParts {
		faults.Add(list, "must have at most %d entries", maxParts)
		entries = entries[:maxParts]
	}
	parsed := make([]Out, 0, len(entries))
	for i, entry := range entries {
		one, wrong := parse(entry)
		faults.AddAll(fmt.Sprintf("%s[%d].", list, i), wrong)
		parsed = append(parsed, one)
	}
	return parsed
}

// setPrimary makes the first entry primary if none is, and adds a fault for every primary entry
// after the first.
func setPrimary[T any](faults *fault.Details, list string, entries []T, isPrimary func(*T) *bool) {
	seen := false
	for i := range entries {
		if !*isPrimary(&entries[i]) {
			continue
		}
		if seen {
			faults.Add(fmt.Sprintf("%s[%d].isPrimary", list, i), "must not be true, as an entry before it is primary already")
		}
		seen = true
	}
	if !seen && len(entries) > 0 {
		*isPrimary(&entries[0]) = true
	}
}

func isTrue(flag *bool) bool { return flag != nil && *flag }
