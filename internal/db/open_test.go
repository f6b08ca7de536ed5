package db_test

import (
	"context"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
)

func TestOpen_OK(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		require.NoError(t, d.Ping(t.Context()))
		for _, pool := range d.Stats().Pools {
			require.Positive(t, pool.Max, pool.Name)
		}
	})
}

// A file's name may hold what means something in a URL.
func TestOpen_OddPath(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "100% of the data; & more.db")
	d, err := db.Open(t.Context(), "sqlite://"+path)
	require.NoError(t, err)
	require.NoError(t, d.Migrate(t.Context()))
	require.NoError(t, d.Close())
	_, err = os.Stat(path)
	require.NoError(t, err)
}

// A page cache of 64 MiB for each connection.
func TestOpen_Cache(t *testing.T) {
	t.Parallel()
	address := "sqlite://" + filepath.Join(t.TempDir(), "firmhub.db") + "?cache_mib=64"
	d, err := db.Open(t.Context(), address)
	require.NoError(t, err)
	require.NoError(t, d.Migrate(t.Context()))
	for _, statement := range []string{"SELECT cache_size FROM pragma_cache_size", "/* on the writer */ SELECT cache_size FROM pragma_cache_size"} {
		sizes, err := db.Select[int](t.Context(), d, statement)
		require.NoError(t, err)
		require.Equal(t, []int{-64 << 10}, sizes)
	}
	require.NoError(t, d.Close())
	path, ok := db.SQLitePath(address)
	require.True(t, ok)
	require.FileExists(t, path)
	_, ok = db.SQLitePath("postgres://u:secret@localhost/db")
	require.False(t, ok)
}

// Commits wait for the disk only where that is asked for.
func TestOpen_Synchronous(t *testing.T) {
	t.Parallel()
	for query, want := range map[string]int{"": 1, "?synchronous=normal": 1, "?synchronous=full": 2, "?cache_mib=4&synchronous=full": 2} {
		d, err := db.Open(t.Context(), "sqlite://"+filepath.Join(t.TempDir(), "firmhub.db")+query)
		require.NoError(t, err)
		modes, err := db.Select[int](t.Context(), d, "/* on the writer */ SELECT synchronous FROM pragma_synchronous")
		require.NoError(t, err)
		require.Equal(t, []int{want}, modes, "%s", query)
		require.NoError(t, d.Close())
	}
}

// The files are private, also in a folder that is not.
func TestOpen_Private(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	require.NoError(t, os.Chmod(folder, 0o755)) //nolint:gosec // that is what the test is about
	d, err := db.Open(t.Context(), "sqlite://"+filepath.Join(folder, "firmhub.db"))
	require.NoError(t, err)
	require.NoError(t, d.Migrate(t.Context()))
	files, err := os.ReadDir(folder)
	require.NoError(t, err)
	require.Len(t, files, 3, "the database, its log and the index of that")
	for _, file := range files {
		info, err := file.Info()
		require.NoError(t, err)
		require.Equal(t, os.FileMode(0o600), info.Mode(), file.Name())
	}
	require.NoError(t, d.Close())
}

func TestOpen_Refused(t *testing.T) {
	t.Parallel()
	letter := filepath.Join(t.TempDir(), "letter.txt")
	require.NoError(t, os.WriteFile(letter, []byte("Dear Ada, this is no database at all. Yours, Charles"), 0o600))
	for name, c := range map[string]struct{ url, says string }{
		"nothing":       {"", "must be sqlite://"},
		"another":       {"mysql://u:secret@localhost/db", "must be sqlite://"},
		"no path":       {"sqlite://", "must name a file"},
		"folder":        {"sqlite://" + os.TempDir() + "/", "must name a file"},
		"in memory":     {"sqlite://:memory:", "the path of a file"},
		"parameters":    {"sqlite://a.db?mode=ro", "without parameters but cache_mib"},
		"two":           {"sqlite://a.db?cache_mib=4&mode=ro", "without parameters but cache_mib"},
		"no cache":      {"sqlite://a.db?cache_mib=0", "from 1 to 65536"},
		"synchronous":   {"sqlite://a.db?synchronous=off", "must be normal or full"},
		"odd cache":     {"sqlite://a.db?cache_mib=much", "from 1 to 65536"},
		"no folder":     {"sqlite:///no/such/folder/a.db", "does its folder exist"},
		"no database":   {"sqlite://" + letter, "letter.txt is a file of another kind"},
		"odd password":  {"postgres://u:secret/word@localhost/db", "must be postgres://"},
		"bad port":      {"postgres://u:secret@localhost:port/db", "must be postgres://"},
		"bad parameter": {"postgres://u:secret@localhost/db?pool_max_conns=many", "must be postgres://"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			_, err := db.Open(t.Context(), c.url)
			require.ErrorContains(t, err, c.says)
			require.NotContains(t, err.Error(), "secret")
		})
	}
}

func TestIsUnavailable(t *testing.T) {
	t.Parallel()
	t.Run("nobody listens", func(t *testing.T) {
		t.Parallel()
		var config net.ListenConfig
		listener, err := config.Listen(t.Context(), "tcp", "127.0.0.1:0")
		require.NoError(t, err)
		require.NoError(t, listener.Close())
		_, err = db.Open(t.Context(), "postgres://u:secret@"+listener.Addr().String()+"/db?sslmode=disable")
		require.True(t, db.IsUnavailable(err), err)
		require.EqualError(t, err, "the database can't be reached: dial tcp "+listener.Addr().String()+": connect: connection refused")
		_, err = db.Open(t.Context(), "postgres://u:secret@"+listener.Addr().String()+"/db") // with TLS, then without
		require.EqualError(t, err, "the database can't be reached: dial tcp "+listener.Addr().String()+": connect: connection refused")
	})
	t.Run("no such database", func(t *testing.T) {
		t.Parallel()
		there, err := url.Parse(dbtest.URL(t, db.Postgres))
		require.NoError(t, err)
		there.Path += "nope"
		_, err = db.Open(t.Context(), there.String())
		require.ErrorContains(t, err, `the database can't be reached: FATAL: database "`)
	})
	t.Run("closed", func(t *testing.T) {
		t.Parallel()
		dbtest.EachDialect(t, func(t *testing.T, dialect string) {
			d, err := db.Open(t.Context(), dbtest.URL(t, dialect))
			require.NoError(t, err)
			require.NoError(t, d.Close())
			_, err = d.Exec(t.Context(), "DELETE FROM tags")
			require.True(t, db.IsUnavailable(err), err)
			require.True(t, db.IsUnavailable(d.Ping(t.Context())))
			err = d.Tx(t.Context(), func(ctx context.Context) error {
				_, err := d.Exec(ctx, "DELETE FROM tags")
				return err
			})
			require.True(t, db.IsUnavailable(err), err)
		})
	})
	t.Run("not for other errors", func(t *testing.T) {
		t.Parallel()
		dbtest.Each(t, func(t *testing.T, d *db.DB) {
			require.False(t, db.IsUnavailable(nil))
			_, err := d.Exec(t.Context(), "DELETE FROM no_such_table")
			require.Error(t, err)
			require.False(t, db.IsUnavailable(err))
			gone, cancel := context.WithCancel(t.Context())
			cancel()
			_, err = d.Exec(gone, "DELETE FROM tags")
			require.ErrorIs(t, err, context.Canceled)
			require.False(t, db.IsUnavailable(err))
		})
	})
}
