package db

import (
	"cmp"
	"database/sql"
	"errors"

	entsql "entgo.io/ent/dialect/sql"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgtype"
)

// pgRows are pgx's rows in the form of ent.
type pgRows struct {
	pgx.Rows

	batch   pgx.BatchResults // that the rows are of, or nil
	columns []string
	ahead   bool  // the first row is read already
	dest    []any // of the row before, used again
}

// Close reads the rest of the answer, and returns an error that it finds there, such as that of a
// commit after the rows.
func (r *pgRows) Close() error {
	before := r.Err()
	r.Rows.Close()
	found := r.Err()
	if before != nil {
		found = nil // The caller has it.
	}
	if r.batch == nil {
		return found
	}
	return cmp.Or(found, r.batch.Close())
}

func (r *pgRows) Next() bool {
	if r.ahead {
		r.ahead = false
		return true
	}
	return r.Rows.Next()
}

func (r *pgRows) NextResultSet() bool { return false }

func (r *pgRows) Columns() ([]string, error) { return r.columns, nil }

// columns are the names of the columns. They must be read before the last row: after it, the
// connection and its description of the rows may belong to another query.
func columns(rows pgx.Rows) []string {
	fields := rows.FieldDescriptions()
	names := make([]string, len(fields))
	for i := range fields {
		names[i] = fields[i].Name
	}
	return names
}

func (r *pgRows) ColumnTypes() ([]*sql.ColumnType, error) {
	return nil, errors.New("db: column types are not told")
}

// Scan reads the row into dest. ent looks at the types in dest afterwards, so they are replaced in
// a copy.
func (r *pgRows) Scan(dest ...any) error {
	r.dest = r.dest[:0]
	for _, target := range dest {
		r.dest = append(r.dest, native(target))
	}
	return r.Rows.Scan(r.dest...)
}

// native returns the same target as a type that pgx fills directly. Otherwise pgx would convert
// through database/sql's values.
func native(target any) any {
	switch target := target.(type) {
	case *uuid.UUID:
		return (*pgUUID)(target)
	case *sql.NullString:
		return (*pgText)(target)
	case *sql.NullTime:
		return (*pgTime)(target)
	case *sql.NullInt64:
		return (*pgInt)(target)
	case *sql.NullBool:
		return (*pgBool)(target)
	case *entsql.UnknownType:
		return (*any)(target)
	}
	return target
}

type (
	pgUUID uuid.UUID
	pgText sql.NullString
	pgTime sql.NullTime
	pgInt  sql.NullInt64
	pgBool sql.NullBool
)

// ScanUUID leaves the target unchanged for NULL, like uuid.UUID.
func (u *pgUUID) ScanUUID(v pgtype.UUID) error {
	if v.Valid {
		*u = v.Bytes
	}
	return nil
}

func (t *pgText) ScanText(v pgtype.Text) error {
	*t = pgText(v)
	return nil
}

func (t *pgTime) ScanTimestamptz(v pgtype.Timestamptz) error {
	if v.InfinityModifier != pgtype.Finite {
		return errors.New("db: an infinite time")
	}
	t.Time, t.Valid = v.Time, v.Valid
	return nil
}

func (i *pgInt) ScanInt64(v pgtype.Int8) error {
	*i = pgInt(v)
	return nil
}

func (b *pgBool) ScanBool(v pgtype.Bool) error {
	*b = pgBool(v)
	return nil
}

// Scan implements sql.Scanner for a column of another type. pgx passes its value as database/sql
// would.
func (u *pgUUID) Scan(v any) error { return (*uuid.UUID)(u).Scan(v) }

// Scan implements sql.Scanner, as the Scan of pgUUID does.
func (t *pgText) Scan(v any) error { return (*sql.NullString)(t).Scan(v) }

// Scan implements sql.Scanner, as the Scan of pgUUID does.
func (t *pgTime) Scan(v any) error { return (*sql.NullTime)(t).Scan(v) }

// Scan implements sql.Scanner, as the Scan of pgUUID does.
func (i *pgInt) Scan(v any) error { return (*sql.NullInt64)(i).Scan(v) }

// Scan implements sql.Scanner, as the Scan of pgUUID does.
func (b *pgBool) Scan(v any) error { return (*sql.NullBool)(b).Scan(v) }
