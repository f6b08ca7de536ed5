package graph

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/firmhub/firmhub/internal/fault"
)

// guarded is an executable schema that checks the access rules of all root fields before it executes an operation. gqlgen
// executes queries, mutations and subscriptions through Exec; its hook for root fields is not called for subscriptions.
type guarded struct {
	graphql.ExecutableSchema

	// access returns the refusal of a root field.
	access func(context.Context, *ast.FieldDefinition) error
}

// Exec implements graphql.ExecutableSchema. A refused field of a query is null, with its error; the other fields have their
// data, unless the schema does not allow the null. A refused mutation or subscription does not begin.
func (g guarded) Exec(ctx context.Context) graphql.ResponseHandler {
	operation := graphql.GetOperationContext(ctx)
	refused := g.refusals(ctx, operation)
	if len(refused) == 0 {
		return g.ExecutableSchema.Exec(ctx)
	}
	if operation.Operation.Operation != ast.Query || refused.spoilAnswer() {
		return refused.respond()
	}
	operation.RootResolverMiddleware = refused.around(operation.RootResolverMiddleware)
	return g.ExecutableSchema.Exec(ctx)
}

func (g guarded) refusals(ctx context.Context, operation *graphql.OperationContext) (refused refusals) {
	for _, field := range rootFields(operation) {
		if err := g.check(ctx, operation, field); err != nil {
			refused = append(refused, refusedField{field, err})
		}
	}
	return refused
}

func (g guarded) check(ctx context.Context, operation *graphql.OperationContext, field graphql.CollectedField) error {
	switch {
	case !isIntrospection(field.Name):
		return g.access(ctx, field.Definition)
	case field.Name != typename && operation.DisableIntrospection:
		return fault.New(fault.ValidationError, "Introspection is switched off.")
	}
	return nil
}

// rootFields returns the root fields of an operation that are not skipped.
func rootFields(operation *graphql.OperationContext) []graphql.CollectedField {
	return graphql.CollectFields(operation, operation.Operation.SelectionSet, nil)
}

// refusals are the refused root fields of an operation, in the order of the document.
type refusals []refusedField

type refusedField struct {
	field graphql.CollectedField
	err   error
}

// spoilAnswer reports whether a refused field may not be null, so that the whole data is.
func (r refusals) spoilAnswer() bool {
	for _, refused := range r {
		if definition := refused.field.Definition; definition == nil || definition.Type.NonNull {
			return true
		}
	}
	return false
}

// respond returns one response without data, with all refusals.
func (r refusals) respond() graphql.ResponseHandler {
	responded := false
	return func(ctx context.Context) *graphql.Response {
		if responded {
			return nil
		}
		responded = true
		for _, refused := range r {
			refused.addError(ctx)
		}
		return &graphql.Response{Data: []byte("null")}
	}
}

// around returns middleware that resolves the refused fields to null.
func (r refusals) around(next graphql.RootFieldMiddleware) graphql.RootFieldMiddleware {
	return func(ctx context.Context, resolve graphql.RootResolver) graphql.Marshaler {
		alias := graphql.GetRootFieldContext(ctx).Field.Alias
		for _, refused := range r {
			if refused.field.Alias == alias {
				refused.addError(ctx)
				return graphql.Null
			}
		}
		return next(ctx, resolve)
	}
}

func (r refusedField) addError(ctx context.Context) {
	graphql.AddError(graphql.WithPathContext(ctx, graphql.NewPathWithField(r.field.Alias)), r.err)
}
