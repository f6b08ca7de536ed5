package dbtest

import (
	"io"
	"os"
	"path/filepath"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

func sqliteCopy(t testing.TB) string {
	t.Helper()
	template, err := os.Open(sqliteTemplate(t))
	require.NoError(t, err)
	defer func() { require.NoError(t, template.Close()) }()
	file, err := os.Create(filepath.Join(t.TempDir(), "test.db"))
	require.NoError(t, err)
	_, err = io.Copy(file, template)
	require.NoError(t, err)
	require.NoError(t, file.Close())
	return "sqlite://" + file.Name()
}

var sqliteMigrating sync.Mutex // of all tests of the program

// sqliteTemplate is the path of the migrated file. Test programs run at once. Each one that finds
// no file creates one aside, at most one at a time, and moves it into place, which is atomic.
func sqliteTemplate(t testing.TB) string {
	t.Helper()
	sqliteMigrating.Lock()
	defer sqliteMigrating.Unlock()
	path := filepath.Join(os.TempDir(), "firmhub_template_"+checksum(t)+".db")
	if _, err := os.Stat(path); err == nil {
		return path
	}
	aside := filepath.Join(t.TempDir(), "template.db")
	migrateTemplate(t, "sqlite://"+aside)
	require.NoError(t, os.Rename(aside, path))
	return path
}
