package bind

import (
	"strconv"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/firmhub/firmhub/internal/fault"
)

const (
	// listLimit is the maximum length of a list whose field has no @limit(maxItems).
	listLimit = 1000
	// valueLimit is the maximum number of values of an operation. The values of a variable count
	// for each use in a literal.
	valueLimit = 50_000
)

// maxItems returns the maximum length of a list in a field of an input object.
func maxItems(field *ast.FieldDefinition) int {
	if limit := field.Directives.ForName("limit"); limit != nil {
		if argument := limit.Arguments.ForName("maxItems"); argument != nil {
			if most, err := strconv.Atoi(argument.Value.Raw); err == nil {
				return most
			}
		}
	}
	return listLimit
}

// isWithin reports whether a value is not a list of more than most entries, and records a fault
// otherwise.
func (b *binder) isWithin(most int, typ *ast.Type, value any) bool {
	if bound, ok := value.(reused); ok {
		value = bound.value
	}
	items, ok := value.([]any)
	if !ok || typ.Elem == nil || len(items) <= most {
		return true
	}
	b.fault("must have at most %d entries", most)
	return false
}

// count adds to the number of values of the operation. Beyond valueLimit it replaces all faults by
// one, of the whole input.
func (b *binder) count(values int) {
	if b.values > valueLimit {
		return
	}
	if b.values += values; b.values > valueLimit {
		b.faults = fault.Details{{Field: Input, Message: "must have at most " + strconv.Itoa(valueLimit) + " values in all"}}
	}
}

// reused is the converted value of a variable in a literal of the same type. It is not converted
// again.
type reused struct {
	value any
	size  int
}

// reused wraps the value of a literal if the literal is a variable of a compatible type.
func (b *binder) reused(typ *ast.Type, literal *ast.Value, value any) any {
	if literal.Kind != ast.Variable || value == nil {
		return value
	}
	variable := b.op.VariableDefinitions.ForName(literal.Raw)
	if variable == nil {
		return value
	}
	bound := *variable.Type
	bound.NonNull = true // as the value is not null
	if !bound.IsCompatible(typ) {
		return value
	}
	return reused{value, b.sizes[literal.Raw]}
}
