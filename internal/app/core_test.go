package app_test

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/fault"
)

func ada() app.Person {
	return app.Person{FirstName: "Ada", LastName: "Lovelace", Email: "ada@acme.example", Password: "Ada-secret-1"}
}

func acme() app.NewFirm {
	return app.NewFirm{Name: "Acme", Currency: "EUR", Owner: app.Person{
		FirstName: "Olga", LastName: "Owner", Email: "olga@acme.example", Password: "Olga-secret-1",
	}}
}

// core opens the commands' side of firmhub, with one firm.
func core(t *testing.T, dialect string) *app.Core {
	t.Helper()
	opened, err := app.Open(t.Context(), app.Basics{DatabaseURL: dbtest.URL(t, dialect)})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, opened.Close()) })
	_, err = opened.CreateFirm(t.Context(), acme())
	require.NoError(t, err)
	return opened
}

func TestCore(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		t.Helper()
		c := core(t, dialect)

		joined, err := c.CreateUser(t.Context(), "acme", "owner", ada())
		require.NoError(t, err)
		require.Equal(t, "ada@acme.example", joined.Email)
		_, err = c.CreateUser(t.Context(), "Acme", "Owner", ada())
		require.True(t, fault.Is(err, fault.Conflict), "%v", err)
		_, err = c.CreateUser(t.Context(), "Umbrella", "Owner", ada())
		require.True(t, fault.Is(err, fault.NotFound), "%v", err)
		_, err = c.CreateUser(t.Context(), "Acme", "Clown", ada())
		require.True(t, fault.Is(err, fault.NotFound), "%v", err)
		_, err = c.CreateFirm(t.Context(), acme())
		require.True(t, fault.Is(err, fault.Conflict), "%v", err)

		require.NoError(t, c.ResetPassword(t.Context(), "Ada@acme.example", "Ada-secret-2"))
		err = c.ResetPassword(t.Context(), "nobody@acme.example", "Ada-secret-2")
		require.True(t, fault.Is(err, fault.NotFound), "%v", err)

		lines, err := c.Policy(t.Context(), "Acme")
		require.NoError(t, err)
		require.NotEmpty(t, lines)
		problems, err := c.CheckPolicy(t.Context())
		require.NoError(t, err)
		require.Empty(t, problems)

		why, err := c.ExplainPolicy(t.Context(), "Acme", "ada@acme.example", "Contact:View")
		require.NoError(t, err)
		require.True(t, why.Allowed, why.Because)
		why, err = c.ExplainPolicy(t.Context(), "Acme", "ada@acme.example", "Contact:Fly")
		require.NoError(t, err)
		require.False(t, why.Allowed)
		_, err = c.ExplainPolicy(t.Context(), "Acme", "nobody@acme.example", "Contact:View")
		require.True(t, fault.Is(err, fault.NotFound), "%v", err)
		_, err = c.ExplainPolicy(t.Context(), "Acme", "ada@acme.example", "View")
		require.True(t, fault.Is(err, fault.ValidationError), "%v", err)
		_, err = c.ExplainPolicy(t.Context(), "Umbrella", "ada@acme.example", "Contact:View")
		require.True(t, fault.Is(err, fault.NotFound), "%v", err)
	})
}

func TestMigrate(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		t.Helper()
		basics := app.Basics{DatabaseURL: dbtest.Empty(t, dialect)}
		before, err := app.Migrations(t.Context(), basics)
		require.NoError(t, err)
		require.NotEmpty(t, before)
		require.Nil(t, before[0].AppliedAt)
		applied, err := app.Migrate(t.Context(), basics)
		require.NoError(t, err)
		require.Len(t, applied, len(before))
		applied, err = app.Migrate(t.Context(), basics)
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
		require.ErrorAs(t, err, new(*app.ConfigError))
		require.ErrorContains(t, err, "FIRMHUB_DATA_DIR must be a folder that can be written")
	})
}
