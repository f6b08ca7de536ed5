package graph

import (
	"github.com/99designs/gqlgen/graphql/introspection"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/firmhub/firmhub/internal/fault"
)

const (
	// introspectionPerCost is how many fields of introspection cost as much as another field: they
	// need no database. Reading everything about the schema costs about one call.
	introspectionPerCost = 50
	// introspectionLimit is the maximum number of fields that introspection resolves in an
	// operation, because anyone may use it. Everything about the schema has 20,000.
	introspectionLimit = 60_000
)

// introspecting counts the fields that introspection will resolve. The lists have their real
// lengths, including deprecated entries. It stops above introspectionLimit, so that counting takes
// no longer than resolving would.
type introspecting struct {
	schema    *ast.Schema
	variables map[string]any
	fields    int
}

// refusal returns the refusal of an operation that reads too much of the schema, else nil.
func (i *introspecting) refusal() error {
	if i.fields <= introspectionLimit {
		return nil
	}
	return fault.New(fault.ValidationError,
		"Introspection would answer more than %d fields. Ask for each list of the schema once.", introspectionLimit)
}

// root counts __schema or __type, and returns its cost.
func (i *introspecting) root(field *ast.Field) int {
	before := i.fields
	i.fields++
	switch args := field.ArgumentMap(i.variables); field.Name {
	case "__schema":
		i.ofSchema(introspection.WrapSchema(i.schema), field.SelectionSet)
	case "__type":
		name, _ := args["name"].(string)
		i.ofType(introspection.WrapTypeFromDef(i.schema, i.schema.Types[name]), field.SelectionSet)
	}
	return (i.fields - before + introspectionPerCost - 1) / introspectionPerCost
}

// each counts the fields of a selection, and calls below with each until there are too many.
func (i *introspecting) each(selections ast.SelectionSet, below func(*ast.Field)) {
	for _, selection := range selections {
		if i.fields > introspectionLimit {
			return
		}
		switch selected := selection.(type) {
		case *ast.Field:
			i.fields++
			below(selected)
		case *ast.InlineFragment:
			i.each(selected.SelectionSet, below)
		case *ast.FragmentSpread:
			i.each(selected.Definition.SelectionSet, below)
		}
	}
}

func (i *introspecting) ofSchema(schema *introspection.Schema, selections ast.SelectionSet) {
	i.each(selections, func(field *ast.Field) {
		switch field.Name {
		case "types":
			i.ofTypes(schema.Types(), field)
		case "queryType":
			i.ofType(schema.QueryType(), field.SelectionSet)
		case "mutationType":
			i.ofType(schema.MutationType(), field.SelectionSet)
		case "subscriptionType":
			i.ofType(schema.SubscriptionType(), field.SelectionSet)
		case "directives":
			for _, directive := range schema.Directives() {
				i.each(field.SelectionSet, func(field *ast.Field) {
					switch field.Name {
					case "locations":
						i.fields += len(directive.Locations)
					case "args":
						i.ofInputs(directive.Args, field)
					}
				})
			}
		}
	})
}

func (i *introspecting) ofTypes(types []introspection.Type, field *ast.Field) {
	for n := range types {
		i.ofType(&types[n], field.SelectionSet)
	}
}

func (i *introspecting) ofType(of *introspection.Type, selections ast.SelectionSet) {
	if of == nil {
		return
	}
	i.each(selections, func(field *ast.Field) {
		switch field.Name {
		case "fields":
			for _, member := range of.Fields(true) {
				i.ofField(&member, field)
			}
		case "inputFields":
			i.ofInputs(of.InputFields(), field)
		case "interfaces":
			i.ofTypes(of.Interfaces(), field)
		case "possibleTypes":
			i.ofTypes(of.PossibleTypes(), field)
		case "enumValues":
			for range of.EnumValues(true) {
				i.each(field.SelectionSet, func(*ast.Field) {})
			}
		case "ofType":
			i.ofType(of.OfType(), field.SelectionSet)
		}
	})
}

func (i *introspecting) ofField(of *introspection.Field, above *ast.Field) {
	i.each(above.SelectionSet, func(field *ast.Field) {
		switch field.Name {
		case "args":
			i.ofInputs(of.Args, field)
		case "type":
			i.ofType(of.Type, field.SelectionSet)
		}
	})
}

func (i *introspecting) ofInputs(inputs []introspection.InputValue, above *ast.Field) {
	for n := range inputs {
		i.each(above.SelectionSet, func(field *ast.Field) {
			if field.Name == "type" {
				i.ofType(inputs[n].Type, field.SelectionSet)
			}
		})
	}
}
