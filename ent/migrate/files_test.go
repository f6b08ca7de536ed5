package migrate_test

import (
	"io/fs"
	"regexp"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/migrate"
)

var (
	alterTable = regexp.MustCompile(`(?is)\bALTER TABLE\b[^;]*;`)
	constraint = regexp.MustCompile(`(?i)\bADD CONSTRAINT\b`)
	further    = regexp.MustCompile(`(?i),\s*(ADD|ALTER|DROP|SET|VALIDATE)\b`)
)

// mixed returns the statements that add a constraint together with something else.
func mixed(text string) (found []string) {
	for _, statement := range alterTable.FindAllString(text, -1) {
		if constraint.MatchString(statement) && further.MatchString(statement) {
			found = append(found, statement)
		}
	}
	return found
}

// On tables that Citus has distributed, ADD CONSTRAINT must be the only subcommand of ALTER TABLE.
func TestFiles_ConstraintsAlone(t *testing.T) {
	t.Parallel()
	require.Len(t, mixed(`ALTER TABLE "a" ADD COLUMN "b" uuid, ADD CONSTRAINT "c" CHECK (d > 0);`), 1)
	require.Len(t, mixed("ALTER TABLE a ADD CONSTRAINT c CHECK (d > 0),\n add constraint e UNIQUE (f, g);"), 1)
	require.Empty(t, mixed(`ALTER TABLE a ADD COLUMN b uuid; ALTER TABLE a ADD CONSTRAINT c UNIQUE (d, e);`))
	names, err := fs.Glob(migrate.Files, "postgres/*.sql")
	require.NoError(t, err)
	require.NotEmpty(t, names)
	for _, name := range names {
		text, err := fs.ReadFile(migrate.Files, name)
		require.NoError(t, err)
		require.Empty(t, mixed(string(text)), "%s: add each constraint by an ALTER TABLE of its own", name)
	}
}
