package db

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/firmhub/firmhub/ent/migrate"
)

// Undistributed returns the tables that Citus should store and does not yet. In a database that was
// never distributed, these are all; otherwise, the tables of later migrations. It returns none for
// a database without the extension.
func (d *DB) Undistributed(ctx context.Context) ([]string, error) {
	installed, err := d.HasCitus(ctx)
	if err != nil || !installed {
		return nil, err
	}
	known, err := All[string](d.unchecked(ctx),
		"SELECT logicalrelid::regclass::text FROM pg_dist_partition WHERE partmethod = 'h' OR repmodel = 't'")
	if err != nil {
		return nil, fmt.Errorf("read the tables of Citus: %w", err)
	}
	return slices.DeleteFunc(migrate.OfCitus(), func(name string) bool { return slices.Contains(known, name) }), nil
}

// HasCitus reports whether the database has the extension citus.
func (d *DB) HasCitus(ctx context.Context) (bool, error) {
	if d.Dialect() != Postgres {
		return false, nil
	}
	found, err := All[int](d.unchecked(ctx), "SELECT count(*) FROM pg_extension WHERE extname = 'citus'")
	if err != nil {
		return false, fmt.Errorf("look for the extension citus: %w", err)
	}
	return found[0] > 0, nil
}

// Distribute hands the tables that [DB.Undistributed] returns over to Citus, in one transaction;
// see docs/scale.md. It returns their names. If the database has no extension citus or lacks
// migrations, it changes nothing and returns an error.
func (d *DB) Distribute(ctx context.Context) (names []string, err error) {
	if d.Dialect() != Postgres {
		return nil, errors.New("only PostgreSQL with the extension citus can distribute tables")
	}
	installed, err := d.HasCitus(ctx)
	if err != nil {
		return nil, err
	}
	if !installed {
		return nil, errors.New("the database has no extension citus: install it and run CREATE EXTENSION citus, see docs/scale.md")
	}
	migrations, err := d.Migrations(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the migrations: %w", err)
	}
	for _, migration := range migrations {
		if migration.AppliedAt == nil {
			return nil, errors.New("the database lacks migrations: run firmhub migrate up first")
		}
	}
	err = d.Tx(ctx, func(ctx context.Context) error {
		if names, err = d.Undistributed(ctx); err != nil {
			return err
		}
		return d.distribute(ctx, names)
	})
	return names, err
}

// beforeDistribution are the settings of the transaction, and of all later connections.
var beforeDistribution = []string{
	// Citus reads the shards of reference tables one by one, because foreign keys refer to them. A
	// log-in reads memberships of several firms, and then writes a session, which refers to its
	// user.
	`DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET citus.multi_shard_modify_mode TO sequential', current_database()); END $$`,
	"SET LOCAL citus.multi_shard_modify_mode TO sequential",
	// The triggers write rows of the same firm, on the same server.
	"SET LOCAL citus.enable_unsafe_triggers TO on",
	// Together with the reference tables, Citus would also manage the tables of firms that refer to
	// them, and then not distribute these.
	"SET LOCAL citus.enable_local_reference_table_foreign_keys TO off",
}

// distribute puts the foreign keys and triggers of the tables aside, hands the tables over, and
// makes the keys and triggers again. Citus takes no table with a trigger, and no key between a
// table that it has and one that it does not.
func (d *DB) distribute(ctx context.Context, names []string) error {
	if len(names) == 0 {
		return nil
	}
	type pair struct{ Aside, Again string }
	// Keys of local tables come last: Citus manages these tables from then on, because otherwise a
	// user with sessions could be deleted.
	keys, err := All[pair](d.unchecked(ctx), `
		SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS aside,
			format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS again
		FROM pg_constraint
		WHERE contype = 'f' AND conparentid = 0 AND (conrelid::regclass::text = ANY ($1) OR confrelid::regclass::text = ANY ($1))
		ORDER BY NOT conrelid::regclass::text = ANY ($1), conrelid::regclass::text, conname`, names)
	if err != nil {
		return fmt.Errorf("read the foreign keys: %w", err)
	}
	// Citus has no statement triggers: those against TRUNCATE stay away.
	triggers, err := All[pair](d.unchecked(ctx), `
		SELECT format('DROP TRIGGER %I ON %s', tgname, tgrelid::regclass) AS aside,
			CASE WHEN tgtype & 1 = 1 THEN pg_get_triggerdef(oid) ELSE '' END AS again
		FROM pg_trigger WHERE NOT tgisinternal AND tgparentid = 0 AND tgrelid::regclass::text = ANY ($1)
		ORDER BY tgrelid::regclass::text, tgname`, names)
	if err != nil {
		return fmt.Errorf("read the triggers: %w", err)
	}
	statements := slices.Clone(beforeDistribution)
	for _, p := range slices.Concat(triggers, keys) {
		statements = append(statements, p.Aside)
	}
	statements = append(statements, migrate.Distribute(names)...)
	statements = append(statements, "SET LOCAL citus.enable_local_reference_table_foreign_keys TO on")
	for _, p := range slices.Concat(keys, triggers) {
		if p.Again != "" {
			statements = append(statements, p.Again)
		}
	}
	for _, statement := range statements {
		if _, err := d.unchecked(ctx).Exec(statement); err != nil {
			return fmt.Errorf("%s: %w", statement, err)
		}
	}
	return nil
}
