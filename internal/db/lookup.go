package db

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// Lookup is a query for one row, or for all of them.
type Lookup struct {
	Query string
	Args  []any
	// Into are the variables for the columns of a row. Without variables no row is read.
	Into []any
	// Each is called after each row was read into the variables. Without it only the first row is
	// read.
	Each func()
	// Found is set if there is a row.
	Found bool
}

// Look runs lookups whose arguments do not depend on each other, one after the other, in one round
// trip to PostgreSQL. Each sees what was committed before it began. So it sees everything for which
// a lock taken by an earlier lookup has waited. Placeholders are the same as in [DB.Exec].
func (d *DB) Look(ctx context.Context, lookups ...*Lookup) error {
	if len(lookups) == 0 {
		return nil
	}
	if pg := d.driver.apart(ctx); pg != nil {
		return d.driver.lookAtOnce(ctx, pg, lookups)
	}
	if d.Dialect() == Postgres {
		return transactionFrom(ctx).look(ctx, lookups)
	}
	for _, l := range lookups {
		if err := l.run(ctx, d); err != nil {
			return err
		}
	}
	return nil
}

var errNotTaken = errors.New("db: lookups that no query took along")

// Along runs do and sends lookups in the same batch as do's first query of the client. Outside a
// transaction that takes one round trip to PostgreSQL. The lookups come before the query. The query
// must not depend on them, because they may see an older state of the rows. They are done when the
// query returns. The query can't be planned each time ([PlanAnew]).
func (d *DB) Along(ctx context.Context, do func(context.Context) error, lookups ...*Lookup) error {
	if d.driver.apart(ctx) == nil {
		if err := d.Look(ctx, lookups...); err != nil {
			return err
		}
		return do(ctx)
	}
	if err := do(context.WithValue(ctx, alongKey{}, &lookups)); err != nil {
		return err
	}
	if len(lookups) > 0 {
		return errNotTaken
	}
	return nil
}

type alongKey struct{}

// takeAlong returns the lookups of [DB.Along], once.
func takeAlong(ctx context.Context) (lookups []*Lookup) {
	if along, ok := ctx.Value(alongKey{}).(*[]*Lookup); ok {
		lookups, *along = *along, nil
	}
	return lookups
}

// apart returns the database if it is PostgreSQL and the context has no transaction, else nil.
func (d *driver) apart(ctx context.Context) *postgres {
	if pg, ok := d.engine.(*postgres); ok && transactionFrom(ctx) == nil {
		return pg
	}
	return nil
}

func (d *driver) lookAtOnce(ctx context.Context, pg *postgres, lookups []*Lookup) error {
	leave, err := d.enterRead(ctx)
	if err != nil {
		return err
	}
	defer leave()
	limited, cancel := d.limit(ctx)
	defer cancel()
	results := pg.pool.SendBatch(limited, batchOf(lookups))
	if err := errors.Join(readAll(results, lookups), results.Close()); err != nil {
		return fmt.Errorf("db: read rows: %w", withCause(limited, err))
	}
	return nil
}

// queryAlong runs a query of ent after lookups.
func (p *postgres) queryAlong(ctx context.Context, lookups []*Lookup, query string, args, v any) error {
	values, err := valuesOf(args)
	if err != nil {
		return err
	}
	batch := batchOf(lookups)
	batch.Queue(query, values...)
	results := p.pool.SendBatch(ctx, batch)
	err = readAll(results, lookups)
	if err == nil {
		var rows pgx.Rows
		if rows, err = results.Query(); err == nil {
			err = readAhead(rows, results, v)
		}
	}
	if err != nil {
		return errors.Join(err, results.Close())
	}
	return nil
}

// look does the work of [DB.Look] in a transaction of PostgreSQL.
func (t *transaction) look(ctx context.Context, lookups []*Lookup) error {
	if err := t.lock(ctx); err != nil {
		return err
	}
	defer t.unlock()
	tx, ok := t.tx.Tx.(*pgTx)
	if !ok {
		return fmt.Errorf("db: a transaction is a %T", t.tx.Tx)
	}
	if err := tx.look(ctx, lookups); err != nil {
		t.fail(err)
		return fmt.Errorf("db: read rows: %w", err)
	}
	return nil
}

func batchOf(lookups []*Lookup) *pgx.Batch {
	batch := &pgx.Batch{QueuedQueries: make([]*pgx.QueuedQuery, 0, len(lookups)+1)}
	for _, l := range lookups {
		batch.Queue(l.Query, l.Args...)
	}
	return batch
}

func readAll(results pgx.BatchResults, lookups []*Lookup) error {
	for _, l := range lookups {
		rows, err := results.Query()
		if err != nil {
			return err
		}
		err = l.read(&pgRows{Rows: rows})
		rows.Close()
		if err := errors.Join(err, rows.Err()); err != nil {
			return err
		}
	}
	return nil
}

func (l *Lookup) run(ctx context.Context, d *DB) error {
	if len(l.Into) == 0 {
		return d.driver.Exec(ctx, l.Query, l.Args, nil)
	}
	rows, err := d.Query(ctx, l.Query, l.Args...)
	if err != nil {
		return err
	}
	if err := errors.Join(l.read(rows), rows.Err(), rows.Close()); err != nil {
		return fmt.Errorf("db: read rows: %w", err)
	}
	return nil
}

func (l *Lookup) read(rows interface {
	Next() bool
	Scan(dest ...any) error
},
) error {
	l.Found = false
	for len(l.Into) > 0 && rows.Next() {
		l.Found = true
		if err := rows.Scan(l.Into...); err != nil || l.Each == nil {
			return err
		}
		l.Each()
	}
	return nil
}
