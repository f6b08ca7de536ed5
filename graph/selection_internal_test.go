package graph

import (
	"testing"

	"github.com/99designs/gqlgen/graphql"
	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/firmhub/firmhub/graph/generated"
	"github.com/firmhub/firmhub/internal/page"
)

// A field that is read from no column would make a query read every column.
func TestSources(t *testing.T) {
	t.Parallel()
	schema := generated.NewExecutableSchema(generated.Config{}).Schema()
	for typeName, from := range sources {
		definition := schema.Types[typeName]
		require.NotNil(t, definition, typeName)
		for field := range from.edges {
			require.NotNil(t, definition.Fields.ForName(field), "%s.%s", typeName, field)
		}
		for field := range from.computed {
			require.NotNil(t, definition.Fields.ForName(field), "%s.%s", typeName, field)
		}
		for _, field := range definition.Fields {
			_, isEdge := from.edges[field.Name]
			_, isColumn := from.columnOf(field.Name)
			require.True(t, from.has == nil || isEdge || isColumn, "%s.%s", typeName, field.Name)
		}
	}
}

func TestSelected(t *testing.T) {
	t.Parallel()
	schema := generated.NewExecutableSchema(generated.Config{}).Schema()
	phones := func(columns ...string) map[string]page.Selection {
		return map[string]page.Selection{"phones": {Columns: columns, Edges: map[string]page.Selection{}}}
	}
	none := map[string]page.Selection{}
	for name, c := range map[string]struct {
		document, typeName string
		path               []string
		want               page.Selection
	}{
		"columns": {
			`{ contact(id: "x") { id lastName createdAt __typename } }`, "Contact", nil,
			page.Selection{Columns: []string{"id", "last_name", "created_at"}, Edges: none},
		},
		"an edge": {
			`{ contact(id: "x") { phones { phoneCC } } }`, "Contact", nil,
			page.Selection{Columns: []string{"id"}, Edges: phones("id", "phone_cc")},
		},
		"an edge under two aliases": {
			`{ contact(id: "x") { a: phones { x: phone } b: phones { x: type phone } } }`, "Contact", nil,
			page.Selection{Columns: []string{"id"}, Edges: phones("id", "phone", "type")},
		},
		"scalars of an edge": {
			`{ contact(id: "x") { tags } }`, "Contact", nil,
			page.Selection{Columns: []string{"id"}, Edges: map[string]page.Selection{"tags": {Columns: []string{"id", "name"}}}},
		},
		"fragments and conditions": {
			`{ contact(id: "x") { ...f ... on Contact { gender } lastName @skip(if: true) emails @include(if: false) { email } } }
			fragment f on Contact { firstName }`, "Contact", nil,
			page.Selection{Columns: []string{"id", "first_name", "gender"}, Edges: none},
		},
		"a path": {
			`{ contactPage(input: {}) { totalCount items { firstName } more: items { phones { phone } } } }`, "Contact",
			[]string{"items"},
			page.Selection{Columns: []string{"id", "first_name"}, Edges: phones("id", "phone"), Total: true},
		},
		"a path without the total": {
			`{ contactPage(input: {}) { items { firstName } } }`, "Contact",
			[]string{"items"},
			page.Selection{Columns: []string{"id", "first_name"}, Edges: none},
		},
		"a path that is not selected": {
			`{ contactPage(input: {}) { totalCount } }`, "Contact", []string{"items"}, page.Selection{Columns: []string{"id"}, Edges: none},
		},
		"a type without columns": {
			`{ apiClients { name permissions } }`, "ApiClient", nil,
			page.Selection{Edges: map[string]page.Selection{"properties": {Edges: none}}},
		},
		"a computed column": {
			`{ roles { name userCount } }`, "Role", nil,
			page.Selection{Columns: []string{"id", "name", "user_count"}, Edges: none},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			document, faults := gqlparser.LoadQueryWithRules(schema, c.document, nil)
			require.Empty(t, faults)
			root := document.Operations[0].SelectionSet[0].(*ast.Field)
			o := (&Server{}).newOperation()
			o.Doc, o.Operation = document, document.Operations[0]
			ctx := graphql.WithOperationContext(t.Context(), &o.OperationContext)
			ctx = graphql.WithFieldContext(ctx, &graphql.FieldContext{
				Field: graphql.CollectedField{Field: root, Selections: root.SelectionSet},
			})
			require.Equal(t, c.want, selected(ctx, c.typeName, c.path...))
		})
	}
}
