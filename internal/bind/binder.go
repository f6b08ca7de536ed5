package bind

import (
	"reflect"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/firmhub/firmhub/internal/fault"
)

// binder walks values against their declared types. Every conversion answers the value and whether it is good; of a bad
// one the fault is noted where it is found, and the caller, who knows what may be left out, takes a placeholder.
type binder struct {
	schema *ast.Schema
	op     *ast.OperationDefinition
	opts   Options

	variable  string         // the one being bound
	variables map[string]any // those bound before it
	path      path           // from the variable, as it was sent, to the value at hand
	faults    fault.Details
	// values counts what was bound, sizes what was of each variable.
	values int
	sizes  map[string]int
}

// full reports whether nothing more is bound: there are as many faults as one answer lists, or too many values.
func (b *binder) full() bool { return len(b.faults) >= fault.MaxDetails || b.values > valueLimit }

// declared is a variable of an operation or a field of an input object.
type declared struct {
	name string
	typ  *ast.Type
	// hasDefault is set for a field whose default is filled in when it is decoded.
	hasDefault bool
	// value is the default of a variable; nil where it has none.
	value *ast.Value
	// maxItems bounds a list.
	maxItems int
	// notNull is set for a field that may be left out, but that null can't clear.
	notNull bool
}

// field binds one variable or field from `in` into `out`. Siblings are all the fields of its object. What comes under
// several of its names is judged under each, and must be the same.
func (b *binder) field(out map[string]any, d declared, in map[string]any, siblings ast.FieldList) {
	name, aliases := d.name, b.aliases(d, in, siblings)
	if len(aliases) > 0 && !b.says(d, in, name) {
		name, aliases = aliases[0], aliases[1:]
	}
	good := b.named(out, d, in, name)
	for _, alias := range aliases {
		again := map[string]any{}
		if b.named(again, d, in, alias) && good && !reflect.DeepEqual(again[d.name], out[d.name]) {
			b.path = append(b.path, step{name: alias})
			b.fault("contradicts %s, of which it is another name", name)
			b.path = b.path[:len(b.path)-1]
		}
	}
}

// aliases are the other names of a field under which a value was sent; null is none.
func (b *binder) aliases(d declared, in map[string]any, siblings ast.FieldList) []string {
	var sent []string
	for _, alias := range b.opts.Aliases[d.name] {
		if siblings.ForName(alias) == nil && b.says(d, in, alias) {
			sent = append(sent, alias)
		}
	}
	return sent
}

// says tells whether a value of the field was sent under this name.
func (b *binder) says(d declared, in map[string]any, name string) bool {
	value, present := b.plain(d.typ, in[name])
	return present && value != nil
}

// named binds what was sent under one of a field's names, and tells whether it is good.
func (b *binder) named(out map[string]any, d declared, in map[string]any, name string) bool {
	value, present := in[name]
	if present {
		value, present = b.plain(d.typ, value)
	}
	if !present && d.value != nil {
		value, present = b.plain(d.typ, d.value)
	}
	b.path = append(b.path, step{name: name})
	defer func() { b.path = b.path[:len(b.path)-1] }()
	switch {
	case d.typ.NonNull && (present && value == nil || !present && !d.hasDefault):
		b.fault("is required")
	case !present:
		return true
	case value == nil && d.notNull:
		b.fault("can't be null; leave it out to keep what it is")
	case value == nil:
		out[d.name] = nil
		return true
	case b.isWithin(d.maxItems, d.typ, value):
		if bound, ok := b.value(d.typ, value); ok {
			out[d.name] = bound
			return true
		}
	}
	b.placehold(out, d)
	return false
}

// placehold leaves a faulty field out where that is allowed. A variable with a default would get it then, and that may be
// what is faulty.
func (b *binder) placehold(out map[string]any, d declared) {
	if d.value != nil || d.typ.NonNull && !d.hasDefault {
		out[d.name] = b.placeholder(d.typ, 0)
	}
}

// plain turns text, and a literal of a document, into what JSON would have held. It reports whether there is anything.
func (b *binder) plain(typ *ast.Type, value any) (any, bool) {
	switch value := value.(type) {
	case Text:
		return value.plain(typ)
	case *ast.Value:
		plain, present := b.literal(typ, value)
		return b.reused(typ, value, plain), present
	}
	return value, true
}

// value converts a value that is not null.
func (b *binder) value(typ *ast.Type, value any) (any, bool) {
	if bound, ok := value.(reused); ok {
		b.count(bound.size)
		return bound.value, true
	}
	b.count(1)
	if b.full() {
		return nil, false
	}
	if typ.Elem != nil {
		return b.list(typ.Elem, value)
	}
	def := b.schema.Types[typ.NamedType]
	if def == nil {
		return value, true // The document is not valid; the executor says so.
	}
	if def.Kind == ast.Scalar {
		value = b.opened(typ, value)
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
		if b.full() {
			break
		}
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
	var bound any
	ok := b.isWithin(listLimit, typ, item)
	if ok {
		bound, ok = b.value(typ, item)
	}
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
		if b.full() {
			break
		}
		d := declared{
			name: field.Name, typ: field.Type, hasDefault: field.DefaultValue != nil, maxItems: maxItems(field),
			notNull: NotNull(def, field),
		}
		b.field(out, d, in, def.Fields)
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
