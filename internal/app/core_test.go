package app_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/db/dbtest"
)

func TestMigrate(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		t.Helper()
		basics := app.Basics{DatabaseURL: dbtest.Empty(t, dialect)}
		before, err := app.Migrations(t.Context(), basics)
		require.NoError(t, err)
		require.NotEmpty(t, before)
		require.Nil(t, before[0].AppliedAt)
		applied, _, err := app.Migrate(t.Context(), basics)
		require.NoError(t, err)
		require.Len(t, applied, len(before))
		applied, _, err = app.Migrate(t.Context(), basics)
		require.NoError(t, err)
		require.Empty(t, applied)
		after, err := app.Migrations(t.Context(), basics)
		require.NoError(t, err)
		require.NotNil(t, after[len(after)-1].AppliedAt)
	})
}

func TestDataDir(t *testing.T) {
	t.Parallel()

	t.Run("MadeWhenMissing", func(t *testing.T) {
		t.Parallel()
		dir := filepath.Join(t.TempDir(), "a", "b")
		opened, err := app.Open(t.Context(), app.Basics{DataDir: dir})
		require.NoError(t, err)
		require.NoError(t, opened.Close())
		require.FileExists(t, filepath.Join(dir, "firmhub.db"))
	})

	t.Run("ConfigError", func(t *testing.T) {
		t.Parallel()
		_, err := app.Open(t.Context(), app.Basics{DataDir: "/dev/null/x"})
		require.ErrorAs(t, err, new(*config.Error))
		require.ErrorContains(t, err, "FIRMHUB_DATA_DIR must be a folder that can be written")
	})
}
