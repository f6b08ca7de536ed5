package graph

import (
	"context"
	"sync/atomic"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/viewer"
)

// operation is the state of an operation, from its parameters to its last response. [operationOf]
// returns the operation of a context.
type operation struct {
	graphql.OperationContext

	server   *Server
	document *planned
	// roots are the root fields that are not skipped.
	roots []graphql.CollectedField
	// invalid are the faults of the variables; nil if there are none.
	invalid *invalid
	// refused are the root fields of a query that the viewer may not use.
	refused refusals
	// admitted reports whether the decisions on its root fields are counted.
	admitted bool
	// ownsTransaction reports whether its field has the directive @ownTransaction.
	ownsTransaction bool
	// embedded reports whether its document is one of REST.
	embedded bool
	// onSocket reports whether it came by a WebSocket.
	onSocket bool
	// cost is the part of the answer about the cost; nil for an operation of REST.
	cost *costReport
	// size counts the bytes of the answer.
	size atomic.Int64
	// responses returns the responses of the resolvers.
	responses graphql.ResponseHandler

	// renew checks the credential of an operation that lasts again, and returns its current viewer.
	// It is nil where nothing lasts.
	renew func(context.Context) (*viewer.Viewer, error)
	// failure returns why the stream of a subscription has failed.
	failure func() error
	// batch returns the number of the batch of an event: see [broker.Stream.Batch].
	batch func() int64
	// position is where a subscription on a socket begins among the notifications.
	position *notification.Position
	// faults are why an operation on a socket does not begin.
	faults gqlerror.List
	// written are the answers of plans, in tests.
	written writtenParts
}

// stateKey is where gqlgen's part of an operation has the whole.
const stateKey = "firmhub"

func (s *Server) newOperation() *operation {
	o := &operation{server: s}
	o.RecoverFunc = recovered
	o.DisableIntrospection = !s.options.Introspection
	o.ResolverMiddleware, o.RootResolverMiddleware = o.resolverMiddleware, o.rootMiddleware
	o.Stats.SetExtension(stateKey, o)
	return o
}

// stateOf returns the operation that gqlgen knows a part of.
func stateOf(known *graphql.OperationContext) *operation {
	o, _ := known.Stats.GetExtension(stateKey).(*operation)
	return o
}

// operationOf returns the operation of a context. Code that runs for an operation has one.
func operationOf(ctx context.Context) *operation { return stateOf(graphql.GetOperationContext(ctx)) }

// is reports whether the operation has a kind. One whose document is not valid has none.
func (o *operation) is(kind ast.Operation) bool {
	return o.Operation != nil && o.Operation.Operation == kind
}

// resolverMiddleware is around each resolver. Access was checked before: nobody learns about the
// input of a field that they may not use.
func (o *operation) resolverMiddleware(ctx context.Context, next graphql.Resolver) (any, error) {
	if o.size.Load() > o.server.answerLimit {
		return graphql.Null, nil // limited returns the error.
	}
	field := graphql.GetFieldContext(ctx)
	if faults := o.invalid.of(field.Field.Field); len(faults) > 0 {
		return nil, o.server.allFaults(faults, field.Args)
	}
	value, err := next(ctx)
	if err != nil {
		return value, err
	}
	value = o.planned(ctx, field.Field, value)
	o.size.Add(int64(len(field.Field.Alias) + size(value)))
	return value, nil
}

// rootMiddleware is around the root fields of queries and mutations. It returns null for a field
// that does not run: a field that the viewer may not use, every field if the variables leave none
// to run, and the fields of a mutation after one that failed, since everything is rolled back.
func (o *operation) rootMiddleware(ctx context.Context, next graphql.RootResolver) graphql.Marshaler {
	field := graphql.GetRootFieldContext(ctx).Field
	switch {
	case o.refused.refuse(ctx, field), o.invalid.skips(field), o.is(ast.Mutation) && len(graphql.GetErrors(ctx)) > 0:
		return graphql.Null
	}
	return next(ctx)
}
