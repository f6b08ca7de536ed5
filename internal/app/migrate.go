package app

import (
	"context"
	"errors"
	"fmt"

	"github.com/firmhub/firmhub/ent/migrate"
	"github.com/firmhub/firmhub/internal/db"
)

// Migrate brings the database up to date and gives the migrations that it lacked.
func Migrate(ctx context.Context, basics Basics) (applied []db.Migration, err error) {
	opened, err := openDatabase(ctx, basics.direct())
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, opened.Close()) }()
	before, err := opened.Migrations(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the migrations: %w", err)
	}
	if err := migrateOpen(ctx, opened); err != nil {
		return nil, err
	}
	for _, migration := range before {
		if migration.AppliedAt == nil {
			applied = append(applied, migration)
		}
	}
	return applied, nil
}

func migrateOpen(ctx context.Context, d *db.DB) error {
	if err := d.Migrate(ctx); err != nil {
		return fmt.Errorf("migrate the database: %w", err)
	}
	return nil
}

// Distribute converts a migrated database for Citus. It returns an error, and changes nothing, when the database has no
// extension citus or lacks migrations.
func Distribute(ctx context.Context, basics Basics) (err error) {
	opened, err := openDatabase(ctx, basics.direct())
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

// direct returns the settings for a database that is not behind a pooler.
func (b Basics) direct() Basics {
	if b.DatabaseDirectURL != "" {
		b.DatabaseURL, b.DatabaseDirectURL = b.DatabaseDirectURL, ""
	}
	return b
}

// Migrations lists the migrations and when each was applied. It changes nothing, and makes neither folder nor file.
func Migrations(ctx context.Context, basics Basics) ([]db.Migration, error) {
	if err := (Config{Basics: basics}).Validate(); err != nil {
		return nil, err
	}
	config := Config{Basics: basics.direct()}
	all, err := db.Status(ctx, config.Defaults().DatabaseURL)
	return all, ofDatabase(err)
}
