package db

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// WarnExposed logs a warning for each file of a SQLite database, and for its folder, that other accounts of this machine can
// read or write: the files contain signing keys and personal data. It does not change their modes.
func WarnExposed(ctx context.Context, databaseURL string) {
	path, ok := strings.CutPrefix(databaseURL, "sqlite://")
	if !ok || runtime.GOOS == "windows" { // where modes mean nothing
		return
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
		slog.WarnContext(ctx, "Other accounts of this machine can open the database's files.",
			"path", name, "mode", info.Mode().Perm().String(), "do", "chmod "+wanted+" "+name)
	}
}
