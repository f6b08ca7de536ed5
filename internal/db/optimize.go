package db

import (
	"context"
	"fmt"
	"strings"
)

// Optimize makes the database collect statistics of tables that have changed much: how many rows
// they have and how the values are distributed. Call it after work in bulk has been committed.
// PostgreSQL does the same by itself, but minutes later; until then it reads far more than it
// needs. On SQLite all tables that have changed are analyzed, whatever is named.
func (d *DB) Optimize(ctx context.Context, tables ...string) error {
	ctx = Outside(ctx)
	if e, ok := d.driver.engine.(*sqlite); ok {
		return e.optimize(ctx)
	}
	// A table that another process is cleaning is left to that process.
	if _, err := d.unchecked(ctx).Exec("VACUUM (ANALYZE, SKIP_LOCKED) " + strings.Join(tables, ", ")); err != nil {
		return fmt.Errorf("db: vacuum: %w", err)
	}
	return nil
}

// MaintainsItself reports whether [DB.Optimize] need not be called from time to time.
func (d *DB) MaintainsItself() bool { return d.Dialect() == Postgres }

// optimize collects statistics of all tables (0x10000) without any, or with a tenth of their
// present rows. The readers have read the statistics when they were opened, so they are opened
// again.
func (s *sqlite) optimize(ctx context.Context) error {
	if _, err := s.writer.DB().ExecContext(ctx, "PRAGMA optimize=0x10002"); err != nil {
		return fmt.Errorf("db: optimize: %w", err)
	}
	s.readers.DB().SetMaxIdleConns(0)
	s.readers.DB().SetMaxIdleConns(s.readers.DB().Stats().MaxOpenConnections)
	return nil
}
