package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
)

func TestCopy(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		t.Helper()
		dir := t.TempDir()
		do := func(exit int, args ...string) (stdout, stderr string) {
			t.Helper()
			return output(t, firmhub(t, dir, args...), exit)
		}
		do(exitOK, "migrate", "up")
		if dialect == db.SQLite {
			_, faults := do(exitFailure, "copy", "--from=sqlite://data/firmhub.db", "--to=sqlite://other.db")
			require.Contains(t, faults, "both databases are SQLite")
			_, faults = do(exitUsage, "copy", "--from=sqlite://data/firmhub.db", "--to=mysql://other")
			require.Contains(t, faults, "FIRMHUB_DATABASE_URL")
			return
		}
		target := dbtest.Empty(t, dialect)
		out, _ := do(exitOK, "copy", "--from=sqlite://data/firmhub.db", "--to="+target)
		require.Contains(t, out, "each table has as many as at the source")
		require.Contains(t, out, "0 faults")
		out, _ = do(exitOK, "copy", "--from="+target, "--to=sqlite://back.db")
		require.Contains(t, out, "Set FIRMHUB_DATABASE_URL=sqlite://back.db")
	})
}

// A key that the check of the copy could not use is refused before the target has anything.
func TestCopy_damagedKey(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	output(t, firmhub(t, dir, "migrate", "up"), exitOK)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "data", "secrets.key"), []byte("nonsense"), 0o600))
	_, faults := output(t, firmhub(t, dir, "copy", "--from=sqlite://data/firmhub.db", "--to=postgres://127.0.0.1:1/firmhub"), exitFailure)
	require.Contains(t, faults, "data/secrets.key: secret: a key is base64 of 32 bytes")
}
