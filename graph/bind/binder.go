package bind

import (
	"reflect"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/firmhub/firmhub/internal/fault"
)

// binder converts values to their declared types. Every conversion returns the value and whether it
// is valid, and records the fault of an invalid one. The caller knows whether the value may be
// absent, and uses a placeholder.
type binder struct {
	schema *ast.Schema
	op     *ast.OperationDefinition
	opts   Options

	variable  string         // the variable that is being converted
	variables map[string]any // the ones converted before it
	path      path           // from the variable to the current value
	faults    fault.Details
	// values is the number of converted values, and sizes the number for each variable.
	values int
	sizes  map[string]int
}

// full reports whether the conversion stops because there are too many faults or too many values.
func (b *binder) full() bool { return len(b.faults) >= fault.MaxDetails || b.values > valueLimit }

// declared is a variable of an operation or a field of an input object.
type declared struct {
	name string
	typ  *ast.Type
	// hasDefault is set for a field with a default. gqlgen sets the default when it decodes the
	// field.
	hasDefault bool
	// value is the default of a variable, or nil if it has none.
	value *ast.Value
	// maxItems is the greatest length of a list.
	maxItems int
	// notNull is set for a field that may be left out but must not be null.
	notNull bool
}

// field converts one variable or field from in to out. siblings are all fields of its object. If
// there are values under several of its names, each is checked, and all must be equal.
func (b *binder) field(out map[string]any, d declared, in map[string]any, siblings ast.FieldList) {
	name, aliases := d.name, b.aliases(d, in, siblings)
	if len(aliases) > 0 && !b.has(d, in, name) {
		name, aliases = aliases[0], aliases[1:]
	}
	good := b.named(out, d, in, name)
	for _, alias := range aliases {
		again := map[string]any{}
		if b.named(again, d, in, alias) && good && !isSame(again[d.name], out[d.name]) {
			b.path = append(b.path, step{name: alias})
			b.fault("contradicts %s, of which it is another name", name)
			b.path = b.path[:len(b.path)-1]
		}
	}
}

// aliases returns the further names of a field under which there is a value other than null.
func (b *binder) aliases(d declared, in map[string]any, siblings ast.FieldList) []string {
	var sent []string
	for _, alias := range b.opts.Aliases[d.name] {
		if siblings.ForName(alias) == nil && b.has(d, in, alias) {
			sent = append(sent, alias)
		}
	}
	return sent
}

// has reports whether there is a value other than null under this name.
func (b *binder) has(d declared, in map[string]any, name string) bool {
	value, present := b.plain(d.typ, in[name])
	return present && value != nil
}

// named converts the value under one of the names of a field, and reports whether it is valid.
func (b *binder) named(out map[string]any, d declared, in map[string]any, name string) bool {
	value, present := in[name]
	if given, ok := value.(Twice); ok {
		return b.twice(out, d, name, given)
	}
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

// twice converts a value that is given twice, and reports whether both are valid and equal.
func (b *binder) twice(out map[string]any, d declared, name string, given Twice) bool {
	ofBody := map[string]any{name: given.Body}
	if _, present := b.plain(d.typ, given.Query); !present {
		return b.named(out, d, ofBody, name)
	}
	if !b.named(out, d, map[string]any{name: given.Query}, name) {
		return false
	}
	again := map[string]any{}
	switch {
	case given.Body != nil && !b.named(again, d, ofBody, name):
		return false
	case given.Body != nil && isSame(again[d.name], out[d.name]):
		return true
	}
	b.path = append(b.path, step{name: name})
	b.fault("is given in the query and in the body with different values")
	b.path = b.path[:len(b.path)-1]
	return false
}

// isSame reports whether two converted values are equal. White space around text does not count.
func isSame(one, other any) bool {
	if text, ok := one.(string); ok {
		if otherText, ok := other.(string); ok {
			return strings.TrimSpace(text) == strings.TrimSpace(otherText)
		}
	}
	return reflect.DeepEqual(one, other)
}

// placehold sets a placeholder for an invalid field, unless the field may be absent. An absent
// variable with a default would be set to the default, which may be the invalid value.
func (b *binder) placehold(out map[string]any, d declared) {
	if d.value != nil || d.typ.NonNull && !d.hasDefault {
		out[d.name] = b.placeholder(d.typ, 0)
	}
}

// plain converts a parameter, or a literal of a document, to the type that a JSON decoder returns.
// It reports whether there is a value.
func (b *binder) plain(typ *ast.Type, value any) (any, bool) {
	switch value := value.(type) {
	case Text:
		return value.plain(typ)
	case Twice:
		if plain, present := value.Query.plain(typ); present {
			return plain, true
		}
		return b.plain(typ, value.Body)
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
		return value, true // The document is invalid; the executor reports that.
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
	return value, true // As above: not an input type.
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

// placeholder returns a valid value of a type.
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
