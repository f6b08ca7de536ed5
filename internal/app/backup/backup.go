// Package backup makes backups of installations and restores them: the database, the uploaded files
// that are on disk, and the key of the data folder where that is asked for. A backup is a tar file,
// compressed by gzip, that standard tools can open.
package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/app/keyring"
	"github.com/firmhub/firmhub/internal/app/version"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/newfile"
)

const (
	// fileMode and folderMode let no other account of the machine in: a backup contains signing
	// keys and personal data.
	fileMode   = 0o600
	folderMode = 0o700
)

// Result describes a backup that was made or restored.
type Result struct {
	Manifest

	// Files is the number of uploaded files.
	Files int
	// Missing are the files that were deleted while the backup was made.
	Missing []string
	// Lost are the files that the database names and the folder of uploaded files did not have when
	// the backup began.
	Lost []string
	// OtherKey is whether another key than the one in the backup has sealed the secrets of the
	// database.
	OtherKey bool
}

// Save writes a backup to a new file with mode 0600. The file appears when it is complete and was
// read again without a fault. Servers may run meanwhile: the backup has every change that was
// answered before it began. It returns fs.ErrExist for a file that exists.
func Save(ctx context.Context, settings config.Config, keys bool, path string) (result *Result, err error) {
	if _, err := os.Lstat(path); err == nil {
		return nil, fmt.Errorf("%s: %w", path, fs.ErrExist)
	}
	work, err := newScratch(ctx, filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, work.remove()) }()
	file, err := os.OpenFile(work.archive(), os.O_CREATE|os.O_EXCL|os.O_RDWR, fileMode)
	if err != nil {
		return nil, fmt.Errorf("backup: create the file: %w", err)
	}
	defer func() { _ = file.Close() }() // it was synced
	if result, err = write(ctx, settings, keys, file, work); err != nil {
		return nil, err
	}
	if err := errors.Join(file.Chmod(fileMode), file.Sync()); err != nil {
		return nil, fmt.Errorf("backup: write the file: %w", err)
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return nil, fmt.Errorf("backup: read the file again: %w", err)
	}
	if err := readAgain(ctx, file); err != nil {
		return nil, err
	}
	if err := newfile.Name(file.Name(), path); err != nil {
		return nil, fmt.Errorf("backup: name the file: %w", err)
	}
	return result, nil
}

// readAgain reads an archive until ctx ends, and checks that it is complete and has not changed.
func readAgain(ctx context.Context, from io.Reader) error {
	written, err := openArchive(contextReader{ctx, from})
	if err == nil {
		_, err = written.each(func(string, io.Reader) error { return nil })
	}
	if err != nil && ctx.Err() != nil {
		return ctx.Err() // and not that the archive was cut
	}
	return err
}

// Write writes a backup. A copy of the database is first made in the scratch folder, and removed at
// the end; it takes as much room as the database.
func Write(ctx context.Context, settings config.Config, keys bool, to io.Writer, scratch string) (result *Result, err error) {
	work, err := newScratch(ctx, scratch)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, work.remove()) }()
	return write(ctx, settings, keys, to, work)
}

func write(ctx context.Context, settings config.Config, keys bool, to io.Writer, work *scratch) (result *Result, err error) {
	settings = settings.Defaults()
	settings.Basics = settings.Direct()
	result = &Result{Manifest: Manifest{Format: format, Program: version.Release(), At: time.Now().UTC().Truncate(time.Second)}}
	if err := result.describe(ctx, settings, keys); err != nil {
		return nil, err
	}
	var uploads string
	if !result.Bucket {
		if uploads, err = result.findFiles(ctx, settings); err != nil {
			return nil, err
		}
	}
	name, copied := sqliteEntry, work.database()
	if result.Dialect == db.SQLite {
		err = db.Snapshot(ctx, settings.DatabaseURL, copied)
	} else {
		name = dumpEntry
		err = dump(ctx, settings.DatabaseURL, copied)
	}
	if err != nil {
		return nil, err
	}
	archive, err := newArchiveWriter(contextWriter{ctx, to}, result.At)
	if err != nil {
		return nil, err
	}
	if err := archive.addJSON(manifestEntry, result.Manifest); err != nil {
		return nil, err
	}
	if err := addFile(archive, name, copied); err != nil {
		return nil, err
	}
	// After the database: a file is stored before the row that refers to it, so every row has its
	// file, except those deleted since.
	if uploads != "" {
		if err := result.addFiles(ctx, archive, uploads); err != nil {
			return nil, err
		}
	}
	if result.Keys {
		if err := addFile(archive, keyEntry, keyOf(settings)); err != nil {
			return nil, err
		}
	}
	return result, archive.close(result.Files, result.Missing)
}

// describe fills in the manifest.
func (r *Result) describe(ctx context.Context, settings config.Config, keys bool) error {
	r.Dialect = db.Postgres
	if _, ok := db.SQLitePath(settings.DatabaseURL); ok {
		r.Dialect = db.SQLite
	}
	migrations, err := db.Status(ctx, settings.DatabaseURL)
	if err != nil {
		return err
	}
	for _, m := range migrations {
		if m.AppliedAt != nil {
			r.Migrations = m.Version
		}
	}
	if r.Migrations == 0 {
		return errors.New("the database has no data of firmhub")
	}
	r.Bucket = filesOf(settings) == ""
	if keys {
		switch _, err := os.Stat(keyOf(settings)); {
		case err == nil:
			r.Keys = true
		case !errors.Is(err, fs.ErrNotExist):
			return fmt.Errorf("backup: find the key: %w", err)
		}
	}
	return r.checkKey(ctx, settings)
}

// firstSealed is the migration from which on a database has what only the right key opens.
const firstSealed = 34

// checkKey finds out whether the key in the backup is the one that is in use. A server whose key is
// in its settings may have another one, and on PostgreSQL does not read that of the data folder.
func (r *Result) checkKey(ctx context.Context, settings config.Config) (err error) {
	if !r.Keys || r.Migrations < firstSealed {
		return nil
	}
	opened, err := db.Inspect(ctx, settings.DatabaseURL)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, opened.Close()) }()
	err = keyring.Check(ctx, opened, nil)
	if !errors.Is(err, keyring.ErrNoKey) { // no key has sealed anything
		return err
	}
	settings.SecretsKey = ""
	key, unusable := keyring.Find(settings.Basics)
	if unusable != nil || key == nil {
		r.OtherKey = true
		return nil
	}
	err = keyring.Check(ctx, opened, key)
	r.OtherKey = errors.Is(err, keyring.ErrWrongKey)
	if r.OtherKey {
		return nil
	}
	return err
}

// addFile adds a file. It returns fs.ErrNotExist if there is none; nothing is written then.
func addFile(archive *archiveWriter, name, path string) error {
	file, err := os.Open(path) //nolint:gosec // a file of the installation
	if err != nil {
		return err
	}
	defer func() { _ = file.Close() }() // it was only read
	info, err := file.Stat()
	if err != nil {
		return err
	}
	return archive.add(name, info.Size(), file)
}

func keyOf(settings config.Config) string {
	return filepath.Join(settings.DataDir, config.SecretsKeyFile)
}

// contextWriter writes until its context ends.
type contextWriter struct {
	ctx context.Context //nolint:containedctx // the life of one call
	to  io.Writer
}

// Write implements io.Writer.
func (w contextWriter) Write(p []byte) (int, error) {
	if err := w.ctx.Err(); err != nil {
		return 0, err
	}
	return w.to.Write(p)
}
