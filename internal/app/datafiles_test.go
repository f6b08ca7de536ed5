package app_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app"
)

// warnings returns the paths in a folder that others can open according to the log.
func warnings(t *testing.T, folder string) (paths []string) {
	t.Helper()
	journal.mu.Lock()
	defer journal.mu.Unlock()
	for line := range strings.Lines(journal.text.String()) {
		if !strings.Contains(line, "Other accounts of this machine") || !strings.Contains(line, `"path":"`+folder) {
			continue
		}
		require.Contains(t, line, `"level":"WARN"`)
		require.Contains(t, line, `"do":"chmod `)
		_, path, _ := strings.Cut(line, `"path":"`)
		path, _, _ = strings.Cut(path, `"`)
		paths = append(paths, path)
	}
	return paths
}

func TestDataFiles(t *testing.T) {
	t.Parallel()
	start := func(t *testing.T, basics app.Basics) {
		t.Helper()
		core, err := app.Open(t.Context(), basics)
		require.NoError(t, err)
		require.NoError(t, core.Close())
	}

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		folder := filepath.Join(t.TempDir(), "data")
		start(t, app.Basics{DataDir: folder})
		require.Empty(t, warnings(t, folder), "what firmhub creates is private")
	})

	t.Run("SaidOfAFolder", func(t *testing.T) {
		t.Parallel()
		folder := t.TempDir()
		require.NoError(t, os.Chmod(folder, 0o755)) //nolint:gosec // that is what the test is about
		start(t, app.Basics{DataDir: folder})
		require.Equal(t, []string{folder}, warnings(t, folder))
	})

	t.Run("SaidOfAFile", func(t *testing.T) {
		t.Parallel()
		folder := t.TempDir()
		require.NoError(t, os.Chmod(folder, 0o700)) //nolint:gosec // likewise
		file := filepath.Join(folder, "some.db")
		require.NoError(t, os.WriteFile(file, nil, 0o600))
		require.NoError(t, os.Chmod(file, 0o644)) //nolint:gosec // likewise
		start(t, app.Basics{DatabaseURL: "sqlite://" + file, DataDir: t.TempDir()})
		said := warnings(t, folder)
		require.Contains(t, said, file)
		require.NotContains(t, said, folder)
	})
}
