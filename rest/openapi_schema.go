package rest

import (
	"bytes"
	"encoding/json"
	"slices"

	"github.com/vektah/gqlparser/v2/ast"
)

// object is a JSON object that keeps the order of its members. It is the order of the schema, which
// readers see.
type object []member

type member struct {
	name  string
	value any
}

// MarshalJSON implements json.Marshaler.
func (o object) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			out.WriteByte(',')
		}
		for j, part := range []any{m.name, m.value} {
			if j > 0 {
				out.WriteByte(':')
			}
			text, err := json.Marshal(part)
			if err != nil {
				return nil, err
			}
			out.Write(text)
		}
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// get returns a member, or nil if there is none.
func (o object) get(name string) any {
	for _, m := range o {
		if m.name == name {
			return m.value
		}
	}
	return nil
}

// with replaces a member at its position, or adds it at the end, as append does.
func (o object) with(name string, value any) object {
	for i := range o {
		if o[i].name == name {
			o[i].value = value
			return o
		}
	}
	return append(o, member{name, value})
}

// input is the schema of a value that is sent.
func (d *describer) input(typ *ast.Type) object {
	return d.typed(typ, scalarSchema, func(def *ast.Definition) object {
		names := make([]declaration, 0, len(def.Fields))
		for _, field := range def.Fields {
			names = append(names, declared(def, field))
		}
		d.component(def.Name, func() object { return d.inputObject(names, def.Description) })
		return componentSchema(def.Name)
	})
}

// inputObject returns an object with the common aliases among its properties. It leaves out the
// aliases of a single route, since several routes may share the schema.
func (d *describer) inputObject(names []declaration, description string) object {
	var required []string
	properties := object{}
	for _, name := range names {
		typ := name.typ
		if name.notNull {
			typ = nonNull(typ)
		}
		schema := name.limited(d.input(typ))
		if name.description != "" {
			schema = schema.with("description", name.description)
		}
		properties = properties.with(name.name, schema)
		for _, alias := range commonAliases()[name.name] {
			if !slices.ContainsFunc(names, func(other declaration) bool { return other.name == alias }) {
				properties = properties.with(alias, slices.Clone(schema).with("description", "Another name of "+name.name+"."))
			}
		}
		if name.required() {
			required = append(required, name.name)
		}
	}
	return objectSchema(description, required, properties)
}

// output returns the schema of what a selection returns. Its type becomes a component. If another
// operation selects other fields of the same type, the name of this operation is added.
func (d *describer) output(typ *ast.Type, selections ast.SelectionSet, operation string) object {
	return d.typed(typ, scalarSchema, func(def *ast.Definition) object {
		var required []string
		properties := object{}
		omitNull := d.omitNull
		d.omitNull = false // The fields of fields are null.
		for _, field := range fields(selections) {
			typ := answeredType(field.Definition)
			isLeftOut := omitNull && !typ.NonNull
			if isLeftOut {
				typ = nonNull(typ)
			}
			schema := d.output(typ, field.SelectionSet, operation)
			if field.Definition.Description != "" {
				schema = schema.with("description", field.Definition.Description)
			}
			properties = properties.with(field.Alias, schema)
			if !isLeftOut {
				required = append(required, field.Alias)
			}
		}
		schema := objectSchema(def.Description, required, properties)
		name := def.Name
		if known := d.components.get(name); known != nil && !sameJSON(known, schema) {
			name += "Of" + capital(operation)
		}
		d.component(name, func() object { return schema })
		if d.examples[name] == nil {
			d.examples[name] = func() any { return d.example(def.Name, ast.NonNullNamedType(def.Name, nil), selections) }
		}
		return componentSchema(name)
	})
}

// answeredType returns the type of a field in REST. A missing permission (@needs) is null in
// GraphQL, and a refusal in REST.
func answeredType(field *ast.FieldDefinition) *ast.Type {
	if field.Directives.ForName("needs") != nil {
		return nonNull(field.Type)
	}
	return field.Type
}

const schemaPath = "#/components/schemas/"

func componentSchema(name string) object { return object{{"$ref", schemaPath + name}} }

func objectSchema(description string, required []string, properties object) object {
	schema := object{{"type", "object"}}
	if description != "" {
		schema = schema.with("description", description)
	}
	if len(required) > 0 {
		schema = schema.with("required", required)
	}
	schema = schema.with("properties", properties)
	return schema
}

// component adds a schema under its name, once. It reserves the name before it makes the schema,
// which may refer to it.
func (d *describer) component(name string, schema func() object) {
	if d.components.get(name) == nil {
		d.components = d.components.with(name, object{})
		d.components = d.components.with(name, schema())
	}
}

// typed returns the schema of a type. scalar makes the schema of a scalar, and composite the schema
// of an input object or a selection.
func (d *describer) typed(typ *ast.Type, scalar, composite func(*ast.Definition) object) object {
	var schema object
	if typ.Elem != nil {
		schema = object{{"type", "array"}, {"items", d.typed(typ.Elem, scalar, composite)}}
	} else {
		switch def := d.schema.Types[typ.NamedType]; def.Kind {
		case ast.Scalar:
			schema = scalar(def)
		case ast.Enum:
			d.component(def.Name, func() object { return enumSchema(def) })
			schema = componentSchema(def.Name)
		case ast.Object, ast.Interface, ast.Union, ast.InputObject:
			schema = composite(def)
		}
	}
	if typ.NonNull {
		return schema
	}
	return nullable(schema)
}

// nonNull returns a type without null.
func nonNull(typ *ast.Type) *ast.Type {
	without := *typ
	without.NonNull = true
	return &without
}

// nullable allows null in a schema. It uses anyOf even for a single type, for which "type" could be
// a list: the generator ogen does not read lists of types.
func nullable(schema object) object {
	if schema.get("type") == nil && schema.get("$ref") == nil {
		return schema // Anything, null too.
	}
	return object{{"anyOf", []object{schema, {{"type", "null"}}}}}
}

func scalarSchema(def *ast.Definition) object {
	switch def.Name {
	case "String":
		return object{{"type", "string"}}
	case "Boolean":
		return object{{"type", "boolean"}}
	case "Int":
		return object{{"type", "integer"}, {"format", "int32"}}
	case "Float", "Decimal":
		return object{{"type", "number"}}
	case "ID":
		return object{{"type", "string"}, {"format", "uuid"}}
	case "DateTime":
		return object{{"type", "string"}, {"format", "date-time"}}
	case "StringMap":
		return object{{"type", "object"}, {"additionalProperties", object{{"type", "string"}}}}
	}
	return object{{"description", def.Description}}
}

func enumSchema(def *ast.Definition) object {
	values := make([]string, 0, len(def.EnumValues))
	for _, value := range def.EnumValues {
		values = append(values, value.Name)
	}
	schema := object{{"type", "string"}}
	if def.Description != "" {
		schema = schema.with("description", def.Description)
	}
	return append(schema, member{"enum", values})
}

func sameJSON(a, b any) bool {
	left, errA := json.Marshal(a)
	right, errB := json.Marshal(b)
	return errA == nil && errB == nil && bytes.Equal(left, right)
}
