package firmhubtest_test

import (
	"net/http"
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
	// other is another permission that is enough, or "".
	other   string
	success int
}

// operations returns the operations of the routes and those that only GraphQL has, those with the
// same permission one after another.
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
		if route.Kind == rest.Stream && route.With != "" {
			o.path += "?" + route.With + "=csv"
		}
		root := rootField(t, schema, o.document)
		o.other = otherPermission(schema, root)
		reached[root] = true
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
	slices.SortStableFunc(all, func(a, b operation) int { return strings.Compare(a.permission(), b.permission()) })
	return all
}

// graphQLAlone returns the operations without a route.
var graphQLAlone = map[string]string{
	"apiCalls":              `query apiCalls($id: ID!) { apiCalls(id: $id, first: 1) { totalCount edges { cursor } } }`,
	"auditEntries":          `query auditEntries { auditEntries(first: 1) { totalCount edges { cursor } } }`,
	"users":                 `query users { users(first: 1) { totalCount edges { cursor node { role { name } } } } }`,
	"contacts":              `query contacts { contacts(first: 1) { totalCount } }`,
	"conversationAssignees": `query conversationAssignees { conversationAssignees { id name } }`,
	"setTyping":             `mutation setTyping($input: SetTypingInput!) { setTyping(input: $input) }`,
	"messageChanged":        `subscription messageChanged($conversationId: ID!) { messageChanged(conversationId: $conversationId) { id } }`,
	"conversationChanged":   `subscription conversationChanged { conversationChanged { id assignedTo { name } } }`,
	"typing":                `subscription typing($conversationId: ID!) { typing(conversationId: $conversationId) { isTyping user { name } } }`,
	"campaignProgress":      `subscription campaignProgress($id: ID!) { campaignProgress(id: $id) { status counts { sent } } }`,
	"importProgress":        `subscription importProgress($jobId: ID!) { importProgress(jobId: $jobId) { status } }`,
	"mergeTags":             `mutation mergeTags($input: MergeTagsInput!) { mergeTags(input: $input) { id } }`,
	"notifications":         `query notifications { notifications(first: 1) { totalCount } }`,
	"notificationReceived":  `subscription notificationReceived($since: ID) { notificationReceived(since: $since) { id } }`,
	"unreadCountChanged":    `subscription unreadCountChanged { unreadCountChanged }`,
	"walletBalanceChanged":  `subscription walletBalanceChanged { walletBalanceChanged { balance } }`,
	"webhookEventTypes":     `query webhookEventTypes { webhookEventTypes { type module } }`,
	"walletTransactions":    `query walletTransactions { walletTransactions(first: 1) { totalCount } }`,
	"jobs":                  `query jobs { jobs { number kind state firmId userId attempt at error } }`,
	"retryJob":              `mutation retryJob($number: String!) { retryJob(number: $number) { number state } }`,
	"cancelJob":             `mutation cancelJob($number: String!) { cancelJob(number: $number) { number state } }`,
	"serverFigures":         `query serverFigures { serverFigures { version connections minutes { requests } } }`,
	"policyRules":           `query policyRules { policyRules { id } }`,
	"policyExport":          `query policyExport($firmId: ID!) { policyExport(firmId: $firmId) { policy } }`,
	"rehearsePolicyRule":    `query rehearsePolicyRule($input: RehearsePolicyRuleInput!) { rehearsePolicyRule(input: $input) { isComplete } }`,
	"createPolicyRule":      `mutation createPolicyRule($input: CreatePolicyRuleInput!) { createPolicyRule(input: $input) { id } }`,
	"updatePolicyRule":      `mutation updatePolicyRule($input: UpdatePolicyRuleInput!) { updatePolicyRule(input: $input) { id } }`,
	"deletePolicyRule":      `mutation deletePolicyRule($id: ID!) { deletePolicyRule(id: $id) }`,
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

// otherPermission returns the other permission that is enough for an operation, or "".
func otherPermission(schema *ast.Schema, root string) string {
	field := schema.Mutation.Fields.ForName(root)
	if field == nil {
		return ""
	}
	can := field.Directives.ForName("can")
	if can == nil || can.Arguments.ForName("or") == nil {
		return ""
	}
	return can.Arguments.ForName("module").Value.Raw + ":" + can.Arguments.ForName("or").Value.Raw
}

// whoByDirective returns who may call an operation without a row in the contract, in the words of
// the contract.
func whoByDirective(t *testing.T, schema *ast.Schema, root string) string {
	t.Helper()
	field := schema.Query.Fields.ForName(root)
	for _, definition := range []*ast.Definition{schema.Mutation, schema.Subscription} {
		if field == nil {
			field = definition.Fields.ForName(root)
		}
	}
	can := field.Directives.ForName("can")
	if auth := field.Directives.ForName("auth"); auth != nil && len(auth.Arguments) == 0 {
		return "any user"
	}
	if can == nil {
		require.NotNil(t, field.Directives.ForName("superFirm"), root)
		return "super-firm"
	}
	p := authz.Permission{
		Module: can.Arguments.ForName("module").Value.Raw, Action: can.Arguments.ForName("action").Value.Raw,
	}
	if p.ForAPIClients() && can.Arguments.ForName("keys") == nil {
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
