package bind

import (
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/firmhub/firmhub/internal/fault"
)

// fault notes what is wrong with the value at the current path.
func (b *binder) fault(format string, args ...any) {
	if !b.full() {
		b.faults.Add(b.where(), format, args...)
	}
}

// wrong notes a fault as the answer of a conversion.
func (b *binder) wrong(format string, args ...any) (any, bool) {
	b.fault(format, args...)
	return nil, false
}

// where names the current path for the client.
func (b *binder) where() string {
	whole := b.path
	if whole[0].name == b.variable {
		whole = append(place(b.op, b.variable), whole[1:]...)
	}
	whole[0].name, _, _ = strings.Cut(whole[0].name, hoisted)
	if len(whole) > 1 && whole[0].name == Input {
		whole = whole[1:]
	}
	return whole.String()
}

// unknown notes the fields that an input object does not have, in alphabetical order. Of very many it keeps the first, so
// that they need not all be sorted.
func (b *binder) unknown(def *ast.Definition, in map[string]any) {
	const most = fault.MaxDetails
	var names []string
	last := ""
	for name := range in {
		if def.Fields.ForName(name) != nil || name == "__typename" || last != "" && name > last {
			continue
		}
		if names = append(names, name); len(names) == 2*most {
			slices.Sort(names)
			names = names[:most]
			last = names[most-1]
		}
	}
	slices.Sort(names)
	for _, name := range names[:min(len(names), most)] {
		b.path = append(b.path, step{name: fault.Shown(name)})
		b.fault("is not a known field")
		b.path = b.path[:len(b.path)-1]
	}
}

// Merge adds to the faults of the binder what the domain found, except at and beneath the fields that are faulty
// already: those hold placeholders, of which the domain knows nothing. Where the binder stopped, all the rest is
// placeholders, and the faults are its own alone.
func Merge(bound, domain fault.Details) fault.Details {
	if len(bound) >= fault.MaxDetails {
		return bound
	}
	faulty := make(map[string]bool, len(bound))
	for _, detail := range bound {
		faulty[detail.Field] = true
	}
	merged := slices.Clip(bound)
	for _, detail := range domain {
		if !beneath(detail.Field, faulty) {
			merged = append(merged, detail)
		}
	}
	return merged
}

// beneath tells whether a field or one that holds it is among the faulty ones.
func beneath(field string, faulty map[string]bool) bool {
	if faulty[Input] || faulty[field] {
		return true
	}
	for {
		cut := strings.LastIndexAny(field, ".[")
		if cut < 0 {
			return false
		}
		field = field[:cut]
		if faulty[field] {
			return true
		}
	}
}
