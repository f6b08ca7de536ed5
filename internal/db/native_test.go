package db_test

import (
	"context"
	"database/sql"
	"errors"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
)

func TestNativeTx(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		insert := func(ctx context.Context, tx any) (err error) {
			const statement = "INSERT INTO x_native VALUES (1)"
			switch tx := tx.(type) {
			case pgx.Tx:
				_, err = tx.Exec(ctx, statement)
			case *sql.Tx:
				_, err = tx.ExecContext(ctx, statement)
			default:
				require.Fail(t, "neither", "%T", tx)
			}
			return err
		}
		_, err := d.Exec(ctx, "CREATE TABLE x_native (n bigint NOT NULL)")
		require.NoError(t, err)
		count := func(ctx context.Context) int {
			t.Helper()
			found, err := db.Select[int](ctx, d, "SELECT count(*) FROM x_native")
			require.NoError(t, err)
			return found[0]
		}

		require.NoError(t, d.NativeTx(ctx, insert))
		require.Equal(t, 1, count(ctx))
		require.NoError(t, d.Tx(ctx, func(ctx context.Context) error {
			require.NoError(t, d.NativeTx(ctx, insert))
			require.Equal(t, 2, count(ctx))
			return nil
		}))
		t.Run("Err", func(t *testing.T) {
			failed := errors.New("no")
			err := d.Tx(ctx, func(ctx context.Context) error {
				require.NoError(t, d.NativeTx(ctx, insert))
				require.ErrorIs(t, d.NativeTx(ctx, func(context.Context, any) error { return failed }), failed)
				return nil // As if nothing had failed.
			})
			require.ErrorIs(t, err, failed)
			require.Equal(t, 2, count(ctx))
		})
	})
}
