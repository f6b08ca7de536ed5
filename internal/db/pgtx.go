package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
)

// pgTx is a transaction of PostgreSQL for ent. Its BEGIN and the INSERTs of [Scope.Insert] wait for
// the next statement, and are sent together with it in one round trip. Commit and Rollback continue
// when the request has ended.
type pgTx struct {
	conn    *pgxpool.Conn
	ctx     context.Context //nolint:containedctx // ent's Commit and Rollback take none.
	waiting []*pgx.QueuedQuery
	begun   bool // BEGIN was sent
	over    bool
}

func (p *postgres) Tx(ctx context.Context) (dialect.Tx, error) { return p.begin(ctx, "BEGIN") }

func (p *postgres) snapshot(ctx context.Context) (dialect.Tx, error) {
	return p.begin(ctx, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
}

func (p *postgres) begin(ctx context.Context, statement string) (dialect.Tx, error) {
	conn, err := p.pool.Acquire(ctx)
	if err != nil {
		return nil, fmt.Errorf("db: begin: %w", err)
	}
	t := &pgTx{conn: conn, ctx: context.WithoutCancel(ctx)}
	t.add(statement, nil)
	return t, nil
}

func (t *pgTx) add(query string, values []any) {
	t.waiting = append(t.waiting, &pgx.QueuedQuery{SQL: query, Arguments: values})
}

// maxLater is the maximum number of waiting statements of a transaction.
const maxLater = 50

// later implements [DB.later].
func (t *pgTx) later(ctx context.Context, query string, values []any) error {
	t.add(query, values)
	if len(t.waiting) < maxLater {
		return nil
	}
	return t.flush(ctx)
}

// send sends the waiting statements and returns their results, which the caller closes. The results
// that come first are read.
func (t *pgTx) send(ctx context.Context, read int) (results pgx.BatchResults, err error) {
	batch := &pgx.Batch{QueuedQueries: t.waiting}
	t.waiting, t.begun = nil, true
	results = t.conn.SendBatch(ctx, batch)
	for range read {
		if _, err := results.Exec(); err != nil {
			return nil, errors.Join(err, results.Close())
		}
	}
	return results, nil
}

// flush sends the waiting statements without another one.
func (t *pgTx) flush(ctx context.Context) error {
	if len(t.waiting) == 0 {
		return nil
	}
	results, err := t.send(ctx, len(t.waiting))
	if err != nil {
		return err
	}
	return results.Close()
}

// Exec implements dialect.Tx.
func (t *pgTx) Exec(ctx context.Context, query string, args, v any) error {
	values, err := valuesOf(args)
	if err != nil {
		return err
	}
	tag, err := t.exec(ctx, query, values)
	if err != nil {
		return err
	}
	if result, ok := v.(*sql.Result); ok {
		*result = pgResult(tag.RowsAffected())
	}
	return nil
}

func (t *pgTx) exec(ctx context.Context, query string, values []any) (tag pgconn.CommandTag, err error) {
	if err := t.flushBefore(ctx, query, values); err != nil {
		return tag, err
	}
	if len(t.waiting) == 0 {
		return t.conn.Exec(ctx, query, planned(query, values)...)
	}
	t.add(query, values)
	results, err := t.send(ctx, len(t.waiting)-1)
	if err != nil {
		return tag, err
	}
	tag, err = results.Exec()
	return tag, errors.Join(err, results.Close())
}

// flushBefore sends the waiting statements separately if the statement can't be in a batch. pgx
// plans all statements of a batch in the same way, and each of them must be a single statement. A
// query without arguments need not be.
func (t *pgTx) flushBefore(ctx context.Context, query string, values []any) error {
	if len(values) > 0 && !plansAnew(query) {
		return nil
	}
	return t.flush(ctx)
}

// Query implements dialect.Tx. It returns the error of a statement that fails.
func (t *pgTx) Query(ctx context.Context, query string, args, v any) error {
	values, err := valuesOf(args)
	if err != nil {
		return err
	}
	if err := t.flushBefore(ctx, query, values); err != nil {
		return err
	}
	if len(t.waiting) == 0 {
		return pgConn{t.conn}.Query(ctx, query, args, v)
	}
	t.add(query, values)
	results, err := t.send(ctx, len(t.waiting)-1)
	if err != nil {
		return err
	}
	rows, err := results.Query()
	if err == nil {
		err = readAhead(rows, results, v)
	}
	if err != nil {
		return errors.Join(err, results.Close())
	}
	return nil
}

// look implements [DB.look].
func (t *pgTx) look(ctx context.Context, lookups []*lookup) error {
	before := len(t.waiting)
	for _, l := range lookups {
		t.add(l.query, l.args)
	}
	results, err := t.send(ctx, before)
	if err != nil {
		return err
	}
	return errors.Join(readAll(results, lookups), results.Close())
}

// Commit implements dialect.Tx.
func (t *pgTx) Commit() error {
	ctx, cancel := context.WithTimeout(t.ctx, afterLimit)
	defer cancel()
	defer t.end()
	if t.over || !t.begun && len(t.waiting) == 1 { // BEGIN alone
		return nil
	}
	t.add("COMMIT", nil)
	results, err := t.send(ctx, len(t.waiting)-1)
	if err != nil {
		return err
	}
	tag, err := results.Exec()
	if err := errors.Join(err, results.Close()); err != nil {
		return err
	}
	if tag.String() == "ROLLBACK" { // since a statement has failed
		return pgx.ErrTxCommitRollback
	}
	return nil
}

// Rollback implements dialect.Tx.
func (t *pgTx) Rollback() error {
	ctx, cancel := context.WithTimeout(t.ctx, afterLimit)
	defer cancel()
	defer t.end()
	if t.over || !t.begun {
		return nil
	}
	_, err := t.conn.Exec(ctx, "ROLLBACK")
	return err
}

// end returns the connection to the pool. The pool closes a connection whose transaction has not
// ended.
func (t *pgTx) end() {
	if !t.over {
		t.over = true
		t.conn.Release()
	}
}

// native returns the transaction of pgx. It must be neither committed nor rolled back.
func (t *pgTx) native(ctx context.Context) (pgx.Tx, error) {
	if err := t.flush(ctx); err != nil {
		return nil, err
	}
	// The transaction has begun: an empty SELECT replaces BEGIN.
	return t.conn.BeginTx(ctx, pgx.TxOptions{BeginQuery: "SELECT"})
}

func valuesOf(args any) ([]any, error) {
	values, ok := args.([]any)
	if !ok {
		return nil, fmt.Errorf("db: arguments are %T, not []any", args)
	}
	return values, nil
}

// readAhead reads up to the first row, so that it returns the error of a statement that fails, and
// stores the rows in v. The batch is closed with the rows. It is nil for rows without a batch.
func readAhead(rows pgx.Rows, batch pgx.BatchResults, v any) error {
	target, ok := v.(*entsql.Rows)
	if !ok {
		rows.Close()
		return fmt.Errorf("db: rows are %T, not *sql.Rows", v)
	}
	names := columns(rows)
	first := rows.Next()
	if err := rows.Err(); err != nil {
		rows.Close()
		return err
	}
	target.ColumnScanner = &pgRows{Rows: rows, batch: batch, columns: names, ahead: first}
	return nil
}
