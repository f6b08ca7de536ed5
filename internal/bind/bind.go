// Package bind turns the loose variables of a request into those that an operation declares, and says everything that
// is wrong with them at once. gqlparser and gqlgen stop at the first bad variable.
//
// Where a value is missing or wrong, a harmless placeholder takes its place, so that the operation can be decoded and
// the domain can add what it finds wrong with the rest; the faults say that it must not be run.
package bind

import (
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/firmhub/firmhub/internal/fault"
)

// Key is where the faults travel with an operation: the [fault.Details] under this name in its extensions. No client
// can put a value of that Go type there.
const Key = "github.com/firmhub/firmhub/internal/bind"

// Input is the name of the argument and variable that stand for the request itself: its fields are named without it.
const Input = "input"

// maxDepth bounds the nesting of input objects and lists, which a schema may make endless.
const maxDepth = 32

// Scalar is a custom scalar, or another reading of a built-in one.
type Scalar struct {
	// Parse checks a value (string, bool, json.Number, []any, map[string]any, or what else a transport puts there) and
	// gives what gqlgen is to decode. Its error says what is wrong in words that follow a field's name: "must be a UUID";
	// of a *fault.Error the first detail says it.
	Parse func(any) (any, error)
	// Zero is the placeholder: a value that gqlgen decodes without an error.
	Zero any
}

// Text is a value that came as text, from a path or a query: once, or several times. Where a number, a boolean or a list
// is declared, it is read as one; the items of a list repeat the name or stand between commas. A blank for anything but
// a String counts as absent.
type Text []string

// Options say how to bind. The zero value is strict, as the GraphQL specification is.
type Options struct {
	// Scalars are the custom scalars by name. One that is not listed passes unchecked.
	Scalars map[string]Scalar
	// Lenient is for REST: enum values are matched without regard to case, and a single value is not taken for a list.
	Lenient bool
	// IgnoreUnknown drops unknown fields of input objects without a word.
	IgnoreUnknown bool
	// Aliases are other names under which a variable or a field of an input object is accepted, by its own name. Where
	// several are sent, they must agree; null under one of them says nothing.
	Aliases map[string][]string
}

// Variables binds what was sent to the variables that the operation declares. What comes back holds values that
// gqlparser and gqlgen decode without an error: coerced ones, and placeholders for those named in the faults. What was
// absent stays absent, unless it has a default, and what was null stays null. Variables that the operation does not
// declare are dropped. After [fault.MaxDetails] faults nothing more is judged, and all the rest is placeholders; so it is
// after 50,000 values, of which there is one fault. A list longer than its @limit(maxItems), else 1,000, is one fault.
//
// The faults name fields by the place where the operation uses the variable: of `createContact(input: $c)` the fault of
// a phone is phones[1].isPrimary, and of `contact(id: $x)` that of the id is id.
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

// Faults are those of a variable.
type Faults struct {
	Variable string
	Details  fault.Details
}

// ByVariable binds as [Variables] does, and returns the faults of each variable that has any. Where binding stopped, the last
// Faults are empty: all other variables hold placeholders.
func ByVariable(schema *ast.Schema, op *ast.OperationDefinition, in map[string]any, opts Options) (map[string]any, []Faults) {
	b := &binder{schema: schema, op: op, opts: opts, sizes: map[string]int{}}
	out := make(map[string]any, len(op.VariableDefinitions))
	var faults []Faults
	for _, variable := range op.VariableDefinitions {
		b.variable, b.variables = variable.Variable, out
		d := declared{name: variable.Variable, typ: variable.Type, value: variable.DefaultValue, maxItems: listLimit}
		before, known := b.values, len(b.faults)
		sent := in
		if isHoisted(d.name) {
			sent = nil
		}
		if !b.full() {
			b.field(out, d, sent, nil)
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
