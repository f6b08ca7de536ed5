package backup

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/newfile"
)

// restored is the suffix of what a restore has not finished.
const restored = ".restoring"

// Restore restores a backup into an empty installation: no tables in the database, no uploaded
// files, and no key in the data folder if the backup has one. The data appears after all of the
// backup was read without a fault; otherwise nothing is left. The database is then migrated to
// this program, and [Verify] checks its ledgers.
func Restore(ctx context.Context, settings config.Config, from io.Reader) (result *Result, err error) {
	settings = settings.Defaults()
	settings.Basics = settings.Direct()
	archive, err := openArchive(from)
	if err != nil {
		return nil, err
	}
	target := &target{Manifest: archive.Manifest, settings: settings}
	if err := target.check(ctx); err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, target.clean(err != nil)) }()
	if err := target.prepare(); err != nil {
		return nil, err
	}
	last, err := archive.each(func(name string, content io.Reader) error { return target.extract(name, contextReader{ctx, content}) })
	if err != nil {
		return nil, err
	}
	if !target.hasDatabase {
		return nil, errCut
	}
	if err := target.finish(ctx); err != nil {
		return nil, err
	}
	return &Result{Manifest: archive.Manifest, Files: last.Files, Missing: last.Missing}, nil
}

// target is the installation that a backup is restored into.
type target struct {
	Manifest

	settings config.Config
	// scratch is the folder for the database, files is that for uploaded files, and keys is that
	// for the key. Each is beside or inside its final place, so that both are on one disk.
	scratch, files, keys string
	// created are the folders that did not exist before, and moved is what is at its final place.
	created, moved []string
	hasDatabase    bool
}

// check refuses a backup that does not fit, or an installation that is not empty.
func (t *target) check(ctx context.Context) error {
	path, isFile := db.SQLitePath(t.settings.DatabaseURL)
	if isFile != (t.Dialect == db.SQLite) {
		return fmt.Errorf("the backup is of %s, and %s names another database", nameOf(t.Dialect), config.DatabaseURL)
	}
	if isFile {
		if err := checkSQLite(path); err != nil {
			return err
		}
	} else if err := t.checkPostgres(ctx); err != nil {
		return err
	}
	known, err := db.Status(ctx, t.settings.DatabaseURL)
	if err != nil {
		return err
	}
	if t.Migrations > len(known) {
		return fmt.Errorf("the backup was made by firmhub %s, whose database has %d migrations, and this program knows %d: "+
			"restore it with that version or a newer one", t.Program, t.Migrations, len(known))
	}
	if err := t.checkLeft(); err != nil {
		return err
	}
	folder := filesOf(t.settings)
	if folder != "" && !t.Bucket {
		entries, err := os.ReadDir(folder)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if len(slices.DeleteFunc(entries, isOfDisk)) > 0 {
			return fmt.Errorf("the folder %s has files: a backup is restored into an empty installation", folder)
		}
	}
	if folder == "" && !t.Bucket {
		return fmt.Errorf("the backup has files, and %s names a bucket: restore it into a folder", config.FilesURL)
	}
	if _, err := os.Lstat(keyOf(t.settings)); err == nil && t.Keys {
		return fmt.Errorf("there is a key at %s: a backup is restored into an empty installation", keyOf(t.settings))
	}
	return nil
}

// checkLeft refuses the folders of a restore that was killed, which have a copy of the database, of
// the files, and of the key.
func (t *target) checkLeft() error {
	parents := []string{t.settings.DataDir}
	if folder := filesOf(t.settings); folder != "" {
		parents = append(parents, folder)
	}
	if path, ok := db.SQLitePath(t.settings.DatabaseURL); ok {
		parents = append(parents, filepath.Dir(path))
	}
	var left []string
	for _, parent := range parents {
		found, err := filepath.Glob(filepath.Join(parent, "*"+restored))
		if err != nil {
			return err
		}
		left = append(left, found...)
	}
	slices.Sort(left)
	if left = slices.Compact(left); len(left) > 0 {
		return fmt.Errorf("%s: a restore that was killed has left this; remove it", strings.Join(left, ", "))
	}
	return nil
}

// checkSQLite refuses a path at which there is a database, or a part of one, which SQLite would
// take for changes of the restored one.
func checkSQLite(path string) error {
	for _, suffix := range []string{"", "-wal", "-journal"} {
		if _, err := os.Lstat(path + suffix); err == nil {
			return fmt.Errorf("there is a database at %s%s: a backup is restored into an empty installation", path, suffix)
		}
	}
	return nil
}

func (t *target) checkPostgres(ctx context.Context) (err error) {
	opened, err := db.Open(ctx, t.settings.DatabaseURL)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, opened.Close()) }()
	empty, err := opened.Empty(ctx)
	if err == nil && !empty {
		err = errors.New("the database has tables: a backup is restored into an empty one")
	}
	return err
}

// prepare creates the folders.
func (t *target) prepare() (err error) {
	if err := t.create(t.settings.DataDir); err != nil {
		return err
	}
	parent := t.settings.DataDir
	if path, ok := db.SQLitePath(t.settings.DatabaseURL); ok {
		parent = filepath.Dir(path)
	}
	if t.scratch, err = os.MkdirTemp(parent, "*"+restored); err != nil { // with mode 0700
		return fmt.Errorf("backup: create a folder: %w", err)
	}
	if t.Keys {
		if t.keys, err = os.MkdirTemp(t.settings.DataDir, "*"+restored); err != nil {
			return fmt.Errorf("backup: create a folder: %w", err)
		}
	}
	if t.Bucket {
		return nil
	}
	if err := t.create(filesOf(t.settings)); err != nil {
		return err
	}
	t.files = filepath.Join(filesOf(t.settings), restored)
	return os.Mkdir(t.files, folderMode)
}

// create creates a folder with those above it, and remembers it for clean.
func (t *target) create(folder string) error {
	if _, err := os.Stat(folder); errors.Is(err, fs.ErrNotExist) {
		t.created = append(t.created, folder)
	}
	return makeFolder(folder)
}

// makeFolder creates a folder with those above it, and writes their names to the disk.
func makeFolder(folder string) error {
	_, missing := os.Stat(folder)
	parent := filepath.Dir(folder)
	if !errors.Is(missing, fs.ErrNotExist) || parent == folder {
		return os.MkdirAll(folder, folderMode)
	}
	if err := makeFolder(parent); err != nil {
		return err
	}
	if err := os.MkdirAll(folder, folderMode); err != nil {
		return err
	}
	return newfile.SyncFolder(parent)
}

// extract writes an entry to where it waits for the end of the archive.
func (t *target) extract(name string, content io.Reader) error {
	folder := t.scratch
	switch below, isFile := strings.CutPrefix(name, filesFolder); {
	case isFile && !t.Bucket:
		folder, name = t.files, below
	case name == sqliteEntry && t.Dialect == db.SQLite, name == dumpEntry && t.Dialect == db.Postgres:
		t.hasDatabase = true
	case name == keyEntry && t.Keys:
		folder, name = t.keys, config.SecretsKeyFile
	default:
		return errCut
	}
	// The root keeps a name with .. inside of the folder.
	root, err := os.OpenRoot(folder)
	if err != nil {
		return err
	}
	defer func() { _ = root.Close() }() // a folder
	if err := root.MkdirAll(filepath.Dir(filepath.FromSlash(name)), folderMode); err != nil {
		return fmt.Errorf("backup: restore %s: %w", name, err)
	}
	file, err := root.OpenFile(filepath.FromSlash(name), os.O_CREATE|os.O_EXCL|os.O_WRONLY, fileMode)
	if err != nil {
		return fmt.Errorf("backup: restore %s: %w", name, err)
	}
	_, err = io.Copy(file, content)
	if err == nil {
		err = file.Sync()
	}
	return errors.Join(err, file.Close())
}

// finish checks the database and moves everything to its place, the database last.
func (t *target) finish(ctx context.Context) error {
	extracted := filepath.Join(t.scratch, sqliteEntry)
	if t.Dialect == db.SQLite {
		if err := ready(ctx, "sqlite://"+extracted); err != nil {
			return err
		}
		// SQLite leaves the log of what it could not write into the file, such as on a full disk.
		if _, err := os.Lstat(extracted + "-wal"); err == nil {
			return errors.New("backup: the migrated database could not be written completely: is the disk full?")
		}
	}
	if !t.Bucket {
		if err := t.moveFiles(); err != nil {
			return err
		}
	}
	if t.Keys {
		if err := t.move(filepath.Join(t.keys, config.SecretsKeyFile), keyOf(t.settings)); err != nil {
			return err
		}
	}
	if path, ok := db.SQLitePath(t.settings.DatabaseURL); ok {
		if err := checkSQLite(path); err != nil {
			return err
		}
		return t.move(extracted, path)
	}
	if err := load(ctx, t.settings.DatabaseURL, filepath.Join(t.scratch, dumpEntry)); err != nil {
		return err
	}
	// The data is there now, and stays.
	t.created, t.moved = nil, nil
	return ready(ctx, t.settings.DatabaseURL)
}

// moveFiles moves the uploaded files to their places. All of their names are on the disk then: the
// database, which names them, comes after it.
func (t *target) moveFiles() error {
	if err := filepath.WalkDir(t.files, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		return newfile.SyncFolder(path)
	}); err != nil {
		return fmt.Errorf("backup: restore the uploaded files: %w", err)
	}
	entries, err := os.ReadDir(t.files)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if err := t.move(filepath.Join(t.files, entry.Name()), filepath.Join(filesOf(t.settings), entry.Name())); err != nil {
			return err
		}
	}
	return newfile.SyncFolder(filesOf(t.settings))
}

// move moves a file or a folder to its place, and never replaces a file that appeared there
// meanwhile. The other name of the file goes with its folder.
func (t *target) move(from, to string) error {
	place := newfile.Name
	if info, err := os.Lstat(from); err == nil && info.IsDir() {
		place = os.Rename // which replaces an empty folder at most
	}
	if err := place(from, to); err != nil {
		return fmt.Errorf("backup: restore %s: %w", to, err)
	}
	t.moved = append(t.moved, to)
	return nil
}

// clean removes what waited for the end and, after a failure, all that the restore has created.
func (t *target) clean(failed bool) (err error) {
	waiting := []string{t.scratch, t.files, t.keys}
	if failed {
		waiting = append(waiting, t.moved...)
	}
	for _, path := range waiting {
		if path != "" {
			err = errors.Join(err, os.RemoveAll(path))
		}
	}
	for i := len(t.created) - 1; failed && i >= 0; i-- {
		if removing := os.Remove(t.created[i]); !errors.Is(removing, fs.ErrNotExist) {
			err = errors.Join(err, removing)
		}
	}
	return err
}

// ready checks a restored database, and brings it up to date.
func ready(ctx context.Context, databaseURL string) (err error) {
	opened, err := db.Open(ctx, databaseURL)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, opened.Close()) }()
	if opened.Dialect() == db.SQLite {
		if err := opened.CheckFile(ctx); err != nil {
			return err
		}
	}
	return opened.Migrate(ctx)
}

func nameOf(dialect string) string {
	if dialect == db.SQLite {
		return "SQLite"
	}
	return "PostgreSQL"
}

// contextReader reads until its context ends.
type contextReader struct {
	ctx  context.Context //nolint:containedctx // the life of one call
	from io.Reader
}

// Read implements io.Reader.
func (r contextReader) Read(into []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.from.Read(into)
}
