package graph

import (
	"context"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/gorilla/websocket"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
	"github.com/firmhub/firmhub/realtime/connections"
)

// countCall counts a received message as a call, before it is parsed. It returns TooManyRequests
// beyond the rate limit, and disconnects a client that then continues to send.
func (s *socket) countCall() error {
	err := s.server.options.Limiter.Allow(s.viewer)
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

// limited returns a handler of control frames that counts each frame as a call, like a message.
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

// CreateOperationContext implements graphql.GraphExecutor. It refuses an operation whose message
// was beyond the rate limit before it is parsed. gqlgen sends errors that do not concern the
// document unchanged and without the extensions of the response, so DispatchOperation refuses such
// an operation.
func (s *socket) CreateOperationContext(ctx context.Context, params *graphql.RawParams) (*graphql.OperationContext, gqlerror.List) {
	if s.refused != nil {
		return &s.server.newOperation().OperationContext, gqlerror.List{present(ctx, gqlerror.Wrap(s.refused))}
	}
	o, err := s.server.prepare(ctx, params)
	if err != nil {
		faults := listed(err)
		if errcode.GetErrorKind(faults) != errcode.KindUser {
			return &o.OperationContext, faults
		}
		o.faults = faults
	}
	o.onSocket = true
	s.ids.begin(o)
	if o.is(ast.Subscription) {
		s.beginning.Add(1)
		position := s.position
		o.position = &position
	}
	return &o.OperationContext, nil
}

// DispatchOperation implements graphql.GraphExecutor. It authenticates again, and runs the
// operation as that viewer. A subscription has begun when it returns.
func (s *socket) DispatchOperation(ctx context.Context, known *graphql.OperationContext) (graphql.ResponseHandler, context.Context) {
	o := stateOf(known)
	if o.is(ast.Subscription) {
		defer s.beginning.Done()
	}
	respond, running := s.dispatch(ctx, o)
	return s.ids.ending(o, respond), running
}

// DispatchError implements graphql.GraphExecutor.
func (s *socket) DispatchError(ctx context.Context, faults gqlerror.List) *graphql.Response {
	return s.server.refuse(ctx, operationOf(ctx), faults)
}

func (s *socket) dispatch(ctx context.Context, o *operation) (graphql.ResponseHandler, context.Context) {
	if o.faults != nil {
		return graphql.OneShot(s.server.refuse(ctx, o, o.faults)), ctx
	}
	asking, err := s.authenticate(ctx)
	if err != nil {
		return graphql.OneShot(&graphql.Response{Errors: gqlerror.List{present(ctx, err)}}), ctx
	}
	if o.position != nil {
		ctx = o.position.NewContext(ctx)
	}
	o.renew = s.renew
	return s.server.start(viewer.NewContext(ctx, asking), o)
}

// authenticate returns the viewer of a new operation. It returns TooManyRequests when
// operationLimit operations are running.
func (s *socket) authenticate(ctx context.Context) (*viewer.Viewer, error) {
	select {
	case s.running <- struct{}{}:
		context.AfterFunc(ctx, func() { <-s.running }) // gqlgen ends ctx with the operation
	default:
		return nil, fault.Retry(fault.TooManyRequests, time.Second, "There are %d operations under way on this connection.", operationLimit)
	}
	return s.renew(ctx)
}

// renew returns the current viewer of the socket. It closes a socket whose session has ended.
func (s *socket) renew(ctx context.Context) (*viewer.Viewer, error) {
	if s.token == "" {
		return s.viewer, nil
	}
	now, err := s.server.sessions.Authenticate(ctx, s.token, s.viewer.Request)
	if fault.Is(err, fault.Unauthorized) {
		s.endFor(connections.SessionEnded)
	}
	return now, err
}
