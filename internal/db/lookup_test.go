package db_test

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
)

func TestDB_Look(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		var name string
		var tags int
		lookups := func() []*db.Lookup {
			return []*db.Lookup{
				{Query: "SELECT name FROM firms WHERE id = $1", Args: []any{b.firm}, Into: []any{&name}},
				{Query: "SELECT name FROM firms WHERE id = $1", Args: []any{uuid.New()}, Into: []any{&name}},
				{Query: "SELECT count(*) FROM tags WHERE firm_id = $1", Args: []any{b.firm}, Into: []any{&tags}},
			}
		}
		require.NoError(t, b.addTag(b.ctx, "a"))
		outside := lookups()
		require.NoError(t, b.Look(b.ctx, outside...))
		require.Equal(t, []bool{true, false, true}, []bool{outside[0].Found, outside[1].Found, outside[2].Found})
		require.Equal(t, "Acme", name)
		require.Equal(t, 1, tags)
		require.Zero(t, b.inUse())

		require.NoError(t, b.Tx(b.ctx, func(ctx context.Context) error {
			require.NoError(t, b.addTag(ctx, "b"))
			return b.Look(ctx, lookups()...)
		}))
		require.Equal(t, 2, tags, "a lookup does not see its transaction")
	})
}

func TestDB_Look_Fails(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		var name string
		good := func() *db.Lookup {
			return &db.Lookup{Query: "SELECT name FROM firms WHERE id = $1", Args: []any{b.firm}, Into: []any{&name}}
		}
		require.Error(t, b.Look(b.ctx, good(), &db.Lookup{Query: "SELECT nothing FROM firms", Into: []any{&name}}))
		require.Error(t, b.Look(b.ctx, &db.Lookup{Query: "SELECT id, name FROM firms", Into: []any{&name}}, good()))
		ended, cancel := context.WithCancel(b.ctx)
		cancel()
		require.ErrorIs(t, b.Look(ended, good()), context.Canceled)
		require.Zero(t, b.inUse())
		require.NoError(t, b.Look(b.ctx, good()))
	})
}
