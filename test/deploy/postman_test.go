package deploy_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// item is a folder or a request of a Postman collection.
type item struct {
	Item    []item
	Request *struct {
		Method string
		Auth   *struct{ Type string }
		Header []struct {
			Key      string
			Disabled bool
		}
		URL struct{ Path []string }
	}
	Event []struct{ Script struct{ Exec []string } }
}

// TestPostman makes the collection, and compares it with the OpenAPI document of the same program.
func TestPostman(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "collection.json")
	command := exec.CommandContext(t.Context(), "bash", "scripts/postman.sh", program(t), file)
	command.Dir = root
	// The settings of the user who runs the test are not those of the server that it starts.
	other := filepath.Join(t.TempDir(), "other.db")
	command.Env = append(os.Environ(), "FIRMHUB_DATABASE_URL=sqlite://"+other, "FIRMHUB_LOG=loud")
	run(t, command)
	require.NoFileExists(t, other)
	text, err := os.ReadFile(file)
	require.NoError(t, err)
	var collection struct {
		item

		Auth     struct{ Type string }
		Variable []struct{ Key, Value string }
	}
	require.NoError(t, json.Unmarshal(text, &collection))
	require.Equal(t, "bearer", collection.Auth.Type)
	require.Equal(t, "http://localhost:8080", collection.Variable[0].Value)

	requests := map[string]item{}
	collect(collection.item, requests)
	serving := exec.CommandContext(t.Context(), program(t), "serve", "--addr=127.0.0.1:0", "--log=error", "--data-dir="+t.TempDir())
	url, stop := server(t, serving)
	var openapi struct{ Paths map[string]map[string]any }
	said := run(t, exec.CommandContext(t.Context(), program(t), "call", "GET", "/openapi.json", "--server="+url))
	stop()
	require.NoError(t, json.Unmarshal([]byte(said), &openapi))
	routes := 0
	for path, methods := range openapi.Paths {
		for method := range methods {
			routes++
			require.Contains(t, requests, strings.ToUpper(method)+" "+strings.NewReplacer("{", ":", "}", "").Replace(path))
		}
	}
	require.Len(t, requests, routes)

	login := requests["POST /api/v1/auth/login"]
	require.Equal(t, "noauth", login.Request.Auth.Type)
	require.Contains(t, login.Event[0].Script.Exec[0], "bearerToken")
	for name, one := range requests {
		for _, header := range one.Request.Header {
			require.True(t, header.Disabled || header.Key != "X-Firm-Id", "%s: the firm of an example exists nowhere", name)
		}
	}
}

func collect(of item, into map[string]item) {
	if of.Request != nil {
		into[of.Request.Method+" /"+strings.Join(of.Request.URL.Path, "/")] = of
	}
	for _, inner := range of.Item {
		collect(inner, into)
	}
}
