package graph

import (
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"
	"github.com/vektah/gqlparser/v2/validator/rules"

	"github.com/firmhub/firmhub/graph/bind"
	"github.com/firmhub/firmhub/graph/generated"
	"github.com/firmhub/firmhub/internal/fault"
)

const everythingOfAContact = `id firstName lastName gender isActive profilePic createdAt updatedAt tags
	phones { id phone phoneCC type isPrimary } emails { id email type isPrimary }
	addresses { id type line1 line2 landmark city state country pinCode }`

// parsed reads the document of a test's operation.
func parsed(t *testing.T, document string, given map[string]any) *operation {
	t.Helper()
	schema := generated.NewExecutableSchema(generated.Config{}).Schema()
	read, faults := gqlparser.LoadQueryWithRules(schema, document, rules.NewRules())
	require.Empty(t, faults)
	bind.Hoist(schema, read)
	asked := read.Operations[0]
	variables, wrong := bind.Variables(schema, asked, given, bind.Options{Scalars: Scalars()})
	require.Empty(t, wrong)
	o := (&Server{}).newOperation()
	o.document = newPlanned(read)
	o.Doc, o.Operation, o.Variables = read, asked, variables
	return o
}

func TestCost(t *testing.T) {
	t.Parallel()
	prices, err := readPrices(generated.NewExecutableSchema(generated.Config{}).Schema())
	require.NoError(t, err, "every list says how many entries it has at the most")
	const contact = 8 + (1 + 50/10) + (1 + 50*5) + (1 + 50*4) + (1 + 50*9)
	for document, cost := range map[string]int{
		`{ __typename }`:                                                                                        1,
		`{ me { isSuperFirm permissions } }`:                                                                    20 + 1 + 1 + 100/10,
		`{ contactPage(input: {}) { page } }`:                                                                   200 + 1,
		`{ sessions { id } }`:                                                                                   200 + 100,
		`{ contacts(last: 3) { totalCount edges { cursor } } }`:                                                 200 + 1 + 1 + 3,
		`{ contacts(first: 101) { edges { cursor } } }`:                                                         200 + 1 + 100,
		`{ contacts(first: -1) { edges { cursor } } }`:                                                          200 + 1 + 100,
		`{ contactPage(input: {pageSize: 7}) { items { id } } }`:                                                200 + 1 + 7,
		`{ webhookEvents(input: {limit: 500}) { next items { id type } } }`:                                     200 + 1 + 1 + 500*2,
		`{ webhookEvents(input: {limit: 501}) { next items { id type } } }`:                                     200 + 1 + 1 + 500*2,
		`{ webhookEvents(input: {}) { next items { id type } } }`:                                               200 + 1 + 1 + 100*2,
		`{ contactPage(input: {}) { ... on ContactPage { ...f } } } fragment f on ContactPage { items { id } }`: 200 + 1 + 20,
		`{ contactPage(input: {searchTerm: "Ána ana ANA bea", tags: ["x", "y"]}) { page } }`:                    200 + 2*200 + 2*20 + 1,
		`{ contacts(filter: {searchTerm: "a b", tags: ["x"]}) { totalCount } }`:                                 200 + 2*200 + 20 + 1,
		`mutation { createContact(input: {firstName: "a", lastName: "b", phones: [{phone: "1"}]}) { id } }`:     200 + 20 + 1,
		`{ contactPage(input: {pageSize: 100}) { items { ` + everythingOfAContact + ` } } }`:                    200 + 1 + 100*contact,
	} {
		operation := parsed(t, document, nil)
		counted, _, refusal := prices.cost(operation.Operation, operation.Variables)
		require.NoError(t, refusal, document)
		require.Equal(t, cost, counted, document)
	}

	t.Run("Costliest", func(t *testing.T) {
		t.Parallel()
		for document, want := range map[string]string{
			`{ me { isSuperFirm } c: contacts(first: 100) { edges { node { ` + everythingOfAContact + ` } } } }`:                "c.edges.node 91800",
			`{ contacts(first: 100) { edges { node { phones { phone type } } } } }`:                                             "contacts.edges.node.phones 10100",
			`{ roles { id } pages: contactPage(input: {pageSize: 100}) { ...p } } fragment p on ContactPage { items { tags } }`: "pages.items.tags 600",
		} {
			operation := parsed(t, document, nil)
			found := prices.costliest(operation.Operation, operation.Variables)
			require.Equal(t, want, strings.Join(found.path, ".")+" "+strconv.Itoa(found.cost), document)
		}
	})

	t.Run("OverflowsNowhere", func(t *testing.T) {
		t.Parallel()
		operation := parsed(t, `{ rolePropertyGroups(input: {pageSize: 100}) { items {`+
			strings.Repeat(` ...f`, 3)+`} } } fragment f on RolePropertyGroup { properties { id } }`, nil)
		prices := prices
		prices.fields = map[*ast.FieldDefinition]price{}
		for field := range mapOf(prices.schema) {
			prices.fields[field] = price{weight: maxCost, assumedSize: maxCost}
		}
		cost, depth, _ := prices.cost(operation.Operation, operation.Variables)
		require.Equal(t, maxCost, cost)
		require.Equal(t, 4, depth)
		require.Equal(t, maxCost, prices.costliest(operation.Operation, operation.Variables).cost)
	})

	t.Run("ErrNoMaximum", func(t *testing.T) {
		t.Parallel()
		schema := gqlparser.MustLoadSchema(&ast.Source{Input: `
			directive @listSize(assumedSize: Int!, slicingArguments: [String!]) on FIELD_DEFINITION
			directive @limit(minimum: Int, maximum: Int) on INPUT_FIELD_DEFINITION
			input Part { limit: Int @limit(maximum: 500), free: Int @limit(minimum: 1), size: Int }
			type Query { good(first: Int, in: Part): [Int] @listSize(assumedSize: 5, slicingArguments: ["first", "in.limit"])
				free(in: Part): [Int] @listSize(assumedSize: 5, slicingArguments: ["in.free"])
				size(in: Part): [Int] @listSize(assumedSize: 5, slicingArguments: ["in.size"])
				none: [Int] @listSize(assumedSize: 5, slicingArguments: ["first"])
				other(in: Part): [Int] @listSize(assumedSize: 5, slicingArguments: ["in.other"]) }`})
		prices, err := readPrices(schema)
		require.ErrorContains(t, err, "Query.free: in.free needs @limit with a maximum")
		require.ErrorContains(t, err, "Query.size: in.size needs @limit with a maximum")
		require.ErrorContains(t, err, "Query.none: has no argument first")
		require.ErrorContains(t, err, "Query.other: has no argument in.other")
		require.NotContains(t, err.Error(), "good")
		require.Equal(t, 500, prices.fields[schema.Query.Fields.ForName("good")].largest)
	})

	t.Run("ErrNoSize", func(t *testing.T) {
		t.Parallel()
		schema := gqlparser.MustLoadSchema(&ast.Source{Input: `
			directive @listSize(assumedSize: Int!, sizedFields: [String!]) on FIELD_DEFINITION
			type Query { names: [String!]!, page: Page! @listSize(assumedSize: 5, sizedFields: ["items"]), other: Page!
				good: Good @listSize(assumedSize: 5, sizedFields: ["items"]), list: [Int] @listSize(assumedSize: 3) }
			type Page { items: [Int] }
			type Good { items: [Int] }`})
		_, err := readPrices(schema)
		require.ErrorContains(t, err, "Query.names: needs @listSize")
		require.ErrorContains(t, err, "Page.items: needs @listSize")
		require.NotContains(t, err.Error(), "Good")
		require.NotContains(t, err.Error(), "list:")
	})
}

func mapOf(schema *ast.Schema) map[*ast.FieldDefinition]bool {
	all := map[*ast.FieldDefinition]bool{}
	for _, of := range schema.Types {
		for _, field := range of.Fields {
			all[field] = true
		}
	}
	return all
}

func TestPricing(t *testing.T) {
	t.Parallel()
	schema := generated.NewExecutableSchema(generated.Config{}).Schema()
	prices, err := readPrices(schema)
	require.NoError(t, err)
	taken := 0
	var refusal error
	server := &Server{prices: prices, options: Options{Limiter: limiter(func(calls int) error {
		taken += calls
		return refusal
	})}}

	for document, calls := range map[string]int{
		`{ me { isSuperFirm } }`: 0,
		`{ contacts(first: 100) { edges { node { id firstName lastName tags } } } }`:   1, // 200 + 1 + 100 · 10
		`{ contacts(first: 100) { edges { node { ` + everythingOfAContact + ` } } } }`: 92,
		`{ apiClients { id name allowedIps permissions } }`:                            24,
	} {
		taken = 0
		require.NoError(t, server.price(t.Context(), parsed(t, document, nil)), document)
		require.Equal(t, calls, taken, document)
	}

	t.Run("ErrTooManyRequests", func(t *testing.T) {
		refusal = fault.New(fault.TooManyRequests, "No more.")
		o := parsed(t, `{ apiClients { id } }`, nil)
		require.True(t, fault.Is(server.price(t.Context(), o), fault.TooManyRequests))
		require.Equal(t, 1, o.cost.Calls, "the one that the transport counted")
	})
	t.Run("ErrTooExpensive", func(t *testing.T) {
		taken = 0
		two := `contacts(first: 100) { edges { node { ` + everythingOfAContact + ` } } }`
		refused := server.price(t.Context(), parsed(t, `{ a: `+two+` b: `+two+` }`, nil))
		require.True(t, fault.Is(refused, fault.ValidationError))
		require.Zero(t, taken)
	})
}
