package pricing

import (
	"cmp"
	"slices"
	"strings"

	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

// slot is what a price is for: messages of a category, to a country and of a kind of channel. An
// empty country or kind means any. A plan has at most one price for a slot.
type slot struct {
	category Category
	country  string
	kind     provider.Kind
}

// reported is the slot of the prices of messages that firms report.
func reported(category Category) slot { return slot{category: category} }

// fitting returns the slots whose prices fit messages of this slot, the most specific one first.
func (s slot) fitting() [4]slot {
	return [...]slot{s, {s.category, s.country, ""}, {s.category, "", s.kind}, reported(s.category)}
}

// compare returns the order of the slots of a plan: by category, and then those for any country and
// kind first.
func (s slot) compare(other slot) int {
	return cmp.Or(
		cmp.Compare(slices.Index(categories, s.category), slices.Index(categories, other.category)),
		cmp.Compare(s.country, other.country),
		cmp.Compare(slices.Index(provider.Kinds, s.kind), slices.Index(provider.Kinds, other.kind)),
	)
}

// String returns the name of the slot in the audit log, such as "Marketing BR WhatsApp".
func (s slot) String() string {
	parts := []string{string(s.category), s.country, string(s.kind)}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), " ")
}

// slotOf returns the slot of a price whose country and kind may be nil.
func slotOf(category Category, country *string, kind *provider.Kind) slot {
	s := slot{category: category}
	if country != nil {
		s.country = *country
	}
	if kind != nil {
		s.kind = *kind
	}
	return s
}
