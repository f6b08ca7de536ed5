package db

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"time"

	entsql "entgo.io/ent/dialect/sql"

	"github.com/firmhub/firmhub/ent/migrate"
	"github.com/firmhub/firmhub/internal/app/version"
)

// Migration is a change of the database schema: a file in ent/migrate.
type Migration struct {
	// Version counts from 1 without gaps.
	Version int
	Name    string
	// AppliedAt is nil for a pending migration.
	AppliedAt *time.Time

	text, checksum string
}

// ErrMigration is returned when this binary can't use the database: an applied migration has
// another checksum, or a release more than one minor version newer has used the database.
var ErrMigration = errors.New("db: the database does not fit this binary")

// Migrate applies the pending migrations, each in its own transaction. Any number of instances may
// call it at once: one works, the others wait. On PostgreSQL other releases may use the database
// meanwhile: a migration waits for a table three seconds at most, and is repeated until it gets it.
// Call it before this binary uses the database for anything else. It returns [ErrMigration] if a
// migration with another text was applied, or if the database is that of a release more than one
// minor version later. A database of the next minor version may have migrations that this binary
// does not know. They leave it working; see CONTRIBUTING.md.
func (d *DB) Migrate(ctx context.Context) error {
	return d.migrate(ctx, migrate.Files, version.Semantic(), usualPatience())
}

// migrate applies the migrations of files, as the binary of a release does.
func (d *DB) migrate(ctx context.Context, files fs.FS, release string, wait patience) error {
	known, err := migrationFiles(files, d.Dialect())
	if err != nil {
		return err
	}
	return (&migrator{DB: d, known: known, release: release, patience: wait}).run(ctx)
}

// Migrations returns the migrations of this binary, in order, with the times when they were
// applied.
func (d *DB) Migrations(ctx context.Context) ([]Migration, error) {
	known, err := migrationFiles(migrate.Files, d.Dialect())
	if err != nil {
		return nil, err
	}
	if exists, err := d.hasTable(ctx, "x_migrations"); err != nil || !exists {
		return known, err
	}
	return d.match(ctx, known, version.Semantic())
}

// Applied returns the number of migrations of the database, also of those that this binary does not
// know.
func (d *DB) Applied(ctx context.Context) (int, error) {
	if exists, err := d.hasTable(ctx, "x_migrations"); err != nil || !exists {
		return 0, err
	}
	var number []int
	if err := d.scan(ctx, &number, "SELECT count(*) FROM x_migrations"); err != nil {
		return 0, fmt.Errorf("db: count the migrations: %w", err)
	}
	return number[0], nil
}

// Status returns the migrations for the database of a URL, as [DB.Migrations] does. It changes
// nothing. If the SQLite file does not exist, all are pending.
func Status(ctx context.Context, url string) (all []Migration, err error) {
	d, err := Inspect(ctx, url)
	if errors.Is(err, fs.ErrNotExist) {
		return migrationFiles(migrate.Files, SQLite)
	}
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	return d.Migrations(ctx)
}

// match returns the known migrations with the times when they were applied. It returns
// [ErrMigration] when others were applied, unless a release did that beside which this one works.
func (d *DB) match(ctx context.Context, known []Migration, release string) ([]Migration, error) {
	var applied []struct {
		Version   int
		Name      string
		Checksum  string
		AppliedAt time.Time `sql:"applied_at"`
	}
	const query = "SELECT version, name, checksum, applied_at FROM x_migrations ORDER BY version"
	if err := d.scan(ctx, &applied, query); err != nil {
		return nil, fmt.Errorf("db: read the table of migrations: %w", err)
	}
	later, err := d.laterRelease(ctx, release)
	if err != nil {
		return nil, err
	}
	matched := append([]Migration(nil), known...)
	for i, row := range applied {
		switch {
		case i >= len(known) && later:
			return matched, nil
		case i >= len(known):
			return nil, fmt.Errorf("%w: it was migrated by a newer one (%04d_%s); this one knows %d migrations",
				ErrMigration, row.Version, row.Name, len(known))
		case row.Version != known[i].Version || row.Checksum != known[i].checksum:
			return nil, fmt.Errorf("%w: migration %04d_%s was another text when it was applied; restore the file",
				ErrMigration, row.Version, row.Name)
		}
		matched[i].AppliedAt = &row.AppliedAt
	}
	return matched, nil
}

// migrationFiles returns the migrations of a dialect.
func migrationFiles(files fs.FS, dialect string) ([]Migration, error) {
	folder := map[string]string{SQLite: "sqlite", Postgres: "postgres"}[dialect]
	entries, err := fs.ReadDir(files, folder)
	if err != nil {
		return nil, fmt.Errorf("db: read migrations: %w", err)
	}
	all := make([]Migration, 0, len(entries))
	for i, entry := range entries {
		number, name, _ := strings.Cut(strings.TrimSuffix(entry.Name(), ".sql"), "_")
		if n, err := strconv.Atoi(number); err != nil || n != i+1 {
			return nil, fmt.Errorf("db: migration %s/%s should have number %04d", folder, entry.Name(), i+1)
		}
		text, err := fs.ReadFile(files, path.Join(folder, entry.Name()))
		if err != nil {
			return nil, fmt.Errorf("db: read migrations: %w", err)
		}
		sum := sha256.Sum256(text)
		all = append(all, Migration{
			Version: i + 1, Name: name, text: string(text), checksum: hex.EncodeToString(sum[:]),
		})
	}
	return all, nil
}

// hasTable reports whether a table exists.
func (d *DB) hasTable(ctx context.Context, name string) (bool, error) {
	query := "SELECT count(*) FROM pg_tables WHERE schemaname = current_schema() AND tablename = $1"
	if d.Dialect() == SQLite {
		query = "SELECT count(*) FROM sqlite_master WHERE name = $1"
	}
	var tables []int
	err := d.scan(ctx, &tables, query, name)
	return err == nil && tables[0] > 0, err
}

func (d *DB) scan(ctx context.Context, into any, query string, args ...any) error {
	rows, err := d.unchecked(ctx).Query(query, args...)
	if err != nil {
		return err
	}
	return errors.Join(entsql.ScanSlice(rows, into), rows.Close())
}
