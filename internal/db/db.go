// Package db opens the database, SQLite in one file or PostgreSQL. It has the only ent client,
// transactions and functions that run after them, and the migrations.
//
// A transaction is carried in the context, where the ent client and a [Scope], which runs SQL by
// hand, find it. So no code leaves the transaction in which it was called by using another client.
package db

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
	lru "github.com/hashicorp/golang-lru/v2"

	"github.com/firmhub/firmhub/ent"
	// This import registers the rules of the schema (tenant isolation, soft deletion, defaults)
	// with ent.
	_ "github.com/firmhub/firmhub/ent/runtime"
	"github.com/firmhub/firmhub/internal/tracing"
)

// The dialects, as [DB.Dialect] names them.
const (
	SQLite   = dialect.SQLite
	Postgres = dialect.Postgres
)

// MaxIDs is how many ids one statement may list. Split longer lists by [slices.Chunk]. SQLite
// accepts 32,766 parameters, and PostgreSQL 65,535.
const MaxIDs = 1000

// DB is an open database. It is safe for concurrent use.
type DB struct {
	// Client is the only ent client. Called with a context from [DB.Tx] it works inside that
	// transaction.
	Client *ent.Client

	driver *driver
	cache  *lru.Cache[string, int]
	// checked are the statements by hand that were checked.
	checked *lru.Cache[statementKey, checkedStatement]
	// pseudonyms is the key of [DB.Pseudonym], or nil.
	pseudonyms []byte
}

// engine is one of the two databases.
type engine interface {
	dialect.Driver
	// snapshot begins a read-only transaction that sees the database as of one moment.
	snapshot(ctx context.Context) (dialect.Tx, error)
	ping(ctx context.Context) error
	pools() []Pool
	shares() shares
}

// A URLError is the error of a database URL that can't be used. It never repeats the URL, which may
// contain a password.
type URLError struct {
	// Reason follows the name of the setting: "must be …".
	Reason string
}

func (e *URLError) Error() string { return "the database URL " + e.Reason }

// Open opens the database of the URL, sqlite://path or postgres://…, and pings it once. It does not
// migrate. An error is one sentence that describes the fault, and never contains a password: a
// [*URLError], or why the database can't be reached.
//
// With sqlite://path?cache_mib=64, each connection has a page cache of 64 MiB. The default is 32
// MiB for the writing connection and 2 MiB for the others. With ?synchronous=full each commit waits
// for the disk, so that it survives a power failure. A path is relative to the working directory
// unless it begins with a slash (sqlite:///var/lib/firmhub/firmhub.db); its folder must exist. A
// postgres URL accepts the parameters of libpq, and pool_max_conns (16 by default).
func Open(ctx context.Context, url string) (*DB, error) { return OpenWith(ctx, url, Options{}) }

// Options are the options of a database.
type Options struct {
	// Slow is how long a statement may take before it is logged, with its text, and a SELECT with
	// its plan. Zero means that none is logged.
	Slow time.Duration
	// Tracer adds statements to the traces of their contexts. Nil traces nothing.
	Tracer *tracing.Tracer
}

// OpenWith is [Open] with options.
func OpenWith(ctx context.Context, url string, options Options) (*DB, error) {
	var (
		opened engine
		err    error
		slow   = newSlow(options)
	)
	switch scheme, rest, _ := strings.Cut(url, "://"); scheme {
	case "sqlite":
		opened, err = openSQLite(ctx, rest, slow)
	case "postgres", "postgresql":
		opened, err = openPostgres(ctx, url, slow)
	default:
		err = &URLError{"must be sqlite://path/to/file.db or postgres://user:password@host:port/database"}
	}
	if err != nil {
		return nil, err
	}
	d, err := reach(ctx, opened)
	if err == nil && slow != nil {
		slow.engine.Store(&opened)
		d.driver.slow = slow
	}
	return d, err
}

// Inspect opens the database of a URL as [Open] does, but creates nothing. It returns
// fs.ErrNotExist for an SQLite file that does not exist, and opens an existing one for reading
// only.
func Inspect(ctx context.Context, url string) (*DB, error) {
	if file, ok := strings.CutPrefix(url, "sqlite://"); ok {
		return inspect(ctx, file)
	}
	return Open(ctx, url)
}

// reach returns a DB for an engine that answers. It closes an engine that does not.
func reach(ctx context.Context, opened engine) (*DB, error) {
	if err := opened.ping(ctx); err != nil {
		return nil, errors.Join(fmt.Errorf("the database can't be reached: %w", plainly(err)), opened.Close())
	}
	routed := &driver{engine: opened, shares: opened.shares(), statementLimit: statementLimit}
	return &DB{
		Client: ent.NewClient(ent.Driver(routed)), driver: routed, cache: newCache[string, int](cachedNumbers),
		checked: newCache[statementKey, checkedStatement](keptChecks),
	}, nil
}

// Dialect returns [SQLite] or [Postgres].
func (d *DB) Dialect() string { return d.driver.Dialect() }

// Ping returns an error if the database does not answer.
func (d *DB) Ping(ctx context.Context) error { return d.driver.ping(ctx) }

// Close waits for running statements and closes all connections.
func (d *DB) Close() error {
	if d.driver.slow != nil {
		d.driver.slow.running.Wait()
	}
	return d.driver.Close()
}

// Pool is the state of a pool of connections.
type Pool struct {
	// Name is postgres, or on SQLite writer and readers.
	Name                   string
	Max, Open, InUse, Idle int
	// Waits counts how often a caller had to wait for a connection, and Waited is the total time of
	// waiting.
	Waits  int64
	Waited time.Duration
}

// Stats is the state of a database, for metrics.
type Stats struct {
	Pools  []Pool
	Shares []Share
	// AfterCommitFailures and OnRollbackFailures count the functions that returned an error or
	// panicked after the end of their transaction.
	AfterCommitFailures, OnRollbackFailures int64
}

// Stats returns the state of the connections and of the queues for them.
func (d *DB) Stats() Stats {
	return Stats{
		Pools:               d.driver.pools(),
		Shares:              d.driver.queues(),
		AfterCommitFailures: d.driver.afterCommitFailures.Load(),
		OnRollbackFailures:  d.driver.onRollbackFailures.Load(),
	}
}

// later runs a statement whose result nobody waits for. In a transaction on PostgreSQL it is sent
// with the next statement or with the commit, which return its error.
func (d *DB) later(ctx context.Context, query string, args []any) error {
	if t := transactionFrom(ctx); t != nil {
		return t.later(ctx, query, args)
	}
	return d.driver.Exec(ctx, query, args, nil)
}

// numbered returns a query with the placeholders of SQLite, in which $1 would be a name and ?1 is a
// number.
func (d *DB) numbered(query string) string {
	if d.Dialect() != SQLite {
		return query
	}
	numbered := []byte(query)
	for i := range len(numbered) - 1 {
		if next := numbered[i+1]; numbered[i] == '$' && '0' <= next && next <= '9' {
			numbered[i] = '?'
		}
	}
	return string(numbered)
}

// ForUpdate is a predicate for any entity. It locks the rows that the query finds until the
// transaction ends. On SQLite, where a transaction has the database to itself, it does nothing.
//
//	client.Session.Query().Where(session.ID(id), db.ForUpdate).Only(ctx)
func ForUpdate(s *entsql.Selector) {
	if s.Dialect() == Postgres {
		s.ForUpdate()
	}
}

// ForShare does the same as [ForUpdate], but several transactions can hold the lock at once. Nobody
// changes the rows until they end.
func ForShare(s *entsql.Selector) {
	if s.Dialect() == Postgres {
		s.ForShare()
	}
}

// ForNoKeyUpdate does the same as [ForUpdate], but lets others insert rows that refer to the locked
// ones. Use it to lock a firm: an insert of a row of the firm locks the firm's key, and may then
// wait to raise the version of the firm's policy. Waiting for the key would be a deadlock.
func ForNoKeyUpdate(s *entsql.Selector) {
	if s.Dialect() == Postgres {
		s.For(entsql.LockNoKeyUpdate)
	}
}
