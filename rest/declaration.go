package rest

import (
	"slices"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/firmhub/firmhub/graph/bind"
)

// declaration is a variable of an operation or a field of an input object, by its name on the wire.
type declaration struct {
	name, description string
	typ               *ast.Type
	optional          bool
	// notNull is set for a value that may be left out but must not be null.
	notNull bool
	limits  *ast.Directive
}

func declared(def *ast.Definition, field *ast.FieldDefinition) declaration {
	return declaration{
		name: field.Name, description: field.Description, typ: field.Type,
		optional: field.DefaultValue != nil, notNull: bind.NotNull(def, field), limits: field.Directives.ForName("limit"),
	}
}

// required reports whether a client must send it.
func (d declaration) required() bool { return d.typ.NonNull && !d.optional }

// limited adds the arguments of the directive @limit to the type. They are keywords of JSON Schema.
func (d declaration) limited(schema object) object {
	if d.limits == nil {
		return schema
	}
	if either, ok := schema.get("anyOf").([]object); ok {
		either[0] = d.limited(either[0])
		return schema
	}
	for _, argument := range d.limits.Arguments {
		if value, err := argument.Value.Value(nil); err == nil {
			schema = schema.with(argument.Name, value)
		}
	}
	return schema
}

// declarations returns all names that a route takes. These are its variables, with the fields of
// `input` instead of `input`, and without the file of an upload and the names that the route omits.
func (r *route) declarations() []declaration {
	var all []declaration
	for _, variable := range r.operation.VariableDefinitions {
		if r.Kind == Upload && variable.Variable == fileField || slices.Contains(r.Omit, variable.Variable) {
			continue
		}
		if variable.Variable != bind.Input {
			all = append(all, declaration{name: variable.Variable, typ: variable.Type, optional: variable.DefaultValue != nil})
			continue
		}
		def := r.schema.Types[variable.Type.Name()]
		for _, field := range def.Fields {
			if !slices.Contains(r.Omit, field.Name) {
				all = append(all, declared(def, field))
			}
		}
	}
	return all
}
