package graph

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/parser"
	"github.com/vektah/gqlparser/v2/validator/core"
	"github.com/vektah/gqlparser/v2/validator/rules"
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
		"OK": {`query { me { user { id } } contacts(first: 5) { edges { node { id ...c } } } } fragment c on Contact { id tags }`, ""},
		"OKIntrospectionByFragments": {`{ __schema { types { ...T } } } fragment T on __Type { fields { args { type { ...R } } } } fragment R on __Type
			{ ofType { ofType { ofType { ofType { ofType { ofType { ofType { ofType { ofType { name } } } } } } } } } }`, ""},
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
		"ErrUnusedFragment": {
			`query { __typename } fragment f on Query {` + strings.Repeat(" x:y", 480) + strings.Repeat(" x", 1400) + `}`,
			"more than 1000 fields",
		},
		"ErrUnusedFragmentOfTheSameName": {
			`{ __typename } fragment f on Query { x } fragment f on Query { a {` + strings.Repeat(" x", 30) + `} }`,
			"repeats a field more than 20 times",
		},
		"ErrUnusedCycle":       {`{ __typename } fragment a on Query { ...b } fragment b on Query { ...a }`, "more than 1000 fields"},
		"ErrDoublingOfMissing": {strings.Replace(doubling("...missing"), "{ ...f0 }", "{ __schema { ...f0 } }", 1), "too many fragments"},
		"ErrNestedFragments":   {`{ ` + strings.Repeat("... {", 400) + aliases(20, "id") + strings.Repeat("}", 400) + `}`, "too many fragments"},
		"ErrManySpreads":       {`{ ` + strings.Repeat("...f ", 1400) + `} fragment f on Query { id }`, "more than 1000 fields"},
		"ErrSameNameBelow": {
			`{ ` + strings.Repeat("a {"+strings.Repeat("b {"+strings.Repeat("c ", 10)+"}", 10)+"}", 8) + `}`,
			"too many fields of the same name",
		},
		"ErrOperations": {manyOperations(51), "more than 50 operations"},
		"ErrOperationsOfOneFragment": {
			manyOperations(50) + ` fragment f on Query { me { ` + aliases(500, "id") + ` } }`,
			"too many fragments",
		},
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

// Validation stops at the last fault that is answered, and so does not hold thousands of them.
func TestValidateDocumentStopsEarly(t *testing.T) {
	t.Parallel()
	schema := gqlparser.MustLoadSchema(&ast.Source{Input: `type Query { id: ID }`})
	walked := 0
	counting := rules.NewRules(core.Rule{Name: "A", RuleFunc: func(events *core.Events, _ core.AddErrFunc) {
		events.OnField(func(*core.Walker, *ast.Field) { walked++ })
	}}, rules.FieldsOnCorrectTypeRuleWithoutSuggestions)
	for name, c := range map[string]struct{ unknown, faults, walked int }{
		"OK": {0, 0, 1}, "Err": {7, 7, 8}, "ErrMany": {900, errorLimit, errorLimit},
	} {
		document, err := parser.ParseQuery(&ast.Source{Input: `{` + aliases(c.unknown, "none") + ` id }`})
		require.NoError(t, err)
		walked = 0
		require.Len(t, validateDocument(schema, document, counting), c.faults, name)
		require.Equal(t, c.walked, walked, name)
	}
}

func manyOperations(n int) string {
	var document strings.Builder
	for i := range n {
		fmt.Fprintf(&document, " query q%d { ...f }", i)
	}
	return document.String()
}

func aliases(n int, field string) string {
	var selection strings.Builder
	for i := range n {
		fmt.Fprintf(&selection, " a%d: %s", i, field)
	}
	return selection.String()
}
