package main

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the table of settings in docs/install.md anew")

var settingsTable = regexp.MustCompile(`(?s)(\| Setting \| What it is \| Default or example \|\n\|---\|---\|---\|\n)(.*?\n)(\n)`)

// TestDocs_Settings compares the table of settings in docs/install.md with the flags of firmhub
// serve. With -update it writes the table.
func TestDocs_Settings(t *testing.T) {
	t.Parallel()
	const path = "../../docs/install.md"
	parser, err := kong.New(&commands{}, kong.Vars{"version": ""})
	require.NoError(t, err)
	serve := slices.IndexFunc(parser.Model.Children, func(n *kong.Node) bool { return n.Name == "serve" })
	var rows []string
	for _, setting := range parser.Model.Children[serve].Flags {
		if len(setting.Envs) == 0 {
			continue
		}
		value := cmp.Or(setting.Default, setting.PlaceHolder)
		if value != "" {
			value = "`" + value + "`"
		}
		rows = append(rows, fmt.Sprintf("| `%s` | %s | %s |\n", setting.Envs[0], setting.Help, value))
	}
	slices.Sort(rows)
	text, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Regexp(t, settingsTable, string(text))
	written := settingsTable.ReplaceAllString(string(text), "${1}"+strings.Join(rows, "")+"${3}")
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(written), 0o600))
		return
	}
	require.Equal(t, written, string(text), "go test -run TestDocs_Settings ./cmd/firmhub -update writes the table")
}
