package db

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"golang.org/x/mod/semver"
)

// The table x_releases has a row for each release that has migrated the database, or has found
// nothing to migrate. From it an older binary knows whether it may use the database: migrations of
// a release leave the release before it working, and no older one.

// recordRelease records that a release uses the database.
func (d *DB) recordRelease(ctx context.Context, release string) error {
	zone := map[string]string{Postgres: "tz"}[d.Dialect()]
	if _, err := d.unchecked(ctx).Exec(
		"CREATE TABLE IF NOT EXISTS x_releases (release text PRIMARY KEY, since timestamp" + zone + " NOT NULL)"); err != nil {
		return fmt.Errorf("db: create the table of releases: %w", err)
	}
	if _, err := d.unchecked(ctx).Exec("INSERT INTO x_releases (release, since) VALUES ($1, $2) ON CONFLICT (release) DO NOTHING",
		release, time.Now().UTC().Truncate(time.Microsecond)); err != nil {
		return fmt.Errorf("db: record the release: %w", err)
	}
	return nil
}

// laterRelease reports whether a release later than this one has used the database. It returns
// [ErrMigration] if that is more than one minor version later.
func (d *DB) laterRelease(ctx context.Context, release string) (bool, error) {
	// A database that only 0.1.0 has used has no such table.
	if exists, err := d.hasTable(ctx, "x_releases"); err != nil || !exists {
		return false, err
	}
	var all []string
	if err := d.scan(ctx, &all, "SELECT release FROM x_releases"); err != nil {
		return false, fmt.Errorf("db: read the table of releases: %w", err)
	}
	newest := release
	for _, one := range all {
		if semver.Compare("v"+one, "v"+newest) > 0 {
			newest = one
		}
	}
	if !besides(release, newest) {
		return false, fmt.Errorf("%w: release %s has used it, and this is %s, which works with a database of the next minor release at most",
			ErrMigration, newest, release)
	}
	return newest != release, nil
}

// besides reports whether a release may use a database of a later one: they are of the same major
// version, and at most one minor version apart.
func besides(release, later string) bool {
	number := func(version string, i int) int {
		n, _ := strconv.Atoi(strings.Split(version, ".")[i]) // A semantic version has three.
		return n
	}
	return number(release, 0) == number(later, 0) && number(later, 1)-number(release, 1) <= 1
}
