package openapi_test

import (
	"context"
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// clients has the programs and the packages of npm.
const clients = "../clients"

const email = "olga@openapi.example"

// TestDocument lints the document of a server, generates clients from it, and has each log in, list
// contacts, create one and read it.
func TestDocument(t *testing.T) {
	t.Parallel()
	a := firmhubtest.New(t, db.SQLite, func(c *app.Config) { c.RateLimit = config.On })
	a.NewFirm("Generated", email)
	document := a.REST(http.MethodGet, "/openapi.json", "", nil).Body
	require.NotEmpty(t, document)
	require.NotContains(t, string(document), "only field of its operation", "an operation of REST has one field")

	t.Run("Redocly", func(t *testing.T) {
		t.Parallel()
		b := newBench(t, a.URL, "openapi", document)
		b.npm("redocly", "lint", "--extends=recommended-strict", "openapi.json")
	})
	t.Run("Spectral", func(t *testing.T) {
		t.Parallel()
		b := newBench(t, a.URL, "openapi", document)
		b.npm("spectral", "lint", "--ruleset=.spectral.yaml", "--fail-severity=hint", "openapi.json")
	})
	t.Run("TypeScript", func(t *testing.T) {
		t.Parallel()
		b := newBench(t, a.URL, "openapi", document)
		b.npm("openapi-typescript", "openapi.json", "--output", "generated/openapi-typescript.d.ts")
		b.npm("openapi-ts", "--input", "openapi.json", "--output", "generated/openapi-ts")
		b.npm("tsc", "--project", ".")
		b.runClient("node", "out/openapi-fetch.js")
		b.runClient("node", "out/openapi-ts.js")
	})
	t.Run("Go", func(t *testing.T) {
		t.Parallel()
		b := newBench(t, a.URL, "go", withoutEvents(t, document))
		require.NoError(t, os.Mkdir(filepath.Join(b.dir, "oapi", "api"), 0o700))
		b.run("go", "tool", "oapi-codegen", "-config", "oapi/oapi-codegen.yml", "openapi.json")
		b.run("go", "tool", "ogen", "-config", "ogen/ogen.yml", "-loglevel", "error", "-target", "ogen/api", "-package", "api", "openapi.json")
		b.run("go", "build", "-o", "bin/", "./oapi", "./ogen")
		b.runClient("bin/oapi")
		b.runClient("bin/ogen")
	})
}

// withoutEvents returns a document without webhooks and streams of events, of which the generators
// for Go make code that does not compile. docs/webhooks.md says so.
func withoutEvents(t *testing.T, document []byte) []byte {
	t.Helper()
	var all map[string]any
	require.NoError(t, json.Unmarshal(document, &all))
	delete(all, "webhooks")
	var walk func(value any)
	walk = func(value any) {
		switch value := value.(type) {
		case map[string]any:
			delete(value, "text/event-stream")
			for _, each := range value {
				walk(each)
			}
		case []any:
			for _, each := range value {
				walk(each)
			}
		}
	}
	walk(all)
	text, err := json.Marshal(all)
	require.NoError(t, err)
	return text
}

// bench is a copy of a folder of clients, with the document of a server.
type bench struct {
	t   *testing.T
	dir string
	env []string
}

func newBench(t *testing.T, url, folder string, document []byte) *bench {
	t.Helper()
	b := &bench{t: t, dir: t.TempDir()}
	require.NoError(t, os.CopyFS(b.dir, os.DirFS(filepath.Join(clients, folder))))
	require.NoError(t, os.WriteFile(filepath.Join(b.dir, "openapi.json"), document, 0o600))
	modules, err := filepath.Abs(filepath.Join(clients, "node_modules"))
	require.NoError(t, err)
	require.NoError(t, os.Symlink(modules, filepath.Join(b.dir, "node_modules")))
	b.env = append(os.Environ(),
		"FIRMHUB_URL="+url, "FIRMHUB_EMAIL="+email, "FIRMHUB_PASSWORD="+firmhubtest.OwnerPassword,
		"REDOCLY_TELEMETRY=off", "REDOCLY_SUPPRESS_UPDATE_NOTICE=true", "CI=true",
		// What is generated need not be fast, but built fast, and with -trimpath from the cache the
		// next time.
		"CGO_ENABLED=0", "GOWORK=off", "GOFLAGS=-trimpath '-gcflags=all=-N -l' '-ldflags=-s -w'")
	return b
}

// npm runs the program of a package.
func (b *bench) npm(program string, arguments ...string) {
	b.t.Helper()
	b.run("node_modules/.bin/"+program, arguments...)
}

// runClient runs a client, which prints how many contacts it has seen.
func (b *bench) runClient(program string, arguments ...string) {
	b.t.Helper()
	require.Contains(b.t, b.run(program, arguments...), "contacts before")
}

func (b *bench) run(program string, arguments ...string) string {
	b.t.Helper()
	if strings.Contains(program, "/") {
		program = filepath.Join(b.dir, program)
	}
	command := exec.CommandContext(context.WithoutCancel(b.t.Context()), program, arguments...)
	command.Dir, command.Env = b.dir, b.env
	output, err := command.CombinedOutput()
	require.NoError(b.t, err, "%s %v: %s", program, arguments, output)
	return string(output)
}
