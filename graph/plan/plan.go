// Package plan writes responses by plans. A plan is compiled from the selection of a GraphQL field,
// once for a document. It reads objects and writes their JSON without resolving each field
// separately. It writes the same bytes as gqlgen's executor for the same objects. It leaves to the
// executor what it can't write so.
package plan

import (
	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
)

// Types are the GraphQL types known to plans, by name.
type Types map[string]Type

// Type is a GraphQL type: an [Object] of some Go type.
type Type interface {
	compile(c *compiler, fields []graphql.CollectedField, nullable bool) (Plan, bool)
}

// Plan writes the values of a field, one object or a list of them, as JSON. It reports whether it
// could; if not, discard what it has written. Several goroutines may use it.
type Plan func(w *Writer, value any) bool

// Object describes how to write the fields of a GraphQL type whose Go type is T. Fields that are
// missing can't be planned: they have arguments, a resolver, or their own access rule.
type Object[T any] map[string]Field[T]

// Field compiles a field of an object with the selection below it. It returns nil if the field
// can't be planned.
type Field[T any] func(c *compiler, selected graphql.CollectedField) node[T]

// node writes a part of an object.
type node[T any] func(w *Writer, object *T) bool

// compiler compiles the selections of one operation.
type compiler struct {
	types     Types
	operation *graphql.OperationContext
	fields    int // that were compiled
	most      int
}

// Compile returns the plan of a selected field with objects, and the number of fields that it
// writes, at most limit. It returns nil if there can be no plan. The selection must not depend on
// variables: its document has no directives.
func (t Types) Compile(operation *graphql.OperationContext, field graphql.CollectedField, most int) (p Plan, fields int) {
	c := &compiler{types: t, operation: operation, most: most}
	name := field.Definition.Type.Name()
	if of, known := t[name]; known {
		p, _ = of.compile(c, c.below(name, field.Selections), !field.Definition.Type.NonNull)
	}
	return p, c.fields
}

// below returns the fields of a selection, as the executor collects them.
func (c *compiler) below(typeName string, selections ast.SelectionSet) []graphql.CollectedField {
	return graphql.CollectFields(c.operation, selections, []string{typeName})
}

func (o Object[T]) compile(c *compiler, fields []graphql.CollectedField, nullable bool) (Plan, bool) {
	write, ok := o.node(c, fields)
	if !ok {
		return nil, false
	}
	return func(w *Writer, value any) bool {
		switch value := value.(type) {
		case *T:
			return value != nil && write(w, value)
		case []*T:
			if value == nil && nullable {
				return w.null()
			}
			return list(w, value, write)
		case []T:
			if value == nil && nullable {
				return w.null()
			}
			return values(w, value, write)
		}
		return false
	}, true
}

// node returns a node that writes an object with the selected fields.
func (o Object[T]) node(c *compiler, fields []graphql.CollectedField) (node[T], bool) {
	type part struct {
		key   string
		write node[T]
	}
	if c.fields += len(fields); c.fields > c.most {
		return nil, false
	}
	parts := make([]part, len(fields))
	for i, selected := range fields {
		field, known := o[selected.Name]
		if !known {
			return nil, false
		}
		if parts[i].write = field(c, selected); parts[i].write == nil {
			return nil, false
		}
		mark := ","
		if i == 0 {
			mark = "{"
		}
		parts[i].key = mark + `"` + selected.Alias + `":`
	}
	return func(w *Writer, object *T) bool {
		for i := range parts {
			w.raw(parts[i].key)
			if !parts[i].write(w, object) {
				return false
			}
		}
		w.raw("}")
		return !w.full()
	}, len(parts) > 0
}

// Typename is the field __typename.
func Typename[T any](name string) Field[T] {
	return Leaf(func(*T) string { return name }, String)
}

// Leaf is a field without fields below it.
func Leaf[T, V any](get func(*T) V, write Value[V]) Field[T] {
	return func(*compiler, graphql.CollectedField) node[T] {
		return func(w *Writer, object *T) bool { return write(w, get(object)) }
	}
}

// Child is a field with one object of the GraphQL type typeName. It writes null for nil if the
// schema allows it.
func Child[T, C any](typeName string, nullable bool, get func(*T) *C) Field[T] {
	return below(typeName, func(write node[C]) node[T] {
		return func(w *Writer, object *T) bool {
			child := get(object)
			if child == nil {
				return nullable && w.null()
			}
			return write(w, child)
		}
	})
}

// Children is a field with a list of objects. No object may be null.
func Children[T, C any](typeName string, nullable bool, get func(*T) []*C) Field[T] {
	return below(typeName, func(write node[C]) node[T] {
		return func(w *Writer, object *T) bool {
			children := get(object)
			if children == nil && nullable {
				return w.null()
			}
			return list(w, children, write)
		}
	})
}

// Values does the same as [Children] for a list of values.
func Values[T, C any](typeName string, nullable bool, get func(*T) []C) Field[T] {
	return below(typeName, func(write node[C]) node[T] {
		return func(w *Writer, object *T) bool {
			children := get(object)
			if children == nil && nullable {
				return w.null()
			}
			return values(w, children, write)
		}
	})
}

// When is a field that only some objects allow to be written.
func When[T any](ready func(*T) bool, field Field[T]) Field[T] {
	return func(c *compiler, selected graphql.CollectedField) node[T] {
		write := field(c, selected)
		if write == nil {
			return nil
		}
		return func(w *Writer, object *T) bool { return ready(object) && write(w, object) }
	}
}

// below compiles the selection of the objects of a field.
func below[T, C any](typeName string, around func(node[C]) node[T]) Field[T] {
	return func(c *compiler, selected graphql.CollectedField) node[T] {
		of, known := c.types[typeName].(Object[C])
		if !known {
			return nil
		}
		write, ok := of.node(c, c.below(typeName, selected.Selections))
		if !ok {
			return nil
		}
		return around(write)
	}
}

func list[T any](w *Writer, objects []*T, write node[T]) bool {
	w.raw("[")
	for i, object := range objects {
		if i > 0 {
			w.raw(",")
		}
		if object == nil || !write(w, object) {
			return false
		}
	}
	w.raw("]")
	return true
}

func values[T any](w *Writer, objects []T, write node[T]) bool {
	w.raw("[")
	for i := range objects {
		if i > 0 {
			w.raw(",")
		}
		if !write(w, &objects[i]) {
			return false
		}
	}
	w.raw("]")
	return true
}
