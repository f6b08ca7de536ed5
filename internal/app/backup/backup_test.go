package backup_test

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/file"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/app/backup"
	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
)

const written = "file of a firm"

// source is an installation with a file, an upload that is not complete, and a key.
func source(t *testing.T, dialect string) config.Config {
	t.Helper()
	settings := config.Config{Basics: config.Basics{DataDir: t.TempDir(), DatabaseURL: dbtest.URL(t, dialect)}}
	folder := filepath.Join(settings.DataDir, "files", "firm")
	require.NoError(t, os.MkdirAll(folder, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "one"), []byte(written), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(folder, "two.XYZ.tmp"), []byte("half"), 0o600)) // of an earlier version
	unfinished := filepath.Join(settings.DataDir, "files", "unfinished")
	require.NoError(t, os.Mkdir(unfinished, 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(unfinished, "firm_three.XYZ.tmp"), []byte("half"), 0o600))
	require.NoError(t, os.WriteFile(filepath.Join(settings.DataDir, config.SecretsKeyFile), []byte("key"), 0o600))
	opened, err := db.Open(t.Context(), settings.DatabaseURL)
	require.NoError(t, err)
	require.NoError(t, opened.Migrate(t.Context()))
	insertFirm(t, opened, "first")
	require.NoError(t, opened.Close())
	return settings
}

func insertFirm(t *testing.T, d *db.DB, name string) {
	t.Helper()
	ctx := rule.AcrossFirms(t.Context(), "a test")
	require.NoError(t, d.Client.FirmName.Create().SetID(uuid.New()).SetNameKey(name).Exec(ctx))
}

func names(t *testing.T, settings config.Config) (all []string) {
	t.Helper()
	opened, err := db.Open(t.Context(), settings.Defaults().DatabaseURL)
	require.NoError(t, err)
	found, err := opened.Client.FirmName.Query().All(rule.AcrossFirms(t.Context(), "a test"))
	require.NoError(t, err)
	for _, f := range found {
		all = append(all, f.NameKey)
	}
	require.NoError(t, opened.Close())
	return all
}

// target is an empty installation.
func target(t *testing.T, dialect string) config.Config {
	t.Helper()
	return config.Config{Basics: config.Basics{DataDir: filepath.Join(t.TempDir(), "data"), DatabaseURL: dbtest.Empty(t, dialect)}}
}

func save(t *testing.T, settings config.Config, keys bool) (content []byte) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "backup.tar.gz")
	_, err := backup.Save(t.Context(), settings, keys, path)
	require.NoError(t, err)
	content, err = os.ReadFile(path)
	require.NoError(t, err)
	return content
}

// files returns the paths of the files in a folder, except the database.
func files(t *testing.T, folder string) (paths []string) {
	t.Helper()
	require.NoError(t, filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			below, _ := filepath.Rel(folder, path)
			paths = append(paths, below)
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}))
	return paths
}

func TestBackup(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		t.Helper()
		from := source(t, dialect)

		t.Run("OK", func(t *testing.T) {
			t.Parallel()
			to := target(t, dialect)
			path := filepath.Join(t.TempDir(), "backup.tar.gz")
			saved, err := backup.Save(t.Context(), from, false, path)
			require.NoError(t, err)
			require.Equal(t, 1, saved.Files)
			info, err := os.Stat(path)
			require.NoError(t, err)
			require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
			_, err = backup.Save(t.Context(), from, false, path)
			require.ErrorIs(t, err, fs.ErrExist)
			require.Equal(t, []string{"backup.tar.gz"}, files(t, filepath.Dir(path)), "nothing else is left")

			content, err := os.ReadFile(path)
			require.NoError(t, err)
			restored, err := backup.Restore(t.Context(), to, bytes.NewReader(content))
			require.NoError(t, err)
			require.Equal(t, saved, restored)
			require.Equal(t, []string{"first"}, names(t, to))
			require.Equal(t, []string{"files/firm/one"}, files(t, to.DataDir), "without the key, and without the half upload")
			text, err := os.ReadFile(filepath.Join(to.DataDir, "files", "firm", "one"))
			require.NoError(t, err)
			require.Equal(t, written, string(text))
			verified, err := backup.Verify(t.Context(), to)
			require.NoError(t, err)
			require.Zero(t, verified.Faults)

			_, err = backup.Restore(t.Context(), to, bytes.NewReader(content))
			require.ErrorContains(t, err, "empty")
		})

		t.Run("WithKeys", func(t *testing.T) {
			t.Parallel()
			to := target(t, dialect)
			content := save(t, from, true)
			restored, err := backup.Restore(t.Context(), to, bytes.NewReader(content))
			require.NoError(t, err)
			require.True(t, restored.Keys)
			require.Equal(t, []string{"files/firm/one", config.SecretsKeyFile}, files(t, to.DataDir))

			taken := target(t, dialect)
			require.NoError(t, os.Mkdir(taken.DataDir, 0o700))
			require.NoError(t, os.WriteFile(filepath.Join(taken.DataDir, config.SecretsKeyFile), nil, 0o600))
			_, err = backup.Restore(t.Context(), taken, bytes.NewReader(content))
			require.ErrorContains(t, err, "there is a key")
		})

		t.Run("Cut", func(t *testing.T) {
			t.Parallel()
			content := save(t, from, true)
			to := target(t, dialect)
			const parts = 10
			for part := range parts {
				_, err := backup.Restore(t.Context(), to, bytes.NewReader(content[:len(content)*part/parts]))
				require.Error(t, err, part)
				require.NoDirExists(t, to.DataDir)
			}
			_, err := backup.Restore(t.Context(), to, bytes.NewReader(content[:len(content)-1]))
			require.ErrorContains(t, err, "incomplete or damaged")
			changed := bytes.Clone(content)
			changed[len(changed)/2] ^= 1
			_, err = backup.Restore(t.Context(), to, bytes.NewReader(changed))
			require.Error(t, err)
			require.NoDirExists(t, to.DataDir)
			_, err = backup.Restore(t.Context(), to, bytes.NewReader(content))
			require.NoError(t, err, "the failures have left an empty installation")
		})

		t.Run("Bucket", func(t *testing.T) {
			t.Parallel()
			inBucket := from
			inBucket.FilesURL = "s3://bucket?region=eu-west-1"
			content := save(t, inBucket, false)
			to := target(t, dialect)
			to.FilesURL = inBucket.FilesURL
			restored, err := backup.Restore(t.Context(), to, bytes.NewReader(content))
			require.NoError(t, err)
			require.True(t, restored.Bucket)
			require.Zero(t, restored.Files)

			to = target(t, dialect)
			to.FilesURL = inBucket.FilesURL
			_, err = backup.Restore(t.Context(), to, bytes.NewReader(save(t, from, false)))
			require.ErrorContains(t, err, "names a bucket")
		})

		t.Run("FilesThere", func(t *testing.T) {
			t.Parallel()
			to := target(t, dialect)
			require.NoError(t, os.MkdirAll(filepath.Join(to.DataDir, "files", "firm"), 0o700))
			_, err := backup.Restore(t.Context(), to, bytes.NewReader(save(t, from, false)))
			require.ErrorContains(t, err, "has files")
		})

		t.Run("Newer", func(t *testing.T) {
			t.Parallel()
			for field, reason := range map[string]string{"format": "which is newer", "migrations": "or a newer one"} {
				_, err := backup.Restore(t.Context(), target(t, dialect), bytes.NewReader(manifest(t, dialect, field)))
				require.ErrorContains(t, err, reason)
			}
			_, err := backup.Restore(t.Context(), target(t, dialect), strings.NewReader("something else"))
			require.ErrorContains(t, err, "not a backup")
		})
	})
}

// manifest returns a backup that ends after its manifest, with a high number in one field.
func manifest(t *testing.T, dialect, field string) []byte {
	t.Helper()
	text, err := json.Marshal(map[string]any{"dialect": dialect, "program": "99.0.0", field: 1000})
	require.NoError(t, err)
	var content bytes.Buffer
	compressed := gzip.NewWriter(&content)
	archive := tar.NewWriter(compressed)
	require.NoError(t, archive.WriteHeader(&tar.Header{Name: "manifest.json", Size: int64(len(text)), Mode: 0o600}))
	_, err = archive.Write(text)
	require.NoError(t, err)
	require.NoError(t, errors.Join(archive.Close(), compressed.Close()))
	return content.Bytes()
}

// nameFile adds a row that names a stored file.
func nameFile(t *testing.T, settings config.Config, key string) {
	t.Helper()
	opened, err := db.Open(t.Context(), settings.DatabaseURL)
	require.NoError(t, err)
	firm, ctx := dbtest.Firm(t, opened, key)
	require.NoError(t, opened.Client.File.Create().SetID(uuid.New()).SetFirmID(firm.ID).SetName("n").SetContentType("text/plain").
		SetSize(1).SetBlobKey(key).SetUploaderKind(file.UploaderKindUser).SetUploaderID(uuid.New()).Exec(ctx))
	require.NoError(t, opened.Close())
}

// A link to the folder of files is followed, and files that the database names and nobody finds are
// told.
func TestBackup_files(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		t.Helper()
		from, to := source(t, dialect), target(t, dialect)
		nameFile(t, from, "firm/one")
		folder := filepath.Join(from.DataDir, "files")
		moved := filepath.Join(t.TempDir(), "files")
		require.NoError(t, os.Rename(folder, moved))
		_, err := backup.Write(t.Context(), from, false, io.Discard, t.TempDir())
		require.ErrorContains(t, err, "names no folder at "+folder+", and the database has 1 uploaded files")

		require.NoError(t, os.Symlink(moved, folder))
		_, err = backup.Restore(t.Context(), to, bytes.NewReader(save(t, from, false)))
		require.NoError(t, err)
		require.Equal(t, []string{"files/firm/one"}, files(t, to.DataDir))

		nameFile(t, from, "firm/lost")
		saved, err := backup.Write(t.Context(), from, false, io.Discard, t.TempDir())
		require.NoError(t, err)
		require.Equal(t, 1, saved.Files)
		require.Equal(t, []string{"firm/lost"}, saved.Lost)

		require.NoError(t, errors.Join(os.Remove(folder), os.WriteFile(folder, nil, 0o600)))
		_, err = backup.Write(t.Context(), from, false, io.Discard, t.TempDir())
		require.ErrorContains(t, err, "must be a folder")
	})
}

// The folder for files may be a disk of its own, which has a folder that only root may read.
func TestBackup_disk(t *testing.T) {
	t.Parallel()
	from, to := source(t, db.SQLite), target(t, db.SQLite)
	for _, settings := range []config.Config{from, to} {
		ofDisk := filepath.Join(settings.DataDir, "files", "lost+found")
		require.NoError(t, os.MkdirAll(ofDisk, 0o700))
		require.NoError(t, os.WriteFile(filepath.Join(ofDisk, "#1"), nil, 0o600))
		require.NoError(t, os.Chmod(ofDisk, 0))
		t.Cleanup(func() { require.NoError(t, os.Chmod(ofDisk, 0o700)) }) //nolint:gosec // a folder
	}
	require.NoError(t, os.Mkdir(filepath.Join(from.DataDir, "files", "firm", "lost+found"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(from.DataDir, "files", "firm", "lost+found", "two"), nil, 0o600))
	restored, err := backup.Restore(t.Context(), to, bytes.NewReader(save(t, from, false)))
	require.NoError(t, err)
	require.Equal(t, 2, restored.Files)
	require.FileExists(t, filepath.Join(to.DataDir, "files", "firm", "lost+found", "two"))

	if os.Getuid() == 0 { // who reads everything
		return
	}
	firm := filepath.Join(from.DataDir, "files", "firm")
	require.NoError(t, os.Chmod(firm, 0))
	t.Cleanup(func() { require.NoError(t, os.Chmod(firm, 0o700)) }) //nolint:gosec // a folder
	var content bytes.Buffer
	_, err = backup.Write(t.Context(), from, false, &content, t.TempDir())
	require.ErrorIs(t, err, fs.ErrPermission)
	require.Zero(t, content.Len(), "nothing was copied")
}

// All of a backup and of a restore uses the primary, where the URL names a standby first, and takes
// the settings that the URL has for the server.
func TestBackup_standby(t *testing.T) {
	t.Parallel()
	from, to := source(t, db.Postgres), target(t, db.Postgres)
	for _, settings := range []*config.Config{&from, &to} {
		// The password of a TLS key reaches the tools by a file.
		settings.DatabaseURL = dbtest.BehindStandby(t, settings.DatabaseURL) +
			"&sslpassword=secret&statement_timeout=60000&DateStyle=ISO,%20DMY"
	}
	_, err := backup.Restore(t.Context(), to, bytes.NewReader(save(t, from, false)))
	require.NoError(t, err)
	require.Equal(t, []string{"first"}, names(t, to))
}

// A damaged database makes the backup fail, and not its restore some day.
func TestBackup_damaged(t *testing.T) {
	t.Parallel()
	from := source(t, db.SQLite)
	opened, err := db.Open(t.Context(), from.DatabaseURL)
	require.NoError(t, err)
	var page int64
	_, err = dbtest.SQL(t.Context(), opened).Row([]any{&page}, "SELECT rootpage FROM sqlite_master WHERE name = 'campaign_recipients'")
	require.NoError(t, err)
	require.NoError(t, opened.Close())
	path, _ := db.SQLitePath(from.DatabaseURL)
	damaged, err := os.OpenFile(path, os.O_RDWR, 0)
	require.NoError(t, err)
	const size = 4096
	_, err = damaged.WriteAt(bytes.Repeat([]byte{0xff}, size), (page-1)*size)
	require.NoError(t, errors.Join(err, damaged.Close()))
	scratch := t.TempDir()
	_, err = backup.Write(t.Context(), from, false, io.Discard, scratch)
	require.ErrorContains(t, err, "the file "+path+" is damaged")
	require.Empty(t, files(t, scratch))
}

func TestRestore_otherDatabase(t *testing.T) {
	t.Parallel()
	to := target(t, db.SQLite)
	_, err := backup.Restore(t.Context(), to, bytes.NewReader(manifest(t, db.Postgres, "unknown")))
	require.ErrorContains(t, err, "the backup is of PostgreSQL")
	require.NoDirExists(t, to.DataDir)
}

// A backup has every change that was answered before it began, and no part of a change, while
// others write.
func TestBackup_writers(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		t.Helper()
		from, to := source(t, dialect), target(t, dialect)
		opened, err := db.Open(t.Context(), from.DatabaseURL)
		require.NoError(t, err)
		var written, ended atomic.Int64
		ready, stop := make(chan struct{}), make(chan struct{})
		var writers sync.WaitGroup
		writers.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				default:
				}
				err := opened.Tx(rule.AcrossFirms(t.Context(), "a test"), func(ctx context.Context) error {
					for _, half := range []string{"a", "b"} {
						name := fmt.Sprintf("%s%d", half, i)
						if err := opened.Client.FirmName.Create().SetID(uuid.New()).SetNameKey(name).Exec(ctx); err != nil {
							return err
						}
					}
					return nil
				})
				if err != nil {
					ended.Add(1)
					return
				}
				if written.Add(1) == 20 {
					close(ready)
				}
			}
		})
		<-ready
		before := written.Load()
		content := save(t, from, false)
		close(stop)
		writers.Wait()
		require.Zero(t, ended.Load(), "a backup does not disturb writers")
		require.NoError(t, opened.Close())

		_, err = backup.Restore(t.Context(), to, bytes.NewReader(content))
		require.NoError(t, err)
		found := map[string]bool{}
		for _, name := range names(t, to) {
			found[name] = true
		}
		for i := range before {
			require.True(t, found[fmt.Sprintf("a%d", i)], i)
		}
		for name := range found {
			if number, isHalf := strings.CutPrefix(name, "a"); isHalf {
				require.True(t, found["b"+number], name)
			}
		}
	})
}
