package graph

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/firmhub/firmhub/internal/page"
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
	// largest is the largest number that they may ask for; 0 if there are none.
	largest int
	// sized are the fields below that contain the entries. They are empty if the field itself is
	// the list.
	sized []string
}

// sizes reports whether a field below contains the entries.
func (p price) sizes(field string) bool { return slices.Contains(p.sized, field) }

// readPrices returns the prices of the schema. It returns an error for a list without @listSize,
// and for one whose arguments say not how many entries they allow, so that none is cheap by
// mistake.
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
			if priced {
				var err error
				if own.largest, err = largestSize(schema, field, own.slicing); err != nil {
					faults = append(faults, fmt.Errorf("%s.%s: %w", name, field.Name, err))
				}
				p.fields[field] = own
			}
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

// largestSize returns the largest number that the slicing arguments of a field may ask for: the
// maximum of a field of an input, and the largest page for an argument.
func largestSize(schema *ast.Schema, field *ast.FieldDefinition, slicing []string) (largest int, err error) {
	for _, path := range slicing {
		name, inner, deeper := strings.Cut(path, ".")
		argument := field.Arguments.ForName(name)
		switch {
		case argument == nil:
			return 0, fmt.Errorf("has no argument %s, which @listSize names", name)
		case !deeper:
			largest = max(largest, page.MaxSize)
			continue
		}
		of := schema.Types[argument.Type.Name()].Fields.ForName(inner)
		if of == nil {
			return 0, fmt.Errorf("has no argument %s, which @listSize names", path)
		}
		limit := of.Directives.ForName("limit")
		if limit == nil || limit.Arguments.ForName("maximum") == nil {
			return 0, fmt.Errorf("%s needs @limit with a maximum", path)
		}
		largest = max(largest, number(limit, "maximum"))
	}
	return largest, nil
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
