package upgrade_test

import (
	"bytes"
	"compress/gzip"
	"crypto/rand"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db/drift"
	"github.com/firmhub/firmhub/test/upgrade"
)

// folder is removed after all tests.
var folder string //nolint:gochecknoglobals // set once, by TestMain

// TestMain runs nothing for make test-fast, which would compile the program a second time after
// each edit.
func TestMain(m *testing.M) {
	flag.Parse()
	if testing.Short() {
		os.Exit(0)
	}
	var err error
	if folder, err = os.MkdirTemp("", "firmhub-upgrade-*"); err != nil {
		panic(err)
	}
	code := m.Run()
	_ = os.RemoveAll(folder)
	os.Exit(code)
}

// program builds the present program, with the flags of the image.
var program = sync.OnceValues(func() (string, error) { return compile("") }) //nolint:gochecknoglobals // a cache

// compile builds the present program as that of a release. It is compiled once: only the linker
// knows the release.
func compile(release string) (string, error) {
	path := filepath.Join(folder, "firmhub"+release)
	command := exec.Command("go", "build", "-trimpath", //nolint:noctx // All tests wait for it.
		"-ldflags=-s -w -X github.com/firmhub/firmhub/internal/app/version.linked="+release, "-o", path, "./cmd/firmhub")
	command.Dir, command.Env = "../..", append(os.Environ(), "CGO_ENABLED=0")
	command.Stderr = os.Stderr
	return path, command.Run()
}

// TestUpgrade opens the databases of all releases with the present program. scripts/upgrade-data.sh
// adds a release.
func TestUpgrade(t *testing.T) {
	t.Parallel()
	releases, err := filepath.Glob("[0-9]*.[0-9]*.[0-9]*")
	require.NoError(t, err)
	require.Contains(t, releases, "0.1.0")
	for _, release := range releases {
		t.Run(release, func(t *testing.T) {
			t.Parallel()
			t.Run("sqlite", func(t *testing.T) {
				t.Parallel()
				path := filepath.Join(t.TempDir(), "firmhub.db")
				require.NoError(t, os.WriteFile(path, unpack(t, release, upgrade.SQLiteFile), 0o600))
				testUpgrade(t, "sqlite://"+path, filled(t, release, upgrade.SQLiteFacts))
			})
			t.Run("postgres", func(t *testing.T) {
				t.Parallel()
				testUpgrade(t, restored(t, release), filled(t, release, upgrade.PostgresFacts))
			})
		})
	}
}

// testUpgrade migrates a database, asks for the facts, and changes data of all kinds.
func testUpgrade(t *testing.T, database string, was upgrade.Filled) {
	t.Helper()
	path, err := program()
	require.NoError(t, err)
	settings := append(os.Environ(), "FIRMHUB_DATABASE_URL="+database, "FIRMHUB_DATA_DIR="+t.TempDir(), "FIRMHUB_LOG=warn", upgrade.SecretsKey)
	run := func(args ...string) string {
		command := exec.CommandContext(t.Context(), path, args...)
		command.Env = settings
		printed, err := command.CombinedOutput()
		require.NoError(t, err, "%s\n%s", command, printed)
		return string(printed)
	}
	run("migrate", "up")
	differences, err := drift.Between(t.Context(), database)
	require.NoError(t, err)
	require.Empty(t, differences, "the schema of an upgraded database differs from that of a new one")

	ctx := t.Context()
	server, err := upgrade.Serve(ctx, path, settings)
	require.NoError(t, err)
	now, err := upgrade.Observe(ctx, server, was.Key, was.RevokedKey)
	require.NoError(t, err)
	for fact, value := range was.Facts { // A later program may observe more.
		require.Equal(t, value, now[fact], fact)
	}

	owner, err := server.LogIn(ctx, upgrade.Owner, upgrade.Password)
	require.NoError(t, err)
	const added = 600 // The search index of SQLite takes 512 at once.
	var rows strings.Builder
	for i := range added {
		fmt.Fprintf(&rows, "Uma,Upgraded,uma%d@mail.example,\n", i)
	}
	rejected, err := owner.Import(ctx, "firstName,lastName,email,phone\n"+rows.String()+
		",,,12\nMira,Kovacs,n0@mail.example,+55 11 91000-0000\n")
	require.NoError(t, err)
	require.Equal(t, 1, rejected)
	require.NoError(t, owner.Do(ctx, http.MethodPost, "/api/V1/Contact/create", map[string]any{"firstName": "Nia", "lastName": "Upgraded"}, nil))
	found, err := owner.Total(ctx, http.MethodGet, "/api/V1/Contact/search?searchTerm=upgrade", nil)
	require.NoError(t, err)
	require.Equal(t, added+1, found)
	charged := map[string]any{"messages": []any{map[string]any{
		"providerMessageId": rand.Text(), "direction": "Outbound", "phone": "+55 11 91000-0001", "category": "Marketing", "status": "Sent",
		"occurredAt": time.Now().UTC(),
	}}}
	var report struct{ Accepted int }
	require.NoError(t, server.WithKey(was.Key).Do(ctx, http.MethodPost, "/api/v1/messaging/messages", charged, &report))
	require.Equal(t, 1, report.Accepted)
	require.NoError(t, upgrade.Send(ctx, owner, "Upgraded"))
	require.NoError(t, server.Stop())

	require.Contains(t, run("wallet", "verify"), " 0 faults")
	for _, area := range []string{"analytics", "campaign", "consent"} {
		require.Contains(t, run(area, "verify"), " 0 faults")
	}
	run("doctor")
}

// restored returns the URL of a PostgreSQL database of a release.
func restored(t *testing.T, release string) string {
	t.Helper()
	database := createDatabase(t)
	restore := exec.CommandContext(t.Context(), "psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", database)
	restore.Stdin = bytes.NewReader(unpack(t, release, upgrade.PostgresFile))
	printed, err := restore.CombinedOutput()
	require.NoError(t, err, "%s", printed)
	return database
}

func filled(t *testing.T, release, name string) (filled upgrade.Filled) {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(release, name))
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(content, &filled))
	require.NotEmpty(t, filled.Facts)
	return filled
}

func unpack(t *testing.T, release, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(release, name))
	require.NoError(t, err)
	unpacked, err := gzip.NewReader(bytes.NewReader(content))
	require.NoError(t, err)
	content, err = io.ReadAll(unpacked)
	require.NoError(t, err)
	return content
}

// createDatabase creates an empty database on the PostgreSQL server of the tests, and returns its
// URL.
func createDatabase(t *testing.T) string {
	t.Helper()
	server := os.Getenv("FIRMHUB_TEST_POSTGRES")
	require.NotEmpty(t, server, "FIRMHUB_TEST_POSTGRES must name a PostgreSQL server")
	address, err := url.Parse(server)
	require.NoError(t, err)
	name := "firmhub_upgrade_" + strings.ToLower(rand.Text())
	execute := func(statement string) {
		conn, err := pgx.Connect(t.Context(), server)
		require.NoError(t, err)
		_, err = conn.Exec(t.Context(), statement)
		require.NoError(t, err)
		require.NoError(t, conn.Close(t.Context()))
	}
	execute("CREATE DATABASE " + name)
	address.Path = "/" + name
	return address.String()
}
