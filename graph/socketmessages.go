package graph

import (
	"context"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/errcode"
	"github.com/gorilla/websocket"
	"github.com/vektah/gqlparser/v2/gqlerror"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// take takes what was received off the allowance, before it is looked at. Who goes on without any left is disconnected.
func (s *socket) take() error {
	err := s.server.admit(s.viewer, 1)
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

// isFlooded reports whether the client went on sending without any allowance left.
func (s *socket) isFlooded() bool { return s.refusals > refusedLimit }

// counted returns a handler of control frames, of which each takes a call off the allowance, as a message does.
func (s *socket) counted(next func(string) error) func(string) error {
	return func(data string) error {
		switch err := s.take(); {
		case err == nil:
			return next(data)
		case s.isFlooded():
			return err
		}
		return nil
	}
}

// CreateOperationContext implements graphql.GraphExecutor. It refuses the operation, before it is parsed, whose message
// was over the allowance. Refusals that gqlgen does not take for errors of the document it sends as they are; so they are
// presented here.
func (s *socket) CreateOperationContext(ctx context.Context, params *graphql.RawParams) (*graphql.OperationContext, gqlerror.List) {
	if s.refused != nil {
		return &graphql.OperationContext{}, gqlerror.List{present(ctx, gqlerror.Wrap(s.refused))}
	}
	operation, faults := s.GraphExecutor.CreateOperationContext(ctx, params)
	if errcode.GetErrorKind(faults) == errcode.KindUser {
		for i, err := range faults {
			faults[i] = present(ctx, err)
		}
	}
	return operation, faults
}

// DispatchOperation implements graphql.GraphExecutor. It runs the operation as the viewer of the credential now.
func (s *socket) DispatchOperation(ctx context.Context, operation *graphql.OperationContext) (graphql.ResponseHandler, context.Context) {
	asking, err := s.authenticate(ctx)
	if err != nil {
		return graphql.OneShot(&graphql.Response{Errors: gqlerror.List{present(ctx, err)}}), ctx
	}
	return s.GraphExecutor.DispatchOperation(viewer.NewContext(ctx, asking), operation)
}

// authenticate returns the viewer of an operation, of which only so many may be under way.
func (s *socket) authenticate(ctx context.Context) (*viewer.Viewer, error) {
	select {
	case s.turns <- struct{}{}:
		context.AfterFunc(ctx, func() { <-s.turns }) // gqlgen ends ctx with the operation
	default:
		return nil, fault.Retry(fault.TooManyRequests, time.Second, "There are %d operations under way on this connection.", operationLimit)
	}
	asking := s.viewer
	if s.token != "" {
		var err error
		asking, err = s.server.authenticate(ctx, s.token, s.viewer.Request)
		if err != nil {
			if fault.Is(err, fault.Unauthorized) {
				s.end(closeUnauthorized, "The session has ended.")
			}
			return nil, err
		}
	}
	return asking, nil
}
