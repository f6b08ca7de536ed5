package graph

import (
	"strconv"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"

	"github.com/firmhub/firmhub/internal/fault"
)

// costly is the field with most of an operation's cost.
type costly struct {
	// path is the path of the field in the response.
	path []string
	// cost is the total cost of the field, over all lists that contain it.
	cost int
	// slicing are the arguments, of the field or of one above it, that limit the number of entries.
	slicing []string
}

// costliest returns the field of an operation that costs most. It descends as long as a single
// field below has most of the cost.
func (p prices) costliest(operation *ast.OperationDefinition, variables map[string]any) costly {
	c := p.costing(variables)
	var found costly
	c.descend(&found, operation.SelectionSet, price{}, 0, 1)
	return found
}

// descend looks below the field found so far. times is how often its selection is resolved.
func (c *costing) descend(found *costly, selections ast.SelectionSet, above price, entries, times int) {
	var most *ast.Field
	cost := 0
	for _, field := range flat(selections) {
		if own := min(maxCost, times*c.field(field, above, entries)); own > cost {
			most, cost = field, own
		}
	}
	if most == nil || len(found.path) > 0 && cost <= found.cost/2 {
		return
	}
	found.path, found.cost = append(found.path, most.Alias), cost
	if isIntrospection(most.Name) {
		return
	}
	own := c.fields[most.Definition]
	if len(own.slicing) > 0 {
		found.slicing = own.slicing
	}
	more, below := own.times(most.Name, above, entries, most.ArgumentMap(c.variables), c.atMost)
	c.descend(found, most.SelectionSet, own, below, min(maxCost, times*more))
}

// flat returns the fields of a selection with its fragments expanded.
func flat(selections ast.SelectionSet) (fields []*ast.Field) {
	for _, selection := range selections {
		switch selected := selection.(type) {
		case *ast.Field:
			fields = append(fields, selected)
		case *ast.InlineFragment:
			fields = append(fields, flat(selected.SelectionSet)...)
		case *ast.FragmentSpread:
			fields = append(fields, flat(selected.Definition.SelectionSet)...)
		}
	}
	return fields
}

// refusal is the refusal of an operation that costs too much.
func (f costly) refusal(cost int) error {
	advice := "Select less of it, or ask for it in several operations."
	if len(f.slicing) > 0 {
		advice = "Ask for fewer entries (" + strings.Join(f.slicing, ", ") + "), or select less of each."
	}
	return fault.New(fault.ValidationError, "The operation costs %d, and may cost %d. The field that costs most is %s, with %s. %s",
		cost, costLimit, fault.Shown(strings.Join(f.path, ".")), strconv.Itoa(f.cost), advice)
}
