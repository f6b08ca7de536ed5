//go:build citus

// make test-citus runs this test.

package app_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/migrate"
	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/app/demo"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/session"
	"github.com/firmhub/firmhub/internal/viewer"
)

// TestCitus distributes an empty database and one with the demo. Rows, foreign keys and triggers
// stay what they were.
func TestCitus(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"fresh", "demo"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			basics := app.Basics{DatabaseURL: dbtest.Cluster(t), DataDir: t.TempDir(), Log: "error"}
			_, missing, err := app.Migrate(t.Context(), basics)
			require.NoError(t, err)
			require.Equal(t, migrate.OfCitus(), missing)
			if name == "demo" {
				withApp(t, basics, func(a *app.App) {
					_, err := demo.Firms(t.Context(), a.DB, a.Passwords.Hash)
					require.NoError(t, err)
				})
				requireLogged(t, basics.DataDir, "Citus does not store these tables yet")
			}
			conn, err := pgx.Connect(t.Context(), strings.ReplaceAll(basics.DatabaseURL, "pool_max_conns=8", "connect_timeout=60"))
			require.NoError(t, err)
			defer func() { require.NoError(t, conn.Close(t.Context())) }()
			before := describe(t, conn)
			tables, err := app.Distribute(t.Context(), basics)
			require.NoError(t, err)
			require.Equal(t, missing, tables)
			require.Equal(t, before, describe(t, conn))
			tables, err = app.Distribute(t.Context(), basics)
			require.NoError(t, err)
			require.Empty(t, tables)
			if name == "demo" {
				logInToTwoFirms(t, basics)
				return
			}
			// What a later migration creates is not distributed yet.
			replaceTable(t, conn, "contact_tags")
			_, missing, err = app.Migrate(t.Context(), basics)
			require.NoError(t, err)
			require.Equal(t, []string{"contact_tags"}, missing)
			tables, err = app.Distribute(t.Context(), basics)
			require.NoError(t, err)
			require.Equal(t, missing, tables)
			require.Equal(t, before, describe(t, conn))
		})
	}
}

// TestCitus_LaterMigration runs statements of each kind that a migration has, on a table of each
// kind: distributed, reference and local. They reach all shards. TestCitus adds a table.
func TestCitus_LaterMigration(t *testing.T) {
	t.Parallel()
	conn, err := pgx.Connect(t.Context(), strings.ReplaceAll(dbtest.Distributed(t), "pool_max_conns=8", "connect_timeout=60"))
	require.NoError(t, err)
	defer func() { require.NoError(t, conn.Close(t.Context())) }()
	run := func(statement string) {
		require.NoError(t, pgx.BeginFunc(t.Context(), conn, func(tx pgx.Tx) error {
			_, err := tx.Exec(t.Context(), statement)
			return err
		}), statement)
	}
	run(`CREATE FUNCTION x_later() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.later = 9; RETURN NEW; END $$`)
	for _, table := range []string{"contacts", "users", "sessions"} {
		for _, kind := range []string{
			"ALTER TABLE %s ADD COLUMN later bigint NOT NULL DEFAULT 7",
			"CREATE INDEX %s_later ON %[1]s (later)",
			"ALTER TABLE %s ADD CONSTRAINT %[1]s_later_check CHECK (later > 0)",
			"CREATE TRIGGER x_%s_later BEFORE UPDATE ON %[1]s FOR EACH ROW EXECUTE FUNCTION x_later()",
		} {
			run(fmt.Sprintf(kind, table))
		}
		// On each shard, there is one object of each kind.
		rows, err := conn.Query(t.Context(), `SELECT DISTINCT result FROM run_command_on_shards($1, $$
			SELECT concat_ws(' ', (SELECT count(*) FROM pg_attribute WHERE attrelid = '%1$s'::regclass AND attname = 'later'),
				(SELECT count(*) FROM pg_index WHERE indrelid = '%1$s'::regclass AND pg_get_indexdef(indexrelid) LIKE '%%(later)'),
				(SELECT count(*) FROM pg_constraint WHERE conrelid = '%1$s'::regclass AND contype = 'c' AND conname LIKE '%%later_check%%'),
				(SELECT count(*) FROM pg_trigger WHERE tgrelid = '%1$s'::regclass AND tgname LIKE 'x%%later%%')) $$)`, table)
		require.NoError(t, err)
		found, err := pgx.CollectRows(rows, pgx.RowTo[string])
		require.NoError(t, err)
		require.Equal(t, []string{"1 1 1 1"}, found, table)
	}
}

// requireLogged requires a warning in the log of the server that [withApp] started in a folder.
func requireLogged(t *testing.T, folder, message string) {
	t.Helper()
	journal.mu.Lock()
	defer journal.mu.Unlock()
	for line := range strings.Lines(journal.text.String()) {
		if strings.Contains(line, `"level":"WARN","msg":"`+message) && strings.Contains(line, `"request":"`+folder+`"`) {
			return
		}
	}
	t.Errorf("%q is not in the log", message)
}

// withApp starts a server. What it logs while it starts has its folder as the id of a request.
func withApp(t *testing.T, basics app.Basics, do func(*app.App)) {
	t.Helper()
	ctx := viewer.NewContext(t.Context(), &viewer.Viewer{Kind: viewer.System, Request: viewer.Request{ID: basics.DataDir}})
	a, err := app.New(ctx, app.Config{Basics: basics, FilesURL: "file://" + basics.DataDir, RateLimit: "off"})
	require.NoError(t, err)
	do(a)
	require.NoError(t, a.Close())
}

// logInToTwoFirms logs a user of two firms in, which are on different servers or shards.
func logInToTwoFirms(t *testing.T, basics app.Basics) {
	t.Helper()
	withApp(t, basics, func(a *app.App) {
		login, err := a.Sessions.Login(t.Context(), session.LoginInput{Email: "priya@raman.example", Password: demo.Password})
		require.NoError(t, err)
		require.Len(t, login.Firms, 2)
	})
}

// describe returns the rows, foreign keys and row triggers of all tables.
func describe(t *testing.T, conn *pgx.Conn) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	read := func(name, query string, args ...any) {
		rows, err := conn.Query(t.Context(), query, args...)
		require.NoError(t, err)
		found[name], err = pgx.CollectRows(rows, pgx.RowTo[string])
		require.NoError(t, err, name)
	}
	var names []string
	for _, table := range migrate.Tables {
		names = append(names, table.Name)
		read("rows of "+table.Name, "SELECT md5(r::text) FROM "+table.Name+" r ORDER BY 1")
	}
	read("foreign keys", `SELECT conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
		WHERE contype = 'f' AND conparentid = 0 AND conrelid::regclass::text = ANY ($1) ORDER BY 1`, names)
	read("triggers", `SELECT translate(pg_get_triggerdef(oid), '()', '') FROM pg_trigger
		WHERE NOT tgisinternal AND tgparentid = 0 AND tgtype & 1 = 1 AND tgrelid::regclass::text = ANY ($1) ORDER BY 1`, names)
	return found
}

// replaceTable replaces an empty table by a new one, which is as a migration makes it.
func replaceTable(t *testing.T, conn *pgx.Conn, name string) {
	t.Helper()
	rows, err := conn.Query(t.Context(), `SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
		FROM pg_constraint WHERE contype = 'f' AND conrelid = $1::text::regclass
		UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal AND tgrelid = $1::text::regclass`, name)
	require.NoError(t, err)
	statements, err := pgx.CollectRows(rows, pgx.RowTo[string])
	require.NoError(t, err)
	statements = append([]string{
		"CREATE TABLE later (LIKE " + name + " INCLUDING ALL)", "DROP TABLE " + name, "ALTER TABLE later RENAME TO " + name,
	}, statements...)
	for _, statement := range statements {
		_, err := conn.Exec(t.Context(), statement)
		require.NoError(t, err, statement)
	}
}
