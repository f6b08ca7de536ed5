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
	errHalfWritten = errors.New("db: a part of the transaction was given up half-way")
)

// scope is a transaction as it travels in the context: not yet begun, under way, or over.
type scope struct {
	driver *driver
	// ctx is that of DB.Tx: the transaction lives as long as it, not as the statement that happened to be the first.
	ctx context.Context //nolint:containedctx // See above.
	// turn is held by whoever talks to the database; with rows, until they are closed. It guards tx and over.
	turn chan struct{}
	tx   *sharedTx // nil until the first statement
	over bool

	mu          sync.Mutex // guards what follows
	spoiled     error      // why it can't be committed any more
	afterCommit []func(context.Context) error
	onRollback  []func(context.Context) error
}

type scopeKey struct{}

func newScope(ctx context.Context, d *driver) *scope {
	return &scope{driver: d, ctx: ctx, turn: make(chan struct{}, 1)}
}

func scopeFrom(ctx context.Context) *scope {
	s, _ := ctx.Value(scopeKey{}).(*scope)
	return s
}

// Outside gives a context in which statements run on the pool, each by itself, though ctx may be in a transaction. It is
// for reading before slow work that must not hold the transaction open: the hash of a password is looked up outside,
// checked, and only then does the transaction begin. Writing with it defeats the transaction; on SQLite it waits for
// the writer that the transaction holds.
func Outside(ctx context.Context) context.Context {
	return context.WithValue(ctx, scopeKey{}, (*scope)(nil))
}

// isOutside reports whether a context comes from [Outside].
func isOutside(ctx context.Context) bool {
	s, ok := ctx.Value(scopeKey{}).(*scope)
	return ok && s == nil
}

func (s *scope) Exec(ctx context.Context, query string, args, v any) error {
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.leave()
	if err := s.tx.Exec(ctx, query, args, v); err != nil {
		s.spoil(err)
		return err
	}
	return nil
}

func (s *scope) Query(ctx context.Context, query string, args, v any) error {
	if err := s.enter(ctx); err != nil {
		return err
	}
	if err := s.tx.Query(ctx, query, args, v); err != nil {
		s.leave()
		s.spoil(err)
		return err
	}
	if rows, ok := v.(*entsql.Rows); ok {
		rows.ColumnScanner = &scopeRows{ColumnScanner: rows.ColumnScanner, scope: s}
	}
	return nil
}

// enter waits for the turn and begins the transaction if it is not under way. A statement after a failed one is
// refused, on SQLite as PostgreSQL does it.
func (s *scope) enter(ctx context.Context) error {
	select {
	case s.turn <- struct{}{}:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	if err := s.begin(); err != nil {
		s.leave()
		return err
	}
	return nil
}

func (s *scope) leave() { <-s.turn }

func (s *scope) begin() (err error) {
	if s.over {
		return errOver
	}
	if spoiled := s.why(); spoiled != nil {
		return fmt.Errorf("db: an earlier part of the transaction failed: %w", spoiled)
	}
	if s.tx == nil {
		s.tx, err = s.driver.begin(s.ctx)
	}
	return err
}

// close takes the turn for good, so that no statement can follow. It is false when the context ended with somebody
// still at it.
func (s *scope) close() bool {
	select {
	case s.turn <- struct{}{}:
	default:
		select {
		case s.turn <- struct{}{}:
		case <-s.ctx.Done():
			return false
		}
	}
	s.over = true
	s.leave()
	return true
}

// spoil keeps the first reason why the transaction can't be committed.
func (s *scope) spoil(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.spoiled == nil {
		s.spoiled = err
	}
}

func (s *scope) why() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.spoiled
}

// scopeRows hold the turn until they are closed.
type scopeRows struct {
	entsql.ColumnScanner

	scope  *scope
	closed bool
}

func (r *scopeRows) Close() error {
	if r.closed {
		return nil
	}
	r.closed = true
	defer r.scope.leave()
	err := errors.Join(r.Err(), r.ColumnScanner.Close())
	if err != nil {
		r.scope.spoil(err)
	}
	return err
}
