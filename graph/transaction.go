package graph

import (
	"context"
	"errors"
	"fmt"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/firmhub/firmhub/internal/db"
)

// transactions runs each mutation in a transaction, unless its field has the directive @ownTransaction.
type transactions struct{ db *db.DB }

var _ interface {
	graphql.HandlerExtension
	graphql.OperationContextMutator
	graphql.ResponseInterceptor
	graphql.RootFieldInterceptor
} = transactions{}

// ExtensionName implements graphql.HandlerExtension.
func (transactions) ExtensionName() string { return "Transactions" }

// Validate implements graphql.HandlerExtension. It fails where a field that is no mutation has the directive.
func (transactions) Validate(executable graphql.ExecutableSchema) error {
	schema := executable.Schema()
	for _, root := range []*ast.Definition{schema.Query, schema.Subscription} {
		if root == nil {
			continue
		}
		for _, field := range root.Fields {
			if ownsTransaction(field) {
				return fmt.Errorf("graph: %s.%s: @ownTransaction is for mutations", root.Name, field.Name)
			}
		}
	}
	return nil
}

// MutateOperationContext implements graphql.OperationContextMutator. A field with its own transaction must be the only one
// of its operation: with another one beside it, a failure of either could not roll back both.
func (transactions) MutateOperationContext(_ context.Context, operation *graphql.OperationContext) *gqlerror.Error {
	fields := rootFields(operation)
	for _, field := range fields {
		switch {
		case !ownsTransaction(field.Definition):
		case len(fields) > 1:
			return gqlerror.Errorf("%s must be the only field of its operation.", field.Name)
		default:
			operation.Stats.SetExtension(ownTransaction, true)
		}
	}
	return nil
}

// ownTransaction is the directive, and the extension of the operations whose field has it.
const ownTransaction = "ownTransaction"

func ownsTransaction(field *ast.FieldDefinition) bool {
	return field != nil && field.Directives.ForName(ownTransaction) != nil
}

var errRefused = errors.New("graph: the mutation was refused")

// InterceptResponse implements graphql.ResponseInterceptor. It runs a mutation, all its root fields and what is read for its
// answer, in one transaction. Any error rolls everything back, and then the answer has no data. A mutation with its own
// transaction runs outside one; its answer has no data either where there is an error.
func (t transactions) InterceptResponse(ctx context.Context, next graphql.ResponseHandler) *graphql.Response {
	if !isMutation(ctx) {
		return next(ctx)
	}
	var response *graphql.Response
	run := func(ctx context.Context) error {
		if response = next(ctx); response != nil && len(response.Errors) > 0 {
			response.Data = []byte("null")
			return errRefused
		}
		return nil
	}
	begin := t.db.Tx
	if graphql.GetOperationContext(ctx).Stats.GetExtension(ownTransaction) != nil {
		begin = func(ctx context.Context, run func(context.Context) error) error { return run(ctx) }
	}
	if err := begin(ctx, run); err != nil && !errors.Is(err, errRefused) {
		return &graphql.Response{Data: []byte("null"), Errors: gqlerror.List{present(ctx, err)}}
	}
	return response
}

// InterceptRootField implements graphql.RootFieldInterceptor. It skips the fields of a mutation after one that failed:
// everything is rolled back.
func (transactions) InterceptRootField(ctx context.Context, next graphql.RootResolver) graphql.Marshaler {
	if isMutation(ctx) && len(graphql.GetErrors(ctx)) > 0 {
		return graphql.Null
	}
	return next(ctx)
}

func isMutation(ctx context.Context) bool {
	if !graphql.HasOperationContext(ctx) {
		return false
	}
	operation := graphql.GetOperationContext(ctx).Operation // nil where the document was not valid
	return operation != nil && operation.Operation == ast.Mutation
}
