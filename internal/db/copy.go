package db

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/jackc/pgx/v5"
)

// Copy adds rows to a table the fastest way: by COPY on PostgreSQL, by INSERTs of many rows on SQLite. It adds all of
// them or none, in the transaction of the context if there is one. The row function gives the values of a row, in the
// order of the columns. Nothing of ent takes part: neither defaults nor hooks, and so not the wall between firms.
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

// copier is a connection, or a transaction, that knows COPY.
type copier interface {
	CopyFrom(ctx context.Context, table pgx.Identifier, columns []string, rows pgx.CopyFromSource) (int64, error)
}

var errNoCopy = errors.New("db: this connection knows no COPY")

func (d *driver) copy(ctx context.Context, table pgx.Identifier, columns []string, rows pgx.CopyFromSource) error {
	if s := scopeFrom(ctx); s != nil {
		return s.copy(ctx, table, columns, rows)
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

func (s *scope) copy(ctx context.Context, table pgx.Identifier, columns []string, rows pgx.CopyFromSource) error {
	if err := s.enter(ctx); err != nil {
		return err
	}
	defer s.leave()
	err := errNoCopy
	if tx, ok := s.tx.Tx.(*pgTx); ok {
		err = copyInto(ctx, tx.tx, table, columns, rows)
	}
	if err != nil {
		s.spoil(err)
	}
	return err
}

func copyInto(ctx context.Context, into copier, table pgx.Identifier, columns []string, rows pgx.CopyFromSource) error {
	if _, err := into.CopyFrom(ctx, table, columns, rows); err != nil {
		return fmt.Errorf("db: copy into %s: %w", table.Sanitize(), err)
	}
	return nil
}

// maxParameters keeps a statement below the 32,766 parameters that SQLite takes, and its text short: with more, a row
// costs no less.
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
