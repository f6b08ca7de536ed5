package app

import (
	"context"
	"errors"
	"fmt"

	"github.com/firmhub/firmhub/internal/db"
)

// Migrate brings the database up to date and gives the migrations that it lacked.
func Migrate(ctx context.Context, basics Basics) (applied []db.Migration, err error) {
	opened, err := openDatabase(ctx, basics)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, opened.Close()) }()
	before, err := opened.Migrations(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the migrations: %w", err)
	}
	if err := opened.Migrate(ctx); err != nil {
		return nil, fmt.Errorf("migrate the database: %w", err)
	}
	for _, migration := range before {
		if migration.AppliedAt == nil {
			applied = append(applied, migration)
		}
	}
	return applied, nil
}

// Migrations lists the migrations and when each was applied. It changes nothing, and makes neither folder nor file.
func Migrations(ctx context.Context, basics Basics) ([]db.Migration, error) {
	config := Config{Basics: basics}
	if err := config.Validate(); err != nil {
		return nil, err
	}
	all, err := db.Status(ctx, config.Defaults().DatabaseURL)
	return all, ofDatabase(err)
}
