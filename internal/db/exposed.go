package db

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
)

// Exposure is a file or folder that other accounts of this machine can read or write.
type Exposure struct {
	Path string
	Mode os.FileMode
	// Do is the command that removes the access of others.
	Do string
}

// Exposed returns the files of an SQLite database, and its folder, that other accounts of this
// machine can read or write. The files contain signing keys and personal data. It returns nothing
// for other databases, and on Windows, where modes mean nothing.
func Exposed(databaseURL string) (exposures []Exposure) {
	path, ok := SQLitePath(databaseURL)
	if !ok || runtime.GOOS == "windows" {
		return nil
	}
	for _, name := range []string{filepath.Dir(path), path, path + "-wal", path + "-shm"} {
		info, err := os.Stat(name)
		if err != nil || info.Mode().Perm()&0o077 == 0 {
			continue
		}
		wanted := "600"
		if info.IsDir() {
			wanted = "700"
		}
		exposures = append(exposures, Exposure{Path: name, Mode: info.Mode().Perm(), Do: "chmod " + wanted + " " + name})
	}
	return exposures
}

// WarnExposed logs a warning for each of [Exposed]. It does not change their modes.
func WarnExposed(ctx context.Context, databaseURL string) {
	for _, exposed := range Exposed(databaseURL) {
		slog.WarnContext(ctx, "Other accounts of this machine can open the database's files.",
			"path", exposed.Path, "mode", exposed.Mode.String(), "do", exposed.Do)
	}
}
