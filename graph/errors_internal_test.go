package graph

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
)

// The client is told when to try again whenever REST tells it.
func TestPresent_RetryAfter(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		err  error
		want any
	}{
		{fault.Retry(fault.TooManyRequests, 1500*time.Millisecond, "No."), 2},
		{fault.New(fault.TooManyRequests, "No."), 1},
		{fault.New(fault.Unavailable, "No."), 1},
		{fault.New(fault.Conflict, "No."), nil},
	} {
		require.Equal(t, c.want, present(t.Context(), c.err).Extensions["retryAfter"], "%v", c.err)
	}
}
