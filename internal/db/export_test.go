package db

import (
	"context"
	"io/fs"
	"time"

	entsql "entgo.io/ent/dialect/sql"

	"github.com/firmhub/firmhub/internal/app/version"
)

// MigrateFiles is Migrate with other files.
func (d *DB) MigrateFiles(ctx context.Context, files fs.FS) error {
	return d.MigrateAs(ctx, files, version.Semantic())
}

// MigrateAs is Migrate with other files and the release of another binary.
func (d *DB) MigrateAs(ctx context.Context, files fs.FS, release string) error {
	return d.migrate(ctx, files, release, usualPatience())
}

// MigrateWaiting is Migrate with other files and other times to wait.
func (d *DB) MigrateWaiting(ctx context.Context, files fs.FS, wait, pause time.Duration) error {
	return d.migrate(ctx, files, version.Semantic(), patience{wait, pause})
}

// DistributeTables is Distribute for tables of a database that lacks migrations.
func (d *DB) DistributeTables(ctx context.Context, names []string) error {
	return d.Tx(ctx, func(ctx context.Context) error { return d.distribute(ctx, names) })
}

// Exec is [Scope.Exec] of all rows.
func (d *DB) Exec(ctx context.Context, query string, args ...any) (int64, error) {
	return d.unchecked(ctx).Exec(query, args...)
}

// Query is [Scope.Query] of all rows.
func (d *DB) Query(ctx context.Context, query string, args ...any) (*entsql.Rows, error) {
	return d.unchecked(ctx).Query(query, args...)
}

// Row is [Scope.Row] of all rows.
func (d *DB) Row(ctx context.Context, into []any, query string, args ...any) (bool, error) {
	return d.unchecked(ctx).Row(into, query, args...)
}

// Later is later.
func (d *DB) Later(ctx context.Context, query string, args ...any) error {
	return d.later(ctx, d.numbered(query), args)
}

// Insert is [Scope.Insert] of all rows.
func (d *DB) Insert(
	ctx context.Context, table string, columns []string, count int, row func(i int) []any, options ...InsertOption,
) error {
	return d.unchecked(ctx).Insert(table, columns, count, row, options...)
}

// Select is [All] of all rows.
func Select[T any](ctx context.Context, d *DB, query string, args ...any) ([]T, error) {
	return All[T](d.unchecked(ctx), query, args...)
}

// SetStatementLimit sets how long a query may take. It must not be called during a query.
func (d *DB) SetStatementLimit(limit time.Duration) { d.driver.statementLimit = limit }
