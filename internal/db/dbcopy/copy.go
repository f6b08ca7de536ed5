// Package dbcopy copies all data of an installation from SQLite to PostgreSQL, or back.
//
// The tables are those of the catalogs of both databases, so that a table of a later migration is
// copied without a change here. Rows are streamed: memory does not grow with the database.
package dbcopy

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"strings"

	"github.com/firmhub/firmhub/internal/db"
)

// Count is how many rows of a table were copied.
type Count struct {
	Table string
	Rows  int64
}

// Copy copies all rows of one database into another: from SQLite to PostgreSQL, or from PostgreSQL
// to SQLite. It calls copied after each table. The target must be empty, or only migrated; it is
// migrated if it has no tables. All rows are written in one transaction, which ends only if the
// target has as many rows of each table as the source. After an error the target has no data.
//
// The source is read as of one moment. What is written to it later is not copied. Times get the
// precision of microseconds, which PostgreSQL has, and JSON the form in which PostgreSQL stores it.
func Copy(ctx context.Context, from, to string, copied func(Count)) (err error) {
	if err := differ(from, to); err != nil {
		return err
	}
	if err := checkSource(ctx, from); err != nil {
		return err
	}
	if err := prepareTarget(ctx, to); err != nil {
		return err
	}
	source, err := openSource(ctx, from)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, source.close()) }()
	target, err := openTarget(ctx, to)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, target.close()) }() // without a commit, a rollback
	tables, err := plan(ctx, source, target)
	if err != nil {
		return err
	}
	if err := checkEmpty(ctx, target, tables); err != nil {
		return err
	}
	if err := target.begin(ctx, tables); err != nil {
		return fmt.Errorf("prepare the target: %w", err)
	}
	for _, t := range tables {
		rows, err := copyTable(ctx, source, target, t)
		if err != nil {
			return fmt.Errorf("copy the table %s: %w", t.name, err)
		}
		copied(Count{t.name, rows})
	}
	if err := target.commit(ctx, tables); err != nil {
		return fmt.Errorf("commit the copy: %w", err)
	}
	return nil
}

// database is one of both, in a transaction.
type database interface {
	// catalog returns the tables by name.
	catalog(ctx context.Context) (map[string]*relation, error)
	// count returns the number of rows of a table.
	count(ctx context.Context, table string) (int64, error)
	close() error
}

type source interface {
	database
	// rows returns the rows of a table. A slice is valid until the next one.
	rows(ctx context.Context, t *table) iter.Seq2[[]any, error]
	// months returns the first and last occurred_at of the messages, or empty texts.
	months(ctx context.Context) (first, last string, err error)
}

type target interface {
	database
	// begin makes the tables writable: it turns off the triggers, which have run at the source, and
	// deletes what migrations have inserted.
	begin(ctx context.Context, tables []*table) error
	// partition creates the partitions of the messages from a day to another.
	partition(ctx context.Context, first, last string) error
	write(ctx context.Context, t *table, rows iter.Seq2[[]any, error]) error
	// commit turns the triggers on again, checks references and commits.
	commit(ctx context.Context, tables []*table) error
}

// partitioned is the only table with partitions, on PostgreSQL.
const partitioned = "messages"

func copyTable(ctx context.Context, from source, to target, t *table) (int64, error) {
	if t.name == partitioned {
		first, last, err := from.months(ctx)
		if err != nil {
			return 0, err
		}
		if first != "" {
			if err := to.partition(ctx, first, last); err != nil {
				return 0, err
			}
		}
	}
	if err := to.write(ctx, t, from.rows(ctx, t)); err != nil {
		return 0, err
	}
	there, err := from.count(ctx, t.name)
	if err != nil {
		return 0, err
	}
	here, err := to.count(ctx, t.name)
	if err == nil && here != there {
		err = fmt.Errorf("the source has %d rows, and %d arrived", there, here)
	}
	return here, err
}

func isSQLite(url string) bool { return strings.HasPrefix(url, "sqlite://") }

// differ refuses two URLs that are no source and target.
func differ(from, to string) error {
	switch {
	case from == to:
		return errors.New("--from and --to name the same database")
	case isSQLite(from) && isSQLite(to):
		return errors.New("both databases are SQLite: to move one, use firmhub backup and firmhub restore")
	case !isSQLite(from) && !isSQLite(to):
		return errors.New("both databases are PostgreSQL: to move one, use firmhub backup and firmhub restore")
	}
	return nil
}

// checkSource refuses a source that does not have exactly the tables of this program.
func checkSource(ctx context.Context, url string) error {
	if path, isFile := db.SQLitePath(url); isFile {
		if _, err := os.Stat(path); err != nil {
			return fmt.Errorf("the source: %w", err)
		}
	}
	known, err := db.Status(ctx, url)
	if err != nil {
		return fmt.Errorf("the source: %w", err)
	}
	for _, m := range known {
		if m.AppliedAt == nil {
			return errors.New("the source is older than this program: run firmhub migrate up on it first")
		}
	}
	return checkNumber(ctx, url, "source", len(known))
}

// checkNumber refuses a database with migrations that this program does not know.
func checkNumber(ctx context.Context, url, which string, known int) (err error) {
	d, err := db.Inspect(ctx, url)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	applied, err := d.Applied(ctx)
	if err == nil && applied > known {
		err = fmt.Errorf("the %s is newer than this program: it has %d migrations, and this program knows %d", which, applied, known)
	}
	return err
}

// prepareTarget migrates a target without tables, and refuses another that is older or newer.
func prepareTarget(ctx context.Context, url string) (err error) {
	known, err := db.Status(ctx, url)
	if err != nil {
		return fmt.Errorf("the target: %w", err)
	}
	d, err := db.Inspect(ctx, url)
	if errors.Is(err, fs.ErrNotExist) {
		return migrate(ctx, url)
	}
	if err != nil {
		return err
	}
	empty, err := d.Empty(ctx)
	if err := errors.Join(err, d.Close()); err != nil {
		return err
	}
	if empty {
		return migrate(ctx, url)
	}
	for _, m := range known {
		if m.AppliedAt == nil {
			return errors.New("the target is older than this program, or has tables of something else: name an empty database")
		}
	}
	return checkNumber(ctx, url, "target", len(known))
}

func migrate(ctx context.Context, url string) (err error) {
	d, err := db.Open(ctx, url)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	return d.Migrate(ctx)
}

// checkEmpty refuses a target that has rows beside those that migrations insert.
func checkEmpty(ctx context.Context, to target, tables []*table) error {
	for _, t := range tables {
		if seeded[t.name] {
			continue
		}
		rows, err := to.count(ctx, t.name)
		if err != nil {
			return err
		}
		if rows > 0 {
			return fmt.Errorf("the target is not empty: the table %s has rows; name a database that no server has used", t.name)
		}
	}
	return nil
}
