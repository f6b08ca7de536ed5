package db

import (
	"context"
	"errors"
	"fmt"
	"sync"

	entsql "entgo.io/ent/dialect/sql"
)

var (
	errOver        = errors.New("db: a statement after the end of its transaction")
	errHalfWritten = errors.New("db: ent gave up a part of the transaction that had written")
)

// transaction is a transaction of [DB.Tx], carried in the context. It has not yet begun, is open,
// or is over.
type transaction struct {
	driver *driver
	// ctx is the context of DB.Tx. The transaction lives as long as that, not as long as the
	// context of its first statement.
	ctx context.Context //nolint:containedctx // See above.
	// mu serializes statements. A query holds it until its rows are closed. It guards tx and over.
	// It is a channel, so that waiting for it ends with the context of the statement.
	mu   chan struct{}
	tx   *sharedTx // nil until the first statement
	over bool

	state       sync.Mutex // guards the fields below
	failure     error      // why it can't be committed any more
	afterCommit []func(context.Context) error
	onRollback  []func(context.Context) error
	reports     []func() // of slow statements
}

type transactionKey struct{}

func newTransaction(ctx context.Context, d *driver) *transaction {
	return &transaction{driver: d, ctx: ctx, mu: make(chan struct{}, 1)}
}

func transactionFrom(ctx context.Context) *transaction {
	t, _ := ctx.Value(transactionKey{}).(*transaction)
	return t
}

// Outside returns a context outside the transaction of ctx: each statement runs on a separate
// connection. Use it for work that is independent of the caller's transaction. A query outside may
// run while the transaction is open. So it uses the connections that are reserved for the server,
// and never waits for the caller's share. On SQLite a write outside waits for the writer that the
// open transaction holds.
func Outside(ctx context.Context) context.Context {
	return context.WithValue(ctx, transactionKey{}, (*transaction)(nil))
}

// isOutside reports whether a context comes from [Outside].
func isOutside(ctx context.Context) bool {
	t, ok := ctx.Value(transactionKey{}).(*transaction)
	return ok && t == nil
}

func (t *transaction) Exec(ctx context.Context, query string, args, v any) error {
	if err := t.lock(ctx); err != nil {
		return err
	}
	defer t.unlock()
	if err := t.tx.Exec(ctx, query, args, v); err != nil {
		t.fail(err)
		return err
	}
	return nil
}

// later implements [DB.later].
func (t *transaction) later(ctx context.Context, query string, args []any) error {
	if err := t.lock(ctx); err != nil {
		return err
	}
	defer t.unlock()
	var err error
	if tx, ok := t.tx.Tx.(*pgTx); ok {
		err = tx.later(ctx, query, args)
	} else {
		err = t.tx.Exec(ctx, query, args, nil)
	}
	if err != nil {
		t.fail(err)
	}
	return err
}

func (t *transaction) Query(ctx context.Context, query string, args, v any) error {
	if err := t.lock(ctx); err != nil {
		return err
	}
	if err := t.tx.Query(ctx, query, args, v); err != nil {
		t.unlock()
		t.fail(err)
		return err
	}
	if rows, ok := v.(*entsql.Rows); ok {
		rows.ColumnScanner = &transactionRows{ColumnScanner: rows.ColumnScanner, transaction: t}
	}
	return nil
}

// lock waits for mu and begins the transaction if needed. After a failed statement it refuses
// further ones, as PostgreSQL does, on SQLite too.
func (t *transaction) lock(ctx context.Context) error {
	select {
	case t.mu <- struct{}{}:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	if err := t.begin(); err != nil {
		t.unlock()
		return err
	}
	return nil
}

func (t *transaction) unlock() { <-t.mu }

func (t *transaction) begin() (err error) {
	if t.over {
		return errOver
	}
	if failure := t.failed(); failure != nil {
		return fmt.Errorf("db: an earlier part of the transaction failed: %w", failure)
	}
	if t.tx == nil {
		t.tx, err = t.driver.begin(t.ctx)
	}
	return err
}

// close prevents further statements. It returns false when the context ended while a statement was
// still running.
func (t *transaction) close() bool {
	select {
	case t.mu <- struct{}{}:
	default:
		select {
		case t.mu <- struct{}{}:
		case <-t.ctx.Done():
			return false
		}
	}
	t.over = true
	t.unlock()
	return true
}

// report registers a function for the end of the transaction.
func (t *transaction) report(log func()) {
	t.state.Lock()
	defer t.state.Unlock()
	t.reports = append(t.reports, log)
}

func (t *transaction) runReports() {
	t.state.Lock()
	defer t.state.Unlock()
	for _, log := range t.reports {
		log()
	}
	t.reports = nil
}

// fail prevents the commit. The first error is kept.
func (t *transaction) fail(err error) {
	t.state.Lock()
	defer t.state.Unlock()
	if t.failure == nil {
		t.failure = err
	}
}

func (t *transaction) failed() error {
	t.state.Lock()
	defer t.state.Unlock()
	return t.failure
}

// transactionRows hold the lock of the transaction until they are closed.
type transactionRows struct {
	entsql.ColumnScanner

	transaction *transaction
	closed      bool
}

func (r *transactionRows) Close() error {
	if r.closed {
		return nil
	}
	r.closed = true
	defer r.transaction.unlock()
	err := errors.Join(r.Err(), r.ColumnScanner.Close())
	if err != nil {
		r.transaction.fail(err)
	}
	return err
}
