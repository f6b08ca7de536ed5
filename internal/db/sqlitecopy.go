package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"

	modernc "modernc.org/sqlite"
)

// snapshotPages is the number of pages that [Snapshot] copies before it looks at its context: 16
// MiB.
const snapshotPages = 4096

// Snapshot copies an SQLite file, as it is at one moment, into a new file that only this account
// can read, and checks the copy. Other processes may read and write the database meanwhile. It
// returns fs.ErrExist if there is a file at path, and leaves no file when it fails.
func Snapshot(ctx context.Context, databaseURL, path string) (err error) {
	source, ok := SQLitePath(databaseURL)
	if !ok {
		return &URLError{"must be sqlite://path/to/file.db"}
	}
	const mode = 0o600
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, mode) //nolint:gosec // The operator names it.
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.Remove(path))
		}
	}()
	if err := errors.Join(file.Chmod(mode), file.Close()); err != nil {
		return err
	}
	pool, err := sql.Open("sqlite", fileURL(source)+"?mode=rw&_query_only=1&_pragma=busy_timeout(10000)")
	if err != nil {
		return unopened(source, err)
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	conn, err := pool.Conn(ctx)
	if err != nil {
		return unopened(source, err)
	}
	defer func() { err = errors.Join(err, conn.Close()) }()
	if err := copyPages(ctx, conn, fileURL(path)); err != nil {
		return err
	}
	return checkCopy(ctx, source, path)
}

// checkCopy returns an error that describes the first damage of the copy of a file, if there is
// any.
func checkCopy(ctx context.Context, source, path string) (err error) {
	pool, err := sql.Open("sqlite", fileURL(path)+"?immutable=1")
	if err != nil {
		return unopened(path, err)
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	var found string
	if err := pool.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&found); err != nil {
		return fmt.Errorf("db: check the copy of %s: %w", source, err)
	}
	if found != "ok" {
		return fmt.Errorf("db: the file %s is damaged: %s", source, found)
	}
	return nil
}

// copyPages copies the database of a connection into another file. The transaction keeps one state
// of the database for all steps: without it, each write of another process would start the copy
// again.
func copyPages(ctx context.Context, conn *sql.Conn, target string) (err error) {
	tx, err := conn.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return fmt.Errorf("db: begin a snapshot: %w", err)
	}
	defer func() { _ = tx.Rollback() }() // nothing was written
	var tables int
	if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM sqlite_master").Scan(&tables); err != nil {
		return fmt.Errorf("db: begin a snapshot: %w", err)
	}
	return conn.Raw(func(raw any) error {
		source, ok := raw.(interface {
			NewBackup(target string) (*modernc.Backup, error)
		})
		if !ok {
			return errors.New("db: the driver of SQLite has no backups")
		}
		backup, err := source.NewBackup(target)
		if err != nil {
			return fmt.Errorf("db: begin a copy: %w", err)
		}
		for more := true; more && err == nil; {
			if more, err = backup.Step(snapshotPages); err == nil {
				err = ctx.Err()
			}
		}
		if err := errors.Join(err, backup.Finish()); err != nil {
			return fmt.Errorf("db: copy the database: %w", err)
		}
		return nil
	})
}

func fileURL(path string) string { return "file:" + (&url.URL{Path: path}).EscapedPath() }

// Empty reports whether the database has no tables.
func (d *DB) Empty(ctx context.Context) (bool, error) {
	query := `SELECT count(*) FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
		AND NOT EXISTS (SELECT 1 FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')`
	if d.Dialect() == SQLite {
		query = "SELECT count(*) FROM sqlite_master"
	}
	var tables []int
	if err := d.scan(ctx, &tables, query); err != nil {
		return false, fmt.Errorf("db: count the tables: %w", err)
	}
	return tables[0] == 0, nil
}

// PostgresRelease returns the number of the major release of the server, such as 17.
func (d *DB) PostgresRelease(ctx context.Context) (int, error) {
	const perRelease = 10000
	var number []int
	if err := d.scan(ctx, &number, "SELECT current_setting('server_version_num')::int"); err != nil {
		return 0, fmt.Errorf("db: read the version of the server: %w", err)
	}
	return number[0] / perRelease, nil
}

// CheckFile returns an error that describes the first damage of an SQLite file, if there is any.
func (d *DB) CheckFile(ctx context.Context) error {
	var found []string
	if err := d.scan(ctx, &found, "SELECT quick_check FROM pragma_quick_check"); err != nil {
		return fmt.Errorf("db: check the file: %w", err)
	}
	if len(found) != 1 || found[0] != "ok" {
		return fmt.Errorf("db: the file is damaged: %v", found)
	}
	return nil
}
