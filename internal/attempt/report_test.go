package attempt_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/attempt"
)

func TestReport(t *testing.T) {
	t.Parallel()
	now := time.Now()
	limiter := attempt.NewLimiter[string](10, time.Minute)
	require.NoError(t, limiter.Take(now, "ann"))
	left := limiter.Left(now, "ann")
	require.Equal(t, attempt.Left{Limit: 10, Remaining: 9, Reset: 6 * time.Second}, left)

	var report attempt.Report
	_, noted := report.Left()
	require.False(t, noted)
	ctx := attempt.NewContext(t.Context(), &report)
	attempt.Note(ctx)
	attempt.Note(ctx, attempt.Left{Limit: 60, Remaining: 59}, left, attempt.Left{Limit: 100, Remaining: 99})
	least, noted := report.Left()
	require.True(t, noted)
	require.Equal(t, left, least, "that of which the fewest are left")
	attempt.Note(t.Context(), left) // nobody asked
}
