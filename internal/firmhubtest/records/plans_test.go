package records_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2/ast"
	"pgregory.net/rapid"

	"github.com/firmhub/firmhub/graph/generated"
	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/app/demo"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// TestPlans answers generated documents by plans, and by the executor alone with the plans
// compared: both answers are the same bytes, with aliases, fields that are selected twice,
// fragments, and fields that variables include or skip.
func TestPlans(t *testing.T) {
	t.Parallel()
	var url string
	executor := firmhubtest.New(t, db.SQLite, func(c *app.Config) { url = c.DatabaseURL })
	_, err := demo.Firms(t.Context(), executor.DB, executor.Passwords.Hash)
	require.NoError(t, err)
	planned := firmhubtest.New(t, db.SQLite, func(c *app.Config) { c.DatabaseURL, c.PlanDiffers = url, nil })
	token := executor.Login("helena@belavista.example", demo.Password).Token
	documents := &documents{schema: generated.NewExecutableSchema(generated.Config{}).Schema()}
	answered := 0
	rapid.Check(t, func(r *rapid.T) {
		query := documents.draw(r)
		variables := map[string]any{"yes": rapid.Bool().Draw(r, "yes"), "no": rapid.Bool().Draw(r, "no")}
		request := map[string]any{"query": query, "variables": variables}
		want := executor.GraphQL(token, query, variables)
		if want.Code() != "" { // such as a document that costs too much: its errors have the id of the request
			return
		}
		answered++
		for range 2 { // the second time from the cache of documents
			got := planned.REST(http.MethodPost, "/graphql", token, request)
			require.Equal(r, string(want.Body), string(got.Body), "%s %v", query, variables)
		}
	})
	require.Greater(t, answered, 10, "documents that were answered")
}

// documents draws documents of a schema.
type documents struct{ schema *ast.Schema }

func (d *documents) draw(t *rapid.T) string {
	var roots []*ast.FieldDefinition
	for _, field := range d.schema.Query.Fields {
		if !strings.HasPrefix(field.Name, "__") && !needsArguments(field) && d.schema.Types[field.Type.Name()].IsCompositeType() {
			roots = append(roots, field)
		}
	}
	contacts := slices.IndexFunc(roots, func(f *ast.FieldDefinition) bool { return f.Name == "contactPage" })
	root := roots[contacts] // half of the documents
	if rapid.Bool().Draw(t, "other root") {
		root = rapid.SampledFrom(roots).Draw(t, "root")
	}
	const levels = 4
	fragments := map[string]string{}
	body := d.selection(t, d.schema.Types[root.Type.Name()], levels, fragments)
	document := "query($yes: Boolean!, $no: Boolean!) { asked: __typename @include(if: $yes) @skip(if: $no) " + root.Name + body + " }"
	if rapid.Bool().Draw(t, "fixed") && !strings.Contains(body, "$") && !strings.Contains(fmt.Sprint(fragments), "$") {
		document = "{ " + root.Name + body + " }"
	}
	return document + " " + strings.Join(slices.Sorted(maps.Values(fragments)), " ")
}

func needsArguments(field *ast.FieldDefinition) bool {
	return slices.ContainsFunc(field.Arguments, func(a *ast.ArgumentDefinition) bool { return a.Type.NonNull && a.DefaultValue == nil })
}

func (d *documents) selection(t *rapid.T, of *ast.Definition, levels int, fragments map[string]string) string {
	parts := []string{"__typename"}
	for _, field := range of.Fields {
		below := d.schema.Types[field.Type.Name()]
		if strings.HasPrefix(field.Name, "__") || needsArguments(field) ||
			below.IsCompositeType() && levels == 0 || rapid.IntRange(0, 3).Draw(t, "leave out") == 0 {
			continue
		}
		for range rapid.SampledFrom([]int{1, 1, 1, 2}).Draw(t, "times") {
			part := field.Name
			if below.IsCompositeType() {
				part += d.selection(t, below, levels-1, fragments)
			}
			switch rapid.IntRange(0, 30).Draw(t, "form") {
			case 0:
				part = "a" + field.Name + ": " + part
			case 1:
				part = "... on " + of.Name + " { " + part + " }"
			case 2:
				name := fmt.Sprintf("F%d", len(fragments))
				fragments[name] = "fragment " + name + " on " + of.Name + " { " + part + " }"
				part = "..." + name
			case 3:
				part = "... on " + of.Name + " @include(if: $yes) { " + part + " }"
			case 4:
				part = "... @skip(if: $no) { " + part + " }"
			}
			parts = append(parts, part)
		}
	}
	return " { " + strings.Join(parts, " ") + " }"
}
