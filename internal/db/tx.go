package db

import (
	"context"
	"fmt"
)

// Tx runs fn in a transaction: all its writes are committed, or none. Within a transaction it joins
// that one, and an error of fn then prevents the commit of the whole. The database's transaction
// begins at the first statement, so work before it (a password hash, reading an upload) holds no
// connection. On SQLite the transaction holds the only writer.
//
// An error or a panic of fn, the end of ctx and a failed statement (even if fn ignores its error)
// roll the transaction back; a panic continues. Statements of several goroutines inside fn run one
// after the other. None may run after fn has returned. A statement that writes must use fn's
// context: with another one it would, on SQLite, wait for the transaction, which waits for it.
func (d *DB) Tx(ctx context.Context, fn func(context.Context) error) error {
	if t := transactionFrom(ctx); t != nil {
		return t.join(ctx, fn)
	}
	t := newTransaction(ctx, d.driver)
	defer t.runReports()
	returned := false
	defer func() {
		if !returned { // fn panicked or ended its goroutine
			t.rollback()
			t.runAll(t.onRollback, &d.driver.onRollbackFailures)
		}
	}()
	err := fn(context.WithValue(ctx, transactionKey{}, t))
	returned = true

	if err != nil {
		t.rollback()
	} else {
		err = t.commit()
	}
	if err != nil {
		t.runAll(t.onRollback, &d.driver.onRollbackFailures)
		return err
	}
	t.runAll(t.afterCommit, &d.driver.afterCommitFailures)
	return nil
}

func (t *transaction) join(ctx context.Context, fn func(context.Context) error) error {
	err := fn(ctx)
	if err != nil {
		t.fail(err)
	}
	return err
}

// commit commits. If it can't, it rolls back and returns the reason.
func (t *transaction) commit() error {
	if !t.close() {
		t.undo()
		return fmt.Errorf("db: not committed, as rows were left open: %w", context.Cause(t.ctx))
	}
	switch {
	case t.failure != nil:
		t.undo()
		return fmt.Errorf("db: not committed, as a part of it failed: %w", t.failure)
	case t.tx == nil:
		return nil
	case t.ctx.Err() != nil:
		t.undo()
		return fmt.Errorf("db: not committed: %w", context.Cause(t.ctx))
	}
	if err := t.tx.Commit(); err != nil {
		return fmt.Errorf("db: commit: %w", err)
	}
	return nil
}

func (t *transaction) rollback() {
	t.close()
	t.undo()
}

// undo ignores an error: the pool discards a connection whose rollback fails, which rolls back too.
func (t *transaction) undo() {
	if t.tx != nil {
		_ = t.tx.Rollback()
	}
}
