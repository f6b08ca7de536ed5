package db_test

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/tag"
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

func TestDB_Along(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		require.NoError(t, b.addTag(b.ctx, "a"))
		require.NoError(t, b.addTag(b.ctx, "b"))
		check := func(ctx context.Context) error {
			var name, found string
			var all []string
			lookups := []*db.Lookup{
				{Query: "SELECT name FROM firms WHERE id = $1", Args: []any{b.firm}, Into: []any{&name}},
				{
					Query: "SELECT name FROM tags WHERE firm_id = $1 ORDER BY name", Args: []any{b.firm},
					Into: []any{&found}, Each: func() { all = append(all, found) },
				},
				{Query: "SELECT name FROM tags WHERE firm_id = $1", Args: []any{uuid.New()}, Into: []any{&name}, Each: func() { t.Error("a row") }},
			}
			err := b.Along(ctx, func(ctx context.Context) error {
				for range 2 { // The second query runs alone.
					require.Equal(t, []string{"a", "b"}, b.Client.Tag.Query().Order(tag.ByName()).Select(tag.FieldName).StringsX(ctx))
				}
				return nil
			}, lookups...)
			require.Equal(t, "Acme", name)
			require.Equal(t, []string{"a", "b"}, all)
			require.Equal(t, []bool{true, true, false}, []bool{lookups[0].Found, lookups[1].Found, lookups[2].Found})
			return err
		}
		require.NoError(t, check(b.ctx))
		require.Zero(t, b.inUse())
		require.NoError(t, b.Tx(b.ctx, check))
	})
}

func TestDB_Along_Fails(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		var name string
		good := func() *db.Lookup {
			return &db.Lookup{Query: "SELECT name FROM firms WHERE id = $1", Args: []any{b.firm}, Into: []any{&name}}
		}
		all := func(ctx context.Context) error {
			return b.Client.Tag.Query().Select(tag.FieldName).Scan(ctx, &[]string{})
		}
		require.Error(t, b.Along(b.ctx, all, &db.Lookup{Query: "SELECT nothing FROM firms", Into: []any{&name}}))
		require.Error(t, b.Along(b.ctx, all, good(), &db.Lookup{Query: "SELECT id, name FROM firms", Into: []any{&name}}))
		require.Error(t, b.Along(b.ctx, func(ctx context.Context) error {
			_, err := db.Select[string](ctx, b.DB, "SELECT nothing FROM firms")
			return err
		}, good()))
		ended, cancel := context.WithCancel(b.ctx)
		cancel()
		require.ErrorIs(t, b.Along(ended, all, good()), context.Canceled)
		err := b.Along(b.ctx, func(context.Context) error { return nil }, good())
		if b.Dialect() == db.Postgres {
			require.ErrorContains(t, err, "no query took along")
		}
		require.Zero(t, b.inUse())
		require.NoError(t, b.Along(b.ctx, all, good()))
	})
}
