package graph

import (
	"context"
	"errors"
	"fmt"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

// checkTransactions returns an error where a field that is no mutation has the directive
// @ownTransaction.
func checkTransactions(schema *ast.Schema) error {
	for _, root := range []*ast.Definition{schema.Query, schema.Subscription} {
		if root == nil {
			continue
		}
		for _, field := range root.Fields {
			if ownsTransaction(field) {
				return fmt.Errorf("%s.%s: @ownTransaction is for mutations", root.Name, field.Name)
			}
		}
	}
	return nil
}

// checkTransaction returns an error if a field with its own transaction is not the only one of its
// operation: with another one beside it, a failure of either could not roll back both.
func (o *operation) checkTransaction() error {
	for _, field := range o.roots {
		switch {
		case !ownsTransaction(field.Definition):
		case len(o.roots) > 1:
			return gqlerror.Errorf("%s must be the only field of its operation.", field.Name)
		default:
			o.ownsTransaction = true
		}
	}
	return nil
}

func ownsTransaction(field *ast.FieldDefinition) bool {
	return field != nil && field.Directives.ForName("ownTransaction") != nil
}

var errRefused = errors.New("graph: the mutation was refused")

// transact runs a mutation, all its root fields and what is read for its answer, in one
// transaction. Any error rolls everything back, and then the answer has no data. A mutation with
// its own transaction runs outside one; its answer has no data either where there is an error.
func (s *Server) transact(ctx context.Context, o *operation) *graphql.Response {
	if !o.is(ast.Mutation) {
		return s.resolved(ctx, o)
	}
	var response *graphql.Response
	run := func(ctx context.Context) error {
		if response = s.resolved(ctx, o); response != nil && len(response.Errors) > 0 {
			response.Data = []byte("null")
			return errRefused
		}
		return nil
	}
	if o.ownsTransaction {
		_ = run(ctx) // The response has the error.
		return response
	}
	if err := s.options.DB.Tx(ctx, run); err != nil && !errors.Is(err, errRefused) {
		return &graphql.Response{Data: []byte("null"), Errors: gqlerror.List{present(ctx, err)}}
	}
	return response
}
