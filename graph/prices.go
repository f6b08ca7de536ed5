package graph

import (
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/vektah/gqlparser/v2/ast"
)

// prices are the costs of the fields of the schema, by their directives @cost and @listSize.
type prices struct {
	schema *ast.Schema
	fields map[*ast.FieldDefinition]price
	// inputs are the weights of each word or item of the fields of inputs.
	inputs map[*ast.FieldDefinition]int
}

// price is the price of a field.
type price struct {
	// weight is the cost of the field without its selection.
	weight int
	// assumedSize is the maximum number of entries of the list, unless an argument asks for fewer.
	// It is 0 if the field is not a list.
	assumedSize int
	// slicing are the arguments that limit the number of entries.
	slicing []string
	// sized are the fields below that contain the entries. They are empty if the field itself is
	// the list.
	sized []string
}

// sizes reports whether a field below contains the entries.
func (p price) sizes(field string) bool { return slices.Contains(p.sized, field) }

// readPrices returns the prices of the schema. It returns an error for a list without @listSize, so
// that none is cheap by mistake.
func readPrices(schema *ast.Schema) (prices, error) {
	p := prices{schema: schema, fields: map[*ast.FieldDefinition]price{}, inputs: map[*ast.FieldDefinition]int{}}
	for name, of := range schema.Types {
		for _, field := range of.Fields {
			switch {
			case isIntrospection(name) || isIntrospection(field.Name):
			case of.Kind == ast.InputObject:
				p.inputs[field] = weight(field, 0)
			case of == schema.Query, of == schema.Mutation, of == schema.Subscription:
				p.fields[field] = priceOf(field, rootWeight)
			default:
				p.fields[field] = priceOf(field, 1)
			}
		}
	}
	var faults []error
	for name, of := range schema.Types {
		for _, field := range of.Fields {
			own, priced := p.fields[field]
			if priced && field.Type.Elem != nil && own.assumedSize == 0 && !p.isSized(name, field.Name) {
				faults = append(faults, fmt.Errorf("%s.%s: needs @listSize", name, field.Name))
			}
		}
	}
	return p, errors.Join(faults...)
}

// isSized reports whether every field that returns the type sizes this field of it.
func (p prices) isSized(typ, field string) bool {
	sized := false
	for above, price := range p.fields {
		if above.Type.Name() == typ {
			if sized = price.sizes(field); !sized {
				return false
			}
		}
	}
	return sized
}

func priceOf(field *ast.FieldDefinition, usual int) price {
	p := price{weight: weight(field, usual)}
	size := field.Directives.ForName("listSize")
	if size == nil {
		return p
	}
	p.assumedSize = number(size, "assumedSize")
	p.slicing, p.sized = names(size, "slicingArguments"), names(size, "sizedFields")
	return p
}

func weight(field *ast.FieldDefinition, usual int) int {
	if cost := field.Directives.ForName("cost"); cost != nil {
		return number(cost, "weight")
	}
	return usual
}

// number and names return an argument of a directive. The schema was validated before.
func number(directive *ast.Directive, argument string) int {
	value, _ := strconv.Atoi(directive.Arguments.ForName(argument).Value.Raw)
	return value
}

func names(directive *ast.Directive, argument string) []string {
	given := directive.Arguments.ForName(argument)
	if given == nil {
		return nil
	}
	all := make([]string, len(given.Value.Children))
	for i, child := range given.Value.Children {
		all[i] = child.Value.Raw
	}
	return all
}
