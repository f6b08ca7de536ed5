package db_test

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
)

func TestLater(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		_, err := d.Exec(ctx, "CREATE TABLE x_later (n bigint PRIMARY KEY)")
		require.NoError(t, err)
		later := func(ctx context.Context, n int) error { return d.Later(ctx, "INSERT INTO x_later VALUES ($1)", n) }
		count := func(ctx context.Context) int {
			t.Helper()
			found, err := db.Select[int](ctx, d, "SELECT count(*) FROM x_later WHERE n > $1", 0)
			require.NoError(t, err)
			return found[0]
		}

		require.NoError(t, d.Tx(ctx, func(ctx context.Context) error {
			require.NoError(t, later(ctx, 1))
			require.Equal(t, 1, count(ctx), "the next statement sees it")
			require.NoError(t, later(ctx, 2))
			return nil
		}))
		require.Equal(t, 2, count(ctx), "the commit has sent it")
		require.NoError(t, later(ctx, 3), "outside a transaction")
		require.NoError(t, d.Tx(ctx, func(ctx context.Context) error { return later(ctx, 4) }), "alone in a transaction")
		require.Equal(t, 4, count(ctx))

		t.Run("Many", func(t *testing.T) {
			require.NoError(t, d.Tx(ctx, func(ctx context.Context) error {
				for n := range 120 {
					if err := later(ctx, 1000+n); err != nil {
						return err
					}
				}
				return nil
			}))
			require.Equal(t, 124, count(ctx))
		})
		t.Run("Rollback", func(t *testing.T) {
			no := errors.New("no")
			require.ErrorIs(t, d.Tx(ctx, func(ctx context.Context) error {
				require.NoError(t, later(ctx, 5))
				return no
			}), no)
			require.Equal(t, 124, count(ctx))
		})
		t.Run("ErrAtTheNextStatement", func(t *testing.T) {
			err := d.Tx(ctx, func(ctx context.Context) error {
				err := later(ctx, 1)
				if err == nil {
					_, err = d.Exec(ctx, "INSERT INTO x_later VALUES ($1)", 6)
				}
				require.True(t, db.IsUnique(err), "%v", err)
				return nil // as if nothing had failed
			})
			require.True(t, db.IsUnique(err), "%v", err)
			require.Equal(t, 124, count(ctx))
		})
		t.Run("ErrAtTheCommit", func(t *testing.T) {
			err := d.Tx(ctx, func(ctx context.Context) error {
				_ = later(ctx, 1)
				return nil
			})
			require.True(t, db.IsUnique(err), "%v", err)
			require.Equal(t, 124, count(ctx))
		})
	})
}
