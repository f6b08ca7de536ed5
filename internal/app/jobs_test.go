package app_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/fault"
)

func TestJobs(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		c := core(t, dialect)
		found, err := c.ListJobs(t.Context(), "", 10)
		require.NoError(t, err)
		require.Empty(t, found)

		t.Run("ErrValidation", func(t *testing.T) {
			for _, limit := range []int{0, 10_001} {
				_, err := c.ListJobs(t.Context(), "", limit)
				require.True(t, fault.Is(err, fault.ValidationError), "%v", err)
			}
			_, err := c.ListJobs(t.Context(), "lost", 10)
			require.True(t, fault.Is(err, fault.ValidationError), "%v", err)
		})
		t.Run("ErrNotFound", func(t *testing.T) {
			require.True(t, fault.Is(c.RetryJob(t.Context(), 1), fault.NotFound))
			require.True(t, fault.Is(c.CancelJob(t.Context(), 1), fault.NotFound))
		})
	})
}
