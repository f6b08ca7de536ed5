package bind

import (
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/firmhub/firmhub/internal/fault"
)

// fault records a fault of the value at the current path.
func (b *binder) fault(format string, args ...any) {
	if !b.full() {
		b.faults.Add(b.where(), format, args...)
	}
}

// wrong records a fault and returns the results of a conversion that failed.
func (b *binder) wrong(format string, args ...any) (any, bool) {
	b.fault(format, args...)
	return nil, false
}

// where returns the current path in the client's names.
func (b *binder) where() string {
	whole := b.path
	if whole[0].name == b.variable {
		whole = append(usage(b.op, b.variable), whole[1:]...)
	}
	whole[0].name, _, _ = strings.Cut(whole[0].name, hoisted)
	if len(whole) > 1 && whole[0].name == Input {
		whole = whole[1:]
	}
	return whole.String()
}

// unknown records a fault for each field that the input object does not declare, in alphabetical
// order. It never sorts more than twice as many names as there can be faults.
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

// Merge appends the faults that the domain found to the faults of the binder. It leaves out fields
// that are already invalid and the fields below them, because their values are placeholders. When
// the binder stopped early, it returns the faults of the binder alone.
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

// beneath reports whether a field, or an object or list that contains it, is invalid.
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
