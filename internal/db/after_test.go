package db_test

import (
	"context"
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
				db.AfterCommit(ctx, func(ctx context.Context) error {
					cancel() // the client has left
					require.NoError(t, ctx.Err())
					order = append(order, name)
					return b.addTag(ctx, name)
				})
			}
			require.Empty(t, order)
			return b.addTag(ctx, "a")
		}))
		require.Equal(t, []string{"first", "second"}, order)
		require.Equal(t, []string{"a", "first", "second"}, b.tags(t))
		require.Zero(t, b.Stats().AfterCommitFailures)
	})
}

func TestAfterCommit_OutsideATransaction(t *testing.T) {
	t.Parallel()
	ran := 0
	db.AfterCommit(t.Context(), func(context.Context) error { ran++; return errRefused })
	db.AfterCommit(t.Context(), func(context.Context) error { ran++; panic("boom") })
	require.Equal(t, 2, ran)
}

func TestAfterCommit_Failures(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		ran := 0
		require.NoError(t, b.Tx(b.ctx, func(ctx context.Context) error {
			db.AfterCommit(ctx, func(context.Context) error { panic("boom") })
			db.AfterCommit(ctx, func(context.Context) error { return errRefused })
			db.AfterCommit(ctx, func(ctx context.Context) error {
				ran++
				_, bounded := ctx.Deadline()
				require.True(t, bounded)
				return nil
			})
			db.OnRollback(ctx, func(context.Context) error { ran++; return nil })
			return b.addTag(ctx, "a")
		}))
		require.Equal(t, 1, ran)
		require.Equal(t, []string{"a"}, b.tags(t))
		require.EqualValues(t, 2, b.Stats().AfterCommitFailures)
		require.Zero(t, b.Stats().OnRollbackFailures)
	})
}

func TestOnRollback(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		var order []string
		ctx, cancel := context.WithCancel(b.ctx)
		defer cancel()
		err := b.Tx(ctx, func(ctx context.Context) error {
			for _, name := range []string{"first", "second"} {
				db.OnRollback(ctx, func(ctx context.Context) error {
					require.NoError(t, ctx.Err())
					order = append(order, name)
					return b.addTag(ctx, name)
				})
			}
			cancel() // the client has left
			return errRefused
		})
		require.ErrorIs(t, err, errRefused)
		require.Equal(t, []string{"first", "second"}, order)
		require.Equal(t, []string{"first", "second"}, b.tags(t))
	})
}

func TestOnRollback_Joined(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		rolledBack := false
		require.Error(t, b.Tx(b.ctx, func(ctx context.Context) error {
			require.NoError(t, b.Tx(ctx, func(ctx context.Context) error {
				db.OnRollback(ctx, func(context.Context) error { rolledBack = true; return nil })
				return nil
			}))
			require.False(t, rolledBack)
			return errRefused
		}))
		require.True(t, rolledBack)
	})
}

func TestOnRollback_OutsideATransaction(t *testing.T) {
	t.Parallel()
	db.OnRollback(t.Context(), func(context.Context) error { t.Error("OnRollback ran"); return nil })
}

func TestOnRollback_Failures(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		ran := false
		err := b.Tx(b.ctx, func(ctx context.Context) error {
			db.OnRollback(ctx, func(context.Context) error { panic("boom") })
			db.OnRollback(ctx, func(context.Context) error { return context.Canceled })
			db.OnRollback(ctx, func(context.Context) error { ran = true; return nil })
			return errRefused
		})
		require.Equal(t, errRefused, err)
		require.True(t, ran)
		require.EqualValues(t, 2, b.Stats().OnRollbackFailures)
		require.Zero(t, b.Stats().AfterCommitFailures)
	})
}
