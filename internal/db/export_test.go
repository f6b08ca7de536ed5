package db

import (
	"context"
	"io/fs"
	"time"
)

// MigrateFiles is Migrate with other files.
func (d *DB) MigrateFiles(ctx context.Context, files fs.FS) error { return d.migrate(ctx, files) }

// SetStatementLimit sets how long a query may take. It is for the beginning of a test.
func (d *DB) SetStatementLimit(limit time.Duration) { d.driver.statementLimit = limit }
