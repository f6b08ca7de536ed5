package db

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"

	"github.com/jackc/pgx/v5"

	"github.com/firmhub/firmhub/ent/migrate"
)

// Insert inserts rows: all of them or none, in the transaction of the context if there is one. It
// uses COPY for many rows on PostgreSQL, and INSERTs of several rows otherwise. The row function
// returns the values of a row, in the order of the columns. In the scope of a firm, the columns
// include firm_id, whose value is that firm. ent is not involved: there are no defaults and no
// hooks. In a transaction on PostgreSQL, an INSERT of few rows is sent with the next statement or
// with the commit, in one round trip. These return its error.
func (s Scope) Insert(table string, columns []string, count int, row func(i int) []any, options ...InsertOption) error {
	if count == 0 {
		return s.err
	}
	owned, err := s.owned(table, columns)
	if err != nil {
		return err
	}
	var of InsertOption
	for _, option := range options {
		of.conflict, of.isLarge = of.conflict+option.conflict, of.isLarge || option.isLarge
	}
	parameters := maxParameters
	switch {
	case s.db.Dialect() == SQLite:
		parameters = maxParametersSQLite
	case of.conflict == "" && (of.isLarge || count >= fewRows):
		return s.stream(owned, table, columns, count, row)
	}
	if of.conflict != "" && s.kind == inFirm {
		if _, err := s.check(s.db.insertion(table, columns, 1, of.conflict)); err != nil {
			return err
		}
	}
	batch, run := max(1, parameters/len(columns)), s.db.later
	if count > batch { // What waits is in memory.
		run = s.db.atOnce
	}
	return s.db.Tx(s.ctx, func(ctx context.Context) error {
		for at := 0; at < count; at += batch {
			end := min(at+batch, count)
			args := make([]any, 0, (end-at)*len(columns))
			for i := at; i < end; i++ {
				values := row(i)
				if err := owned.check(values); err != nil {
					return err
				}
				args = append(args, values...)
			}
			if err := run(ctx, s.db.insertion(table, columns, end-at, of.conflict), args); err != nil {
				return fmt.Errorf("db: insert into %s: %w", table, err)
			}
		}
		return nil
	})
}

// InsertOption changes what [Scope.Insert] does.
type InsertOption struct {
	conflict string
	isLarge  bool
}

// OnConflict inserts by INSERT with a clause for rows that exist already, such as ON CONFLICT
// (firm_id, id) DO NOTHING.
func OnConflict(clause string) InsertOption { return InsertOption{conflict: clause} }

// Large is for rows that may have megabytes. PostgreSQL gets them by COPY, however few they are,
// since pgx has several copies of the parameters of an INSERT in memory. There the row function is
// called when the row is sent.
func Large() InsertOption { return InsertOption{isLarge: true} }

// stream sends rows by COPY.
func (s Scope) stream(owned owned, table string, columns []string, count int, row func(i int) []any) error {
	var refused error // or a panic
	rows := pgx.CopyFromSlice(count, func(i int) (values []any, err error) {
		defer func() { // pgx calls it in a goroutine of its own, where a panic would end the process.
			if value := recover(); value != nil {
				refused = fmt.Errorf("db: a row of %s: panic: %v\n%s", table, value, debug.Stack())
				err = errPanicked // PostgreSQL logs this one.
			}
		}()
		values = row(i)
		refused = owned.check(values)
		return values, refused
	})
	if err := s.db.driver.copy(s.ctx, pgx.Identifier{table}, columns, rows); err != nil {
		return cmp.Or(refused, err)
	}
	return nil
}

var errPanicked = errors.New("db: a row could not be made")

// Upsert is [Scope.Insert], except that a row whose firm_id and id exist already replaces the
// columns of that one, but for its created_at.
func (s Scope) Upsert(table string, columns []string, count int, row func(i int) []any) error {
	if count == 0 {
		return s.err
	}
	var conflict strings.Builder
	before := ` ON CONFLICT ("firm_id", "id") DO UPDATE SET "`
	for _, column := range columns {
		if column != firmColumn && column != "id" && column != "created_at" {
			for _, part := range []string{before, column, `" = excluded."`, column, `"`} {
				conflict.WriteString(part)
			}
			before = `, "`
		}
	}
	return s.Insert(table, columns, count, row, OnConflict(conflict.String()))
}

// Delete deletes the rows of a table of the firm that meet a condition, whose arguments are $2, $3…
// In a transaction on PostgreSQL it is sent with the next statement or with the commit, in the
// order of the calls, as an INSERT of [Scope.Insert] is. These return its error.
func (s Scope) Delete(table, condition string, args ...any) error {
	return s.Later("DELETE FROM "+table+" WHERE firm_id = $1 AND "+condition, args...)
}

func (d *DB) atOnce(ctx context.Context, query string, args []any) error {
	return d.driver.Exec(ctx, query, args, nil)
}

const firmColumn = "firm_id"

// owned are rows to insert that must belong to a firm.
type owned struct {
	// at is the index of the column with the firm; -1 if any row may be inserted.
	at   int
	firm any
}

// owned returns what the rows of a table must have.
func (s Scope) owned(table string, columns []string) (owned, error) {
	o := owned{at: -1}
	switch of := migrate.KindOf(table) == migrate.Distributed; {
	case s.err != nil:
		return o, s.err
	case s.kind == inFirm:
		o.at, o.firm = slices.Index(columns, firmColumn), s.firm
		if o.at < 0 || !of {
			return o, refused("rows without a firm", table)
		}
	case s.kind == shared && of:
		return o, refused("rows of firms", table)
	}
	return o, nil
}

func (o owned) check(values []any) error {
	if o.at >= 0 && (o.at >= len(values) || values[o.at] != o.firm) {
		return refused("a row of another firm", "INSERT")
	}
	return nil
}

// fewRows is the number of rows from which on COPY is faster than an INSERT.
const fewRows = 20

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
		if err = tx.flush(ctx); err == nil {
			err = copyInto(ctx, tx.conn, table, columns, rows)
		}
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

// maxParameters limits the parameters of a statement. More make it no faster. On SQLite such an
// INSERT is short enough to be kept ([longestKept]), and is used again by the next one with as many
// rows.
const (
	maxParameters       = 2000
	maxParametersSQLite = 1000
)

// insertion returns an INSERT of rows: VALUES (?, ?), (?, ?) or ($1, $2), ($3, $4).
func (d *DB) insertion(table string, columns []string, rows int, conflict string) string {
	const perColumn, perPlace = 20, 7 // about how many bytes they take
	var b strings.Builder
	b.Grow(len(conflict) + len(columns)*(perColumn+rows*perPlace))
	before := `INSERT INTO "` + table + `" ("`
	for _, column := range columns {
		b.WriteString(before)
		b.WriteString(column)
		before = `", "`
	}
	before = `") VALUES (`
	var number [8]byte
	for i := range rows * len(columns) {
		if i > 0 && i%len(columns) == 0 {
			before = "), ("
		}
		b.WriteString(before)
		before = ", "
		if d.Dialect() == SQLite {
			b.WriteByte('?')
			continue
		}
		b.WriteByte('$')
		b.Write(strconv.AppendInt(number[:0], int64(i+1), 10)) //nolint:mnd // decimal
	}
	b.WriteByte(')')
	b.WriteString(conflict)
	return b.String()
}
