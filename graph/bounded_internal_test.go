package graph

import (
	"context"
	"testing"
	"time"

	"github.com/99designs/gqlgen/graphql"
	"github.com/99designs/gqlgen/graphql/executor/testexecutor"
	"github.com/stretchr/testify/require"
)

// Queries and mutations have a deadline, which ends with the context of the operation; subscriptions have none.
func TestOperationTimeout(t *testing.T) {
	t.Parallel()
	server := &Server{executor: testexecutor.New().Executor}
	for document, limited := range map[string]bool{"{ name }": true, "mutation { name }": true, "subscription { name }": false} {
		began := time.Now()
		ctx, cancel := context.WithCancel(graphql.StartOperationTrace(t.Context()))
		operation, faults := server.Executor().CreateOperationContext(ctx, &graphql.RawParams{Query: document})
		require.Empty(t, faults)
		_, running := server.Executor().DispatchOperation(ctx, operation)
		deadline, ok := running.Deadline()
		require.Equal(t, limited, ok, document)
		if limited {
			require.WithinRange(t, deadline, began.Add(operationTimeout), time.Now().Add(operationTimeout), document)
		}
		require.NoError(t, running.Err())
		cancel()
		require.Error(t, running.Err())
	}
}
