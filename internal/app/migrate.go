package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
)

// Migrate brings the database up to date. It returns the migrations that were missing, and the
// tables that Citus does not store yet; see [db.DB.Undistributed].
func Migrate(ctx context.Context, basics Basics) (applied []db.Migration, undistributed []string, err error) {
	opened, err := openDatabase(ctx, basics.Direct())
	if err != nil {
		return nil, nil, err
	}
	defer func() { err = errors.Join(err, opened.Close()) }()
	before, err := opened.Migrations(ctx)
	if err != nil {
		return nil, nil, fmt.Errorf("read the migrations: %w", err)
	}
	if err := opened.Migrate(ctx); err != nil {
		return nil, nil, fmt.Errorf("migrate the database: %w", err)
	}
	for _, migration := range before {
		if migration.AppliedAt == nil {
			applied = append(applied, migration)
		}
	}
	undistributed, err = opened.Undistributed(ctx)
	return applied, undistributed, err
}

// refuseEarlier returns Conflict for a database that an earlier release has used: a server of that
// release may be running on it. An empty database is none.
func refuseEarlier(ctx context.Context, opened *db.DB) error {
	all, err := opened.Migrations(ctx)
	if err != nil {
		return fmt.Errorf("read the migrations: %w", err)
	}
	missing := 0
	for _, migration := range all {
		if migration.AppliedAt == nil {
			missing++
		}
	}
	if missing == 0 || missing == len(all) {
		return nil
	}
	return fault.New(fault.Conflict, "The database is that of an earlier release. Missing migrations: %d. "+
		"Make a backup, then start firmhub serve, which applies them, or run firmhub migrate up.", missing)
}

// warnUndistributed logs which tables Citus should store and does not store yet.
func warnUndistributed(ctx context.Context, opened *db.DB) error {
	tables, err := opened.Undistributed(ctx)
	if err == nil && len(tables) > 0 {
		slog.WarnContext(ctx, "Citus does not store these tables yet: run firmhub migrate distribute", "tables", tables)
	}
	return err
}

// Distribute hands tables over to Citus and returns their names; see [db.DB.Distribute].
func Distribute(ctx context.Context, basics Basics) (tables []string, err error) {
	opened, err := openDatabase(ctx, basics.Direct())
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, opened.Close()) }()
	return opened.Distribute(ctx)
}

// Migrations lists the migrations and when each was applied. It changes nothing, and creates
// neither folder nor file.
func Migrations(ctx context.Context, basics Basics) ([]db.Migration, error) {
	if err := (Config{Basics: basics}).Validate(); err != nil {
		return nil, err
	}
	settings := Config{Basics: basics.Direct()}
	all, err := db.Status(ctx, settings.Defaults().DatabaseURL)
	return all, ofDatabase(err)
}
