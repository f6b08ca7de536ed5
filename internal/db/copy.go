package db

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Copy inserts rows by COPY on PostgreSQL and by INSERTs of many rows on SQLite: all of them or none, in the transaction of
// the context if there is one. The row function returns the values of a row, in the order of the columns. ent is not
// involved: there are no defaults and no hooks, and so no tenant isolation.
func (d *DB) Copy(ctx context.Context, table string, columns []string, count int, row func(i int) []any) error {
	switch {
	case count == 0:
		return nil
	case d.Dialect() == SQLite:
		return d.Tx(ctx, func(ctx context.Context) error { return d.insert(ctx, table, columns, count, row) })
	}
	rows := pgx.CopyFromSlice(count, func(i int) ([]any, error) { return row(i), nil })
	return d.driver.copy(ctx, pgx.Identifier{table}, columns, rows)
}

// copier is a connection or a transaction of pgx.
type copier interface {
	CopyFrom(ctx context.Context, table pgx.Identifier, columns []string, rows pgx.CopyFromSource) (int64, error)
}

var errNoCopy = errors.New("db: the connection does not support COPY")

func (d *driver) copy(ctx context.Context, table pgx.Identifier, columns []string, rows pgx.CopyFromSource) error {
	if t := transactionFrom(ctx); t != nil {
		return t.copy(ctx, table, columns, rows)
	}
	if engine, ok := d.engine.(*postgres); ok {
		leave, err := d.enterWrite(ctx)
		if err != nil {
			return err
		}
		defer leave()
		return copyInto(ctx, engine.pool, table, columns, rows)
	}
	return errNoCopy
}

func (t *transaction) copy(ctx context.Context, table pgx.Identifier, columns []string, rows pgx.CopyFromSource) error {
	if err := t.lock(ctx); err != nil {
		return err
	}
	defer t.unlock()
	err := errNoCopy
	if tx, ok := t.tx.Tx.(*pgTx); ok {
		err = copyInto(ctx, tx.tx, table, columns, rows)
	}
	if err != nil {
		t.fail(err)
	}
	return err
}

func copyInto(ctx context.Context, into copier, table pgx.Identifier, columns []string, rows pgx.CopyFromSource) error {
	if _, err := into.CopyFrom(ctx, table, columns, rows); err != nil {
		return fmt.Errorf("db: copy into %s: %w", table.Sanitize(), err)
	}
	return nil
}

// maxParameters bounds the parameters of a statement. SQLite takes 32,766, but more than this make it no faster.
const maxParameters = 2000

func (d *DB) insert(ctx context.Context, table string, columns []string, count int, row func(i int) []any) error {
	into := `INSERT INTO "` + table + `" ("` + strings.Join(columns, `", "`) + `") VALUES `
	places := "(?" + strings.Repeat(", ?", len(columns)-1) + ")"
	batch := max(1, maxParameters/len(columns))
	args := make([]any, 0, batch*len(columns))
	for at := 0; at < count; at += batch {
		end := min(at+batch, count)
		args = args[:0]
		for i := at; i < end; i++ {
			args = append(args, row(i)...)
		}
		if err := d.driver.Exec(ctx, into+places+strings.Repeat(", "+places, end-at-1), args, nil); err != nil {
			return fmt.Errorf("db: insert into %s: %w", table, err)
		}
	}
	return nil
}
