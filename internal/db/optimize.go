package db

import (
	"context"
	"fmt"
	"strings"
)

// Optimize has the database look anew at tables that have changed much, so that it knows how many rows they have and how the
// values are spread. It is called after work in bulk has been committed. PostgreSQL does the same by itself, but minutes later;
// until then it reads far more than it needs. On SQLite all tables that have changed are looked at, whatever is named.
func (d *DB) Optimize(ctx context.Context, tables ...string) error {
	ctx = Outside(ctx)
	if e, ok := d.driver.engine.(*sqlite); ok {
		return e.optimize(ctx)
	}
	// One that another process cleans at the moment is left to it.
	if _, err := d.Exec(ctx, "VACUUM (ANALYZE, SKIP_LOCKED) "+strings.Join(tables, ", ")); err != nil {
		return fmt.Errorf("db: vacuum: %w", err)
	}
	return nil
}

// MaintainsItself reports whether [DB.Optimize] need not be called from time to time.
func (d *DB) MaintainsItself() bool { return d.Dialect() == Postgres }

// optimize collects statistics of all tables (0x10000) without, or with a tenth of the rows of now. The readers have read the
// statistics when they were opened, and so are opened again.
func (s *sqlite) optimize(ctx context.Context) error {
	if _, err := s.writer.DB().ExecContext(ctx, "PRAGMA optimize=0x10002"); err != nil {
		return fmt.Errorf("db: optimize: %w", err)
	}
	s.readers.DB().SetMaxIdleConns(0)
	s.readers.DB().SetMaxIdleConns(s.readers.DB().Stats().MaxOpenConnections)
	return nil
}
