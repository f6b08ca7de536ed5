package app

import (
	"context"
	"errors"
	"fmt"

	"github.com/firmhub/firmhub/ent/migrate"
	"github.com/firmhub/firmhub/internal/db"
)

// Migrate brings the database up to date and returns the migrations that it lacked.
func Migrate(ctx context.Context, basics Basics) (applied []db.Migration, err error) {
	opened, err := openDatabase(ctx, basics.Direct())
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, opened.Close()) }()
	before, err := opened.Migrations(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the migrations: %w", err)
	}
	if err := bringUpToDate(ctx, opened); err != nil {
		return nil, err
	}
	for _, migration := range before {
		if migration.AppliedAt == nil {
			applied = append(applied, migration)
		}
	}
	return applied, nil
}

func bringUpToDate(ctx context.Context, d *db.DB) error {
	if err := d.Migrate(ctx); err != nil {
		return fmt.Errorf("migrate the database: %w", err)
	}
	return nil
}

// Distribute converts a migrated database for Citus. It returns an error, and changes nothing, when the database has no
// extension citus or lacks migrations.
func Distribute(ctx context.Context, basics Basics) (err error) {
	opened, err := openDatabase(ctx, basics.Direct())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, opened.Close()) }()
	if opened.Dialect() != db.Postgres {
		return errors.New("only PostgreSQL with the extension citus can distribute tables")
	}
	installed, err := db.Select[int](ctx, opened, "SELECT count(*) FROM pg_extension WHERE extname = 'citus'")
	if err != nil {
		return fmt.Errorf("look for the extension citus: %w", err)
	}
	if installed[0] == 0 {
		return errors.New("the database has no extension citus: install it and run CREATE EXTENSION citus, see docs/scale.md")
	}
	migrations, err := opened.Migrations(ctx)
	if err != nil {
		return fmt.Errorf("read the migrations: %w", err)
	}
	for _, migration := range migrations {
		if migration.AppliedAt == nil {
			return errors.New("the database lacks migrations: run firmhub migrate up first")
		}
	}
	return opened.Tx(ctx, func(ctx context.Context) error {
		for _, statement := range migrate.Distribute() {
			if _, err := opened.Exec(ctx, statement); err != nil {
				return fmt.Errorf("%s: %w", statement, err)
			}
		}
		return nil
	})
}

// Migrations lists the migrations and when each was applied. It changes nothing, and creates neither folder nor file.
func Migrations(ctx context.Context, basics Basics) ([]db.Migration, error) {
	if err := (Config{Basics: basics}).Validate(); err != nil {
		return nil, err
	}
	settings := Config{Basics: basics.Direct()}
	all, err := db.Status(ctx, settings.Defaults().DatabaseURL)
	return all, ofDatabase(err)
}
