package db_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/tag"
)

func TestBatch(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		require.NoError(t, b.addTag(b.ctx, "a"))
		require.NoError(t, b.addTag(b.ctx, "b"))
		check := func(ctx context.Context) error {
			for _, withQuery := range []bool{false, true} {
				var firm, one, none string
				var all []string
				batch := b.InFirm(ctx).Batch()
				found := batch.Row([]any{&firm}, "SELECT name FROM firms WHERE id = $1")
				missing := batch.Row([]any{&none}, "SELECT name FROM tags WHERE firm_id = $1 AND name = $2", "c")
				batch.Rows([]any{&one}, func() { all = append(all, one) }, "SELECT name FROM tags WHERE firm_id = $1 ORDER BY name")
				if withQuery {
					read := b.Client.Tag.Query().Order(tag.ByName()).Select(tag.FieldName)
					require.Equal(t, []string{"a", "b"}, read.StringsX(batch.With(ctx)))
				} else {
					require.NoError(t, batch.Run())
				}
				require.Equal(t, "Acme", firm)
				require.Equal(t, []string{"a", "b"}, all)
				require.Equal(t, []bool{true, false}, []bool{*found, *missing})
			}
			return nil
		}
		require.NoError(t, check(b.ctx))
		require.Zero(t, b.inUse())
		require.NoError(t, b.Tx(b.ctx, check))
	})
}

func TestBatch_IsSentOnce(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		var name string
		batch := b.InFirm(b.ctx).Batch()
		batch.Row([]any{&name}, "SELECT name FROM firms WHERE id = $1")
		ctx := batch.With(b.ctx)
		_, err := b.Client.Tag.Query().IDs(ctx)
		require.NoError(t, err)
		_, err = b.Client.Tag.Query().IDs(ctx)
		require.ErrorContains(t, err, "sent once", "a second query")
		require.ErrorContains(t, batch.Run(), "sent once")
		require.Zero(t, b.inUse())
	})
}

func TestBatch_Fails(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		var name string
		for _, query := range []string{"SELECT nothing FROM firms WHERE id = $1", "SELECT id, name FROM firms WHERE id = $1"} {
			for _, withQuery := range []bool{false, true} {
				batch := b.InFirm(b.ctx).Batch()
				batch.Row([]any{&name}, "SELECT name FROM firms WHERE id = $1")
				batch.Row([]any{&name}, query)
				if withQuery {
					_, err := b.Client.Tag.Query().IDs(batch.With(b.ctx))
					require.Error(t, err, query)
				} else {
					require.Error(t, batch.Run(), query)
				}
			}
		}
		require.Zero(t, b.inUse())
	})
}

// A batch sees what its transaction has changed, whatever waits to be sent.
func TestBatch_Transaction(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		require.NoError(t, b.addTag(b.ctx, "a"))
		require.NoError(t, b.Tx(b.ctx, func(ctx context.Context) error {
			require.NoError(t, b.addTag(ctx, "b"))
			require.NoError(t, b.InFirm(ctx).Delete("tags", "name = $2", "a"))
			var name string
			batch := b.InFirm(ctx).Batch()
			batch.Row([]any{&name}, "SELECT name FROM tags WHERE firm_id = $1")
			require.NoError(t, batch.Run())
			require.Equal(t, "b", name)
			return nil
		}))
		require.Zero(t, b.inUse())
	})
}

func TestBatch_ContextEnded(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		ended, cancel := context.WithCancel(b.ctx)
		cancel()
		var name string
		for _, withQuery := range []bool{false, true} {
			batch := b.InFirm(ended).Batch()
			batch.Row([]any{&name}, "SELECT name FROM firms WHERE id = $1")
			if withQuery {
				_, err := b.Client.Tag.Query().IDs(batch.With(ended))
				require.ErrorIs(t, err, context.Canceled)
			} else {
				require.ErrorIs(t, batch.Run(), context.Canceled)
			}
		}
		require.Zero(t, b.inUse())
	})
}
