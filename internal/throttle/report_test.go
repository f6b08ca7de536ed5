package throttle_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/throttle"
)

func TestReport(t *testing.T) {
	t.Parallel()
	now := time.Now()
	limiter := throttle.NewAttempts[string](10, time.Minute)
	require.NoError(t, limiter.Take(now, "ann"))
	left := limiter.Left(now, "ann")
	require.Equal(t, throttle.Left{Limit: 10, Remaining: 9, Reset: 6 * time.Second}, left)

	var report throttle.Report
	_, noted := report.Left()
	require.False(t, noted)
	ctx := throttle.NewContext(t.Context(), &report)
	throttle.Note(ctx)
	throttle.Note(ctx, throttle.Left{Limit: 60, Remaining: 59}, left, throttle.Left{Limit: 100, Remaining: 99})
	least, noted := report.Left()
	require.True(t, noted)
	require.Equal(t, left, least, "that of which the fewest are left")
	throttle.Note(t.Context(), left) // nobody asked
}
