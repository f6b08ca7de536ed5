package db

import (
	"context"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
)

// Lookup is a query for one row.
type Lookup struct {
	Query string
	Args  []any
	// Into are the variables for the columns of the first row.
	Into []any
	// Found is set if there is a row.
	Found bool
}

// Look runs lookups that do not depend on each other: outside a transaction in one round trip to PostgreSQL. Placeholders are
// as in [DB.Exec].
func (d *DB) Look(ctx context.Context, lookups ...*Lookup) error {
	if pg, ok := d.driver.engine.(*postgres); ok && transactionFrom(ctx) == nil {
		return d.driver.lookAtOnce(ctx, pg, lookups)
	}
	for _, l := range lookups {
		var err error
		if l.Found, err = d.Row(ctx, l.Into, l.Query, l.Args...); err != nil {
			return err
		}
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
	batch := &pgx.Batch{QueuedQueries: make([]*pgx.QueuedQuery, 0, len(lookups))}
	for _, l := range lookups {
		batch.Queue(l.Query, l.Args...)
	}
	results := pg.pool.SendBatch(limited, batch)
	for _, l := range lookups {
		if err = l.read(results); err != nil {
			break
		}
	}
	if err := errors.Join(err, results.Close()); err != nil {
		return fmt.Errorf("db: read rows: %w", withCause(limited, err))
	}
	return nil
}

func (l *Lookup) read(results pgx.BatchResults) error {
	rows, err := results.Query()
	if err != nil {
		return err
	}
	defer rows.Close()
	if l.Found = rows.Next(); l.Found {
		if err := (&pgRows{Rows: rows}).Scan(l.Into...); err != nil {
			return err
		}
	}
	rows.Close()
	return rows.Err()
}
