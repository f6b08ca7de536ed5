package db

import (
	"context"
	"fmt"
)

// Tx runs fn in a transaction: all its writes happen, or none. Within a transaction it joins that one, and an error of
// fn then spoils the whole. The database's transaction begins at the first statement, so that work before it (hashing a
// password, reading an upload) holds no connection; on SQLite it takes the one writer, and later statements see no
// other writes.
//
// An error or a panic of fn, the end of ctx and a failed statement (even one whose error fn passed over) roll back; a
// panic goes on. Statements of several goroutines inside fn take turns. None may outlive fn; and none that writes may
// use another context than fn's, for on SQLite it would wait for the transaction, which waits for it.
func (d *DB) Tx(ctx context.Context, fn func(context.Context) error) error {
	if s := scopeFrom(ctx); s != nil {
		return s.join(ctx, fn)
	}
	s := newScope(ctx, d.driver)
	returned := false
	defer func() {
		if !returned { // fn panicked or ended its goroutine
			s.rollback()
			s.runAll(s.onRollback, &d.driver.onRollbackFailures)
		}
	}()
	err := fn(context.WithValue(ctx, scopeKey{}, s))
	returned = true

	if err != nil {
		s.rollback()
	} else {
		err = s.commit()
	}
	if err != nil {
		s.runAll(s.onRollback, &d.driver.onRollbackFailures)
		return err
	}
	s.runAll(s.afterCommit, &d.driver.afterCommitFailures)
	return nil
}

func (s *scope) join(ctx context.Context, fn func(context.Context) error) error {
	err := fn(ctx)
	if err != nil {
		s.spoil(err)
	}
	return err
}

// commit rolls back, and says why, what can't be committed.
func (s *scope) commit() error {
	if !s.close() {
		s.undo()
		return fmt.Errorf("db: not committed, as rows were left open: %w", context.Cause(s.ctx))
	}
	switch {
	case s.spoiled != nil:
		s.undo()
		return fmt.Errorf("db: not committed, as a part of it failed: %w", s.spoiled)
	case s.tx == nil:
		return nil
	case s.ctx.Err() != nil:
		s.undo()
		return fmt.Errorf("db: not committed: %w", context.Cause(s.ctx))
	}
	if err := s.tx.Commit(); err != nil {
		return fmt.Errorf("db: commit: %w", err)
	}
	return nil
}

func (s *scope) rollback() {
	s.close()
	s.undo()
}

// undo needs no report: a connection whose rollback fails is discarded by its pool, which is a rollback too.
func (s *scope) undo() {
	if s.tx != nil {
		_ = s.tx.Rollback()
	}
}
