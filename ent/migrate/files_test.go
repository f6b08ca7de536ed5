package migrate_test

import (
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
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

// The databases of a release have the checksums of its migrations, and refuse others.
func TestFiles_OnlyAdded(t *testing.T) {
	t.Parallel()
	releases, err := filepath.Glob("../../test/upgrade/*/migrations.sha256")
	require.NoError(t, err)
	require.NotEmpty(t, releases)
	for _, release := range releases {
		sums, err := os.ReadFile(release)
		require.NoError(t, err)
		for line := range strings.Lines(string(sums)) {
			sum, name, found := strings.Cut(strings.TrimSpace(line), "  ")
			require.True(t, found, line)
			text, err := fs.ReadFile(migrate.Files, strings.TrimPrefix(name, "ent/migrate/"))
			require.NoError(t, err, "%s of %s is gone. Migrations of a release stay; add another (make migration)", name, release)
			require.Equal(t, sum, fmt.Sprintf("%x", sha256.Sum256(text)),
				"%s is not that of %s, so a database of the release would not start. Migrations of a release are never changed; add another (make migration)",
				name, release)
		}
	}
}
