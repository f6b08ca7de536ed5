package app

import (
	"context"
	"errors"
	"fmt"

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
