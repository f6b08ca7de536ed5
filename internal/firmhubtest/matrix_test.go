package firmhubtest_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/internal/firmhubtest"
	"github.com/firmhub/firmhub/rest"
)

// contractRow is a row of the tables in docs/contract.md:
//
//	| METHOD | path | credential or permission | purpose | status of success |
var contractRow = regexp.MustCompile(`(?m)^\| (GET|POST|PUT|PATCH|DELETE) \| (/api/\S*) \| ([^|]*) \| [^|]* \| (\d+) \|$`)

// operation is an operation of the contract: its request, and who may call it.
type operation struct {
	name         string // of the document
	document     string
	method, path string // empty if only GraphQL has it
	who          string
	success      int
}

// TestMatrix calls every operation of the contract with every kind of credential, by REST and GraphQL, on both databases. The
// expected results are from docs/contract.md, the operations from the table of routes and the GraphQL schema: the test fails
// for a new operation until it has an entry in examples.
func TestMatrix(t *testing.T) {
	t.Parallel()
	all := operations(t)
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		m := newMatrix(t, a)
		asked := 0
		for _, o := range all {
			request, known := examples[o.name]
			require.True(t, known, "say in examples how to ask for %s", o.name)
			for _, api := range []string{"REST", "GraphQL"} {
				if api == "REST" && o.path == "" {
					continue
				}
				m.permit(t, o)
				for _, kind := range m.kinds() {
					c := kind.caller
					answer := m.ask(api, o, c, request.values(m, c))
					want := kind.want(o, request)
					asked++
					require.Equal(t, want, status(answer, o), "%s over %s by %s: %s", o.name, api, kind.name, answer.Body)
					if request.after != nil && c.email != "" && want < http.StatusBadRequest {
						request.after(m, c)
					}
				}
			}
		}
		t.Logf("%d operations, %d requests", len(all), asked)
	})
}

// operations returns the operations of the routes and those that only GraphQL has.
func operations(t *testing.T) []operation {
	t.Helper()
	text, err := os.ReadFile("../../docs/contract.md")
	require.NoError(t, err)
	schema := loadSchema(t)
	var all []operation
	reached := map[string]bool{}
	rows := map[string][]string{}
	for _, row := range contractRow.FindAllStringSubmatch(string(text), -1) {
		rows[row[1]+" "+row[2]] = row
	}
	for _, route := range rest.Routes() {
		row := rows[route.Method+" "+route.Path]
		require.NotNil(t, row, "%s %s is not in docs/contract.md", route.Method, route.Path)
		success, err := strconv.Atoi(row[4])
		require.NoError(t, err)
		o := operation{
			name: filepath.Base(route.Operation), document: document(t, route.Operation),
			method: route.Method, path: route.Path, who: row[3], success: success,
		}
		reached[rootField(t, schema, o.document)] = true
		all = append(all, o)
	}
	for name, text := range graphQLAlone {
		root := rootField(t, schema, text)
		require.False(t, reached[root], "%s has a route", name)
		reached[root] = true
		all = append(all, operation{name: name, document: text, who: whoByDirective(t, schema, root), success: http.StatusOK})
	}
	for _, definition := range []*ast.Definition{schema.Query, schema.Mutation, schema.Subscription} {
		if definition == nil {
			continue
		}
		for _, field := range definition.Fields {
			require.True(t, reached[field.Name] || strings.HasPrefix(field.Name, "__"),
				"%s has neither a route nor a document in graphQLAlone", field.Name)
		}
	}
	return all
}

// graphQLAlone returns the operations without a route.
var graphQLAlone = map[string]string{
	"contacts":         `query contacts { contacts(first: 1) { totalCount } }`,
	"policyRules":      `query policyRules { policyRules { id } }`,
	"policyExport":     `query policyExport($firmId: ID!) { policyExport(firmId: $firmId) { policy } }`,
	"createPolicyRule": `mutation createPolicyRule($input: CreatePolicyRuleInput!) { createPolicyRule(input: $input) { id } }`,
	"updatePolicyRule": `mutation updatePolicyRule($input: UpdatePolicyRuleInput!) { updatePolicyRule(input: $input) { id } }`,
	"deletePolicyRule": `mutation deletePolicyRule($id: ID!) { deletePolicyRule(id: $id) }`,
}

func loadSchema(t *testing.T) *ast.Schema {
	t.Helper()
	files, err := filepath.Glob("../../graph/schema/*.graphql")
	require.NoError(t, err)
	sources := make([]*ast.Source, 0, len(files))
	for _, file := range files {
		text, err := os.ReadFile(file)
		require.NoError(t, err)
		sources = append(sources, &ast.Source{Name: file, Input: string(text)})
	}
	schema, err := gqlparser.LoadSchema(sources...)
	require.NoError(t, err)
	return schema
}

func rootField(t *testing.T, schema *ast.Schema, document string) string {
	t.Helper()
	parsed, faults := gqlparser.LoadQueryWithRules(schema, document, nil)
	require.Empty(t, faults)
	field, ok := parsed.Operations[0].SelectionSet[0].(*ast.Field)
	require.True(t, ok)
	return field.Name
}

// whoByDirective returns who may call an operation without a row in the contract, in the words of the contract.
func whoByDirective(t *testing.T, schema *ast.Schema, root string) string {
	t.Helper()
	field := schema.Query.Fields.ForName(root)
	if field == nil {
		field = schema.Mutation.Fields.ForName(root)
	}
	can := field.Directives.ForName("can")
	if can == nil {
		require.NotNil(t, field.Directives.ForName("superFirm"), root)
		return "super-firm"
	}
	p := authz.Permission{
		Module: can.Arguments.ForName("module").Value.Raw, Action: can.Arguments.ForName("action").Value.Raw,
	}
	if p.ForAPIClients() {
		return p.String() + orKey
	}
	return p.String()
}

var spread = regexp.MustCompile(`\.{3}(\w+)`)

// document returns a document of the REST API with its fragments.
func document(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../rest/operations/" + name + ".graphql")
	require.NoError(t, err)
	whole, added := string(text), map[string]bool{}
	for {
		next := slices.IndexFunc(spread.FindAllStringSubmatch(whole, -1), func(s []string) bool { return !added[s[1]] })
		if next < 0 {
			return whole
		}
		fragment := spread.FindAllStringSubmatch(whole, -1)[next][1]
		files, err := filepath.Glob("../../rest/operations/*/" + fragment + ".fragment.graphql")
		require.NoError(t, err)
		require.Len(t, files, 1, fragment)
		text, err := os.ReadFile(files[0])
		require.NoError(t, err)
		whole, added[fragment] = whole+"\n"+string(text), true
	}
}

const orKey = " or key"

// permission returns the permission that the contract requires, if any.
func (o operation) permission() string {
	if name := strings.TrimSuffix(o.who, orKey); strings.Contains(name, ":") {
		return name
	}
	return ""
}

func (o operation) takesKeys() bool { return strings.HasSuffix(o.who, orKey) }

// caller is a credential of one kind.
type caller struct {
	email, password string
	*firmhubtest.Session
	token, key string
}

// matrix is a firm with records for all operations, and one caller of each kind.
type matrix struct {
	*firmhubtest.App

	t                                     *testing.T
	firmID                                string
	owner, stranger, super, with, without *caller
	withRole, withoutRole, emptyRole      string
	keyWith, keyWithout                   *caller
	keyWithID, keyWithoutID               string
	permissions                           map[string]string // id by name
	user                                  string
	invited                               map[string]invitedUser // by e-mail
	count                                 int
}

func newMatrix(t *testing.T, a *firmhubtest.App) *matrix {
	t.Helper()
	m := &matrix{App: a, t: t, invited: map[string]invitedUser{}}
	m.owner = &caller{email: "olga@matrix.example", password: firmhubtest.OwnerPassword}
	m.owner.Session = a.NewFirm("Matrix", m.owner.email)
	m.owner.token, m.firmID = m.owner.Token, m.owner.Firms[0].FirmID
	m.stranger = &caller{email: "sam@stranger.example", password: firmhubtest.OwnerPassword}
	m.stranger.Session = a.NewFirm("Stranger", m.stranger.email)
	m.stranger.token = m.stranger.Token
	m.super = &caller{email: firmhubtest.AdminEmail, password: firmhubtest.AdminPassword}
	m.signIn(m.super)

	var properties []struct{ ID, ModuleName, PropertyName string }
	m.must(m.owner, http.MethodGet, "/api/v1/roles/properties", nil).Into(t, &properties)
	m.permissions = map[string]string{}
	for _, p := range properties {
		m.permissions[p.ModuleName+":"+p.PropertyName] = p.ID
	}
	m.withRole, m.withoutRole, m.emptyRole = m.newRole(), m.newRole(), m.newRole()
	m.with, m.without = m.newUser(m.withRole), m.newUser(m.withoutRole)
	m.keyWithID, m.keyWith = m.newKey()
	m.keyWithoutID, m.keyWithout = m.newKey()
	return m
}

// unique returns a new name.
func (m *matrix) unique(prefix string) string {
	m.count++
	return prefix + strconv.Itoa(m.count)
}

func (m *matrix) must(c *caller, method, path string, body any) *firmhubtest.Answer {
	m.t.Helper()
	answer := m.REST(method, path, c.token, body)
	require.Less(m.t, answer.Status, http.StatusBadRequest, "%s %s: %s", method, path, answer.Body)
	return answer
}

// make creates a record as the firm's owner or another caller, and returns its id.
func (m *matrix) make(c *caller, path string, body map[string]any) string {
	m.t.Helper()
	var made struct{ ID string }
	m.must(c, http.MethodPost, path, body).Into(m.t, &made)
	return made.ID
}

func (m *matrix) newRole() string {
	return m.make(m.owner, "/api/v1/roles/create", map[string]any{"name": m.unique("Role ")})
}

func (m *matrix) newContact() string {
	return m.make(m.owner, "/api/V1/Contact/create", map[string]any{"firstName": "Carl", "lastName": "Contact"})
}

const memberPassword = "Memb3r-secret!"

func (m *matrix) person(role string) map[string]any {
	return map[string]any{
		"firstName": "Pat", "lastName": "Person", "email": m.unique("pat") + "@matrix.example", "password": memberPassword, "roleId": role,
	}
}

func (m *matrix) newUser(role string) *caller {
	person := m.person(role)
	m.make(m.owner, "/api/v1/users/create", person)
	c := &caller{email: person["email"].(string), password: memberPassword}
	m.signIn(c)
	return c
}

func (m *matrix) newKey() (id string, c *caller) {
	var made struct{ ID, APIKey string }
	m.must(m.owner, http.MethodPost, "/api/v1/ApiClient", map[string]any{"name": m.unique("Key ")}).Into(m.t, &made)
	return made.ID, &caller{key: made.APIKey}
}

func (m *matrix) newRule() string {
	var made struct{ CreatePolicyRule struct{ ID string } }
	answer := m.GraphQL(m.super.token, graphQLAlone["createPolicyRule"], map[string]any{"input": m.rule()})
	require.Empty(m.t, answer.Errors)
	answer.Into(m.t, &made)
	return made.CreatePolicyRule.ID
}

// rule returns the input of a policy rule that grants an unused permission to an unused role.
func (m *matrix) rule() map[string]any {
	return map[string]any{"line": "p, role:" + m.unique("nobody") + ", " + m.firmID + ", Wallet, View, allow", "note": "matrix"}
}

func (m *matrix) newModule() string {
	module := m.unique("Module")
	m.must(m.super, http.MethodPost, "/api/v1/admin/roleproperty/create", map[string]any{
		"moduleName": module, "properties": []any{map[string]any{"propertyName": "View"}},
	})
	return module
}

func (m *matrix) signIn(c *caller) {
	m.t.Helper()
	c.Session = m.Login(c.email, c.password)
	c.token = c.Token
}

// permit grants the role and the key "with" exactly the required permission, and those "without" all others.
func (m *matrix) permit(t *testing.T, o operation) {
	t.Helper()
	wanted := o.permission()
	var with, without []string
	for name, id := range m.permissions {
		if name == wanted {
			with = append(with, id)
		} else {
			without = append(without, id)
		}
	}
	require.Equal(t, wanted != "", len(with) == 1, "%s: there is no %s", o.name, wanted)
	m.must(m.owner, http.MethodPut, "/api/v1/roles/"+m.withRole+"/permissions", map[string]any{"propertyIds": orNone(with)})
	m.must(m.owner, http.MethodPut, "/api/v1/roles/"+m.withoutRole+"/permissions", map[string]any{"propertyIds": without})
	if !o.takesKeys() || wanted == "" {
		return
	}
	without = nil
	for _, p := range authz.Catalog() {
		if p.ForAPIClients() && p.String() != wanted {
			without = append(without, p.String())
		}
	}
	m.must(m.owner, http.MethodPut, "/api/v1/ApiClient/"+m.keyWithID, map[string]any{"permissions": []string{wanted}})
	m.must(m.owner, http.MethodPut, "/api/v1/ApiClient/"+m.keyWithoutID, map[string]any{"permissions": without})
}

func orNone(ids []string) []string {
	if ids == nil {
		return []string{}
	}
	return ids
}

// ask sends the values by the API: by REST in the path, and the others in the query or the body.
func (m *matrix) ask(api string, o operation, c *caller, values map[string]any) *firmhubtest.Answer {
	m.t.Helper()
	if content, isUpload := values["file"].(attached); isUpload {
		return m.upload(api, o, c, string(content))
	}
	method, path, body := o.method, o.path, any(nil)
	if api == "GraphQL" {
		method, path = http.MethodPost, "/graphql"
		variables := values
		if strings.Contains(o.document, "$input") {
			variables = map[string]any{"input": values}
		}
		body = map[string]any{"query": o.document, "variables": variables}
	} else {
		left := maps.Clone(values)
		for name, value := range values {
			if wildcard := "{" + name + "}"; strings.Contains(path, wildcard) {
				path = strings.ReplaceAll(path, wildcard, fmt.Sprint(value))
				delete(left, name)
			}
		}
		switch {
		case method == http.MethodGet && len(left) > 0:
			query := url.Values{}
			for name, value := range left {
				query.Set(name, fmt.Sprint(value))
			}
			path += "?" + query.Encode()
		case method != http.MethodGet && strings.Contains(o.document, "$"):
			body = left
		}
	}
	encoded := []byte(nil)
	if body != nil {
		var err error
		encoded, err = json.Marshal(body)
		require.NoError(m.t, err)
	}
	contentType := ""
	if body != nil {
		contentType = "application/json"
	}
	return m.send(c, method, path, contentType, string(encoded))
}

// attached is the content of a file in a request.
type attached string

// upload sends a file by the API.
func (m *matrix) upload(api string, o operation, c *caller, content string) *firmhubtest.Answer {
	m.t.Helper()
	const contentType = "multipart/form-data; boundary=b"
	if api == "REST" {
		return m.send(c, o.method, o.path, contentType, restForm("a.csv", "text/csv", content))
	}
	operations, err := json.Marshal(map[string]any{"query": o.document, "variables": map[string]any{"file": nil}})
	require.NoError(m.t, err)
	return m.send(c, http.MethodPost, "/graphql", contentType, field("operations", string(operations))+
		field("map", `{"0":["variables.file"]}`)+attachment("0", "a.csv", "text/csv", content)+formEnd)
}

// newFile returns the id of a new file of the caller, or of the owner where the caller may not upload.
func (m *matrix) newFile(c *caller) string {
	m.t.Helper()
	for _, by := range []*caller{c, m.owner} {
		answer := m.send(by, http.MethodPost, restUpload, "multipart/form-data; boundary=b", restForm("a.csv", "text/csv", "a"))
		if answer.Status == http.StatusCreated {
			var made uploaded
			answer.Into(m.t, &made)
			return made.FileID
		}
	}
	m.t.Fatal("the owner can't upload")
	return ""
}

func (m *matrix) send(c *caller, method, path, contentType, body string) *firmhubtest.Answer {
	m.t.Helper()
	request, err := http.NewRequestWithContext(m.t.Context(), method, m.URL+path, strings.NewReader(body))
	require.NoError(m.t, err)
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	if c.token != "" {
		request.Header.Set("Authorization", "Bearer "+c.token)
	}
	if c.key != "" {
		request.Header.Set("X-Api-Key", c.key)
	}
	return m.Do(request)
}

// status returns the status of a REST response, or the equivalent one of a GraphQL response.
func status(answer *firmhubtest.Answer, o operation) int {
	switch {
	case answer.Code() != "":
		return answer.Code().Status()
	case answer.Error == nil && answer.Data != nil && !strings.Contains(string(answer.Body), `"isSuccess"`):
		return o.success // a GraphQL response is 200, also for a creation
	}
	return answer.Status
}

// kind is a kind of credential with the expected results.
type kind struct {
	name   string
	caller *caller
	want   func(operation, request) int
}

func (m *matrix) kinds() []kind {
	// The status of the contract for a caller with the permission. For one in another firm the request has the status.
	success := func(o operation, _ request) int { return o.success }
	elsewhere := func(o operation, r request) int {
		if r.elsewhere != 0 {
			return r.elsewhere
		}
		return o.success
	}
	by := func(none, anyUser, superFirm, permission, key func(operation, request) int) func(operation, request) int {
		return func(o operation, r request) int {
			switch {
			case o.who == "none":
				return none(o, r)
			case o.who == "any user":
				return anyUser(o, r)
			case o.who == "super-firm":
				return superFirm(o, r)
			case o.who == "any user"+orKey && key(o, r) != http.StatusUnauthorized:
				return o.success
			case o.takesKeys():
				return key(o, r)
			}
			return permission(o, r)
		}
	}
	is := func(status int) func(operation, request) int { return func(operation, request) int { return status } }
	unauthorized, forbidden := is(http.StatusUnauthorized), is(http.StatusForbidden)
	stale := &caller{token: "eyJhbGciOiJFZERTQSJ9.e30.c2ln", key: m.keyWith.key} // a bearer token has precedence
	refresh := &caller{token: m.owner.RefreshToken}
	return []kind{
		{"nobody", &caller{}, by(success, unauthorized, unauthorized, unauthorized, unauthorized)},
		{"a token that is none, beside a good key", stale, by(success, unauthorized, unauthorized, unauthorized, unauthorized)},
		{"a refresh token", refresh, by(success, unauthorized, unauthorized, unauthorized, unauthorized)},
		{"the owner", m.owner, by(success, success, forbidden, success, success)},
		{"another firm", m.stranger, by(success, success, forbidden, elsewhere, elsewhere)},
		{"a role without", m.without, by(success, success, forbidden, forbidden, forbidden)},
		{"a role with", m.with, by(success, success, forbidden, success, success)},
		{"a key without", m.keyWithout, by(success, unauthorized, unauthorized, unauthorized, forbidden)},
		{"a key with", m.keyWith, by(success, unauthorized, unauthorized, unauthorized, success)},
		{"the super-firm", m.super, by(success, success, success, elsewhere, elsewhere)},
	}
}
