package db

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule/scope"
	"github.com/firmhub/firmhub/internal/db/statement"
)

// Scope runs SQL by hand, which no rule of ent sees, on the rows that it may reach: see
// [DB.InFirm], [DB.AcrossFirms] and [DB.Shared]. It works in the transaction of its context if
// there is one, and is not kept.
type Scope struct {
	db   *DB
	ctx  context.Context //nolint:containedctx // A scope is a part of the call: d.InFirm(ctx).Exec(…).
	kind scopeKind
	firm uuid.UUID
	err  error
}

type scopeKind uint8

const (
	inFirm scopeKind = iota
	acrossFirms
	shared
)

// InFirm returns the scope of one firm: the viewer's firm, or the firm of rule.InFirm. It fails
// without a firm, and under rule.AcrossFirms.
//
// $1 of each statement is the firm, and its other arguments are $2, $3…, on both databases. Each
// table of the statement must be limited by firm_id = $1, as [statement.InFirm] says; else the
// statement fails.
func (d *DB) InFirm(ctx context.Context) Scope {
	s := Scope{db: d, ctx: ctx, kind: inFirm}
	if scope.Across(ctx) {
		s.err = fmt.Errorf("%w: SQL in a firm under AcrossFirms", scope.ErrIsolation)
		return s
	}
	s.firm, s.err = scope.Firm(ctx, "SQL")
	return s
}

// AcrossFirms returns the scope of all rows. It fails unless the context is one of
// rule.AcrossFirms, which has the reason. Arguments are $1, $2… on both databases. Without
// arguments Exec runs several statements at once.
func (d *DB) AcrossFirms(ctx context.Context) Scope {
	s := Scope{db: d, ctx: ctx, kind: acrossFirms}
	if !scope.Across(ctx) {
		s.err = fmt.Errorf("%w: SQL of all firms without AcrossFirms", scope.ErrIsolation)
	}
	return s
}

// Shared returns the scope of the tables that do not have rows of firms, such as users, sessions
// and the queue of jobs: a statement that names a table of firms fails. Arguments are $1, $2… on
// both databases.
func (d *DB) Shared(ctx context.Context) Scope { return Scope{db: d, ctx: ctx, kind: shared} }

// unchecked returns the scope of all rows for this package: migrations, and what locks need.
func (d *DB) unchecked(ctx context.Context) Scope { return Scope{db: d, ctx: ctx, kind: acrossFirms} }

// Exec runs a statement and returns the number of rows that it changed.
func (s Scope) Exec(query string, args ...any) (int64, error) {
	query, values, err := s.statement(query, args)
	if err != nil {
		return 0, err
	}
	var result sql.Result
	if err := s.db.driver.Exec(s.ctx, query, values, &result); err != nil {
		return 0, err
	}
	changed, err := result.RowsAffected()
	if err != nil {
		return 0, fmt.Errorf("db: count changed rows: %w", err)
	}
	return changed, nil
}

// Later is [Scope.Exec] of a statement whose result nobody waits for. In a transaction on
// PostgreSQL it is sent with the next statement or with the commit, in one round trip. These return
// its error.
func (s Scope) Later(query string, args ...any) error {
	text, values, err := s.statement(query, args)
	if err != nil {
		return err
	}
	if err := s.db.later(s.ctx, text, values); err != nil {
		return fmt.Errorf("db: %w", err)
	}
	return nil
}

// Query runs a statement that returns rows. The caller closes them, and in a transaction does so
// before the next statement, which waits for it. [All] and [Scope.Row] do so by themselves.
func (s Scope) Query(query string, args ...any) (*entsql.Rows, error) {
	query, values, err := s.statement(query, args)
	if err != nil {
		return nil, err
	}
	return s.rows(query, values)
}

func (s Scope) rows(query string, values []any) (*entsql.Rows, error) {
	rows := &entsql.Rows{}
	if err := s.db.driver.Query(s.ctx, query, values, rows); err != nil {
		return nil, err
	}
	return rows, nil
}

// Row scans the first row of a statement into the variables, and reports whether there is one.
func (s Scope) Row(into []any, query string, args ...any) (found bool, err error) {
	rows, err := s.Query(query, args...)
	if err != nil {
		return false, err
	}
	if found = rows.Next(); found {
		err = rows.Scan(into...)
	}
	if err := errors.Join(err, rows.Err(), rows.Close()); err != nil {
		return false, fmt.Errorf("db: read a row: %w", err)
	}
	return found, nil
}

// All returns all rows of a statement, as values of one column or as structs with a field for each.
func All[T any](s Scope, query string, args ...any) (all []T, err error) {
	rows, err := s.Query(query, args...)
	if err != nil {
		return nil, err
	}
	return scan[T](rows)
}

// AllOf does the same as [All] for a query of ent's builder. In a firm, each argument that is
// compared with the firm of a table must be the firm.
func AllOf[T any](s Scope, query entsql.Querier) (all []T, err error) {
	text, args := query.Query()
	if err := s.built(text, args); err != nil {
		return nil, err
	}
	rows, err := s.rows(text, args)
	if err != nil {
		return nil, err
	}
	return scan[T](rows)
}

func scan[T any](rows *entsql.Rows) (all []T, err error) {
	if err := errors.Join(entsql.ScanSlice(rows, &all), rows.Close()); err != nil {
		return nil, fmt.Errorf("db: read rows: %w", err)
	}
	return all, nil
}

// statement returns the text of a statement for the database, and its arguments.
func (s Scope) statement(query string, args []any) (string, []any, error) {
	checked, err := s.check(query)
	if err != nil {
		return "", nil, err
	}
	if s.kind != inFirm {
		return checked.text, append(make([]any, 0, len(args)), args...), nil
	}
	if len(checked.firms) != 1 || checked.firms[0] != 1 {
		return "", nil, refused("$1 must be the firm", query)
	}
	values := make([]any, 1, len(args)+1)
	values[0] = s.firm
	return checked.text, append(values, args...), nil
}

// built checks a query of ent's builder.
func (s Scope) built(query string, args []any) error {
	checked, err := s.check(query)
	if err != nil {
		return err
	}
	for _, number := range checked.firms {
		if number > len(args) || args[number-1] != any(s.firm) {
			return refused("it names another firm", query)
		}
	}
	return nil
}

// checkedStatement is a statement that was checked before. Firms are the placeholders that name its
// firm.
type checkedStatement struct {
	text  string
	firms []int
	err   error
}

// statementKey is the key of a checked statement.
type statementKey struct {
	kind scopeKind
	text string
}

// keptChecks is how many statements are remembered. The program has a few hundred, and
// filters can make any number.
const keptChecks = 2000

// check checks a statement, once for each text.
func (s Scope) check(query string) (checkedStatement, error) {
	if s.err != nil {
		return checkedStatement{}, s.err
	}
	key := statementKey{s.kind, query}
	checked, ok := s.db.checked.Get(key)
	if !ok {
		checked.text = s.db.numbered(query)
		var err error
		switch s.kind {
		case inFirm:
			checked.firms, err = statement.InFirm(query)
		case shared:
			err = statement.Shared(query)
		case acrossFirms:
		}
		if err != nil {
			checked.err = refused(err.Error(), query)
		}
		s.db.checked.Add(key, checked)
	}
	return checked, checked.err
}

func refused(why, query string) error {
	return fmt.Errorf("%w: %s: %s", scope.ErrIsolation, why, query)
}
