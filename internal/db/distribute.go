package db

import (
	"context"
	"errors"
	"fmt"

	"github.com/firmhub/firmhub/ent/migrate"
)

// Distribute converts a migrated database for Citus, in one transaction; see docs/scale.md. If the
// database has no extension citus or lacks migrations, it changes nothing and returns an error.
func (d *DB) Distribute(ctx context.Context) error {
	if d.Dialect() != Postgres {
		return errors.New("only PostgreSQL with the extension citus can distribute tables")
	}
	installed, err := All[int](d.unchecked(ctx), "SELECT count(*) FROM pg_extension WHERE extname = 'citus'")
	if err != nil {
		return fmt.Errorf("look for the extension citus: %w", err)
	}
	if installed[0] == 0 {
		return errors.New("the database has no extension citus: install it and run CREATE EXTENSION citus, see docs/scale.md")
	}
	migrations, err := d.Migrations(ctx)
	if err != nil {
		return fmt.Errorf("read the migrations: %w", err)
	}
	for _, migration := range migrations {
		if migration.AppliedAt == nil {
			return errors.New("the database lacks migrations: run firmhub migrate up first")
		}
	}
	return d.Tx(ctx, func(ctx context.Context) error {
		for _, statement := range migrate.Distribute() {
			if _, err := d.unchecked(ctx).Exec(statement); err != nil {
				return fmt.Errorf("%s: %w", statement, err)
			}
		}
		return nil
	})
}
