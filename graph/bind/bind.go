// Package bind converts the variables of a request to the types that an operation declares, and
// reports all invalid values at once. gqlparser and gqlgen stop at the first one.
//
// A missing or invalid value is replaced by a placeholder, so that the operation can be decoded and
// the domain can validate the other values. An operation with faults must not be executed.
package bind

import (
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/firmhub/firmhub/internal/fault"
)

// Input is the name of the argument and variable for the whole request. It is left out of the paths
// of fields.
const Input = "input"

// maxDepth limits the nesting of input objects and lists, which a schema may allow without end.
const maxDepth = 32

// Scalar converts the values of a custom scalar. For a built-in scalar it replaces the standard
// conversion.
type Scalar struct {
	// Parse validates a value (string, bool, json.Number, []any, map[string]any, or another type
	// that a transport accepts) and returns the value for gqlgen to decode. The message of its
	// error follows the name of the field: "must be a UUID". For a *fault.Error it is the message
	// of the first detail.
	Parse func(any) (any, error)
	// Zero is the placeholder: a value that gqlgen decodes without an error.
	Zero any
}

// Text is a parameter of a path or a query, with all its occurrences. It is parsed as a number, a
// boolean or a list if the operation declares one. The items of a list are occurrences or are
// separated by commas. A blank value of any type but String counts as absent.
type Text []string

// Twice is a value that a request contains in both the query and the body. Once converted, both
// must be equal. A blank value in the query counts as absent, as in [Text].
type Twice struct {
	Query Text
	Body  any
}

// Options configure [Variables]. The zero value follows the GraphQL specification.
type Options struct {
	// Scalars are the custom scalars by name. Values of other custom scalars are not checked.
	Scalars map[string]Scalar
	// Lenient is set for REST: enum values are case-insensitive, and a single value is not accepted
	// for a list.
	Lenient bool
	// IgnoreUnknown drops unknown fields of input objects instead of reporting them.
	IgnoreUnknown bool
	// Aliases are further names of a variable or of a field of an input object, by its own name.
	// Values under several names must be equal. Null under one of them is ignored.
	Aliases map[string][]string
}

// Variables converts the values of a request to the variables that the operation declares. It
// returns values that gqlparser and gqlgen decode without an error, with placeholders for the
// invalid ones, and the faults. An absent value stays absent unless it has a default, and null
// stays null. Variables that the operation does not declare are dropped. After [fault.MaxDetails]
// faults, all further values are placeholders. The same is true after 50,000 values, which is one
// fault. A list that is longer than its @limit(maxItems), or than 1,000 items without one, is one
// fault.
//
// The path of a fault begins where the operation uses the variable: in `createContact(input: $c)`
// the path of a phone is phones[1].isPrimary, and in `contact(id: $x)` the path of the id is id.
func Variables(schema *ast.Schema, op *ast.OperationDefinition, in map[string]any, opts Options,
) (map[string]any, fault.Details) {
	out, faults := ByVariable(schema, op, in, opts)
	return out, All(faults)
}

// All returns the faults of all variables.
func All(faults []Faults) fault.Details {
	var all fault.Details
	for _, of := range faults {
		all = append(all, of.Details...)
	}
	return all
}

// Faults are the faults of a variable.
type Faults struct {
	Variable string
	Details  fault.Details
}

// ByVariable binds as [Variables] does, and returns the faults of each variable that has any. If
// binding stopped, the last Faults are empty: all other variables contain placeholders.
func ByVariable(schema *ast.Schema, op *ast.OperationDefinition, in map[string]any, opts Options) (map[string]any, []Faults) {
	b := &binder{schema: schema, op: op, opts: opts, sizes: map[string]int{}}
	out := make(map[string]any, len(op.VariableDefinitions))
	var faults []Faults
	for _, variable := range op.VariableDefinitions {
		b.variable, b.variables = variable.Variable, out
		d := declared{name: variable.Variable, typ: variable.Type, value: variable.DefaultValue, maxItems: listLimit}
		before, known := b.values, len(b.faults)
		values := in
		if isHoisted(d.name) {
			values = nil
		}
		if !b.full() {
			b.field(out, d, values, nil)
		}
		b.sizes[d.name] = b.values - before
		if b.full() {
			delete(out, d.name)
			b.placehold(out, d)
		}
		switch {
		case before <= valueLimit && b.values > valueLimit: // one fault, in the place of all others
			faults = []Faults{{Variable: d.name, Details: b.faults}}
		case len(b.faults) > known:
			faults = append(faults, Faults{Variable: d.name, Details: b.faults[known:]})
		}
	}
	if b.full() {
		faults = append(faults, Faults{})
	}
	return out, faults
}
