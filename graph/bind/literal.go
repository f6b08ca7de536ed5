package bind

import (
	"encoding/json"

	"github.com/vektah/gqlparser/v2/ast"
)

// literal converts a literal of a document to the type that a JSON decoder returns. Items of lists
// and fields of objects stay literals. A variable is replaced by its converted value. A string for
// an enum, or an enum value for another type, stays a literal, which no conversion accepts.
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

// isEnum reports whether the innermost type is an enum: a single value is accepted for a list.
func (b *binder) isEnum(typ *ast.Type) bool {
	def := b.schema.Types[typ.Name()]
	return def != nil && def.Kind == ast.Enum
}

// opened returns the value of a scalar, which may be a list or an object, with all literals in it
// converted. In a custom scalar, the name of an enum value is a string.
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
