package deploy_test

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
	"github.com/stretchr/testify/require"
)

// TestBackUp backs up an installation with demo data and restores it, by the commands of
// docs/install.md.
func TestBackUp(t *testing.T) {
	t.Parallel()

	t.Run("sqlite", func(t *testing.T) {
		t.Parallel()
		i := install(t)
		i.testBackUp(t, func() { i.shell(t, "tar -czf") }, func() { i.shell(t, "find", "tar -xzf") })
	})

	t.Run("postgres", func(t *testing.T) {
		t.Parallel()
		i := install(t)
		create := i.usePostgres(t)
		create(blocks(t, installDoc, "sql")[0])
		i.testBackUp(t, func() { i.shell(t, "pg_dump", "tar -czf") }, func() {
			create(blocks(t, installDoc, "sql")[1])
			i.shell(t, "pg_restore", "find", "tar -xzf")
		})
	})
}

// installation is a data folder with the settings of the commands that use it.
type installation struct {
	// dir is where commands run.
	dir, data string
	settings  []string
}

func install(t *testing.T) *installation {
	t.Helper()
	dir := t.TempDir()
	data := filepath.Join(dir, "data")
	return &installation{dir: dir, data: data, settings: append(os.Environ(), "FIRMHUB_DATA_DIR="+data, "FIRMHUB_LOG=error")}
}

// usePostgres sets a database on the PostgreSQL server of the tests, and returns a function with
// which an administrator runs SQL of docs/install.md, as if the role and the database firmhub were
// those of the test.
func (i *installation) usePostgres(t *testing.T) (create func(sql string)) {
	t.Helper()
	server := os.Getenv("FIRMHUB_TEST_POSTGRES")
	require.NotEmpty(t, server, "FIRMHUB_TEST_POSTGRES must name a PostgreSQL server")
	address, err := url.Parse(server)
	require.NoError(t, err)
	name, password := "firmhub_deploy_"+strings.ToLower(rand.Text()), rand.Text()
	address.User, address.Path = url.UserPassword(name, password), "/"+name
	i.settings = append(i.settings, "FIRMHUB_DATABASE_URL="+address.String())

	administrate := func(ctx context.Context, statements ...string) {
		conn, err := pgx.Connect(ctx, server)
		require.NoError(t, err)
		defer func() { require.NoError(t, conn.Close(ctx)) }()
		for _, statement := range statements {
			_, err := conn.Exec(ctx, statement)
			require.NoError(t, err, statement)
		}
	}
	t.Cleanup(func() {
		administrate(context.WithoutCancel(t.Context()), "DROP DATABASE IF EXISTS "+name+" WITH (FORCE)",
			"DROP DATABASE IF EXISTS "+name+"_before WITH (FORCE)", "DROP ROLE IF EXISTS "+name)
	})
	return func(sql string) {
		sql = strings.NewReplacer("firmhub", name, "…", password).Replace(sql)
		administrate(t.Context(), strings.SplitAfter(strings.TrimSpace(sql), ";\n")...)
	}
}

// testBackUp makes a backup of demo data, changes the data, and restores the backup.
func (i *installation) testBackUp(t *testing.T, backUp, restore func()) {
	t.Helper()
	i.firmhub(t, "demo")
	want := i.contacts(t)
	backUp()
	contacts, err := filepath.Abs(filepath.Join(root, "examples", "contacts.csv"))
	require.NoError(t, err)
	i.firmhub(t, "import", contacts, "--firm=Weitblick Reisen")
	require.NotEqual(t, want, i.contacts(t))
	restore()
	require.Contains(t, i.firmhub(t, "wallet", "verify"), " 0 faults")
	require.Contains(t, i.firmhub(t, "analytics", "verify"), " 0 faults")
	require.Equal(t, want, i.contacts(t))
}

// contacts starts the server, and returns the contacts of a firm as one of its users exports them.
func (i *installation) contacts(t *testing.T) string {
	t.Helper()
	serving := i.command(t, program(t), "serve", "--addr=127.0.0.1:0")
	address, stop := server(t, serving)
	defer stop()
	var login struct{ Data struct{ Token string } }
	require.NoError(t, json.Unmarshal([]byte(i.firmhub(t, "call", "--server="+address, "POST", "/api/v1/auth/login",
		`{"email": "annika@weitblick.example", "password": "Try-firmhub-1"}`)), &login))
	return i.firmhub(t, "call", "--server="+address, "GET", "/api/V1/Contact/export", "-H", "Authorization: Bearer "+login.Data.Token)
}

// shell runs the commands of docs/install.md that begin with one of the words, in the order of the
// words, and checks that they print nothing.
func (i *installation) shell(t *testing.T, words ...string) {
	t.Helper()
	script := &strings.Builder{}
	for _, word := range words {
		before := script.Len()
		for line := range strings.Lines(strings.Join(blocks(t, installDoc, "sh"), "")) {
			if strings.HasPrefix(line, word) && (strings.Contains(line, "/var/lib/firmhub") || strings.Contains(line, "$FIRMHUB_DATABASE_URL")) {
				script.WriteString(strings.ReplaceAll(line, "/var/lib/firmhub", i.data))
			}
		}
		require.Greater(t, script.Len(), before, word)
	}
	require.Empty(t, run(t, i.command(t, "bash", "-eu", "-c", script.String())))
}

func (i *installation) firmhub(t *testing.T, args ...string) string {
	t.Helper()
	return run(t, i.command(t, program(t), args...))
}

func (i *installation) command(t *testing.T, name string, args ...string) *exec.Cmd {
	t.Helper()
	command := exec.CommandContext(t.Context(), name, args...)
	command.Dir, command.Env = i.dir, i.settings
	return command
}
