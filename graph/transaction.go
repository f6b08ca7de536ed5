package graph

import (
	"context"
	"errors"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
)

var errRefused = errors.New("graph: the mutation was refused")

// transact runs a whole mutation, all its root fields and what is read for its answer, in one transaction. Any error
// rolls everything back, and then the answer carries no data either: what it would show never happened.
func (s *Server) transact(ctx context.Context, next graphql.ResponseHandler) *graphql.Response {
	if !isMutation(ctx) {
		return next(ctx)
	}
	var response *graphql.Response
	err := s.db.Tx(ctx, func(ctx context.Context) error {
		if response = next(ctx); response != nil && len(response.Errors) > 0 {
			return errRefused
		}
		return nil
	})
	switch {
	case err == nil:
		return response
	case err == errRefused: //nolint:errorlint // Joined with another error, that other one is the answer.
		response.Data = []byte("null")
		return response
	}
	return &graphql.Response{Data: []byte("null"), Errors: gqlerror.List{present(ctx, err)}}
}

func isMutation(ctx context.Context) bool {
	if !graphql.HasOperationContext(ctx) {
		return false
	}
	operation := graphql.GetOperationContext(ctx).Operation // nil where the document was not valid
	return operation != nil && operation.Operation == ast.Mutation
}
