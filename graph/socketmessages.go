package graph

import (
	"context"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/gorilla/websocket"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/realtime/connections"
)

// countCall counts a received message as a call, before it is parsed. It returns TooManyRequests beyond the rate limit, and
// disconnects a client that keeps sending then.
func (s *socket) countCall() error {
	err := s.server.admit(s.viewer)
	if err == nil {
		s.refusals = 0
		return nil
	}
	s.refusals++
	if s.isFlooded() {
		s.end(websocket.CloseTryAgainLater, "Too many messages.")
	}
	return err //nolint:wrapcheck // It is the answer.
}

// isFlooded reports whether the client sent too many messages beyond the rate limit.
func (s *socket) isFlooded() bool { return s.refusals > refusedLimit }

// limited returns a handler of control frames that counts each one as a call, like a message.
func (s *socket) limited(next func(string) error) func(string) error {
	return func(data string) error {
		switch err := s.countCall(); {
		case err == nil:
			return next(data)
		case s.isFlooded():
			return err
		}
		return nil
	}
}

// refusedKey is the extension of the operation that has the errors for which it does not begin.
const refusedKey = "Refused"

// CreateOperationContext implements graphql.GraphExecutor. It refuses an operation whose message was beyond the rate limit
// before it is parsed. gqlgen sends errors that do not concern the document unchanged and without the extensions of the answer,
// so such an operation is refused by DispatchOperation.
func (s *socket) CreateOperationContext(ctx context.Context, params *graphql.RawParams) (*graphql.OperationContext, gqlerror.List) {
	if s.refused != nil {
		return &graphql.OperationContext{}, gqlerror.List{present(ctx, gqlerror.Wrap(s.refused))}
	}
	operation, faults := s.GraphExecutor.CreateOperationContext(ctx, params)
	if len(faults) > 0 && errcode.GetErrorKind(faults) == errcode.KindUser {
		operation.Stats.SetExtension(refusedKey, faults)
		faults = nil
	}
	if len(faults) == 0 {
		s.ids.begin(operation)
		if isSubscription(operation) {
			s.beginning.Add(1)
			operation.Stats.SetExtension(positionKey, s.position)
		}
	}
	return operation, faults
}

// positionKey is the extension of a subscription that has the position at which it begins.
const positionKey = "Position"

// isSubscription reports whether an operation is a subscription that was not refused.
func isSubscription(operation *graphql.OperationContext) bool {
	return operation.Operation != nil && operation.Operation.Operation == ast.Subscription
}

// DispatchOperation implements graphql.GraphExecutor. It authenticates again, and runs the operation as that viewer. A subscription
// has begun when it returns.
func (s *socket) DispatchOperation(ctx context.Context, operation *graphql.OperationContext) (graphql.ResponseHandler, context.Context) {
	if isSubscription(operation) {
		defer s.beginning.Done()
	}
	respond, running := s.dispatch(ctx, operation)
	return s.ids.ending(operation, respond), running
}

func (s *socket) dispatch(ctx context.Context, operation *graphql.OperationContext) (graphql.ResponseHandler, context.Context) {
	if faults, ok := operation.Stats.GetExtension(refusedKey).(gqlerror.List); ok {
		return graphql.OneShot(s.DispatchError(ctx, faults)), ctx
	}
	asking, err := s.authenticate(ctx)
	if err != nil {
		return graphql.OneShot(&graphql.Response{Errors: gqlerror.List{present(ctx, err)}}), ctx
	}
	if position, ok := operation.Stats.GetExtension(positionKey).(notification.Position); ok {
		ctx = position.NewContext(ctx)
	}
	operation.Stats.SetExtension(renewal, renew(s.renew))
	return s.GraphExecutor.DispatchOperation(viewer.NewContext(ctx, asking), operation)
}

// authenticate returns the viewer of a new operation. It returns TooManyRequests when operationLimit are under way.
func (s *socket) authenticate(ctx context.Context) (*viewer.Viewer, error) {
	select {
	case s.running <- struct{}{}:
		context.AfterFunc(ctx, func() { <-s.running }) // gqlgen ends ctx with the operation
	default:
		return nil, fault.Retry(fault.TooManyRequests, time.Second, "There are %d operations under way on this connection.", operationLimit)
	}
	return s.renew(ctx)
}

// renew returns the viewer of the socket as of now. A socket whose session has ended is closed.
func (s *socket) renew(ctx context.Context) (*viewer.Viewer, error) {
	if s.token == "" {
		return s.viewer, nil
	}
	now, err := s.server.authenticate(ctx, s.token, s.viewer.Request)
	if fault.Is(err, fault.Unauthorized) {
		s.endFor(connections.SessionEnded)
	}
	return now, err
}
