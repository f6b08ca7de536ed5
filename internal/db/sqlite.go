package db

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"runtime"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
	modernc "modernc.org/sqlite"
	sqlitecode "modernc.org/sqlite/lib"
)

// sqlite is a file with one connection that writes and a few that only read. SQLite allows one
// writer at a time. With one connection the next writer waits, instead of failing because the
// database is busy.
type sqlite struct {
	writer, readers *entsql.Driver
}

// writerCache and readerCache are the default page caches of a connection in MiB. They take twice
// as much memory: the driver's allocator takes 8 KiB for a page of 4 KiB and its header.
const (
	writerCache = 32
	readerCache = 2
)

// logPages is the number of pages of 4 KiB from which on the write-ahead log is written back into
// the file. A page that several transactions have changed is then written back once, and only then
// SQLite waits for the disk. With SQLite's 1,000 pages, or with 4,000, credits of many wallets take
// an eighth longer.
const logPages = 8000

func openSQLite(ctx context.Context, rest string, slow *slow) (*sqlite, error) {
	file, err := parseSQLite(rest)
	if err != nil {
		return nil, err
	}
	path := file.path
	if err := createPrivate(path); err != nil {
		return nil, err
	}
	options := fmt.Sprintf("_txlock=immediate&_pragma=journal_mode(wal)&_pragma=wal_autocheckpoint(%d)&_pragma=synchronous(%s)"+
		"&_pragma=temp_store(memory)&", logPages, file.synchronous)
	writer, err := openFile(path, options+cacheOf(cmp.Or(file.cache, writerCache)), 1, slow)
	if err != nil {
		return nil, err
	}
	if err := writer.DB().PingContext(ctx); err != nil {
		return nil, errors.Join(unopened(path, err), writer.Close())
	}
	readers, err := openFile(path, "_query_only=1&"+cacheOf(cmp.Or(file.cache, readerCache)), max(4, runtime.NumCPU()), slow)
	if err != nil {
		return nil, errors.Join(err, writer.Close())
	}
	s := &sqlite{writer: writer, readers: readers}
	if err := s.optimize(ctx); err != nil {
		return nil, errors.Join(unopened(path, err), s.Close())
	}
	return s, nil
}

// createPrivate creates the file, unless it exists, for this account alone, whatever the umask.
// SQLite creates its other files (-wal, -shm) with the same mode.
func createPrivate(path string) error {
	const mode = 0o600
	file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, mode) //nolint:gosec // the operator names it
	switch {
	case errors.Is(err, fs.ErrExist):
		return nil
	case err != nil:
		return fmt.Errorf("%s can't be created (does its folder exist, and may firmhub write there?): %w", path, err)
	}
	if err := errors.Join(file.Chmod(mode), file.Close()); err != nil {
		return fmt.Errorf("%s can't be made private: %w", path, err)
	}
	return nil
}

// inspect opens a file for reading only. It returns fs.ErrNotExist when there is none.
func inspect(ctx context.Context, rest string) (*DB, error) {
	file, err := parseSQLite(rest)
	if err != nil {
		return nil, err
	}
	path := file.path
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	reader, err := openFile(path, "mode=rw&_query_only=1", 1, nil) // mode=ro could not read the write-ahead log
	if err != nil {
		return nil, err
	}
	if err := reader.DB().PingContext(ctx); err != nil {
		return nil, errors.Join(unopened(path, err), reader.Close())
	}
	return reach(ctx, &sqlite{writer: reader, readers: reader})
}

// cacheOf returns the parameter for a page cache of a number of MiB. Negative sizes are in KiB.
func cacheOf(mebibytes int) string { return fmt.Sprintf("_pragma=cache_size(-%d)", mebibytes<<10) }

// unopened returns an error that describes the likely cause.
func unopened(path string, err error) error {
	if refused, ok := errors.AsType[*modernc.Error](err); ok {
		switch refused.Code() & 0xff { // the rest is detail
		case sqlitecode.SQLITE_NOTADB:
			return fmt.Errorf("%s is a file of another kind: %w", path, err)
		case sqlitecode.SQLITE_CANTOPEN:
			return fmt.Errorf("%s can't be opened (does its folder exist, and may firmhub write there?): %w", path, err)
		}
	}
	return fmt.Errorf("%s can't be opened: %w", path, err)
}

func openFile(path, option string, conns int, slow *slow) (*entsql.Driver, error) {
	// Times are text in UTC with an offset, so they sort by time.
	name := "file:" + (&url.URL{Path: path}).EscapedPath() + "?" + option +
		"&_pragma=foreign_keys(1)&_pragma=busy_timeout(10000)&_pragma=analysis_limit(1000)" +
		"&_time_format=sqlite&_timezone=UTC&_texttotime=1"
	pool, err := openKeeping(name, slow)
	if err != nil {
		return nil, fmt.Errorf("%s can't be opened: %w", path, err)
	}
	pool.SetMaxOpenConns(conns)
	pool.SetMaxIdleConns(conns)
	return entsql.OpenDB(dialect.SQLite, pool), nil
}

func (s *sqlite) Dialect() string { return dialect.SQLite }

func (s *sqlite) Exec(ctx context.Context, query string, args, v any) error {
	return s.writer.Exec(ctx, query, args, v)
}

// Query sends plain SELECTs to the readers, and everything else to the writer.
func (s *sqlite) Query(ctx context.Context, query string, args, v any) error {
	if isSelect(query) {
		return s.readers.Query(ctx, query, args, v)
	}
	return s.writer.Query(ctx, query, args, v)
}

func (s *sqlite) Tx(ctx context.Context) (dialect.Tx, error) { return s.writer.Tx(ctx) }

func (s *sqlite) snapshot(ctx context.Context) (dialect.Tx, error) { return s.readers.Tx(ctx) }

// Close closes the readers first: the last connection writes the log back into the file.
func (s *sqlite) Close() error { return errors.Join(s.readers.Close(), s.writer.Close()) }

// ping uses a reader, so that it does not wait for a long write.
func (s *sqlite) ping(ctx context.Context) error { return s.readers.DB().PingContext(ctx) }

func (s *sqlite) pools() []Pool {
	return []Pool{sqlitePool("writer", s.writer.DB().Stats()), sqlitePool("readers", s.readers.DB().Stats())}
}

// shares reserves one reader for the server. One firm uses half of the processors at most: a query
// of SQLite runs in this process.
func (s *sqlite) shares() shares {
	return shares{
		reads:  newShare(s.readers.DB().Stats().MaxOpenConnections-1, runtime.GOMAXPROCS(0)/2),
		writes: newShare(s.writer.DB().Stats().MaxOpenConnections, 1),
	}
}

func sqlitePool(name string, stats sql.DBStats) Pool {
	return Pool{
		Name: name, Max: stats.MaxOpenConnections, Open: stats.OpenConnections, InUse: stats.InUse, Idle: stats.Idle,
		Waits: stats.WaitCount, Waited: stats.WaitDuration,
	}
}
