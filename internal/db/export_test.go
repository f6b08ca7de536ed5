package db

import (
	"context"
	"io/fs"
	"time"
)

// MigrateFiles is Migrate with other files.
func (d *DB) MigrateFiles(ctx context.Context, files fs.FS) error { return d.migrate(ctx, files) }

// SetStatementLimit sets how long a query may take. It must not be called during a query.
func (d *DB) SetStatementLimit(limit time.Duration) { d.driver.statementLimit = limit }
