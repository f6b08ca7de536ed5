package user_test

import (
	"context"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
)

// A person joins another firm while their account is being changed, for example by a new password:
// one waits for the other.
func TestJoin_WhileChanged(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, db.Postgres) // on SQLite one transaction writes at a time
	b := setup(t, d)
	account, _, err := b.join(t, b.owner, ann())
	require.NoError(t, err)
	another := b.newFirm(t, "Another")
	var joining errgroup.Group
	err = d.Tx(t.Context(), func(ctx context.Context) error {
		require.NoError(t, d.LockUsers(ctx, account.ID))
		joining.Go(func() error {
			_, _, err := b.join(t, another, ann())
			return err
		})
		require.Eventually(t, func() bool {
			var waiting int
			ok, err := dbtest.SQL(t.Context(), d).Row([]any{&waiting}, `SELECT count(*)::int FROM pg_locks
				WHERE NOT granted AND locktype = 'advisory'
				AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`)
			return err == nil && ok && waiting == 1
		}, time.Minute, time.Millisecond)
		_, err := dbtest.SQL(ctx, d).Exec("UPDATE users SET must_change_password = false WHERE id = $1", account.ID)
		return err
	})
	require.NoError(t, err)
	require.NoError(t, joining.Wait())
}
