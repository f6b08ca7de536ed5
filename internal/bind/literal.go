package bind

import (
	"encoding/json"

	"github.com/vektah/gqlparser/v2/ast"
)

// literal returns the value that a literal of a document stands for at this type, as JSON would have held it: the items of
// lists and the fields of objects still as literals, a variable as what it was bound to. A string for an enum, and the
// reverse, is returned as the literal that it is, which no conversion accepts.
func (b *binder) literal(typ *ast.Type, literal *ast.Value) (value any, present bool) {
	switch literal.Kind {
	case ast.Variable:
		value, present = b.variables[literal.Raw]
		return value, present
	case ast.EnumValue, ast.StringValue, ast.BlockValue:
		if b.isEnum(typ) != (literal.Kind == ast.EnumValue) {
			return literal, true
		}
		return literal.Raw, true
	case ast.IntValue, ast.FloatValue:
		return json.Number(literal.Raw), true
	case ast.BooleanValue:
		return literal.Raw == "true", true
	case ast.ListValue:
		items := make([]any, len(literal.Children))
		for i, child := range literal.Children {
			items[i] = child.Value
		}
		return items, true
	case ast.ObjectValue:
		fields := make(map[string]any, len(literal.Children))
		for _, child := range literal.Children {
			fields[child.Name] = child.Value
		}
		return fields, true
	case ast.NullValue:
	}
	return nil, true
}

// isEnum reports whether the innermost type is an enum: a single value stands for a list of itself.
func (b *binder) isEnum(typ *ast.Type) bool {
	def := b.schema.Types[typ.Name()]
	return def != nil && def.Kind == ast.Enum
}

// opened returns a value for a scalar without any literal in it: a scalar may be a list or an object. The name of an enum
// is text for the scalars that are not GraphQL's own.
func (b *binder) opened(typ *ast.Type, value any) any {
	b.count(1)
	if b.full() {
		return nil
	}
	switch value := value.(type) {
	case *ast.Value:
		if plain, _ := b.literal(typ, value); plain != any(value) {
			return b.opened(typ, plain)
		}
		if !b.schema.Types[typ.NamedType].BuiltIn {
			return value.Raw
		}
	case []any:
		for i, item := range value {
			value[i] = b.opened(typ, item)
		}
	case map[string]any:
		for name, field := range value {
			value[name] = b.opened(typ, field)
		}
	}
	return value
}
