package db

import (
	"context"
	sqldriver "database/sql/driver"
	"errors"
	"fmt"
	"log/slog"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
	"github.com/jackc/pgx/v5"
	"golang.org/x/time/rate"

	"github.com/firmhub/firmhub/internal/tracing"
)

// slow traces statements, and logs those that take longer than a limit: those that pgx or the
// SQLite driver runs, until their rows are closed. The log contains their text, but never their
// arguments, which may be personal data. A SELECT is logged with its plan, which EXPLAIN estimates
// without running the statement. The plan is queried on a separate connection, after the
// transaction of the statement, and for at most one statement a second.
type slow struct {
	limit   time.Duration // zero logs nothing
	tracer  *tracing.Tracer
	plans   *rate.Limiter
	running sync.WaitGroup
	// engine is set once the database is open. Statements that open the database are not logged.
	engine atomic.Pointer[engine]
}

// newSlow returns nil, which leaves statements alone, if none is to be logged or traced.
func newSlow(options Options) *slow {
	if options.Slow <= 0 && options.Tracer == nil {
		return nil
	}
	return &slow{limit: options.Slow, tracer: options.Tracer, plans: rate.NewLimiter(rate.Every(time.Second), 1)}
}

// trace adds the span of a statement to the trace of its context. It shows the text of the
// statement, and never its arguments.
func (s *slow) trace(ctx context.Context, query string, began time.Time) {
	span := s.tracer.Record(ctx, tracing.Client, firstWord(query), began)
	if span == nil {
		return
	}
	system := "postgresql"
	if e := s.engine.Load(); e != nil && (*e).Dialect() == dialect.SQLite {
		system = "sqlite"
	}
	span.Text("db.system.name", system)
	span.Text("db.query.text", query)
	span.End()
}

// firstWord returns the first word of a statement in upper case, without comments before it, with
// which River names its statements.
func firstWord(query string) string {
	query = strings.TrimSpace(query)
	for strings.HasPrefix(query, "--") {
		_, query, _ = strings.Cut(query, "\n")
		query = strings.TrimSpace(query)
	}
	if end := strings.IndexFunc(query, unicode.IsSpace); end >= 0 {
		query = query[:end]
	}
	return strings.ToUpper(query)
}

// planLimit is how long to wait for the plan of a statement.
const planLimit = 5 * time.Second

// ended is called at the end of each statement.
func (s *slow) ended(ctx context.Context, query string, args []any, began time.Time) {
	if s.tracer != nil {
		s.trace(ctx, query, began)
	}
	took := time.Since(began)
	if s.limit <= 0 || took < s.limit || s.engine.Load() == nil || strings.HasPrefix(query, "EXPLAIN") {
		return
	}
	if t := transactionFrom(ctx); t != nil {
		t.report(func() { s.log(ctx, query, args, took) })
		return
	}
	s.log(ctx, query, args, took)
}

func (s *slow) log(ctx context.Context, query string, args []any, took time.Duration) {
	about := []any{"ms", float64(took.Microseconds()) / 1000, "statement", query}
	if !isSelect(query) || !s.plans.Allow() {
		slog.WarnContext(ctx, "slow statement", about...)
		return
	}
	s.running.Go(func() {
		asking, cancel := context.WithTimeout(Outside(context.WithoutCancel(ctx)), planLimit)
		defer cancel()
		plan, err := explain(asking, *s.engine.Load(), query, args)
		if err != nil { // It may contain an argument.
			plan = "unknown"
		}
		slog.WarnContext(ctx, "slow statement", append(about, "plan", plan)...)
	})
}

// quoted matches a value in a plan of PostgreSQL, which writes arguments there.
var quoted = regexp.MustCompile(`'(?:[^']|'')*'`)

func explain(ctx context.Context, e engine, query string, args []any) (plan string, err error) {
	tx, err := e.snapshot(ctx)
	if err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, tx.Rollback()) }()
	word := "EXPLAIN "
	if e.Dialect() == dialect.SQLite {
		word = "EXPLAIN QUERY PLAN "
	}
	rows := &entsql.Rows{}
	if err := tx.Query(ctx, word+query, args, rows); err != nil {
		return "", err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	names, err := rows.Columns()
	if err != nil {
		return "", err
	}
	var lines []string
	for rows.Next() {
		row, into := make([]any, len(names)), make([]any, len(names))
		for i := range row {
			into[i] = &row[i]
		}
		if err := rows.Scan(into...); err != nil {
			return "", err
		}
		lines = append(lines, fmt.Sprint(row[len(row)-1])) // On SQLite there are numbers before it.
	}
	return quoted.ReplaceAllString(strings.Join(lines, "\n"), "?"), rows.Err()
}

// slowTrace is pgx's information about a statement, or about the statements of a batch.
type slowTrace struct {
	query string
	args  []any
	began time.Time
}

type slowTraceKey struct{}

func (s *slow) begin(ctx context.Context, query string, args []any) context.Context {
	return context.WithValue(ctx, slowTraceKey{}, &slowTrace{query, args, time.Now()})
}

func (s *slow) end(ctx context.Context) {
	if t, ok := ctx.Value(slowTraceKey{}).(*slowTrace); ok {
		s.ended(ctx, t.query, t.args, t.began)
	}
}

// TraceQueryStart implements pgx.QueryTracer.
func (s *slow) TraceQueryStart(ctx context.Context, _ *pgx.Conn, of pgx.TraceQueryStartData) context.Context {
	return s.begin(ctx, of.SQL, of.Args)
}

// TraceQueryEnd implements pgx.QueryTracer.
func (s *slow) TraceQueryEnd(ctx context.Context, _ *pgx.Conn, _ pgx.TraceQueryEndData) { s.end(ctx) }

// TraceCopyFromStart implements pgx.CopyFromTracer.
func (s *slow) TraceCopyFromStart(ctx context.Context, _ *pgx.Conn, of pgx.TraceCopyFromStartData) context.Context {
	return s.begin(ctx, "COPY "+of.TableName.Sanitize(), nil)
}

// TraceCopyFromEnd implements pgx.CopyFromTracer.
func (s *slow) TraceCopyFromEnd(ctx context.Context, _ *pgx.Conn, _ pgx.TraceCopyFromEndData) {
	s.end(ctx)
}

// TraceBatchStart implements pgx.BatchTracer.
func (s *slow) TraceBatchStart(ctx context.Context, _ *pgx.Conn, _ pgx.TraceBatchStartData) context.Context {
	return s.begin(ctx, "", nil)
}

// TraceBatchQuery implements pgx.BatchTracer. A statement begins when the one before it has ended.
func (s *slow) TraceBatchQuery(ctx context.Context, _ *pgx.Conn, of pgx.TraceBatchQueryData) {
	if t, ok := ctx.Value(slowTraceKey{}).(*slowTrace); ok {
		s.ended(ctx, of.SQL, of.Args, t.began)
		t.began = time.Now()
	}
}

// TraceBatchEnd implements pgx.BatchTracer.
func (s *slow) TraceBatchEnd(context.Context, *pgx.Conn, pgx.TraceBatchEndData) {}

// slowConn is a connection to SQLite whose statements are timed.
type slowConn struct {
	*keepingConn

	slow *slow
}

// ExecContext implements sqldriver.ExecerContext.
func (c *slowConn) ExecContext(ctx context.Context, query string, args []sqldriver.NamedValue) (sqldriver.Result, error) {
	defer c.slow.ended(ctx, query, nil, time.Now())
	return c.keepingConn.ExecContext(ctx, query, args)
}

// QueryContext implements sqldriver.QueryerContext.
func (c *slowConn) QueryContext(ctx context.Context, query string, args []sqldriver.NamedValue) (sqldriver.Rows, error) {
	began := time.Now()
	ended := func() {
		values := make([]any, len(args))
		for i, arg := range args {
			values[i] = arg.Value
		}
		c.slow.ended(ctx, query, values, began)
	}
	rows, err := c.keepingConn.QueryContext(ctx, query, args)
	if err != nil {
		ended()
		return nil, err
	}
	return &slowRows{Rows: rows, ended: ended}, nil
}

type slowRows struct {
	sqldriver.Rows

	ended func()
}

// Close implements sqldriver.Rows.
func (r *slowRows) Close() error {
	defer r.ended()
	return r.Rows.Close()
}
