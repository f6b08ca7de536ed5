package bind

import "github.com/vektah/gqlparser/v2/ast"

// Uses returns the variables that a field of an operation uses, including its whole selection.
// These are the variables in its arguments and directives, also those that [Hoist] made of
// literals. Fragments are followed. A valid document has no cycle of them, and its size is limited.
func Uses(field *ast.Field, selected ast.SelectionSet) map[string]bool {
	u := uses{variables: map[string]bool{}, fragments: map[*ast.FragmentDefinition]bool{}}
	u.field(field)
	u.selections(selected)
	return u.variables
}

type uses struct {
	variables map[string]bool
	fragments map[*ast.FragmentDefinition]bool
}

func (u *uses) field(field *ast.Field) {
	u.arguments(field.Arguments)
	u.directives(field.Directives)
	u.selections(field.SelectionSet)
}

func (u *uses) selections(selections ast.SelectionSet) {
	for _, selection := range selections {
		switch selected := selection.(type) {
		case *ast.Field:
			u.field(selected)
		case *ast.InlineFragment:
			u.directives(selected.Directives)
			u.selections(selected.SelectionSet)
		case *ast.FragmentSpread:
			u.directives(selected.Directives)
			if !u.fragments[selected.Definition] {
				u.fragments[selected.Definition] = true
				u.selections(selected.Definition.SelectionSet)
			}
		}
	}
}

func (u *uses) directives(directives ast.DirectiveList) {
	for _, directive := range directives {
		u.arguments(directive.Arguments)
	}
}

func (u *uses) arguments(arguments ast.ArgumentList) {
	for _, argument := range arguments {
		u.value(argument.Value)
	}
}

func (u *uses) value(value *ast.Value) {
	if value.Kind == ast.Variable {
		u.variables[value.Raw] = true
		if isHoisted(value.Raw) {
			u.value(value.VariableDefinition.DefaultValue)
		}
	}
	for _, child := range value.Children {
		u.value(child.Value)
	}
}
