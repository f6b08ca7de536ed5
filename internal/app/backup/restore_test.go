package backup_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app/backup"
	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
)

// then returns a reader of the content that calls do after the last byte.
func then(content []byte, do func()) io.Reader {
	return io.MultiReader(bytes.NewReader(content), readerFunc(func([]byte) (int, error) {
		do()
		return 0, io.EOF
	}))
}

type readerFunc func(into []byte) (int, error)

func (f readerFunc) Read(into []byte) (int, error) { return f(into) }

// What appears at the target while a backup is read is never replaced.
func TestRestore_appeared(t *testing.T) {
	t.Parallel()
	content := save(t, source(t, db.SQLite), true)
	for _, suffix := range []string{"", "-wal", "-journal", config.SecretsKeyFile} {
		to := target(t, db.SQLite)
		path, _ := db.SQLitePath(to.DatabaseURL)
		path += suffix
		if suffix == config.SecretsKeyFile {
			path = filepath.Join(to.DataDir, suffix)
		}
		_, err := backup.Restore(t.Context(), to, then(content, func() {
			require.NoError(t, os.WriteFile(path, []byte("mine"), 0o600))
		}))
		require.ErrorContains(t, err, path)
		kept, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, "mine", string(kept))
		require.NoFileExists(t, filepath.Join(to.DataDir, "files", "firm", "one"))
	}
}

// waiting returns the file of a name that waits for the end of the archive in a folder.
func waiting(t *testing.T, folder, name string) string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(folder, "*.restoring", name))
	require.NoError(t, err)
	require.Len(t, found, 1)
	return found[0]
}

// A database whose log SQLite could not write into the file is not renamed without that log.
func TestRestore_log(t *testing.T) {
	t.Parallel()
	content := save(t, source(t, db.SQLite), false)
	to := target(t, db.SQLite)
	path, _ := db.SQLitePath(to.DatabaseURL)
	var other *db.DB
	_, err := backup.Restore(t.Context(), to, then(content, func() {
		var err error
		other, err = db.Open(t.Context(), "sqlite://"+waiting(t, filepath.Dir(path), "firmhub.db")) // which keeps the log
		require.NoError(t, err)
	}))
	require.ErrorContains(t, err, "could not be written completely")
	require.NoFileExists(t, path)
	require.NoError(t, other.Close())
}

// The key waits in the data folder, which may be on another disk than the database.
func TestRestore_key(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		t.Helper()
		to := target(t, dialect)
		_, err := backup.Restore(t.Context(), to, then(save(t, source(t, dialect), true), func() {
			waiting(t, to.DataDir, config.SecretsKeyFile)
		}))
		require.NoError(t, err)
		require.Equal(t, []string{"files/firm/one", config.SecretsKeyFile}, files(t, to.DataDir))
	})
}

func TestRestore_failures(t *testing.T) {
	t.Parallel()
	content := save(t, source(t, db.SQLite), false)

	t.Run("Ended", func(t *testing.T) {
		t.Parallel()
		to := target(t, db.SQLite)
		ctx, end := context.WithCancel(t.Context())
		defer end()
		parts := bytes.NewReader(content)
		_, err := backup.Restore(ctx, to, readerFunc(func(into []byte) (int, error) {
			if parts.Len() < len(content)*3/4 {
				end()
			}
			return parts.Read(into[:min(len(into), 512)])
		}))
		require.ErrorIs(t, err, context.Canceled)
		require.NotZero(t, parts.Len(), "it does not read on")
		require.NoDirExists(t, to.DataDir)
	})

	t.Run("Unreadable", func(t *testing.T) {
		t.Parallel()
		cause := errors.New("the disk is broken")
		for _, size := range []int{0, len(content) / 2} {
			from := io.MultiReader(bytes.NewReader(content[:size]), iotest.ErrReader(cause))
			_, err := backup.Restore(t.Context(), target(t, db.SQLite), from)
			require.ErrorIs(t, err, cause)
		}
	})

	t.Run("Left", func(t *testing.T) {
		t.Parallel()
		to := target(t, db.SQLite)
		database, uploads := filepath.Join(to.DataDir, "1.restoring"), filepath.Join(to.DataDir, "files", ".restoring")
		require.NoError(t, errors.Join(os.MkdirAll(database, 0o700), os.MkdirAll(uploads, 0o700)))
		_, err := backup.Restore(t.Context(), to, bytes.NewReader(content))
		require.ErrorContains(t, err, database+", "+uploads+": a restore that was killed has left this; remove it")
	})
}
