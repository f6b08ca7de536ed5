package db

import (
	"context"
	"io/fs"
)

// MigrateFiles is Migrate with other files.
func (d *DB) MigrateFiles(ctx context.Context, files fs.FS) error { return d.migrate(ctx, files) }
