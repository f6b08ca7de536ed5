package graph

import (
	"context"

	"github.com/99designs/gqlgen/graphql"

	"github.com/firmhub/firmhub/internal/domain/notification"
)

// failure is the extension of the operation that has the function which returns why a subscription has failed.
const failure = "Failure"

// events returns the channel of a stream for the executor. When the stream fails, its error is the last response: see
// [guarded.renewed].
func events[T any](ctx context.Context, stream *notification.Stream[T]) <-chan T {
	graphql.GetOperationContext(ctx).Stats.SetExtension(failure, stream.Err)
	return stream.C
}

// failed returns why a subscription that has ended did; nil if it is just over.
func failed(operation *graphql.OperationContext) error {
	if failed, ok := operation.Stats.GetExtension(failure).(func() error); ok {
		return failed()
	}
	return nil
}
