package db

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgconn"
)

// migrator applies migrations. It is of one call.
type migrator struct {
	*DB
	patience

	known   []Migration
	release string
	// isAgain is whether the step before did not get a table.
	isAgain bool
	// isChecked is whether the references of SQLite were checked before the first step.
	isChecked bool
}

// patience is how long a step on PostgreSQL waits for a table that others use, such as a backup,
// and how long it pauses until it waits again. All later statements on a table wait behind one that
// waits to change it.
type patience struct{ wait, pause time.Duration }

func usualPatience() patience { return patience{3 * time.Second, 10 * time.Second} }

// run applies the pending migrations.
func (m *migrator) run(ctx context.Context) (err error) {
	if m.Dialect() == SQLite {
		// SQLite changes a table by replacing it with a copy. With foreign keys on, that deletes
		// the children, and it fails because of triggers that name the table. Both are switched off
		// on the only writing connection, outside of transactions. With temporary data in memory,
		// SQLite would sort all rows of a new index there, however many they are.
		if err := m.pragmas(ctx, "foreign_keys=off", "legacy_alter_table=on", "temp_store=file"); err != nil {
			return err
		}
		defer func() {
			err = errors.Join(err, m.pragmas(context.WithoutCancel(ctx), "temp_store=memory", "legacy_alter_table=off", "foreign_keys=on"))
		}()
	}
	for {
		done := false
		err := m.Tx(ctx, func(ctx context.Context) (err error) {
			done, err = m.next(ctx)
			return err
		})
		m.isAgain = isLocked(err)
		switch {
		case m.isAgain:
			slog.WarnContext(ctx, "a migration is repeated, as others use what it changes", "error", err)
		case err != nil || done:
			return err
		}
	}
}

// isLocked reports whether a statement waited in vain for a lock, or was the victim of a deadlock.
func isLocked(err error) bool {
	const notAvailable, deadlock = "55P03", "40P01"
	refused, ok := errors.AsType[*pgconn.PgError](err)
	return ok && (refused.Code == notAvailable || refused.Code == deadlock)
}

// next records the release, and applies the first pending migration. It returns true when there is
// none.
func (m *migrator) next(ctx context.Context) (done bool, err error) {
	if err := m.lock(ctx); err != nil {
		return false, err
	}
	const table = `CREATE TABLE IF NOT EXISTS x_migrations (
		version integer PRIMARY KEY, name text NOT NULL, checksum text NOT NULL, applied_at timestamp%s NOT NULL)`
	zone := map[string]string{Postgres: "tz"}[m.Dialect()]
	if _, err := m.unchecked(ctx).Exec(fmt.Sprintf(table, zone)); err != nil {
		return false, fmt.Errorf("db: create the table of migrations: %w", err)
	}
	known, err := m.match(ctx, m.known, m.release)
	if err != nil {
		return false, err
	}
	// With the first migration, not after the last: an older binary that starts in between is
	// refused, too.
	if err := m.recordRelease(ctx, m.release); err != nil {
		return false, err
	}
	first := slices.IndexFunc(known, func(step Migration) bool { return step.AppliedAt == nil })
	if first < 0 {
		return true, nil
	}
	if m.Dialect() == SQLite {
		return false, m.applySQLite(ctx, known[first], first == len(known)-1)
	}
	return false, m.applyPostgres(ctx, known[first])
}

// NoTimeouts is a statement of PostgreSQL. Until the end of its transaction, no time limit of the
// role, the database or the URL ends a statement that may take long.
const NoTimeouts = `SELECT set_config(name, '0', true) FROM pg_settings
	WHERE name IN ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`

// migrationLock is the key of the advisory lock.
const migrationLock = 0x6669726d687562

// lock lets one instance work at a time. One that did not get a table pauses while it has the lock:
// so the others don't try in between, and statements on the table get their turn.
func (m *migrator) lock(ctx context.Context) error {
	if m.Dialect() != Postgres {
		return nil
	}
	if _, err := m.unchecked(ctx).Exec(NoTimeouts); err != nil {
		return fmt.Errorf("db: end the time limits: %w", err)
	}
	if _, err := m.unchecked(ctx).Exec("SELECT pg_advisory_xact_lock($1)", int64(migrationLock)); err != nil {
		return fmt.Errorf("db: lock for migrations: %w", err)
	}
	if !m.isAgain {
		return nil
	}
	select {
	case <-time.After(m.pause):
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

func (m *migrator) applyPostgres(ctx context.Context, step Migration) error {
	if _, err := m.unchecked(ctx).Exec(fmt.Sprintf("SET LOCAL lock_timeout = %d", m.wait.Milliseconds())); err != nil {
		return fmt.Errorf("db: limit the time to wait for a table: %w", err)
	}
	return m.apply(ctx, step)
}

// applySQLite applies a step without foreign keys. It checks all references before the first step
// and after the last one, since a check reads the whole file.
func (m *migrator) applySQLite(ctx context.Context, step Migration, isLast bool) error {
	if err := m.expectNone(ctx, "SELECT 'on' FROM pragma_foreign_keys WHERE foreign_keys"); err != nil {
		return fmt.Errorf("db: migration %d: foreign keys are %w", step.Version, err)
	}
	const broken = `SELECT DISTINCT "table" || ' to ' || parent FROM pragma_foreign_key_check`
	if !m.isChecked {
		if err := m.expectNone(ctx, broken); err != nil {
			return fmt.Errorf("db: before migration %04d_%s the database has rows that refer to none, which PRAGMA foreign_key_check lists: %w",
				step.Version, step.Name, err)
		}
	}
	if err := m.apply(ctx, step); err != nil {
		return err
	}
	if isLast {
		if err := m.expectNone(ctx, broken); err != nil {
			return fmt.Errorf("db: migration %04d_%s, or one before it, breaks references: %w", step.Version, step.Name, err)
		}
	}
	m.isChecked = true
	return nil
}

func (m *migrator) apply(ctx context.Context, step Migration) error {
	statements := []string{step.text} // SQLite's triggers have semicolons in them
	if m.Dialect() == Postgres {
		statements = statementsOf(step.text)
	}
	for _, statement := range statements {
		if _, err := m.unchecked(ctx).Exec(statement); err != nil {
			return fmt.Errorf("db: migration %04d_%s: %w", step.Version, step.Name, err)
		}
	}
	if _, err := m.unchecked(ctx).Exec("INSERT INTO x_migrations (version, name, checksum, applied_at) VALUES ($1, $2, $3, $4)",
		step.Version, step.Name, step.checksum, time.Now().UTC().Truncate(time.Microsecond)); err != nil {
		return fmt.Errorf("db: record migration %04d_%s: %w", step.Version, step.Name, err)
	}
	return nil
}

func (m *migrator) pragmas(ctx context.Context, settings ...string) error {
	for _, setting := range settings {
		if _, err := m.unchecked(ctx).Exec("PRAGMA " + setting); err != nil {
			return fmt.Errorf("db: pragma %s: %w", setting, err)
		}
	}
	return nil
}

// expectNone returns an error with the rows of the query, if there are any.
func (m *migrator) expectNone(ctx context.Context, query string) error {
	var found []string
	if err := m.scan(ctx, &found, query); err != nil {
		return err
	}
	if len(found) > 0 {
		return errors.New(strings.Join(found, ", "))
	}
	return nil
}
