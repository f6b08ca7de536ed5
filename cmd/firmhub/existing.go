package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/db"
)

// needDatabase returns an error if the settings name an SQLite file that does not exist. A command
// that works on the data of a server would otherwise create an empty database, and find no fault in
// it.
func needDatabase(basics app.Basics) error {
	path, ok := db.SQLitePath(app.Config{Basics: basics}.Defaults().DatabaseURL)
	if !ok {
		return nil
	}
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no database at %s. Run this in the folder in which the server runs, or set %s or %s as it has them",
			path, config.DataDir, config.DatabaseURL)
	}
	return nil
}
