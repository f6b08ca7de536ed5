package app_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/fault"
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

// A command does not change the database of a server of an earlier release.
func TestOpen_EarlierRelease(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		basics := app.Basics{DatabaseURL: dbtest.URL(t, dialect), DataDir: t.TempDir()}
		opened, err := app.Open(t.Context(), basics)
		require.NoError(t, err)
		last := "x_migrations WHERE version = (SELECT max(version) FROM x_migrations)"
		_, err = dbtest.SQL(t.Context(), opened.DB).Exec("DELETE FROM " + last)
		require.NoError(t, err)
		require.NoError(t, opened.Close())
		before, err := app.Migrations(t.Context(), basics)
		require.NoError(t, err)
		_, err = app.Open(t.Context(), basics)
		require.True(t, fault.Is(err, fault.Conflict), "%v", err)
		require.ErrorContains(t, err, "Missing migrations: 1. Make a backup")
		after, err := app.Migrations(t.Context(), basics)
		require.NoError(t, err)
		require.Equal(t, before, after)
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
