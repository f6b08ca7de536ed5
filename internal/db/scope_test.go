package db_test

import (
	"context"
	"testing"
	"time"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/viewer"
)

// The break-in by hand: SQL of my firm tries to reach the rows of another one. ent/rule has that by
// ent.

func eachTwoFirms(t *testing.T, test func(t *testing.T, b *bundle, mine, theirs uuid.UUID, other context.Context)) {
	t.Helper()
	each(t, func(t *testing.T, b *bundle) {
		theirs, other := dbtest.Firm(t, b.DB, "Other")
		addRole(b.ctx, b, "mine")
		addRole(other, b, "theirs")
		test(t, b, viewer.From(b.ctx).FirmID, theirs.ID, other)
		names, err := db.All[string](b.AcrossFirms(rule.AcrossFirms(t.Context(), "a test")), "SELECT name FROM roles ORDER BY name")
		require.NoError(t, err)
		require.Equal(t, []string{"mine", "theirs"}, names, "rows changed")
	})
}

func TestInFirm_BindsTheFirm(t *testing.T) {
	t.Parallel()
	eachTwoFirms(t, func(t *testing.T, b *bundle, _, theirs uuid.UUID, other context.Context) {
		for ctx, want := range map[context.Context]string{
			b.ctx: "mine", other: "theirs", rule.InFirm(rule.AcrossFirms(b.ctx, "a test"), theirs): "theirs",
		} {
			names, err := db.All[string](b.InFirm(ctx), "SELECT name FROM roles WHERE firm_id = $1 AND name <> $2", "x")
			require.NoError(t, err)
			require.Equal(t, []string{want}, names)
			var name string
			found, err := b.InFirm(ctx).Row([]any{&name}, "SELECT name FROM roles WHERE firm_id = $1")
			require.NoError(t, err)
			require.True(t, found)
			require.Equal(t, want, name)
			require.Equal(t, want, b.Client.Role.Query().OnlyX(ctx).Name, "by ent")
		}
	})
}

// A context limits to the firm of a new viewer, whatever firm it was limited to for the one before.
func TestInFirm_NewViewer(t *testing.T) {
	t.Parallel()
	eachTwoFirms(t, func(t *testing.T, b *bundle, mine, theirs uuid.UUID, _ context.Context) {
		ctx := rule.InFirm(rule.AcrossFirms(t.Context(), "a test"), theirs)
		ctx = viewer.NewContext(ctx, &viewer.Viewer{Kind: viewer.System, FirmID: mine})
		names, err := db.All[string](b.InFirm(ctx), "SELECT name FROM roles WHERE firm_id = $1")
		require.NoError(t, err)
		require.Equal(t, []string{"mine"}, names)
	})
}

func TestInFirm_NeedsAFirm(t *testing.T) {
	t.Parallel()
	eachTwoFirms(t, func(t *testing.T, b *bundle, _, theirs uuid.UUID, _ context.Context) {
		for name, ctx := range map[string]context.Context{
			"no viewer":      t.Context(),
			"no firm":        viewer.NewContext(t.Context(), &viewer.Viewer{Kind: viewer.System}),
			"another firm":   rule.InFirm(b.ctx, theirs),
			"all firms":      rule.AcrossFirms(b.ctx, "a test"),
			"back to theirs": rule.InFirm(rule.InFirm(rule.AcrossFirms(t.Context(), "a test"), viewer.From(b.ctx).FirmID), theirs),
		} {
			if name != "all firms" {
				_, err := b.Client.Role.Query().Count(ctx)
				require.ErrorIs(t, err, rule.ErrIsolation, "%s, by ent", name)
			}
			s := b.InFirm(ctx)
			_, err := s.Exec("DELETE FROM roles WHERE firm_id = $1")
			require.ErrorIs(t, err, rule.ErrIsolation, name)
			_, err = db.All[string](s, "SELECT name FROM roles WHERE firm_id = $1")
			require.ErrorIs(t, err, rule.ErrIsolation, name)
			_, err = db.AllOf[string](s, entsql.Dialect(b.Dialect()).Select("name").From(entsql.Table("roles")).Where(entsql.EQ("firm_id", theirs)))
			require.ErrorIs(t, err, rule.ErrIsolation, name)
			require.ErrorIs(t, s.Insert("roles", []string{"firm_id"}, 1, func(int) []any { return []any{theirs} }), rule.ErrIsolation, name)
			batch := s.Batch()
			batch.Row(nil, "SELECT name FROM roles WHERE firm_id = $1")
			require.ErrorIs(t, batch.Run(), rule.ErrIsolation, name)
		}
	})
}

// A client can name the firm zero like any other that does not exist: it has no rows.
func TestInFirm_FirmZero(t *testing.T) {
	t.Parallel()
	eachTwoFirms(t, func(t *testing.T, b *bundle, _, _ uuid.UUID, _ context.Context) {
		ctx := rule.ForFirm(b.ctx, uuid.Nil, "a test")
		count, err := b.Client.Role.Query().Count(ctx)
		require.NoError(t, err)
		require.Zero(t, count)
		names, err := db.All[string](b.InFirm(ctx), "SELECT name FROM roles WHERE firm_id = $1")
		require.NoError(t, err)
		require.Empty(t, names)
		deleted, err := b.InFirm(ctx).Exec("DELETE FROM roles WHERE firm_id = $1")
		require.NoError(t, err)
		require.Zero(t, deleted)
	})
}

// Statements that do not name the firm are refused, on both databases. package statement tests what
// else is.
func TestInFirm_ForgottenFirm(t *testing.T) {
	t.Parallel()
	eachTwoFirms(t, func(t *testing.T, b *bundle, _, theirs uuid.UUID, _ context.Context) {
		s := b.InFirm(b.ctx)
		for _, query := range []string{
			"SELECT name FROM roles",
			"SELECT name FROM roles WHERE firm_id = $2",
			"SELECT name FROM roles WHERE firm_id = $1 OR firm_id = $2",
			"SELECT r.name FROM roles r, firms f WHERE f.id = $1 AND r.firm_id <> $2",
			"UPDATE roles SET name = 'x' WHERE firm_id = $2",
			"UPDATE roles SET firm_id = $2 WHERE firm_id = $1",
			"DELETE FROM roles WHERE firm_id = $2",
			"DELETE FROM roles",
			"SELECT email FROM users",
		} {
			_, err := s.Exec(query, theirs)
			require.ErrorIs(t, err, rule.ErrIsolation, query)
			_, err = s.Row(nil, query, theirs)
			require.ErrorIs(t, err, rule.ErrIsolation, query)
			_, err = db.All[string](s, query, theirs)
			require.ErrorIs(t, err, rule.ErrIsolation, query)
			batch := s.Batch()
			batch.Row(nil, query, theirs)
			require.ErrorIs(t, batch.Run(), rule.ErrIsolation, query)
		}
		built := entsql.Dialect(b.Dialect()).Select("name").From(entsql.Table("roles"))
		_, err := db.AllOf[string](s, built.Clone())
		require.ErrorIs(t, err, rule.ErrIsolation)
		_, err = db.AllOf[string](s, built.Clone().Where(entsql.EQ("firm_id", theirs)))
		require.ErrorIs(t, err, rule.ErrIsolation)
		found, err := db.AllOf[string](s, built.Clone().Where(entsql.And(entsql.NEQ("name", "x"), entsql.EQ("firm_id", viewer.From(b.ctx).FirmID))))
		require.NoError(t, err)
		require.Equal(t, []string{"mine"}, found)
	})
}

func TestInFirm_InsertsIntoTheFirm(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		other, _ := dbtest.Firm(t, b.DB, "Other")
		mine := viewer.From(b.ctx).FirmID
		columns := []string{"id", "created_at", "updated_at", "firm_id", "key", "request", "entry_id"}
		now := time.Now()
		row := func(firm any) func(int) []any {
			return func(int) []any { return []any{uuid.New(), now, now, firm, uuid.NewString(), []byte{1}, uuid.New()} }
		}
		s := b.InFirm(b.ctx)
		for _, count := range []int{1, 50} { // by INSERT and by COPY
			require.ErrorIs(t, s.Insert("wallet_keys", columns, count, row(other.ID)), rule.ErrIsolation)
			require.ErrorIs(t, s.Insert("wallet_keys", columns, count, row(other.ID), db.Large()), rule.ErrIsolation)
			require.ErrorIs(t, s.Upsert("wallet_keys", columns, count, row(other.ID)), rule.ErrIsolation)
			require.NoError(t, s.Insert("wallet_keys", columns, count, row(mine)))
			require.NoError(t, s.Upsert("wallet_keys", columns, count, row(mine)))
		}
		withoutFirm := func(int) []any { return []any{uuid.New()} }
		require.ErrorIs(t, s.Insert("wallet_keys", []string{"id"}, 1, withoutFirm), rule.ErrIsolation)
		require.ErrorIs(t, s.Insert("users", []string{"firm_id"}, 1, func(int) []any { return []any{mine} }), rule.ErrIsolation)
		require.ErrorIs(t, s.Insert("wallet_keys", columns, 1, row(mine), db.OnConflict(" ON CONFLICT (id) DO UPDATE SET key = 'x'")),
			rule.ErrIsolation)
		counts, err := db.All[int](b.AcrossFirms(rule.AcrossFirms(t.Context(), "a test")), "SELECT count(*) FROM wallet_keys")
		require.NoError(t, err)
		require.Equal(t, []int{102}, counts)
	})
}

func TestShared(t *testing.T) {
	t.Parallel()
	eachTwoFirms(t, func(t *testing.T, b *bundle, mine, _ uuid.UUID, _ context.Context) {
		s := b.Shared(t.Context())
		addUser(b.ctx, b, "a@example.com")
		emails, err := db.All[string](s, "SELECT email FROM users WHERE email = $1", "a@example.com")
		require.NoError(t, err)
		require.Equal(t, []string{"a@example.com"}, emails)
		_, err = db.All[string](s, "SELECT name FROM roles WHERE firm_id = $1", mine)
		require.ErrorIs(t, err, rule.ErrIsolation)
		_, err = s.Exec("DELETE FROM roles")
		require.ErrorIs(t, err, rule.ErrIsolation)
	})
}

func TestAcrossFirms(t *testing.T) {
	t.Parallel()
	eachTwoFirms(t, func(t *testing.T, b *bundle, mine, _ uuid.UUID, _ context.Context) {
		for _, ctx := range []context.Context{t.Context(), b.ctx, rule.InFirm(rule.AcrossFirms(b.ctx, "a test"), mine)} {
			_, err := b.AcrossFirms(ctx).Exec("DELETE FROM roles")
			require.ErrorIs(t, err, rule.ErrIsolation)
		}
	})
}
