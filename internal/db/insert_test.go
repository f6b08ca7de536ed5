package db_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/tag"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
)

func TestInsert(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, err := d.Exec(t.Context(), `CREATE TABLE things (id uuid PRIMARY KEY, n integer NOT NULL, name text, at timestamp)`)
		require.NoError(t, err)
		ids := make([]uuid.UUID, 3000)
		for i := range ids {
			ids[i] = uuid.New()
		}
		at := time.Date(2026, time.March, 1, 12, 0, 0, 1000, time.UTC)
		add := func(ctx context.Context, ids []uuid.UUID) error {
			return d.Insert(ctx, "things", []string{"id", "n", "name", "at"}, len(ids), func(i int) []any {
				return []any{ids[i], i, "é'", at}
			})
		}
		count := func() int {
			counts, err := db.Select[int](t.Context(), d, "SELECT count(*) FROM things WHERE name = 'é'''")
			require.NoError(t, err)
			return counts[0]
		}

		require.NoError(t, add(t.Context(), nil))
		require.NoError(t, add(t.Context(), ids[:1]))
		require.NoError(t, add(t.Context(), ids[1:2500]))
		require.Equal(t, 2500, count())
		sums, err := db.Select[int](t.Context(), d, "SELECT sum(n) FROM things")
		require.NoError(t, err)
		require.Equal(t, 2498*2499/2, sums[0])
		err = add(t.Context(), ids[2499:])
		require.True(t, db.IsUnique(err), "%v", err)
		require.Equal(t, 2500, count(), "all or none")

		require.ErrorIs(t, d.Tx(t.Context(), func(ctx context.Context) error {
			require.NoError(t, add(ctx, ids[2500:]))
			return errRolledBack
		}), errRolledBack)
		require.Equal(t, 2500, count())
		require.NoError(t, d.Tx(t.Context(), func(ctx context.Context) error { return add(ctx, ids[2500:]) }))
		require.Equal(t, 3000, count())
		err = d.Tx(t.Context(), func(ctx context.Context) error {
			_ = add(ctx, ids[:1]) // The commit has the error, too, or alone: few rows wait for it on PostgreSQL.
			return nil
		})
		require.True(t, db.IsUnique(err), "a failed statement spoils the transaction: %v", err)
		require.Error(t, d.Insert(t.Context(), "nowhere", []string{"id"}, 1, func(int) []any { return []any{1} }))
	})
}

func TestInsert_Large(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, err := d.Exec(t.Context(), `CREATE TABLE things (id integer PRIMARY KEY, name text)`)
		require.NoError(t, err)
		add := func(count int) error {
			return d.Insert(t.Context(), "things", []string{"id", "name"}, count, func(i int) []any {
				return []any{i, strings.Repeat("é", 1<<19)}
			}, db.Large())
		}
		require.NoError(t, add(0))
		require.NoError(t, add(3))
		sizes, err := db.Select[int](t.Context(), d, "SELECT length(name) FROM things ORDER BY id")
		require.NoError(t, err)
		require.Equal(t, []int{1 << 19, 1 << 19, 1 << 19}, sizes)
		require.True(t, db.IsUnique(add(1)))
	})
}

func TestInsert_LargePanics(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, db.Postgres)
	_, err := d.Exec(t.Context(), `CREATE TABLE things (id integer PRIMARY KEY)`)
	require.NoError(t, err)
	err = d.Insert(t.Context(), "things", []string{"id"}, 1, func(int) []any { panic("no such row") }, db.Large())
	require.ErrorContains(t, err, "no such row")
	require.ErrorContains(t, err, "TestInsert_LargePanics", "the stack")
}

func TestDelete(t *testing.T) {
	t.Parallel()
	eachTwoFirms(t, func(t *testing.T, b *bundle, mine, _ uuid.UUID, other context.Context) {
		require.NoError(t, b.addTag(b.ctx, "a"))
		require.NoError(t, b.addTag(b.ctx, "b"))
		require.NoError(t, b.addTag(other, "a"))
		replacement, now := uuid.New(), time.Now()
		add := func(s db.Scope) error {
			columns := []string{"firm_id", "id", "created_at", "updated_at", "name", "name_key", "mark"}
			return s.Insert("tags", columns, 1, func(int) []any { return []any{mine, replacement, now, now, "a", "a", "a"} })
		}

		t.Run("InOrder", func(t *testing.T) {
			require.NoError(t, b.Tx(b.ctx, func(ctx context.Context) error {
				s := b.InFirm(ctx)
				require.NoError(t, s.Delete("tags", "name = $2", "a"))
				return add(s) // has the same unique keys
			}))
			require.Equal(t, replacement, b.Client.Tag.Query().Where(tag.Name("a")).OnlyX(b.ctx).ID)
			require.Equal(t, []string{"a", "b"}, b.tags(t))
			require.Equal(t, 1, b.Client.Tag.Query().CountX(other), "the other firm's tag")
		})
		t.Run("Rollback", func(t *testing.T) {
			require.ErrorIs(t, b.Tx(b.ctx, func(ctx context.Context) error {
				require.NoError(t, b.InFirm(ctx).Delete("tags", "name = $2", "a"))
				return errRolledBack
			}), errRolledBack)
			require.Equal(t, []string{"a", "b"}, b.tags(t))
		})
		t.Run("Err", func(t *testing.T) {
			addMember(b.ctx, b, addUser(b.ctx, b, "a@example.com").ID, b.Client.Role.Query().OnlyX(b.ctx).ID)
			err := b.Tx(b.ctx, func(ctx context.Context) error { // which has the error, if not Delete
				return b.InFirm(ctx).Delete("roles", "name = $2", "mine")
			})
			require.True(t, db.IsForeignKey(err), "%v", err)
			err = b.Tx(b.ctx, func(ctx context.Context) error {
				s := b.InFirm(ctx)
				if err := s.Delete("tags", "name = $2", "b"); err != nil {
					return err
				}
				return add(s)
			})
			require.True(t, db.IsUnique(err), "%v", err)
			require.Equal(t, []string{"a", "b"}, b.tags(t))
		})
		t.Run("ErrIsolation", func(t *testing.T) {
			require.ErrorIs(t, b.InFirm(b.ctx).Delete("tags", "name = $2 OR firm_id <> $1", "a"), rule.ErrIsolation)
			require.ErrorIs(t, b.InFirm(b.ctx).Delete("users", "email = $2", "a@example.com"), rule.ErrIsolation)
			require.ErrorIs(t, b.Shared(b.ctx).Delete("tags", "name = $2", "a"), rule.ErrIsolation)
			require.ErrorIs(t, b.InFirm(t.Context()).Delete("tags", "name = $2", "a"), rule.ErrIsolation)
			require.Equal(t, []string{"a", "b"}, b.tags(t))
		})
	})
}

var errRolledBack = errors.New("rolled back")
