package graph

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/99designs/gqlgen/graphql/introspection"
	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"github.com/firmhub/firmhub/internal/fault"
)

// everythingOfTheSchema is a file with getIntrospectionQuery of graphql-js with all of its options.
const everythingOfTheSchema = "testdata/introspection.graphql"

func TestIntrospectionCost(t *testing.T) {
	t.Parallel()
	schema, err := loadSchema()
	require.NoError(t, err)
	prices, err := readPrices(schema)
	require.NoError(t, err)
	everything, err := os.ReadFile(everythingOfTheSchema)
	require.NoError(t, err)

	for name, document := range map[string]string{"graphql-js": string(everything), "gqlgen": introspection.Query} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			operation := parsed(t, document, nil)
			c := prices.costing(operation.Variables)
			cost := c.selections(operation.Operation.SelectionSet, price{}, 0)
			require.LessOrEqual(t, cost, costOfCall, "the standard queries are one call")
			require.Less(t, c.introspecting.fields*3/2, introspectionLimit, "the schema has become much larger: raise the limit")
		})
	}

	t.Run("Counted", func(t *testing.T) {
		t.Parallel()
		small := gqlparser.MustLoadSchema(&ast.Source{Input: `
			type Query { color(a: Int, b: [Color!]!): Color!, node: Node @deprecated }
			interface Node { id: ID }
			type A implements Node { id: ID }
			enum Color { RED GREEN @deprecated }
			input In { colors: [Color!]!, two: Int }`})
		types, directives, locations, args := len(small.Types), len(small.Directives), 0, 0
		for _, directive := range small.Directives {
			locations, args = locations+len(directive.Locations), args+len(directive.Arguments)
		}
		for document, fields := range map[string]int{
			`{ __schema { description queryType { name } mutationType { name } subscriptionType { name } } }`:      1 + 4 + 1,
			`{ __schema { types { __typename ...n } } } fragment n on __Type { name }`:                             1 + 1 + 2*types,
			`{ __schema { directives { locations args { name } } } }`:                                              1 + 1 + 2*directives + locations + args,
			`{ __type(name: "None") { name } }`:                                                                    1,
			`query($n: String = "A") { __type(name: $n) { interfaces { name } } }`:                                 1 + 1 + 1,
			`{ __type(name: "Node") { possibleTypes { name fields { name } } } }`:                                  1 + 1 + 2 + 1,
			`{ __type(name: "Query") { fields { args { name } ... on __Field { type { name } } } } }`:              1 + 1 + 2*2 + 2 + 2,
			`{ __type(name: "Color") { enumValues { name } fields { name } inputFields { name } } }`:               1 + 3 + 2,
			`{ __type(name: "In") { inputFields { type { ofType { ofType { ofType { ofType { name } } } } } } } }`: 1 + 1 + 2 + 4 + 1,
		} {
			read, faults := gqlparser.LoadQueryWithRules(small, document, rules.NewRules())
			require.Empty(t, faults, document)
			i := introspecting{schema: small, variables: map[string]any{"n": "A"}}
			for _, selection := range read.Operations[0].SelectionSet {
				require.Equal(t, (fields+introspectionPerCost-1)/introspectionPerCost, i.root(selection.(*ast.Field)), document)
			}
			require.Equal(t, fields, i.fields, document)
		}
	})

	for name, document := range map[string]string{
		"ErrAliases":   `{ __schema { ` + aliased(300, "types { fields { isDeprecated } }") + ` } }`,
		"ErrRoots":     `{ ` + aliased(20, `__schema { types { fields { args { type { name kind } } type { name } name } } }`) + ` }`,
		"ErrNested":    `{ __schema { types { fields { type { ofType { ` + aliased(200, "kind") + ` } } } } } }`,
		"ErrByName":    `{ __type(name: "Mutation") { ` + aliased(200, "fields { name type { name } args { name } }") + ` } }`,
		"ErrFragments": `{ __schema { types { ...f } } } fragment f on __Type { ` + aliased(200, "fields { name }") + ` }`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			operation := parsed(t, document, nil)
			_, _, refused := prices.cost(operation.Operation, operation.Variables)
			require.Error(t, refused)
			require.True(t, fault.Is(refused, fault.ValidationError))
			require.ErrorContains(t, refused, "Ask for each list of the schema once.")
		})
	}
}

// aliased repeats a field under other names.
func aliased(times int, field string) string {
	var document strings.Builder
	for i := range times {
		document.WriteString(" a" + strconv.Itoa(i) + ": " + field)
	}
	return document.String()
}
