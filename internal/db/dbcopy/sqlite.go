package dbcopy

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"iter"
	"net/url"
	"strings"
	"time"

	"github.com/google/uuid"
	_ "modernc.org/sqlite" // registers the driver

	"github.com/firmhub/firmhub/internal/db"
)

// sqliteFile is an SQLite file on one connection, in a transaction.
type sqliteFile struct {
	pool *sql.DB
	conn *sql.Conn
}

func openFile(ctx context.Context, address, options string) (*sqliteFile, error) {
	path, _ := db.SQLitePath(address)
	pool, err := sql.Open("sqlite", "file:"+(&url.URL{Path: path}).EscapedPath()+"?mode=rw&_pragma=busy_timeout(10000)"+options)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	conn, err := pool.Conn(ctx)
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open %s: %w", path, err), pool.Close())
	}
	return &sqliteFile{pool, conn}, nil
}

// run runs statements.
func (f *sqliteFile) run(ctx context.Context, statements ...string) error {
	for _, statement := range statements {
		if _, err := f.conn.ExecContext(ctx, statement); err != nil {
			return err
		}
	}
	return nil
}

func (f *sqliteFile) texts(ctx context.Context, query string, args ...any) (all []string, err error) {
	rows, err := f.conn.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var one string
		if err := rows.Scan(&one); err != nil {
			return nil, err
		}
		all = append(all, one)
	}
	return all, rows.Err()
}

func (f *sqliteFile) catalog(ctx context.Context) (map[string]*relation, error) {
	names, err := f.texts(ctx, "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\'")
	if err != nil {
		return nil, err
	}
	all := map[string]*relation{}
	for _, name := range names {
		described, err := f.texts(ctx, "SELECT lower(name || ' ' || type) FROM pragma_table_xinfo(?)", name)
		if err != nil {
			return nil, err
		}
		of := &relation{columns: map[string]string{}}
		for _, column := range described {
			before, after, _ := strings.Cut(column, " ")
			of.columns[before] = after
		}
		if of.parents, err = f.texts(ctx, `SELECT DISTINCT "table" FROM pragma_foreign_key_list(?)`, name); err != nil {
			return nil, err
		}
		all[name] = of
	}
	return all, nil
}

func (f *sqliteFile) count(ctx context.Context, table string) (rows int64, err error) {
	err = f.conn.QueryRowContext(ctx, "SELECT count(*) FROM "+quote(table)).Scan(&rows)
	return rows, err
}

// close ends the transaction, without a commit.
func (f *sqliteFile) close() error { return errors.Join(f.conn.Close(), f.pool.Close()) }

type sqliteSource struct{ *sqliteFile }

func openSQLiteSource(ctx context.Context, address string) (*sqliteSource, error) {
	f, err := openFile(ctx, address, "&_query_only=1&_pragma=cache_size(-32768)")
	if err != nil {
		return nil, err
	}
	s := &sqliteSource{f}
	// The first read begins the snapshot.
	if err := f.run(ctx, "BEGIN", "SELECT count(*) FROM sqlite_master"); err != nil {
		return nil, errors.Join(fmt.Errorf("read the source: %w", err), s.close())
	}
	return s, nil
}

// read returns the expression of a column. None has a declared type, by which the driver would
// convert the value.
func read(c column) string {
	switch name := quote(c.name); c.kind {
	case integer, boolean, bits:
		return "CAST(" + name + " AS INTEGER)"
	case binary:
		return name
	case queued, texts, documents:
		return "json(" + name + ")"
	case text, moment, id, document:
		return "CAST(" + name + " AS TEXT)"
	}
	return ""
}

func (s *sqliteSource) rows(ctx context.Context, t *table) iter.Seq2[[]any, error] {
	return func(yield func([]any, error) bool) {
		rows, err := s.conn.QueryContext(ctx, t.selection(read))
		if err != nil {
			yield(nil, err)
			return
		}
		defer func() { _ = rows.Close() }() // it was only read
		values, into := make([]any, len(t.columns)), make([]any, len(t.columns))
		for i := range values {
			into[i] = &values[i]
		}
		for rows.Next() {
			err := rows.Scan(into...)
			for i, c := range t.columns {
				if err == nil {
					values[i], err = fromSQLite(c, values[i])
				}
			}
			if !yield(values, err) || err != nil {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(nil, err)
		}
	}
}

// The forms of a time that SQLite has: of firmhub, of River, and of JSON.
const (
	zoned = "2006-01-02 15:04:05.999999999-07:00"
	bare  = "2006-01-02 15:04:05.999999999"
)

// fromSQLite returns what represents a value of SQLite.
func fromSQLite(c column, value any) (any, error) {
	switch v := value.(type) {
	case int64:
		if c.kind == boolean {
			return v != 0, nil
		}
	case []byte:
		if v == nil { // The driver returns an empty value so.
			return []byte{}, nil
		}
	case string:
		switch c.kind { //nolint:exhaustive // The text of others is copied as it is.
		case id:
			parsed, err := uuid.Parse(v)
			if err != nil {
				return nil, fmt.Errorf("the column %s has %q, which is no UUID", c.name, v)
			}
			return [16]byte(parsed), nil
		case moment:
			for _, layout := range []string{zoned, bare, time.RFC3339Nano} {
				if parsed, err := time.Parse(layout, v); err == nil {
					return parsed.UTC().Truncate(time.Microsecond), nil
				}
			}
			return nil, fmt.Errorf("the column %s has %q, which is no time", c.name, v)
		}
	}
	return value, nil
}

func (s *sqliteSource) months(ctx context.Context) (first, last string, err error) {
	const months = "SELECT coalesce(substr(min(occurred_at), 1, 10), ''), coalesce(substr(max(occurred_at), 1, 10), '') FROM "
	err = s.conn.QueryRowContext(ctx, months+partitioned).Scan(&first, &last)
	return first, last, err
}

type sqliteTarget struct {
	*sqliteFile

	// triggers are the statements that create those that are off.
	triggers []string
}

func openSQLiteTarget(ctx context.Context, address string) (*sqliteTarget, error) {
	f, err := openFile(ctx, address, "&_pragma=cache_size(-65536)&_pragma=temp_store(memory)")
	if err != nil {
		return nil, err
	}
	t := &sqliteTarget{sqliteFile: f}
	// With a journal instead of a log, pages that are new are written once. The change fails while
	// another process has the file open. A server turns the log on again.
	if err := f.run(ctx, "PRAGMA journal_mode = delete", "PRAGMA foreign_keys = off", "BEGIN EXCLUSIVE"); err != nil {
		return nil, errors.Join(fmt.Errorf("the target can't be written alone (does a server use it?): %w", err), t.close())
	}
	return t, nil
}

func (t *sqliteTarget) begin(ctx context.Context, tables []*table) error {
	relations, err := t.catalog(ctx)
	if err != nil {
		return err
	}
	copied := map[string]bool{}
	for _, one := range tables {
		copied[one.name] = true
	}
	names, err := t.sqliteFile.texts(ctx, "SELECT name FROM sqlite_master WHERE type = 'trigger' ORDER BY name")
	if err != nil {
		return err
	}
	for _, name := range names {
		if fills(name, relations, copied) {
			continue
		}
		trigger, err := t.sqliteFile.texts(ctx, "SELECT sql FROM sqlite_master WHERE type = 'trigger' AND name = ?", name)
		if err != nil {
			return err
		}
		t.triggers = append(t.triggers, trigger...)
		if err := t.run(ctx, "DROP TRIGGER "+quote(name)); err != nil {
			return err
		}
	}
	return t.run(ctx, emptied(tables)...)
}

// fills reports whether a trigger fills a derived table, and so has to run.
func fills(trigger string, relations map[string]*relation, copied map[string]bool) bool {
	for name := range relations {
		if isDerived(name) && !copied[name] && strings.HasPrefix(trigger, name+"_") {
			return true
		}
	}
	return false
}

// emptied returns the statements that delete what migrations have inserted.
func emptied(tables []*table) (statements []string) {
	for i := len(tables) - 1; i >= 0; i-- {
		if seeded[tables[i].name] {
			statements = append(statements, "DELETE FROM "+quote(tables[i].name))
		}
	}
	return statements
}

// partition does nothing: SQLite has no partitions.
func (*sqliteTarget) partition(context.Context, string, string) error { return nil }

// maxParameters is about how many values one INSERT has.
const maxParameters = 1000

func (t *sqliteTarget) write(ctx context.Context, of *table, rows iter.Seq2[[]any, error]) (err error) {
	perInsert := max(1, maxParameters/len(of.columns))
	full, err := t.conn.PrepareContext(ctx, insertion(of, perInsert))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, full.Close()) }()
	args := make([]any, 0, perInsert*len(of.columns))
	for values, err := range rows {
		if err != nil {
			return err
		}
		for i, c := range of.columns {
			args = append(args, toSQLite(c, values[i]))
		}
		if len(args) == cap(args) {
			if _, err := full.ExecContext(ctx, args...); err != nil {
				return err
			}
			args = args[:0]
		}
	}
	if len(args) == 0 {
		return nil
	}
	_, err = t.conn.ExecContext(ctx, insertion(of, len(args)/len(of.columns)), args...)
	return err
}

func insertion(of *table, rows int) string {
	places := make([]string, len(of.columns))
	for i, c := range of.columns {
		places[i] = "?"
		if c.kind == queued || c.kind == texts || c.kind == documents {
			places[i] = "jsonb(?)"
		}
	}
	row := "(" + strings.Join(places, ", ") + ")"
	return "INSERT INTO " + quote(of.name) + " (" + of.list() + ") VALUES " + row + strings.Repeat(", "+row, rows-1)
}

// toSQLite returns a value as SQLite stores it.
func toSQLite(c column, value any) any {
	switch v := value.(type) {
	case bool:
		if v {
			return int64(1)
		}
		return int64(0)
	case [16]byte:
		return uuid.UUID(v).String()
	case time.Time:
		if c.bare {
			return v.Format(bare)
		}
		return v.Format(zoned)
	case string:
		if c.kind == document {
			return []byte(v) // as ent stores it; all code that reads JSON can read it so
		}
	}
	return value
}

func (t *sqliteTarget) commit(ctx context.Context, _ []*table) error {
	if err := t.run(ctx, t.triggers...); err != nil {
		return err
	}
	broken, err := t.sqliteFile.texts(ctx, `SELECT DISTINCT "table" || ' to ' || parent FROM pragma_foreign_key_check`)
	if err != nil {
		return err
	}
	if len(broken) > 0 {
		return fmt.Errorf("rows refer to others that do not exist: %s", strings.Join(broken, ", "))
	}
	return t.run(ctx, "COMMIT")
}
