package graph

import (
	"math"
	"slices"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/firmhub/firmhub/internal/plaintext"
)

const (
	// rootWeight is the default cost of a root field: a query or two.
	rootWeight = 20
	// stringsPerCost is how many strings of a list cost as much as a field with a resolver.
	stringsPerCost = 10
	// maxCost is where counting stops, so that no cost overflows.
	maxCost = math.MaxInt32
)

// cost returns the price of an operation with bound variables, the number of its levels of fields,
// and the refusal of introspection that reads too much.
func (p prices) cost(operation *ast.OperationDefinition, variables map[string]any) (cost, depth int, refusal error) {
	c := p.costing(variables)
	cost = c.selections(operation.SelectionSet, price{}, 0)
	return cost, c.deepest, c.introspecting.refusal()
}

func (p prices) costing(variables map[string]any) costing {
	return costing{prices: p, variables: variables, introspecting: introspecting{schema: p.schema, variables: variables}}
}

type costing struct {
	prices

	variables     map[string]any
	introspecting introspecting
	// atMost means that a list counts with the largest size that its argument allows.
	atMost bool
	// level is the level of the field being counted, and deepest the largest so far.
	level, deepest int
}

// selections returns the cost of the selection below a field of this price. entries is the number
// of entries of its sized fields.
func (c *costing) selections(selections ast.SelectionSet, above price, entries int) int {
	total := 0
	for _, selection := range selections {
		switch selected := selection.(type) {
		case *ast.Field:
			total += c.field(selected, above, entries)
		case *ast.InlineFragment:
			total += c.selections(selected.SelectionSet, above, entries)
		case *ast.FragmentSpread:
			total += c.selections(selected.Definition.SelectionSet, above, entries)
		}
	}
	return min(total, maxCost)
}

func (c *costing) field(field *ast.Field, above price, entries int) int {
	c.level++
	c.deepest = max(c.deepest, c.level)
	defer func() { c.level-- }()
	switch {
	case field.Name == typename:
		return 1
	case isIntrospection(field.Name):
		return c.introspecting.root(field)
	}
	own := c.fields[field.Definition]
	args := field.ArgumentMap(c.variables)
	times, below := own.times(field.Name, above, entries, args, c.atMost)
	total := own.weight + c.arguments(field.Definition, args)
	switch {
	case len(field.SelectionSet) > 0:
		total += times * c.selections(field.SelectionSet, own, below)
	case times > 1:
		total += (times + stringsPerCost - 1) / stringsPerCost
	}
	return min(total, maxCost)
}

// times returns how often the selection of a field is resolved, and how many entries its sized
// fields have.
func (p price) times(name string, above price, entries int, args map[string]any, atMost bool) (times, below int) {
	switch {
	case above.sizes(name):
		return entries, 0
	case len(p.sized) > 0:
		return 1, p.size(args, atMost)
	case p.assumedSize > 0:
		return p.size(args, atMost), 0
	}
	return 1, 0
}

// arguments returns the cost of the content of a field's arguments.
func (c *costing) arguments(field *ast.FieldDefinition, args map[string]any) int {
	total := 0
	for _, argument := range field.Arguments {
		if in, ok := args[argument.Name].(map[string]any); ok {
			total += c.input(c.schema.Types[argument.Type.Name()], in)
		}
	}
	return total
}

// largest returns the cost of an operation with the largest pages, without what its inputs cost.
// hasPriced reports whether they cost anything.
func (p prices) largest(operation *ast.OperationDefinition) (cost int, hasPriced bool) {
	c := p.costing(nil)
	c.atMost = true
	cost = c.selections(operation.SelectionSet, price{}, 0)
	for _, variable := range operation.VariableDefinitions {
		hasPriced = hasPriced || p.hasPriced(variable.Type.Name(), map[string]bool{})
	}
	return cost, hasPriced
}

// hasPriced reports whether a type is an input with fields that cost something.
func (p prices) hasPriced(name string, visited map[string]bool) bool {
	of := p.schema.Types[name]
	if of == nil || of.Kind != ast.InputObject || visited[name] {
		return false
	}
	visited[name] = true
	return slices.ContainsFunc(of.Fields, func(field *ast.FieldDefinition) bool {
		return p.inputs[field] > 0 || p.hasPriced(field.Type.Name(), visited)
	})
}

// input returns the cost of the words of texts and of the items of lists.
func (c *costing) input(of *ast.Definition, in map[string]any) int {
	total := 0
	for _, field := range of.Fields {
		weight := c.inputs[field]
		switch value := in[field.Name].(type) {
		case string:
			if weight > 0 {
				total += weight * len(plaintext.Words(value))
			}
		case []any:
			total += weight * len(value)
		case map[string]any:
			total += c.input(c.schema.Types[field.Type.Name()], value)
		}
	}
	return total
}

// size returns the maximum number of entries of a list. Sizes out of range, which are refused
// elsewhere, count as the largest.
func (p price) size(args map[string]any, atMost bool) int {
	size := 0
	if atMost {
		size = p.largest
	}
	for _, argument := range p.slicing {
		if asked, ok := at(args, argument).(int64); ok {
			if asked < 1 || asked > int64(p.largest) {
				asked = int64(p.largest)
			}
			size = max(size, int(asked))
		}
	}
	if size == 0 {
		return p.assumedSize
	}
	return size
}

// at returns the value at a path such as input.pageSize.
func at(args map[string]any, argument string) any {
	name, rest, deeper := strings.Cut(argument, ".")
	if inner, ok := args[name].(map[string]any); deeper && ok {
		return at(inner, rest)
	}
	return args[name]
}
