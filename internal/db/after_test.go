package db_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
)

func TestAfterCommit(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		var order []string
		ctx, cancel := context.WithCancel(b.ctx)
		defer cancel()
		require.NoError(t, b.Tx(ctx, func(ctx context.Context) error {
			for _, name := range []string{"first", "second"} {
				db.AfterCommit(ctx, func(ctx context.Context) {
					cancel() // the client is gone, and what follows the commit goes on
					require.NoError(t, ctx.Err())
					require.NoError(t, b.addTag(ctx, name))
					order = append(order, name)
				})
			}
			require.Empty(t, order)
			return b.addTag(ctx, "a")
		}))
		require.Equal(t, []string{"first", "second"}, order)

		db.AfterCommit(b.ctx, func(context.Context) { order = append(order, "at once") })
		require.Contains(t, order, "at once")
	})
}

func TestApart(t *testing.T) {
	t.Parallel()
	t.Run("after a rollback", func(t *testing.T) {
		t.Parallel()
		each(t, func(t *testing.T, b *bundle) {
			ctx, cancel := context.WithCancel(b.ctx)
			err := b.Tx(ctx, func(ctx context.Context) error {
				require.NoError(t, b.addTag(ctx, "a"))
				require.NoError(t, b.Apart(ctx, func(ctx context.Context) error { return b.addTag(ctx, "apart") }))
				cancel()
				return errRefused
			})
			require.ErrorIs(t, err, errRefused)
			require.Equal(t, []string{"apart"}, b.tags(t))
		})
	})
	t.Run("dropped by a commit", func(t *testing.T) {
		t.Parallel()
		each(t, func(t *testing.T, b *bundle) {
			require.NoError(t, b.Tx(b.ctx, func(ctx context.Context) error {
				require.NoError(t, b.Apart(ctx, func(ctx context.Context) error { return b.addTag(ctx, "apart") }))
				return b.addTag(ctx, "a")
			}))
			require.Equal(t, []string{"a"}, b.tags(t))
		})
	})
	t.Run("at once outside", func(t *testing.T) {
		t.Parallel()
		each(t, func(t *testing.T, b *bundle) {
			require.ErrorIs(t, b.Apart(b.ctx, func(ctx context.Context) error {
				require.NoError(t, b.addTag(ctx, "undone"))
				return errRefused
			}), errRefused)
			require.Empty(t, b.tags(t))
		})
	})
	t.Run("its failure is told", func(t *testing.T) {
		t.Parallel()
		each(t, func(t *testing.T, b *bundle) {
			errLost := errors.New("lost")
			err := b.Tx(b.ctx, func(ctx context.Context) error {
				require.NoError(t, b.Apart(ctx, func(context.Context) error { return errLost }))
				return errRefused
			})
			require.ErrorIs(t, err, errRefused)
			require.ErrorIs(t, err, errLost)
		})
	})
}
