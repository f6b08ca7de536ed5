package bind

import (
	"strconv"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator/core"
)

// hoisted separates the name of an argument from a number in the names of the variables that
// [Hoist] adds. The names of other variables never contain it.
const hoisted = " "

func isHoisted(variable string) bool { return strings.Contains(variable, hoisted) }

// Hoist replaces the literals in the arguments of a valid document by variables with the literals
// as defaults. So [Variables] checks them like all other values; gqlgen fails or panics when a
// literal does not match its type. Hoist does the same with a nullable variable in a non-null
// argument. It modifies the document, so call it once.
func Hoist(schema *ast.Schema, document *ast.QueryDocument) {
	h := hoister{schema: schema, made: map[*ast.Argument]*ast.VariableDefinition{}}
	events := &core.Events{}
	events.OnField(func(w *core.Walker, field *ast.Field) {
		if field.Definition != nil {
			h.arguments(w.CurrentOperation, field.Name, field.Arguments, field.Definition.Arguments)
		}
	})
	events.OnDirective(func(w *core.Walker, directive *ast.Directive) {
		if directive.Definition != nil {
			h.arguments(w.CurrentOperation, "@"+directive.Name, directive.Arguments, directive.Definition.Arguments)
		}
	})
	core.Walk(schema, document, events)
	// Several operations may use the same fragments, so literals are replaced after the walk.
	for argument, variable := range h.made {
		argument.Value = &ast.Value{
			Kind: ast.Variable, Raw: variable.Variable, Position: argument.Value.Position, VariableDefinition: variable,
		}
	}
}

type hoister struct {
	schema *ast.Schema
	made   map[*ast.Argument]*ast.VariableDefinition
}

// arguments declares variables for the arguments of a field or directive of the operation.
func (h *hoister) arguments(operation *ast.OperationDefinition, owner string, arguments ast.ArgumentList,
	declared ast.ArgumentDefinitionList,
) {
	if operation == nil {
		return // a fragment outside an operation
	}
	for _, argument := range arguments {
		as := declared.ForName(argument.Name)
		if as == nil || !isToHoist(as, argument.Value) {
			continue
		}
		variable := h.made[argument]
		if variable == nil {
			variable = &ast.VariableDefinition{
				Variable:     owner + "." + argument.Name + hoisted + strconv.Itoa(len(h.made)),
				Type:         as.Type,
				DefaultValue: argument.Value,
				Definition:   h.schema.Types[as.Type.Name()],
			}
			h.made[argument] = variable
		}
		operation.VariableDefinitions = append(operation.VariableDefinitions, variable)
	}
}

func isToHoist(as *ast.ArgumentDefinition, value *ast.Value) bool {
	if value.Kind != ast.Variable {
		return true
	}
	variable := value.VariableDefinition
	return as.Type.NonNull && as.DefaultValue == nil && variable != nil && !variable.Type.NonNull
}
