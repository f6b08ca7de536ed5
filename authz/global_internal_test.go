package authz

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
)

// A transaction that sees an older version than others have read gets that version, and does not
// replace the newer one.
func TestGlobalAt(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		e, ctx := New(d.Client, 1), rule.AcrossFirms(t.Context(), "a test")
		second, err := e.globalAt(ctx, d.Client, 2)
		require.NoError(t, err)
		same, err := e.globalAt(ctx, d.Client, 2)
		require.NoError(t, err)
		require.Same(t, second, same)

		first, err := e.globalAt(ctx, d.Client, 1)
		require.NoError(t, err)
		require.Equal(t, int64(1), first.version)
		require.Same(t, second, e.global.Load())

		third, err := e.globalAt(ctx, d.Client, 3)
		require.NoError(t, err)
		require.Same(t, third, e.global.Load())

		_, err = e.globalAt(t.Context(), d.Client, 4) // which may not read the rules
		require.Error(t, err)
		require.Same(t, third, e.global.Load())
	})
}
