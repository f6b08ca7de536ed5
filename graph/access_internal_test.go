package graph

import (
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
)

const directives = `
directive @public on FIELD_DEFINITION
directive @auth on FIELD_DEFINITION
directive @superFirm on FIELD_DEFINITION
directive @can(module: String!, action: String!) on FIELD_DEFINITION
`

func TestAccessRules(t *testing.T) {
	t.Parallel()

	rules := func(t *testing.T, fields string) error {
		t.Helper()
		schema, err := gqlparser.LoadSchema(&ast.Source{Input: directives + "type Query {" + fields + "}"})
		require.NoError(t, err)
		_, rulesErr := accessRules(schema)
		return rulesErr
	}

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		require.NoError(t, rules(t, `a: Int! @public b: Int! @auth c: Int! @superFirm d: Int! @can(module: "Contact", action: "View")`))
	})
	t.Run("ErrNone", func(t *testing.T) {
		t.Parallel()
		require.ErrorContains(t, rules(t, `a: Int! @public forgotten: Int!`), "Query.forgotten: needs exactly one of")
	})
	t.Run("ErrTwo", func(t *testing.T) {
		t.Parallel()
		require.ErrorContains(t, rules(t, `both: Int! @public @auth`), "Query.both: needs exactly one of")
	})
	t.Run("ErrUnknownPermission", func(t *testing.T) {
		t.Parallel()
		require.ErrorContains(t, rules(t, `a: Int! @can(module: "Contact", action: "Steal")`), "no permission Contact:Steal")
	})
}
