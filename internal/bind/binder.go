package bind

import (
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/firmhub/firmhub/internal/fault"
)

// binder walks values against their declared types. Every conversion answers the value and whether it is good; of a bad
// one the fault is noted where it is found, and the caller, who knows what may be left out, takes a placeholder.
type binder struct {
	schema *ast.Schema
	op     *ast.OperationDefinition
	opts   Options

	variable string // the one being bound
	path     path   // from the variable, as it was sent, to the value at hand
	faults   fault.Details
}

// declared is a variable of an operation or a field of an input object.
type declared struct {
	name       string
	typ        *ast.Type
	hasDefault bool
}

// field binds one variable or field from `in` into `out`. Siblings are all the fields of its object.
func (b *binder) field(out map[string]any, d declared, in map[string]any, siblings ast.FieldList) {
	value, name, present := b.lookup(in, d.name, siblings)
	if present {
		value, present = b.plain(d.typ, value)
	}
	b.path = append(b.path, step{name: name})
	switch {
	case d.typ.NonNull && (present && value == nil || !present && !d.hasDefault):
		b.fault("is required")
		b.placehold(out, d)
	case !present:
	case value == nil:
		out[d.name] = nil
	default:
		if bound, ok := b.value(d.typ, value); ok {
			out[d.name] = bound
		} else {
			b.placehold(out, d)
		}
	}
	b.path = b.path[:len(b.path)-1]
}

// placehold leaves a faulty field out where that is allowed.
func (b *binder) placehold(out map[string]any, d declared) {
	if d.typ.NonNull && !d.hasDefault {
		out[d.name] = b.placeholder(d.typ, 0)
	}
}

// lookup finds a field under its own name or an alias, and says which.
func (b *binder) lookup(in map[string]any, name string, siblings ast.FieldList) (any, string, bool) {
	if value, ok := in[name]; ok {
		return value, name, true
	}
	for _, alias := range b.opts.Aliases[name] {
		if value, ok := in[alias]; ok && siblings.ForName(alias) == nil {
			return value, alias, true
		}
	}
	return nil, name, false
}

// plain turns text into what JSON would have held, and tells whether there is anything at all.
func (b *binder) plain(typ *ast.Type, value any) (any, bool) {
	if text, ok := value.(Text); ok {
		value = text.plain(typ)
	}
	if items, ok := value.([]any); ok && items == nil {
		return nil, false
	}
	if s, ok := value.(string); ok && b.opts.Lenient && typ.NamedType != scalarString && strings.TrimSpace(s) == "" {
		return nil, false
	}
	return value, true
}

// value converts a value that is not null.
func (b *binder) value(typ *ast.Type, value any) (any, bool) {
	if typ.Elem != nil {
		return b.list(typ.Elem, value)
	}
	def := b.schema.Types[typ.NamedType]
	if def == nil {
		return value, true // The document is not valid; the executor says so.
	}
	if scalar, ok := b.opts.Scalars[typ.NamedType]; ok {
		return b.custom(scalar, value)
	}
	switch def.Kind {
	case ast.Scalar:
		return b.builtin(typ.NamedType, value)
	case ast.Enum:
		return b.enum(def, value)
	case ast.InputObject:
		return b.object(def, value)
	case ast.Object, ast.Interface, ast.Union:
	}
	return value, true // As above: no type for a variable.
}

func (b *binder) list(elem *ast.Type, value any) (any, bool) {
	if len(b.path) > maxDepth {
		return b.wrong("is nested too deeply")
	}
	items, ok := value.([]any)
	if !ok {
		if b.opts.Lenient {
			return b.wrong("must be a list")
		}
		items = []any{value}
	}
	out := make([]any, len(items))
	for i, item := range items {
		b.path = append(b.path, step{index: i})
		out[i] = b.item(elem, item)
		b.path = b.path[:len(b.path)-1]
	}
	return out, true
}

func (b *binder) item(typ *ast.Type, item any) any {
	item, present := b.plain(typ, item)
	if !present || item == nil {
		if !typ.NonNull {
			return nil
		}
		b.fault("is required")
		return b.placeholder(typ, 0)
	}
	bound, ok := b.value(typ, item)
	if !ok && typ.NonNull {
		return b.placeholder(typ, 0)
	}
	return bound
}

func (b *binder) object(def *ast.Definition, value any) (any, bool) {
	if len(b.path) > maxDepth {
		return b.wrong("is nested too deeply")
	}
	in, ok := value.(map[string]any)
	if !ok {
		return b.wrong("must be an object")
	}
	if !b.opts.IgnoreUnknown {
		b.unknown(def, in)
	}
	out := make(map[string]any, min(len(in), len(def.Fields)))
	for _, field := range def.Fields {
		b.field(out, declared{field.Name, field.Type, field.DefaultValue != nil}, in, def.Fields)
	}
	return out, true
}

// placeholder is the least value of a type.
func (b *binder) placeholder(typ *ast.Type, depth int) any {
	if !typ.NonNull || depth > maxDepth {
		return nil
	}
	if typ.Elem != nil {
		return []any{}
	}
	if scalar, ok := b.opts.Scalars[typ.NamedType]; ok {
		return scalar.Zero
	}
	def := b.schema.Types[typ.NamedType]
	switch {
	case def == nil:
		return nil
	case def.Kind == ast.Enum:
		return def.EnumValues[0].Name
	case def.Kind == ast.InputObject:
		out := map[string]any{}
		for _, field := range def.Fields {
			if field.Type.NonNull && field.DefaultValue == nil {
				out[field.Name] = b.placeholder(field.Type, depth+1)
			}
		}
		return out
	}
	return zero(typ.NamedType)
}
