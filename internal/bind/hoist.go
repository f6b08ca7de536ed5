package bind

import (
	"strconv"
	"strings"

	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator/core"
)

// hoisted stands in the name of a variable made by [Hoist], between what it is for and a number. No other variable's name
// holds it.
const hoisted = " "

func isHoisted(variable string) bool { return strings.Contains(variable, hoisted) }

// Hoist turns the literals in the arguments of a valid document into variables that have them as defaults, so that
// [Variables] judges them as it judges all others: gqlgen fails at those that do not fit their type, or panics. A variable
// that may be null where its argument may not is treated likewise. Hoist changes the document; call it once.
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
	// A second operation walks through the same fragments, so nothing is replaced before the end.
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

// arguments declares the variables of a field's or directive's arguments in an operation that has it.
func (h *hoister) arguments(operation *ast.OperationDefinition, owner string, arguments ast.ArgumentList,
	declared ast.ArgumentDefinitionList,
) {
	if operation == nil {
		return // a fragment by itself
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
