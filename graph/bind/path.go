package bind

import (
	"slices"
	"strconv"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
)

// step is the name of a field or, when that is empty, the index of an item.
type step struct {
	name  string
	index int
}

type path []step

// String returns the path in the notation of the API: phones[1].isPrimary.
func (p path) String() string {
	var text strings.Builder
	for i, s := range p {
		switch {
		case s.name == "":
			text.WriteString("[" + strconv.Itoa(s.index) + "]")
		case i > 0:
			text.WriteString("." + s.name)
		default:
			text.WriteString(s.name)
		}
	}
	return text.String()
}

// usage returns where a root field of the operation uses a variable, as a path from the argument,
// or the name of the variable when none does.
func usage(op *ast.OperationDefinition, variable string) path {
	for _, selection := range op.SelectionSet {
		field, ok := selection.(*ast.Field)
		if !ok {
			continue
		}
		for _, argument := range field.Arguments {
			if found := within(argument.Value, variable, path{{name: argument.Name}}); found != nil {
				return found
			}
		}
	}
	return path{{name: variable}}
}

// within finds a variable in a value of a document. The token limit of the parser limits the depth.
func within(value *ast.Value, variable string, at path) path {
	if value.Kind == ast.Variable && value.Raw == variable {
		return at
	}
	if value.Kind == ast.Variable && isHoisted(value.Raw) {
		value = value.VariableDefinition.DefaultValue
		if value.Kind == ast.Variable && value.Raw == variable {
			return at
		}
	}
	for i, child := range value.Children {
		if found := within(child.Value, variable, append(slices.Clip(at), step{name: child.Name, index: i})); found != nil {
			return found
		}
	}
	return nil
}
