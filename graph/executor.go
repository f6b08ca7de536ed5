package graph

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"
	"github.com/vektah/gqlparser/v2/validator"

	"github.com/firmhub/firmhub/graph/bind"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// The executor is our own. It executes the schema that gqlgen generates. The state of gqlgen's
// executor is a map by the names of its extensions, and each extension returns at most one error.

// prepare returns an operation that can be executed, in these steps. The operation of an error is
// as far as they came.
func (s *Server) prepare(ctx context.Context, params *graphql.RawParams) (*operation, error) {
	o := s.newOperation()
	ctx = graphql.WithOperationContext(ctx, &o.OperationContext)
	if refusal := s.persisted.MutateOperationParameters(ctx, params); refusal != nil { // the text of a hash
		return o, refusal
	}
	if err := s.readDocument(o, params); err != nil { // documents.go: parsed, and within the limits of a document
		return o, err
	}
	variables, faults := bind.ByVariable(s.schema, o.Operation, params.Variables, bind.Options{Scalars: s.scalars})
	if err := s.complete(o, variables, faults); err != nil {
		return o, err
	}
	if err := s.price(ctx, o); err != nil { // limits.go: cost, which counts as calls
		return o, err
	}
	err := o.checkTransaction() // transaction.go
	return o, err
}

// complete sets what an operation of both APIs needs, once its variables are bound.
func (s *Server) complete(o *operation, variables map[string]any, faults []bind.Faults) (err error) {
	if o.Variables, err = validator.VariableValues(s.schema, o.Operation, variables); err != nil {
		return err //nolint:wrapcheck // It is a *gqlerror.Error.
	}
	o.roots = graphql.CollectFields(&o.OperationContext, o.Operation.SelectionSet, nil)
	o.invalid = newInvalid(o, faults)
	return nil
}

// start checks the access rules of all root fields, and starts the operation. A refused field of
// a query is null, with its error; the other fields have their data. A refused mutation or
// subscription does not start. start has the only call of the generated schema: gqlgen's hook for
// root fields is not called for subscriptions. It returns the handler of the responses, and the
// context to call it with, which has a deadline unless the operation is a subscription.
func (s *Server) start(ctx context.Context, o *operation) (graphql.ResponseHandler, context.Context) {
	cancel := func() {}
	if !o.is(ast.Subscription) {
		ctx, cancel = context.WithTimeout(ctx, o.timeout())
	}
	ctx = graphql.WithOperationContext(ctx, &o.OperationContext)
	beginning := graphql.WithResponseContext(ctx, present, recovered)
	refused := s.refusals(beginning, o) // guard.go: the access rules of all root fields
	switch {
	case len(refused) > 0 && !o.is(ast.Query):
		o.responses = refused.respond()
	case o.is(ast.Subscription):
		o.responses = s.renewed(s.executable.Exec(beginning), o) // guard.go: the rules again, at each event
	default:
		o.refused = refused
		o.responses = s.executable.Exec(beginning)
	}
	if faults := graphql.GetErrors(beginning); faults != nil {
		cancel()
		return graphql.OneShot(&graphql.Response{Errors: faults}), ctx
	}
	return func(ctx context.Context) *graphql.Response {
		var response *graphql.Response
		if ctx.Err() == nil {
			response = s.respond(graphql.WithResponseContext(ctx, present, recovered), o)
		}
		if response == nil { // After the last response; every transport asks until then, or ends ctx.
			cancel()
		}
		return response
	}, ctx
}

var errRefused = errors.New("graph: the mutation was refused")

// respond returns the next response of an operation; nil after the last one. A mutation, with all
// its root fields and what is read for its response, is one transaction: any error rolls everything
// back, and the response then has no data. A mutation with its own transaction runs outside of this
// one, and has no data either if there is an error. What is around each field is in operation.go.
func (s *Server) respond(ctx context.Context, o *operation) *graphql.Response {
	began := time.Now()
	ctx, span := s.trace(ctx, o) // observe.go
	var response *graphql.Response
	resolve := func(ctx context.Context) error {
		o.size.Store(0) // After an earlier event of a subscription.
		if response = o.responses(ctx); response == nil {
			return nil
		}
		response.Errors = append(response.Errors, graphql.GetErrors(ctx)...)
		response = s.limited(ctx, o, response) // size.go: 16 MiB, and 100 errors
		if s.options.PlanDiffers != nil {
			s.comparePlans(o, response) // plancheck.go: in tests
		}
		if o.is(ast.Mutation) && len(response.Errors) > 0 {
			response.Data = []byte("null")
			return errRefused
		}
		return nil
	}
	if !o.is(ast.Mutation) || o.ownsTransaction {
		_ = resolve(ctx) // The response has the error.
	} else if err := s.options.DB.Tx(ctx, resolve); err != nil && !errors.Is(err, errRefused) {
		response = &graphql.Response{Data: []byte("null"), Errors: gqlerror.List{present(ctx, err)}}
	}
	if response == nil {
		return nil
	}
	response = o.withoutInvalid(ctx, response) // invalid.go: no data where the variables leave nothing to run
	o.addCost(response)                        // limits.go: the cost of an operation of GraphQL
	s.observe(ctx, o, response, began)         // observe.go: metrics, and the log of slow operations
	o.traced(span, response)
	return response
}

// refuse returns the response to an operation that does not begin.
func (s *Server) refuse(ctx context.Context, o *operation, faults gqlerror.List) *graphql.Response {
	ctx = graphql.WithResponseContext(graphql.WithOperationContext(ctx, &o.OperationContext), present, recovered)
	o.responses = func(ctx context.Context) *graphql.Response {
		for _, refused := range faults {
			graphql.AddError(ctx, refused)
		}
		return &graphql.Response{}
	}
	return s.respond(ctx, o)
}

// Compile returns a function that runs the one operation of a document. It is for REST, which reads
// its documents at the start. The function gets the variables bound, their faults, and what renews
// the viewer, which only an operation that lasts needs. Faults refuse the operation after its
// access was checked. The limits are the same as at /graphql, except that each operation counts as
// one call. Compile returns an error for a document beyond the limits.
func (s *Server) Compile(document *ast.QueryDocument) (
	run func(ctx context.Context, variables map[string]any, faults fault.Details, renew viewer.Renew) (*graphql.Response, error), err error,
) {
	if err := checkShape(document); err != nil {
		return nil, fmt.Errorf("graph: %w", err)
	}
	read, parsed := newPlanned(document), document.Operations[0]
	largest, isPriced := s.prices.largest(parsed)
	if largest > costLimit {
		return nil, fmt.Errorf("graph: %s can cost %d, and may cost %d", parsed.Name, largest, costLimit)
	}
	known := &operation{roots: graphql.CollectFields(&graphql.OperationContext{Doc: document}, parsed.SelectionSet, nil)}
	if err := known.checkTransaction(); err != nil {
		return nil, fmt.Errorf("graph: %w", err)
	}
	return func(ctx context.Context, variables map[string]any, faults fault.Details, renew viewer.Renew) (*graphql.Response, error) {
		o := s.newOperation()
		o.document, o.Doc, o.Operation, o.ownsTransaction = read, document, parsed, known.ownsTransaction
		o.admitted = true // by the handler
		o.embedded = true
		o.renew = renew
		err := s.complete(o, variables, ofAll(faults))
		if err == nil && isPriced {
			_, err = s.prices.check(o)
		}
		if err != nil {
			return s.refuse(ctx, o, listed(err)), nil
		}
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		respond, ctx := s.start(ctx, o)
		response := respond(ctx)
		if response == nil {
			return nil, errors.Join(errors.New("graph: an operation has no response"), ctx.Err())
		}
		return response, nil
	}, nil
}
