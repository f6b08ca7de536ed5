package db

import (
	"context"
	"database/sql"
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"entgo.io/ent/dialect"
	entsql "entgo.io/ent/dialect/sql"
)

// driver is the ent driver of the client. It runs a statement in the transaction of its context, or
// else on the database when the caller's share allows it.
type driver struct {
	engine
	shares

	statementLimit time.Duration
	slow           *slow
	// afterCommitFailures and onRollbackFailures count the functions of [AfterCommit] and
	// [OnRollback] that failed.
	afterCommitFailures, onRollbackFailures atomic.Int64
}

func (d *driver) Exec(ctx context.Context, query string, args, v any) error {
	if t := transactionFrom(ctx); t != nil {
		return t.Exec(ctx, query, args, v)
	}
	leave, err := d.enterWrite(ctx)
	if err != nil {
		return err
	}
	defer leave()
	return d.engine.Exec(ctx, query, args, v)
}

func (d *driver) Query(ctx context.Context, query string, args, v any) error {
	batch := batchFrom(ctx)
	if batch != nil {
		ctx = context.WithValue(ctx, batchKey{}, (*Batch)(nil))
		if d.apart(ctx) == nil {
			if err := batch.run(ctx); err != nil {
				return err
			}
			batch = nil
		}
	}
	if t := transactionFrom(ctx); t != nil {
		return t.Query(ctx, query, args, v)
	}
	enter := d.enterWrite
	if isSelect(query) {
		enter = d.enterRead
	}
	leave, err := enter(ctx)
	if err != nil {
		return err
	}
	limited, cancel := d.limit(ctx)
	end := func() { cancel(); leave() }
	run := d.engine.Query
	var lookups []*lookup
	if batch != nil {
		if lookups, err = batch.take(); err != nil {
			end()
			return err
		}
	}
	if lookups != nil {
		run = func(ctx context.Context, query string, args, v any) error {
			return d.apart(ctx).queryAfter(ctx, lookups, query, args, v)
		}
	}
	if err := run(limited, query, args, v); err != nil {
		defer end()
		return withCause(limited, err)
	}
	if rows, ok := v.(*entsql.Rows); ok {
		rows.ColumnScanner = &sharedRows{ColumnScanner: rows.ColumnScanner, ctx: limited, end: sync.OnceFunc(end)}
	}
	return nil
}

// limit sets the deadline of a query, except for queries of the server itself.
func (d *driver) limit(ctx context.Context) (context.Context, context.CancelFunc) {
	if _, shared := shareKeyOf(ctx); !shared {
		return context.WithCancel(ctx)
	}
	return context.WithTimeoutCause(ctx, d.statementLimit, errSlow())
}

// isSelect reports whether a statement only reads. INSERT … RETURNING, which ent sends as a query,
// does not.
func isSelect(query string) bool {
	const word = "SELECT"
	query = strings.TrimSpace(query)
	return len(query) > len(word) && strings.EqualFold(query[:len(word)], word)
}

// Tx begins a transaction for ent, which runs an update with edges in one. Within a transaction it
// joins that one.
func (d *driver) Tx(ctx context.Context) (dialect.Tx, error) {
	if t := transactionFrom(ctx); t != nil {
		return &nested{driver: d, transaction: t}, nil
	}
	return d.begin(ctx)
}

// begin begins a transaction, which holds its place until it ends.
func (d *driver) begin(ctx context.Context) (*sharedTx, error) {
	leave, err := d.enterWrite(ctx)
	if err != nil {
		return nil, err
	}
	tx, err := d.engine.Tx(ctx)
	if err != nil {
		leave()
		return nil, err
	}
	return &sharedTx{Tx: tx, leave: leave}, nil
}

var errNotASnapshot = errors.New("db: BeginTx begins snapshots only; use DB.Tx")

// BeginTx begins a snapshot: a read-only transaction that sees the database as of one moment,
// outside the transaction of the context. A policy is read in a snapshot, so that it is never half
// old and half new.
//
//	client.BeginTx(ctx, &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: true})
func (d *driver) BeginTx(ctx context.Context, options *sql.TxOptions) (dialect.Tx, error) {
	if options == nil || !options.ReadOnly || options.Isolation != sql.LevelRepeatableRead {
		return nil, errNotASnapshot
	}
	return d.snapshot(ctx)
}

// nested is a transaction of ent within one of firmhub's. It ends with the outer one. If ent rolls
// it back after a write, the outer one can't be committed.
type nested struct {
	*driver

	transaction *transaction
	wrote       bool
}

func (n *nested) Exec(ctx context.Context, query string, args, v any) error {
	var own sql.Result
	if v == nil {
		v = &own
	}
	if err := n.driver.Exec(ctx, query, args, v); err != nil {
		return err
	}
	if result, ok := v.(*sql.Result); ok {
		changed, err := (*result).RowsAffected()
		n.wrote = n.wrote || err != nil || changed > 0
	}
	return nil
}

func (n *nested) Commit() error { return nil }

func (n *nested) Rollback() error {
	if n.wrote {
		n.transaction.fail(errHalfWritten)
	}
	return nil
}
