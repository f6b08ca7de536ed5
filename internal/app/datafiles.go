package app

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// warnExposed logs which of the database's files, and of the folder that holds them, other accounts of this machine can
// read or write: they hold signing keys and personal data. They are left as they are, since somebody may have meant it.
func warnExposed(ctx context.Context, databaseURL string) {
	path, ok := strings.CutPrefix(databaseURL, "sqlite://")
	if !ok || runtime.GOOS == "windows" { // where modes say nothing
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
