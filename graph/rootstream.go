package graph

import (
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator/core"
)

// singleRootField replaces gqlparser's rule for the root of a subscription. That rule counts names
// of fields, so it accepts two aliases of one field. It also accepts @skip and @include. Both leave
// gqlgen with no stream or with two. The rule here follows Single Root Field (5.2.3.1) of the
// GraphQL specification, which counts the names in the response, and its later drafts, which allow
// no condition at the root.
func singleRootField(events *core.Events, addError core.AddErrFunc) {
	events.OnOperation(func(_ *core.Walker, operation *ast.OperationDefinition) {
		if operation.Operation != ast.Subscription {
			return
		}
		root := rootSelections{visited: map[string]bool{}}
		root.collect(operation.SelectionSet)
		for _, condition := range root.conditions {
			addError(core.Message("The root of a subscription must not have @%s.", condition.Name), core.At(condition.Position))
		}
		for _, field := range root.fields {
			switch {
			case isIntrospection(field.Name):
				addError(core.Message("A subscription must not select %s at its root.", field.Name), core.At(field.Position))
			case field.Alias != root.fields[0].Alias:
				addError(core.Message("A subscription must select exactly one field, under one name."), core.At(field.Position))
				return
			}
		}
	})
}

// rootSelections are the selections at the root of an operation, also in fragments.
type rootSelections struct {
	fields []*ast.Field
	// conditions are the @skip and @include.
	conditions []*ast.Directive
	// visited are the fragments that were collected.
	visited map[string]bool
}

func (r *rootSelections) collect(selections ast.SelectionSet) {
	for _, selection := range selections {
		switch selected := selection.(type) {
		case *ast.Field:
			r.collectConditions(selected.Directives)
			r.fields = append(r.fields, selected)
		case *ast.InlineFragment:
			r.collectConditions(selected.Directives)
			r.collect(selected.SelectionSet)
		case *ast.FragmentSpread:
			r.collectConditions(selected.Directives)
			if selected.Definition != nil && !r.visited[selected.Name] { // Another rule refuses unknown fragments.
				r.visited[selected.Name] = true
				r.collect(selected.Definition.SelectionSet)
			}
		}
	}
}

func (r *rootSelections) collectConditions(directives ast.DirectiveList) {
	for _, directive := range directives {
		if directive.Name == "skip" || directive.Name == "include" {
			r.conditions = append(r.conditions, directive)
		}
	}
}
