package main

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/firmhub/firmhub/internal/app"
)

type migrateCommand struct {
	Up     migrateUpCommand     `cmd:"" help:"Apply the migrations that the database lacks."`
	Status migrateStatusCommand `cmd:"" help:"List the migrations and when each was applied; changes nothing."`

	Distribute migrateDistributeCommand `cmd:"" help:"Distribute the tables of a migrated database with Citus by firm; see docs/scale.md."`
}

type migrateUpCommand struct {
	app.Basics `embed:""`
}

// Run migrates, and prints what was applied.
func (m *migrateUpCommand) Run(ctx context.Context, c *console) error {
	c.log(m.Basics)
	applied, undistributed, err := app.Migrate(ctx, m.Basics)
	if err != nil {
		return err
	}
	for _, migration := range applied {
		fmt.Fprintf(c.stdout, "applied %04d %s\n", migration.Version, migration.Name)
	}
	if len(applied) == 0 {
		fmt.Fprintln(c.stdout, "The database is up to date.")
	}
	if len(undistributed) > 0 {
		fmt.Fprintf(c.stdout, "Citus does not store these tables yet: %s. Run firmhub migrate distribute.\n", strings.Join(undistributed, ", "))
	}
	return nil
}

type migrateDistributeCommand struct {
	app.Basics `embed:""`
}

// Run distributes the tables that are not distributed yet.
func (m *migrateDistributeCommand) Run(ctx context.Context, c *console) error {
	c.log(m.Basics)
	tables, err := app.Distribute(ctx, m.Basics)
	if err != nil {
		return err
	}
	for _, table := range tables {
		fmt.Fprintln(c.stdout, "distributed", table)
	}
	if len(tables) == 0 {
		fmt.Fprintln(c.stdout, "All tables are distributed already.")
	}
	return nil
}

type migrateStatusCommand struct {
	app.Basics `embed:""`
}

// Run lists the migrations.
func (m *migrateStatusCommand) Run(ctx context.Context, c *console) error {
	c.log(m.Basics)
	migrations, err := app.Migrations(ctx, m.Basics)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "VERSION\tNAME\tAPPLIED")
	for _, migration := range migrations {
		applied := "no"
		if migration.AppliedAt != nil {
			applied = migration.AppliedAt.UTC().Format(time.DateTime)
		}
		fmt.Fprintf(table, "%04d\t%s\t%s\n", migration.Version, migration.Name, applied)
	}
	return table.Flush()
}
