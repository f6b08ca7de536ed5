package db_test

import (
	"context"
	"errors"
	"runtime"
	"sync"
	"testing"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/tag"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
)

var errRefused = errors.New("refused")

// bundle is a database with a firm, and a context that acts in it.
type bundle struct {
	*db.DB

	ctx  context.Context //nolint:containedctx // It is the test's.
	firm uuid.UUID
}

func each(t *testing.T, test func(t *testing.T, b *bundle)) {
	t.Helper()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		firm, ctx := dbtest.Firm(t, d, "Acme")
		test(t, &bundle{d, ctx, firm.ID})
	})
}

func (b *bundle) addTag(ctx context.Context, name string) error {
	return b.Client.Tag.Create().SetName(name).SetNameKey(name).SetMark(name).Exec(ctx)
}

func (b *bundle) tags(t *testing.T) []string {
	t.Helper()
	names, err := b.Client.Tag.Query().Order(tag.ByNameKey()).Select(tag.FieldName).Strings(b.ctx)
	require.NoError(t, err)
	return names
}

func (b *bundle) inUse() int {
	var sum int
	for _, pool := range b.Stats().Pools {
		sum += pool.InUse
	}
	return sum
}

func TestTx_OK(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		require.NoError(t, b.Tx(b.ctx, func(ctx context.Context) error {
			require.Zero(t, b.inUse(), "a connection before the first statement")
			require.NoError(t, b.addTag(ctx, "a"))
			require.Equal(t, 1, b.inUse())
			require.Empty(t, b.tags(t), "seen from outside before the commit")
			require.True(t, b.Client.Tag.Query().ExistX(ctx), "not seen from inside")

			changed, err := b.Exec(ctx, "UPDATE tags SET name = $2 WHERE name = $1", "a", "A")
			require.NoError(t, err)
			require.EqualValues(t, 1, changed)
			return b.Tx(ctx, func(ctx context.Context) error { return b.addTag(ctx, "b") })
		}))
		require.Equal(t, []string{"A", "b"}, b.tags(t))
		require.Zero(t, b.inUse())
	})
}

func TestTx_RollsBack(t *testing.T) {
	t.Parallel()
	for name, work := range map[string]func(ctx context.Context, b *bundle) error{
		"error":              func(context.Context, *bundle) error { return errRefused },
		"joined, not passed": joinedError,
		"failed statement":   failedStatement,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			each(t, func(t *testing.T, b *bundle) {
				err := b.Tx(b.ctx, func(ctx context.Context) error {
					require.NoError(t, b.addTag(ctx, "a"))
					db.AfterCommit(ctx, func(context.Context) error { t.Error("AfterCommit ran"); return nil })
					return work(ctx, b)
				})
				require.Error(t, err)
				require.Empty(t, b.tags(t))
				require.Zero(t, b.inUse())
				require.NoError(t, b.addTag(b.ctx, "the next one works"))
			})
		})
	}
}

func joinedError(ctx context.Context, b *bundle) error {
	_ = b.Tx(ctx, func(context.Context) error { return errRefused })
	return nil
}

func failedStatement(ctx context.Context, b *bundle) error {
	if err := b.addTag(ctx, "a"); !db.IsUnique(err) {
		return nil
	}
	if b.addTag(ctx, "b") == nil {
		panic("a statement after a failed one")
	}
	return nil
}

func TestTx_Panic(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		kept := false
		require.PanicsWithValue(t, "boom", func() {
			_ = b.Tx(b.ctx, func(ctx context.Context) error {
				require.NoError(t, b.addTag(ctx, "a"))
				db.OnRollback(ctx, func(ctx context.Context) error {
					kept = true
					return b.addTag(ctx, "kept")
				})
				panic("boom")
			})
		})
		require.True(t, kept)
		require.Equal(t, []string{"kept"}, b.tags(t))
	})
}

func TestTx_Goexit(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		var wait sync.WaitGroup
		wait.Go(func() {
			_ = b.Tx(b.ctx, func(ctx context.Context) error {
				_ = b.addTag(ctx, "a")
				runtime.Goexit()
				return nil
			})
		})
		wait.Wait()
		require.Empty(t, b.tags(t))
		require.Zero(t, b.inUse())
	})
}

func TestTx_ContextEnds(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		ctx, cancel := context.WithCancel(b.ctx)
		err := b.Tx(ctx, func(ctx context.Context) error {
			require.NoError(t, b.addTag(ctx, "a"))
			cancel()
			return nil
		})
		require.ErrorIs(t, err, context.Canceled)
		require.NoError(t, b.addTag(b.ctx, "b"), "the writer is free")
		require.Equal(t, []string{"b"}, b.tags(t))
	})
}

// A statement's own context may end before the transaction does: the transaction began with it, but
// does not end with it.
func TestTx_FirstStatementContextEnds(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		require.NoError(t, b.Tx(b.ctx, func(ctx context.Context) error {
			first, cancel := context.WithCancel(ctx)
			require.NoError(t, b.addTag(first, "a"))
			cancel()
			return b.addTag(ctx, "b")
		}))
		require.Equal(t, []string{"a", "b"}, b.tags(t))
	})
}

func TestTx_ContextEndsInStatement(t *testing.T) {
	t.Parallel()
	endless := map[string]string{
		db.Postgres: "SELECT count(*) FROM generate_series(1, 100000000000) AS n(i)",
		db.SQLite:   "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) FROM n",
	}
	each(t, func(t *testing.T, b *bundle) {
		ctx, cancel := context.WithCancel(b.ctx)
		defer cancel()
		err := b.Tx(ctx, func(ctx context.Context) error {
			require.NoError(t, b.addTag(ctx, "a"))
			time.AfterFunc(50*time.Millisecond, cancel)
			rows, err := b.Query(ctx, endless[b.Dialect()])
			if err != nil {
				return err
			}
			rows.Next()
			return errors.Join(rows.Err(), rows.Close())
		})
		require.Error(t, err)
		require.NoError(t, b.addTag(b.ctx, "b"), "the writer is free")
		require.Equal(t, []string{"b"}, b.tags(t))
	})
}

// A request to cancel a statement that has only just begun is often lost.
func TestPostgres_CancelsUntilTheStatementEnds(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, db.Postgres)
	const endless = "SELECT count(*) FROM generate_series(1, 100000000000) AS n(i)"
	for after := range 5 {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(1+10*after)*time.Millisecond)
		_, err := db.Select[int](ctx, d, endless)
		cancel()
		require.Error(t, err)
	}
	require.Eventually(t, func() bool {
		running, err := db.Select[int](t.Context(), d, `SELECT count(*) FROM pg_stat_activity
			WHERE datname = current_database() AND query = $1 AND state = 'active'`, endless)
		require.NoError(t, err)
		return running[0] == 0
	}, time.Minute, 100*time.Millisecond)
}

func TestTx_Concurrent(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		const workers = 8
		require.NoError(t, b.Tx(b.ctx, func(ctx context.Context) error {
			var wait sync.WaitGroup
			for i := range workers {
				wait.Go(func() {
					if err := b.addTag(ctx, string(rune('a'+i))); err != nil {
						t.Error(err)
					}
					if _, err := b.Client.Tag.Query().All(ctx); err != nil {
						t.Error(err)
					}
				})
			}
			wait.Wait()
			return nil
		}))
		require.Len(t, b.tags(t), workers)
	})
}

func TestTx_StatementAfterTheEnd(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		var leaked context.Context
		require.NoError(t, b.Tx(b.ctx, func(ctx context.Context) error {
			leaked = ctx
			return b.addTag(ctx, "a")
		}))
		require.ErrorContains(t, b.addTag(leaked, "b"), "after the end of its transaction")
	})
}

func TestTx_CommitFails(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		if b.Dialect() == db.Postgres {
			_, err := b.Exec(b.ctx, "ALTER TABLE tags ALTER CONSTRAINT tags_firms_firm DEFERRABLE INITIALLY DEFERRED")
			require.NoError(t, err)
		}
		rolledBack := false
		err := b.Tx(b.ctx, func(ctx context.Context) error {
			if b.Dialect() == db.SQLite {
				_, err := b.Exec(ctx, "PRAGMA defer_foreign_keys = on")
				require.NoError(t, err)
			}
			db.AfterCommit(ctx, func(context.Context) error { t.Error("AfterCommit ran"); return nil })
			db.OnRollback(ctx, func(context.Context) error { rolledBack = true; return nil })
			now := time.Now()
			_, err := b.Exec(ctx, `INSERT INTO tags (id, firm_id, name, name_key, mark, created_at, updated_at)
				VALUES ($1, $2, $3, $3, $3, $4, $4)`, uuid.New(), uuid.New(), "a", now)
			return err
		})
		require.True(t, db.IsForeignKey(err), err)
		require.True(t, rolledBack)
		require.Zero(t, b.inUse())
		require.NoError(t, b.addTag(b.ctx, "b"))
	})
}

func TestTx_RowsBelongToTheTurn(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		require.NoError(t, b.addTag(b.ctx, "a"))
		require.NoError(t, b.Tx(b.ctx, func(ctx context.Context) error {
			rows, err := b.Query(ctx, "SELECT name FROM tags WHERE firm_id = $1", b.firm)
			require.NoError(t, err)

			impatient, cancel := context.WithTimeout(ctx, 10*time.Millisecond)
			defer cancel()
			require.ErrorIs(t, b.addTag(impatient, "b"), context.DeadlineExceeded)

			var names []string
			require.NoError(t, entsql.ScanSlice(rows, &names))
			require.Equal(t, []string{"a"}, names)
			require.NoError(t, rows.Close())
			require.NoError(t, rows.Close())
			return b.addTag(ctx, "c")
		}))
	})
}
