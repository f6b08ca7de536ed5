package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"runtime"
	"strings"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
	_ "modernc.org/sqlite" // the driver
)

// sqlite is a file with one connection that writes and a few that only read. SQLite allows one writer at a time; with
// one connection for it writers stand in line here, instead of failing as busy there.
type sqlite struct {
	writer, readers *entsql.Driver
}

func openSQLite(ctx context.Context, path string) (*sqlite, error) {
	switch {
	case path == "" || strings.HasSuffix(path, "/"):
		return nil, errors.New("the database URL must name a file: sqlite://path/to/file.db")
	case strings.ContainsAny(path, "?#") || strings.HasPrefix(path, ":"):
		return nil, errors.New("the database URL must be sqlite:// and the path of a file, without parameters")
	}
	writer, err := openFile(path, "_txlock=immediate", 1)
	if err != nil {
		return nil, err
	}
	if err := writer.DB().PingContext(ctx); err != nil { // makes the file, before the readers look for it
		return nil, errors.Join(fmt.Errorf("open %s (does its folder exist?): %w", path, err), writer.Close())
	}
	readers, err := openFile(path, "_query_only=1", max(4, runtime.NumCPU()))
	if err != nil {
		return nil, errors.Join(err, writer.Close())
	}
	return &sqlite{writer: writer, readers: readers}, nil
}

func openFile(path, option string, conns int) (*entsql.Driver, error) {
	// Times are text in UTC with an offset, which sorts as time does.
	name := "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + option +
		"&_pragma=journal_mode(wal)&_pragma=synchronous(normal)&_pragma=foreign_keys(1)&_pragma=busy_timeout(10000)" +
		"&_time_format=sqlite&_timezone=UTC&_texttotime=1"
	pool, err := sql.Open("sqlite", name)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	pool.SetMaxOpenConns(conns)
	pool.SetMaxIdleConns(conns)
	return entsql.OpenDB(dialect.SQLite, pool), nil
}

func (s *sqlite) Dialect() string { return dialect.SQLite }

func (s *sqlite) Exec(ctx context.Context, query string, args, v any) error {
	return s.writer.Exec(ctx, query, args, v)
}

// Query sends plain SELECTs to the readers, and all else (INSERT … RETURNING comes here too) to the writer.
func (s *sqlite) Query(ctx context.Context, query string, args, v any) error {
	const word = "SELECT"
	if query = strings.TrimSpace(query); len(query) > len(word) && strings.EqualFold(query[:len(word)], word) {
		return s.readers.Query(ctx, query, args, v)
	}
	return s.writer.Query(ctx, query, args, v)
}

func (s *sqlite) Tx(ctx context.Context) (dialect.Tx, error) { return s.writer.Tx(ctx) }

// Close closes the readers first: the last connection to leave folds the log into the file.
func (s *sqlite) Close() error { return errors.Join(s.readers.Close(), s.writer.Close()) }

// ping asks a reader: it shall not stand in line behind a long write.
func (s *sqlite) ping(ctx context.Context) error { return s.readers.DB().PingContext(ctx) }

func (s *sqlite) pools() []Pool {
	return []Pool{sqlitePool("writer", s.writer.DB().Stats()), sqlitePool("readers", s.readers.DB().Stats())}
}

func sqlitePool(name string, stats sql.DBStats) Pool {
	return Pool{
		Name: name, Max: stats.MaxOpenConnections, Open: stats.OpenConnections, InUse: stats.InUse, Idle: stats.Idle,
		Waits: stats.WaitCount, Waited: stats.WaitDuration,
	}
}
