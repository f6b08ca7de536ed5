package graph

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"
)

func TestCheckShape(t *testing.T) {
	t.Parallel()

	doubling := func(leaf string) string {
		var document strings.Builder
		document.WriteString("query { ...f0 }")
		for i := range 200 {
			fmt.Fprintf(&document, " fragment f%d on Query { ...f%d ...f%d }", i, i+1, i+1)
		}
		return document.String() + " fragment f200 on Query { " + leaf + " }"
	}
	for name, c := range map[string]struct{ document, refusal string }{
		"OK":                 {`query { me { user { id } } contacts(first: 5) { edges { node { id ...c } } } } fragment c on Contact { id tags }`, ""},
		"OKIntrospection":    {`{ __schema { types { fields { type { ofType { ofType { ofType { ofType { ofType { ofType { ofType { name } } } } } } } } } } } }`, ""},
		"OKMissingFragment":  {`{ me { ...missing } }`, ""},
		"ErrDoubling":        {doubling("__typename"), "more than 1000 fields"},
		"ErrDoublingOfNone":  {doubling("me { " + strings.Repeat("id ", 5) + "}"), "more than 1000 fields"},
		"ErrCycle":           {`{ ...a } fragment a on Query { me { id } ...b } fragment b on Query { ...a }`, "more than 1000 fields"},
		"ErrSameName":        {`{ me { user { ` + strings.Repeat("id ", 30) + `} } }`, "repeats a field more than 20 times"},
		"ErrSameNameByAlias": {`{ me { user { ` + strings.Repeat("a: id ", 30) + `} } }`, "repeats a field more than 20 times"},
		"ErrDepth":           {"{" + strings.Repeat("a {", 12) + "b" + strings.Repeat("}", 13), "deeper than 12 levels"},
		"ErrRoot":            {`{ ` + aliases(21, "me { isSuperFirm }") + ` }`, "more than 20 fields at its root"},
		"ErrFields":          {`{ me { ` + aliases(1001, "isSuperFirm") + ` } }`, "more than 1000 fields"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			document, err := parser.ParseQuery(&ast.Source{Input: c.document})
			require.NoError(t, err)
			refused := checkShape(document)
			if c.refusal == "" {
				require.NoError(t, refused)
				return
			}
			require.ErrorContains(t, refused, c.refusal)
		})
	}
}

func TestShownOfADocument(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 100)
	require.Equal(t, `Cannot query field "`+long[:64]+`…" on type "Query".`, shown(`Cannot query field "`+long+`" on type "Query".`))
	require.Equal(t, `Unexpected String "`+strings.Repeat("a ", 32)+`…"`, shown(`Unexpected String "`+strings.Repeat("a ", 500)+`"`))
	require.Len(t, []rune(shown(strings.Repeat("a ", 500))), 301)
}

func aliases(n int, field string) string {
	var selection strings.Builder
	for i := range n {
		fmt.Fprintf(&selection, " a%d: %s", i, field)
	}
	return selection.String()
}
