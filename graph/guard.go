package graph

import (
	"context"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// guarded is an executable schema that checks the access rules of all root fields before it executes an operation. gqlgen
// executes queries, mutations and subscriptions through Exec; its hook for root fields is not called for subscriptions.
type guarded struct {
	graphql.ExecutableSchema

	// access returns the refusal of a root field.
	access func(context.Context, *ast.FieldDefinition) error
}

// Exec implements graphql.ExecutableSchema. A refused field of a query is null, with its error; the other fields have their
// data. A refused mutation or subscription does not begin.
func (g guarded) Exec(ctx context.Context) graphql.ResponseHandler {
	operation := graphql.GetOperationContext(ctx)
	refused := g.refusals(ctx, operation)
	switch {
	case len(refused) == 0 && operation.Operation.Operation == ast.Subscription:
		return g.renewed(g.ExecutableSchema.Exec(ctx), operation)
	case len(refused) == 0:
		return g.ExecutableSchema.Exec(ctx)
	case operation.Operation.Operation != ast.Query:
		return refused.respond()
	}
	operation.RootResolverMiddleware = refused.around(operation.RootResolverMiddleware)
	return g.ExecutableSchema.Exec(ctx)
}

// renewal is the extension of the operation that has the [renew] of a subscription.
const renewal = "Renewal"

// renew checks the credential of a subscription again, and returns its viewer as of now.
type renew func(context.Context) (*viewer.Viewer, error)

// renewed checks the access rules again for each event after the first one. A refusal is sent in place of the event, and is the
// last response. So is the error of a stream that fails.
func (g guarded) renewed(respond graphql.ResponseHandler, operation *graphql.OperationContext) graphql.ResponseHandler {
	asViewer, ok := operation.Stats.GetExtension(renewal).(renew)
	began, ended := false, false
	return func(ctx context.Context) *graphql.Response {
		if ended {
			return nil
		}
		response := respond(ctx)
		if response == nil {
			ended = true
			if err := failed(operation); err != nil {
				return refuse(operation, err).respond()(ctx)
			}
			return nil
		}
		if !began || !ok {
			began = true
			return response
		}
		var refused refusals
		now, err := asViewer(ctx)
		if err == nil {
			refused = g.refusals(viewer.NewContext(ctx, now), operation)
		} else {
			refused = refuse(operation, err)
		}
		if len(refused) > 0 {
			ended = true
			return refused.respond()(ctx)
		}
		return response
	}
}

// refuse returns the refusal of all root fields of an operation for one reason.
func refuse(operation *graphql.OperationContext, err error) (refused refusals) {
	for _, field := range rootFields(operation) {
		refused = append(refused, refusedField{field, err})
	}
	return refused
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
	graphql.AddError(ctx, &gqlerror.Error{
		Err: r.err, Path: ast.Path{ast.PathName(r.field.Alias)}, Locations: locationsOf(r.field),
	})
}
