package graph

import (
	"context"
	"maps"
	"reflect"
	"slices"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/firmhub/firmhub/graph/bind"
	"github.com/firmhub/firmhub/internal/fault"
)

// invalidKey is where an [invalid] travels with an operation, in its extensions.
const invalidKey = "github.com/firmhub/firmhub/graph.invalid"

// invalid are the faults of the variables of an operation.
type invalid struct {
	all fault.Details
	// fields are the faults of each root field: those of the variables that it uses.
	fields map[*ast.Field]fault.Details
	// whole means that no field runs: in a mutation, where every field has faults, and where a fault is in no field.
	whole bool
}

func (i *invalid) of(field *ast.Field) fault.Details { return i.fields[field] }

// invalidOf returns the faults of the operation of a context, which may be none.
func invalidOf(ctx context.Context) *invalid {
	if graphql.HasOperationContext(ctx) {
		if found, ok := graphql.GetOperationContext(ctx).Extensions[invalidKey].(*invalid); ok {
			return found
		}
	}
	return &invalid{}
}

// newInvalid assigns the faults of variables to the root fields that use them. Faults of no variable, which REST has of a
// body, are those of every root field.
func newInvalid(operation *graphql.OperationContext, faults []bind.Faults) *invalid {
	found := &invalid{all: bind.All(faults), fields: map[*ast.Field]fault.Details{}, whole: operation.Operation.Operation == ast.Mutation}
	used := map[string]bool{}
	valid := 0
	for _, field := range graphql.CollectFields(operation, operation.Operation.SelectionSet, nil) {
		uses := bind.Uses(field.Field, field.Selections)
		var own fault.Details
		for _, of := range faults {
			if of.Variable == "" || uses[of.Variable] {
				own = append(own, of.Details...)
				used[of.Variable] = true
			}
		}
		found.fields[field.Field] = own
		if len(own) == 0 {
			valid++
		}
	}
	for _, of := range faults {
		found.whole = found.whole || !used[of.Variable] || len(of.Details) == 0
	}
	found.whole = found.whole || valid == 0
	return found
}

// skip is the root field middleware of an operation with faults: where nothing runs, fields without faults are null.
func (i *invalid) skip(then graphql.RootFieldMiddleware) graphql.RootFieldMiddleware {
	return func(ctx context.Context, next graphql.RootResolver) graphql.Marshaler {
		if i.whole && len(i.of(graphql.GetRootFieldContext(ctx).Field.Field)) == 0 {
			return graphql.Null
		}
		return then(ctx, next)
	}
}

// refuse is the resolver middleware of an operation with faults: root fields that have any are not resolved. Access was
// checked before: nobody learns about the input of a field that they may not use.
func (i *invalid) refuse(then graphql.FieldMiddleware) graphql.FieldMiddleware {
	return func(ctx context.Context, next graphql.Resolver) (any, error) {
		field := graphql.GetFieldContext(ctx)
		if faults := i.of(field.Field.Field); len(faults) > 0 {
			return nil, allFaults(faults, field.Args)
		}
		return then(ctx, next)
	}
}

// withoutData removes the data from the response to an operation of which nothing ran, since its variables are not valid.
func withoutData(ctx context.Context, next graphql.ResponseHandler) *graphql.Response {
	response := next(ctx)
	if response == nil {
		return nil
	}
	found := invalidOf(ctx)
	switch {
	case !found.whole || len(found.all) == 0:
	case len(response.Errors) == 0: // It has no field that could refuse them.
		return refusal(ctx, found.all.Err())
	default:
		response.Data = nil
	}
	return response
}

// allFaults returns the faults of the variables and, since the bad ones were replaced by placeholders, what the domain finds
// wrong with the others.
func allFaults(faults fault.Details, args map[string]any) error {
	for _, name := range slices.Sorted(maps.Keys(args)) {
		input, ok := addressable(args[name]).(interface{ Validate() fault.Details })
		if !ok {
			continue
		}
		details := input.Validate()
		if name != bind.Input {
			for i := range details {
				details[i].Field = name + "." + details[i].Field
			}
		}
		faults = bind.Merge(faults, details)
	}
	return faults.Err()
}

// addressable returns a pointer to an argument, since inputs validate, and trim, themselves through one; nil for no
// argument.
func addressable(arg any) any {
	value := reflect.ValueOf(arg)
	switch {
	case !value.IsValid():
		return nil
	case value.Kind() != reflect.Pointer:
		pointer := reflect.New(value.Type())
		pointer.Elem().Set(value)
		return pointer.Interface()
	case value.IsNil():
		return nil
	}
	return arg
}
