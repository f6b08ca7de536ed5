package db

import (
	"context"
	"errors"
	"fmt"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/jackc/pgx/v5"
)

// lookup is a statement of a [Batch].
type lookup struct {
	query string
	args  []any
	// into are the variables for the columns of a row. Without variables no row is read.
	into []any
	// each is called after each row was read into the variables. Without it only the first row is
	// read.
	each func()
	// found is set if there is a row.
	found bool
}

// look runs the statements of a batch, in one round trip to PostgreSQL.
func (d *DB) look(ctx context.Context, lookups []*lookup) error {
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

// apart returns the database if it is PostgreSQL and the context has no transaction, else nil.
func (d *driver) apart(ctx context.Context) *postgres {
	if pg, ok := d.engine.(*postgres); ok && transactionFrom(ctx) == nil {
		return pg
	}
	return nil
}

func (d *driver) lookAtOnce(ctx context.Context, pg *postgres, lookups []*lookup) error {
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

// queryAfter runs a query of ent after lookups.
func (p *postgres) queryAfter(ctx context.Context, lookups []*lookup, query string, args, v any) error {
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

// look does the work of [DB.look] in a transaction of PostgreSQL.
func (t *transaction) look(ctx context.Context, lookups []*lookup) error {
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

func batchOf(lookups []*lookup) *pgx.Batch {
	batch := &pgx.Batch{QueuedQueries: make([]*pgx.QueuedQuery, 0, len(lookups)+1)}
	for _, l := range lookups {
		batch.Queue(l.query, l.args...)
	}
	return batch
}

func readAll(results pgx.BatchResults, lookups []*lookup) error {
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

func (l *lookup) run(ctx context.Context, d *DB) error {
	rows := &entsql.Rows{}
	if err := d.driver.Query(ctx, l.query, l.args, rows); err != nil {
		return err
	}
	if err := errors.Join(l.read(rows), rows.Err(), rows.Close()); err != nil {
		return fmt.Errorf("db: read rows: %w", err)
	}
	return nil
}

func (l *lookup) read(rows interface {
	Next() bool
	Scan(dest ...any) error
},
) error {
	l.found = false
	for len(l.into) > 0 && rows.Next() {
		l.found = true
		if err := rows.Scan(l.into...); err != nil || l.each == nil {
			return err
		}
		l.each()
	}
	return nil
}
