package graph_test

import (
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/firmhub/firmhub/graph"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

const cachesDoc = "../docs/caches.md"

var update = flag.Bool("update", false, "write the list of types in docs/caches.md anew")

// parts finds the list of types in docs/caches.md.
var parts = regexp.MustCompile(`(?s)(const parts = \[\n)(.*?)(\];\n)`)

// TestCaches_Doc compares the list of types without an id in docs/caches.md with the schema. With
// -update it writes the list.
func TestCaches_Doc(t *testing.T) {
	t.Parallel()
	published, err := graph.PublishedSchema()
	require.NoError(t, err)
	schema, err := gqlparser.LoadSchema(&ast.Source{Input: published})
	require.NoError(t, err)
	var names []string
	for name, definition := range schema.Types {
		isRoot := definition == schema.Query || definition == schema.Mutation || definition == schema.Subscription
		if definition.Kind == ast.Object && !isRoot && !definition.BuiltIn && definition.Fields.ForName("id") == nil {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	text, err := os.ReadFile(cachesDoc)
	require.NoError(t, err)
	written := parts.ReplaceAllString(string(text), "${1}"+wrapped(names)+"${3}")
	if *update {
		require.NoError(t, os.WriteFile(cachesDoc, []byte(written), 0o600))
		return
	}
	require.Equal(t, written, string(text), "go test -run TestCaches_Doc ./graph -update writes the list")
}

// wrapped returns the names as elements of a JavaScript array, in lines of at most 120 columns.
func wrapped(names []string) string {
	var list strings.Builder
	line := " "
	for _, name := range names {
		element := " '" + name + "',"
		if len(line)+len(element) > 120 {
			list.WriteString(line + "\n")
			line = " "
		}
		line += element
	}
	return list.String() + line + "\n"
}

// TestCaches sets up the normalizing caches of urql and Apollo as in docs/caches.md. It shows that
// they merge the result of a mutation into the queries they hold, and log no warning.
func TestCaches(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile(cachesDoc)
	require.NoError(t, err)
	_, module, found := strings.Cut(string(text), "```js\n// firmhub.js\n")
	require.True(t, found)
	module, _, _ = strings.Cut(module, "```")
	file := filepath.Join(t.TempDir(), "firmhub.mjs")
	require.NoError(t, os.WriteFile(file, []byte(module), 0o600))
	a := firmhubtest.New(t, db.SQLite)
	owner := a.NewFirm("Torra", "olga@torra.example")
	said := runNode(t, "cache.js", owner.Token, a.URL+"/graphql", file)
	require.JSONEq(t, `{
		"urql": {
			"ofUser": "Changed by urql.", "ofRoles": "Changed by urql.", "names": ["Owner", "Owner"], "apiClient": [["urql till", "Revoked"]],
			"balance": [0, "EUR"], "warnings": []
		},
		"apollo": {
			"ofUser": "Changed by apollo.", "ofRoles": "Changed by apollo.", "names": ["Owner", "Owner"], "apiClient": [["apollo till", "Revoked"]],
			"balance": [0, "EUR"], "warnings": []
		}
	}`, said)
}
