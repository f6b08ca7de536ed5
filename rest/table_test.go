package rest_test

import (
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/rest"
)

// contractRow is a row of the tables in docs/contract.md:
//
//	| METHOD | path | credential or permission | purpose | status of success |
var contractRow = regexp.MustCompile(`(?m)^\| (GET|POST|PUT|PATCH|DELETE) \| (/api/\S*) \| ([^|]*) \| [^|]* \| (\d+) \|$`)

// TestContract checks that the routes are those of the contract, and that they behave so.
func TestContract(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../docs/contract.md")
	require.NoError(t, err)
	contract := contractRow.FindAllStringSubmatch(string(text), -1)
	require.NotEmpty(t, contract)

	built := map[string]bool{}
	for _, route := range rest.Routes() {
		built[route.Method+" "+route.Path] = true
	}
	promised := make([]string, 0, len(contract))
	described := read(t, openAPI(t, setup(t))).Paths
	for _, row := range contract {
		method, path, status := row[1], row[2], row[4]
		who, byKey := strings.CutSuffix(row[3], " or key")
		promised = append(promised, method+" "+path)
		require.True(t, built[method+" "+path], "%s %s is not built", method, path)
		operation := described[path][strings.ToLower(method)]
		require.Contains(t, operation.Responses, status, "status of %s %s", method, path)
		require.Equal(t, byKey || who == "any key", slices.ContainsFunc(operation.Security, func(scheme map[string][]string) bool {
			return scheme["apiKey"] != nil
		}), "whether a key can do %s %s", method, path)
		switch {
		case operation.Permission != "":
			require.Equal(t, who, operation.Permission, "permission of %s %s", method, path)
		case operation.SuperFirm:
			require.Equal(t, "super-firm", who, "%s %s", method, path)
		case who == "any key":
			require.Equal(t, []map[string][]string{{"apiKey": {}}}, operation.Security, "%s %s", method, path)
		case len(operation.Security) > 0:
			require.Equal(t, "any user", who, "%s %s", method, path)
		default:
			require.Equal(t, "none", who, "%s %s", method, path)
		}
	}
	require.ElementsMatch(t, promised, keys(built), "docs/contract.md (A); Routes (B)")
}

// TestOtherPaths checks that the old paths and the paths of the console are in the contract and
// served, and not in the OpenAPI document.
func TestOtherPaths(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../docs/contract.md")
	require.NoError(t, err)
	b := setup(t)
	served := map[string]bool{}
	for _, endpoint := range b.api.Endpoints() {
		served[endpoint.Method+" "+endpoint.Path] = true
	}
	described := read(t, openAPI(t, b)).Paths
	var others []string
	for _, route := range rest.Routes() {
		for _, path := range []string{route.OldPath, route.ConsolePath} {
			if path == "" {
				continue
			}
			others = append(others, route.Method+" "+path)
			require.Contains(t, string(text), "`"+route.Method+" "+path+"`")
			require.True(t, served[route.Method+" "+path] && served[route.Method+" "+route.Path], path)
			require.Contains(t, described, route.Path)
			require.NotContains(t, described, path)
		}
	}
	require.Subset(t, others, []string{"POST /api/v1/users/{id}/invite", "POST /api/v1/auth/console/refresh"})
}

func TestEveryDocumentHasARoute(t *testing.T) {
	t.Parallel()
	used := map[string]bool{}
	for _, route := range rest.Routes() {
		used["operations/"+route.Operation+".graphql"] = true
	}
	files, err := filepath.Glob("operations/*/*")
	require.NoError(t, err)
	for _, file := range files {
		require.True(t, used[file] || strings.HasSuffix(file, ".fragment.graphql"), "%s belongs to no route", file)
	}
}

const itemSchema = `
directive @public on FIELD_DEFINITION
directive @auth on FIELD_DEFINITION
directive @limit(minLength: Int, maxLength: Int, minimum: Int, maximum: Int) on INPUT_FIELD_DEFINITION
scalar Anything
scalar Upload
enum Kind { Debit Credit }
type Item { id: ID!, name: String, kind: Kind!, kinds: [Kind!]!, parent: Item, extra: Anything }
input ItemInput { id: ID!, name: String! @limit(minLength: 1, maxLength: 50), page: Int = 1, kinds: [Kind!], on: Boolean }
type Query { item(id: ID!): Item! @auth, items(kinds: [Kind!], page: Int = 1): [Item!]! @auth, find(input: ItemInput!): Item @public }
type Mutation { save(input: ItemInput!): Item! @auth, remove(id: ID!): Boolean! @auth, pay(input: ItemInput!): Item! @auth, attach(id: ID!, file: Upload!): Item! @auth, shared(file: Upload!): Boolean! @public }
`

func itemDocuments() fstest.MapFS {
	documents := fstest.MapFS{}
	for name, text := range map[string]string{
		"item":          `query item($id: ID!) { data: item(id: $id) { ...Item } }`,
		"items":         `query items($kinds: [Kind!], $page: Int) { data: items(kinds: $kinds, page: $page) { ...Item parent { ...Name } } }`,
		"find":          `query find($input: ItemInput!) { data: find(input: $input) { ...Item } }`,
		"save":          `mutation save($input: ItemInput!) { data: save(input: $input) { ...Item } }`,
		"remove":        `mutation remove($id: ID!) { data: remove(id: $id) }`,
		"chosen":        `query chosen($id: ID!) { data: item(id: $id) { id } }`,
		"listed":        `query listed { data: items { id } }`,
		"export":        `query export($kinds: [Kind!], $page: Int) { data: items(kinds: $kinds, page: $page) { id } }`,
		"attach":        `mutation attach($id: ID!, $file: Upload!) { data: attach(id: $id, file: $file) { id } }`,
		"pay":           `mutation pay($input: ItemInput!) { data: pay(input: $input) { ...Item } }`,
		"header":        `mutation header($input: ItemInput!) { data: pay(input: $input) { id } }`,
		"Item.fragment": `fragment Item on Item { id kind ...Name extra }`,
		"Name.fragment": `fragment Name on Item { name }`,
	} {
		documents["operations/contact/"+name+".graphql"] = &fstest.MapFile{Data: []byte(text)}
	}
	return documents
}

func itemRoutes() []rest.Route {
	return []rest.Route{
		{
			Method: http.MethodGet, Path: "/items/all", Operation: "contact/items", Message: "Listed.",
			Aliases: map[string][]string{"kinds": {"types"}},
		},
		{Method: http.MethodGet, Path: "/items/some", Operation: "contact/listed", Message: "Listed."},
		{Method: http.MethodGet, Path: "/items/some", With: "id", Operation: "contact/chosen", Message: "Chosen."},
		{Method: http.MethodGet, Path: "/items/{id}", OldPath: "/item/{id}", Operation: "contact/item", Message: "Found."},
		{Method: http.MethodGet, Path: "/items", Operation: "contact/find", Message: "Found."},
		{
			Method: http.MethodPut, Path: "/items/{id}", Operation: "contact/save", Message: "Saved.", RefuseUnknown: true,
			Location: "/items/{id}", Refusals: []fault.Code{fault.Conflict, fault.InsufficientBalance},
		},
		{Method: http.MethodDelete, Path: "/items", Operation: "contact/remove", Message: "Removed.", Source: rest.FromEither, NoData: true},
		{
			Method: http.MethodGet, Path: "/items/export", Kind: rest.Stream, Operation: "contact/export", Omit: []string{"page"},
			FileName: "items", Message: "The items.",
		},
		{
			Method: http.MethodPost, Path: "/items/{id}/file", Kind: rest.Upload, Operation: "contact/attach", MaxFile: 1000,
			Status: http.StatusCreated, Location: "/items/{id}", Message: "Attached.",
		},
		{Method: http.MethodPost, Path: "/items/pay", Operation: "contact/pay", Message: "Paid.", Source: rest.FromEither},
		{
			Method: http.MethodPost, Path: "/items/header", Operation: "contact/header", Message: "Paid.", Source: rest.FromEither,
			Headers: map[string]string{"name": "Item-Name"},
		},
	}
}

func TestSources(t *testing.T) {
	t.Parallel()
	b := setupItems(t)
	for _, c := range []struct {
		method, target, body string
		want                 map[string]any
	}{
		{"GET", "/items/" + someID, "", map[string]any{"id": someID}},
		{"GET", "/item/" + someID, "", map[string]any{"id": someID}},
		{"HEAD", "/item/" + someID, "", map[string]any{"id": someID}},
		{"GET", "/items/all?types=debit&types=CREDIT&pageNumber=3", "", map[string]any{"kinds": []any{"Debit", "Credit"}, "page": int64(3)}},
		{"GET", "/items/all?kinds=debit,credit&page=", "", map[string]any{"kinds": []any{"Debit", "Credit"}}},
		{"GET", "/items?id=" + someID + "&name=a&name2=b&on=true&page=2", "", input("name", "a", "on", true, "page", int64(2))},
		{"GET", "/items/some?name=a", "", map[string]any{}},
		{"GET", "/items/some?name=a&id=&id=%20", "", map[string]any{}},
		{"GET", "/items/some?name=a&id=" + someID, "", map[string]any{"id": someID}},
		{"HEAD", "/items/some?id=" + someID, "", map[string]any{"id": someID}},
		{"PUT", "/items/" + someID, `{"id":"other","name":"a"}`, input("name", "a")},
		{"DELETE", "/items?id=" + someID, "", map[string]any{"id": someID}},
		{"DELETE", "/items", `{"id":"` + someID + `"}`, map[string]any{"id": someID}},
		{"DELETE", "/items?id=" + strings.ToUpper(someID), `{"id":"` + someID + `"}`, map[string]any{"id": someID}},
		{"DELETE", "/items?id=", `{"id":"` + someID + `"}`, map[string]any{"id": someID}},
		{"POST", "/items/pay?name=a&id=" + someID, "", input("name", "a")},
		{"POST", "/items/pay?name=a", `{"id":"` + someID + `","on":false}`, input("name", "a", "on", false)},
	} {
		b.results["save"] = `{"id":"` + someID + `"}`
		answer := b.call(c.method, c.target, c.body)
		require.Equal(t, http.StatusOK, answer.Code, "%v %s", c, answer.Body)
		require.Equal(t, c.want, b.seen.Variables, c)
	}

	t.Run("headers", func(t *testing.T) {
		t.Parallel()
		b := setupItems(t)
		b.results["pay"] = `{"id":"` + someID + `"}`
		target := "/items/header?name=ignored&id=" + someID
		answer := b.call("POST", target, "", "Item-Name", "a")
		require.Equal(t, http.StatusOK, answer.Code, "%s", answer.Body)
		require.Equal(t, input("name", "a"), b.seen.Variables)
		refused(t, b.call("POST", target, ""), fault.ValidationError, fault.Detail{Field: "Item-Name", Message: "is required"})
		refused(t, b.call("POST", target, "", "Item-Name", "a", "Item-Name", "b"), fault.ValidationError,
			fault.Detail{Field: "Item-Name", Message: "must be given once"})
		described := read(t, openAPI(t, b)).Paths["/items/header"]["post"]
		require.Contains(t, fmt.Sprint(described.Parameters), "Item-Name")
	})
	t.Run("faults", func(t *testing.T) {
		t.Parallel()
		b := setupItems(t)
		refused(t, b.call("GET", "/items/all?types=debit,x&pageNumber=a", ""), fault.ValidationError,
			fault.Detail{Field: "types[1]", Message: "must be one of Debit, Credit"},
			fault.Detail{Field: "pageNumber", Message: "must be a whole number"})
		refused(t, b.call("PUT", "/items/x", `{"name":7,"colour":"red"}`), fault.ValidationError,
			fault.Detail{Field: "id", Message: "must be a UUID"},
			fault.Detail{Field: "name", Message: "must be a string"},
			fault.Detail{Field: "colour", Message: "is not a known field"})
		refused(t, b.call("GET", "/items/some?id=x", ""), fault.ValidationError, fault.Detail{Field: "id", Message: "must be a UUID"})
		refused(t, b.call("DELETE", "/items", ""), fault.ValidationError, fault.Detail{Field: "id", Message: "is required"})
		refused(t, b.call("DELETE", "/items", "x", "Content-Type", "text/plain"), fault.UnsupportedMediaType)
	})
	t.Run("in the query and in the body", func(t *testing.T) {
		t.Parallel()
		b := setupItems(t)
		const differs = "is given in the query and in the body with different values"
		refused(t, b.call("DELETE", "/items?id="+someID, `{"id":"`+uuid.NewString()+`"}`), fault.ValidationError,
			fault.Detail{Field: "id", Message: differs})
		refused(t, b.call("DELETE", "/items?id="+someID, `{"id":null}`), fault.ValidationError, fault.Detail{Field: "id", Message: differs})
		refused(t, b.call("DELETE", "/items?id=x", `{"id":"`+someID+`"}`), fault.ValidationError,
			fault.Detail{Field: "id", Message: "must be a UUID"})
		refused(t, b.call("POST", "/items/pay?id="+someID+"&name=a&on=true&page=1", `{"name":"b","on":false,"pageNumber":2}`), fault.ValidationError,
			fault.Detail{Field: "name", Message: differs}, fault.Detail{Field: "on", Message: differs},
			fault.Detail{Field: "pageNumber", Message: "contradicts page, of which it is another name"})
		for target, body := range map[string]string{
			"/items?Id=" + someID: `{"id":"` + uuid.NewString() + `"}`,
			"/items?id=" + someID: `{"ID":"` + uuid.NewString() + `"}`,
		} {
			refused(t, b.call("DELETE", target, body), fault.ValidationError, fault.Detail{Field: "id", Message: differs})
		}
		refused(t, b.call("DELETE", "/items?id="+someID+"&ID="+uuid.NewString(), `{"id":"`+someID+`"}`), fault.ValidationError,
			fault.Detail{Field: "id", Message: "must be given once"})
	})
}

func input(pairs ...any) map[string]any {
	fields := map[string]any{"id": someID}
	for i := 0; i < len(pairs); i += 2 {
		fields[fmt.Sprint(pairs[i])] = pairs[i+1]
	}
	return map[string]any{"input": fields}
}

func TestNewRefusesABrokenTable(t *testing.T) {
	t.Parallel()
	schema := gqlparser.MustLoadSchema(&ast.Source{Input: itemSchema})
	row := rest.Route{Method: http.MethodGet, Path: "/x", Operation: "contact/x", Message: "Done."}
	with := func(change func(*rest.Route)) rest.Route {
		changed := row
		change(&changed)
		return changed
	}
	const good = `query x($id: ID!) { data: item(id: $id) { id name } }`
	for want, c := range map[string]struct {
		document string
		table    []rest.Route
	}{
		"there is no operation contact/y":        {good, []rest.Route{with(func(r *rest.Route) { r.Operation = "contact/y" })}},
		"is in the table twice":                  {good, []rest.Route{row, row}},
		"does not follow the one row without":    {good, []rest.Route{with(func(r *rest.Route) { r.With = "id" })}},
		"the operation has no place for {other}": {good, []rest.Route{with(func(r *rest.Route) { r.Path = "/x/{other}" })}},
		"must have the wildcards of the path":    {good, []rest.Route{with(func(r *rest.Route) { r.OldPath = "/old/{id}" })}},
		"no GET route is at its Location":        {good, []rest.Route{with(func(r *rest.Route) { r.Location = "/y/{id}" })}},
		"the first field of the result must be the ID": {
			`query x($id: ID!) { data: item(id: $id) { name id } }`, []rest.Route{with(func(r *rest.Route) { r.Location = "/x" })},
		},
		"needs a root field with the alias data": {`query x($id: ID!) { item(id: $id) { id } }`, []rest.Route{row}},
		"needs exactly one operation": {
			`query x($id: ID!) { data: item(id: $id) { id } b: item(id: $id) { id } }`, []rest.Route{row},
		},
		"Cannot query field":        {`query x($id: ID!) { data: item(id: $id) { nothing } }`, []rest.Route{row}},
		`Unknown fragment "Nobody"`: {`query x($id: ID!) { data: item(id: $id) { ...Nobody } }`, []rest.Route{row}},
		"Unexpected Name":           {`quer x`, []rest.Route{row}},
		"beside input, all variables": {
			`query x($show: Boolean!, $input: ItemInput!) { data: find(input: $input) { id @include(if: $show) } }`, []rest.Route{row},
		},
		"needs a name of its own":               {`query ($id: ID!) { data: item(id: $id) { id } }`, []rest.Route{row}},
		"a content needs a caller, GET":         {good, []rest.Route{with(func(r *rest.Route) { r.Kind = rest.Content })}},
		"a stream needs a caller, a query, Fil": {good, []rest.Route{with(func(r *rest.Route) { r.Kind = rest.Stream })}},
		"an upload needs a caller, MaxFile":     {good, []rest.Route{with(func(r *rest.Route) { r.Kind = rest.Upload })}},
		"the variable $file of the type Upload!": {
			`mutation x($file: Upload!) { data: shared(file: $file) }`,
			[]rest.Route{with(func(r *rest.Route) { r.Kind, r.Method, r.MaxFile = rest.Upload, http.MethodPost, 1 })},
		},
		"costly costs too much": {`query costly($id: ID!) { data: item(id: $id) { id name } }`, []rest.Route{with(func(*rest.Route) {})}},
		`there is no area "x"`:  {good, []rest.Route{with(func(r *rest.Route) { r.Operation = "x/x" })}},
	} {
		files := fstest.MapFS{
			"operations/contact/x.graphql": {Data: []byte(c.document)},
			"operations/x/x.graphql":       {Data: []byte(c.document)},
		}
		_, err := rest.Build(rest.Options{Schema: schema, Executor: refusing{&bench{}, "costly"}}, c.table, files)
		require.ErrorContains(t, err, want)
	}
}

// refusing is an executor that refuses the documents of a name.
type refusing struct {
	*bench

	name string
}

// Compile implements [rest.Executor].
func (r refusing) Compile(document *ast.QueryDocument) (rest.Run, error) {
	if document.Operations[0].Name == r.name {
		return nil, errors.New(r.name + " costs too much")
	}
	return r.bench.Compile(document)
}
