package db

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"
)

// aftermath bounds the work that goes on after the caller may have gone: a rollback, what is kept apart.
const aftermath = 30 * time.Second

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
		if !returned { // fn panicked or ended its goroutine, and that goes on by itself
			s.rollback()
			if err := s.runApart(); err != nil {
				slog.ErrorContext(ctx, "what was to be kept apart from a transaction is lost", "error", err)
			}
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
		if lost := s.runApart(); lost != nil {
			return errors.Join(err, lost)
		}
		return err
	}
	s.runAfterCommit()
	return nil
}

// AfterCommit has fn run when the transaction of the context is committed, in the order of the calls, and not at all
// when it rolls back. Outside a transaction it runs at once. Its context is outside the transaction, and does not end
// with the request.
func AfterCommit(ctx context.Context, fn func(context.Context)) {
	run := func() { fn(outside(ctx)) }
	if s := scopeFrom(ctx); s != nil {
		s.onCommit(run)
		return
	}
	run()
}

// Apart keeps what must survive a refusal: a theft that was noticed, a counter, the record of a denied act. Within a
// transaction fn is queued, runs in a transaction of its own once that one has rolled back, and is dropped when it
// commits; its failure is joined to the error of [DB.Tx]. Outside a transaction it runs at once in its own. It is not
// cut short by the end of the request.
func (d *DB) Apart(ctx context.Context, fn func(context.Context) error) error {
	run := func() error {
		ctx, cancel := context.WithTimeout(outside(ctx), aftermath)
		defer cancel()
		return d.Tx(ctx, fn)
	}
	if s := scopeFrom(ctx); s != nil {
		s.onRollback(run)
		return nil
	}
	return run()
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

func (s *scope) runApart() error {
	var all error
	for _, run := range s.apart {
		all = errors.Join(all, run())
	}
	return all
}

func (s *scope) runAfterCommit() {
	for _, run := range s.committed {
		run()
	}
}
