package records_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// fullAddresses returns as many and as long addresses as a contact can have.
func fullAddresses() []any {
	long := strings.Repeat("𝒳", 200)
	addresses := make([]any, 50)
	for i := range addresses {
		addresses[i] = map[string]any{
			"line1": long, "line2": long, "landmark": long, "city": long, "state": long, "country": long, "pinCode": long,
		}
	}
	return addresses
}

const linesOfAddress = `line1 line2 landmark city state country pinCode`

// TestLargeAnswers requests more data than a response may have, with contacts of the maximum size.
func TestLargeAnswers(t *testing.T) {
	t.Parallel()
	// To compare plans with the executor reads all of 14 MB again for each of 50 parts.
	a := firmhubtest.New(t, db.SQLite, func(c *app.Config) { c.PlanDiffers = nil })
	owner := a.NewFirm("Torra", "olga@torra.example")
	for i := range 61 {
		answer := a.REST(http.MethodPost, "/api/V1/Contact/create", owner.Token,
			map[string]any{"firstName": fmt.Sprint("Ana ", i), "lastName": "Full", "addresses": fullAddresses()})
		require.Equal(t, http.StatusCreated, answer.Status)
	}
	page := func(size int, fields string) string {
		return fmt.Sprintf(`{ contactPage(input: {pageSize: %d}) { items { %s } } }`, size, fields)
	}
	require.Empty(t, a.GraphQL(owner.Token, page(50, `addresses { `+linesOfAddress+` }`), nil).Errors)

	tooLarge := func(t *testing.T, answer *firmhubtest.Answer) {
		t.Helper()
		require.Equal(t, fault.PayloadTooLarge, answer.Code(), "%.1000s", answer.Body)
		require.Less(t, len(answer.Body), 1000)
	}
	t.Run("ErrPage", func(t *testing.T) {
		t.Parallel()
		tooLarge(t, a.GraphQL(owner.Token, page(100, `addresses { `+linesOfAddress+` }`), nil))
	})
	t.Run("ErrNullableField", func(t *testing.T) {
		t.Parallel()
		tooLarge(t, a.GraphQL(owner.Token, page(100, `addresses { `+linesOfAddress+` } gender profilePic`), nil))
	})
	t.Run("ErrREST", func(t *testing.T) {
		t.Parallel()
		answer := a.REST(http.MethodPost, "/api/V1/Contact/getall", owner.Token, map[string]any{"pageSize": 100})
		require.Equal(t, http.StatusRequestEntityTooLarge, answer.Status)
		tooLarge(t, answer)
	})
	t.Run("ErrMutationIsRolledBack", func(t *testing.T) {
		t.Parallel()
		var again strings.Builder
		for i := range 61 {
			fmt.Fprintf(&again, " a%d: addresses { %s }", i, linesOfAddress)
		}
		tooLarge(t, a.GraphQL(owner.Token, `mutation($in: CreateContactInput!) { createContact(input: $in) {`+again.String()+` } }`,
			map[string]any{"in": map[string]any{"firstName": "Never", "lastName": "Made", "addresses": fullAddresses()}}))
		made := a.GraphQL(owner.Token, `{ contacts(filter: {searchTerm: "never"}) { totalCount } }`, nil)
		require.JSONEq(t, `{"contacts": {"totalCount": 0}}`, string(made.Data))
	})
}

// TestLongNames sends documents with long aliases, which a response repeats for each entry of a
// list.
func TestLongNames(t *testing.T) {
	t.Parallel()
	a := firmhubtest.New(t, db.SQLite)
	owner := a.NewFirm("Torra", "olga@torra.example")
	made := a.REST(http.MethodPost, "/api/v1/ApiClient", owner.Token,
		map[string]any{"name": "Reader", "permissions": []string{"Contact:View"}})
	require.Equal(t, http.StatusCreated, made.Status, "%s", made.Body)
	var client struct{ APIKey string }
	made.Into(t, &client)

	ask := func(document string) *firmhubtest.Answer {
		body, err := json.Marshal(map[string]any{"query": document})
		require.NoError(t, err)
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, a.URL+"/graphql", strings.NewReader(string(body)))
		require.NoError(t, err)
		request.Header.Set("Content-Type", "application/json")
		request.Header.Set("X-Api-Key", client.APIKey)
		return a.Do(request)
	}
	documents := map[string]string{
		"alias":     `{ contactPage(input: {pageSize: 100}) { items { addresses { %s: line1 } } } }`,
		"operation": `query %s { contactPage(input: {}) { page } }`,
		"variable":  `query($%[1]s: Int) { contactPage(input: {page: $%[1]s}) { page } }`,
		"fragment":  `{ contactPage(input: {}) { ...%[1]s } } fragment %[1]s on ContactPage { page }`,
	}
	for name, document := range documents {
		t.Run("OK "+name, func(t *testing.T) {
			t.Parallel()
			require.Empty(t, ask(fmt.Sprintf(document, strings.Repeat("a", 128))).Errors)
		})
		for _, length := range []int{129, 250_000} {
			t.Run(fmt.Sprint("Err ", name, length), func(t *testing.T) {
				t.Parallel()
				answer := ask(fmt.Sprintf(document, strings.Repeat("a", length)))
				require.Equal(t, fault.ValidationError, answer.Code())
				require.Contains(t, string(answer.Body), strings.Repeat("a", 64)+"… has more than 128 bytes")
				require.Less(t, len(answer.Body), 500)
			})
		}
	}
	t.Run("Err of an unknown field in the middle of a literal", func(t *testing.T) {
		t.Parallel()
		answer := ask(`{ contacts(first: "x", filter: {` + strings.Repeat("b", 128) + `: 1, isActive: 5}) { totalCount } }`)
		require.Equal(t, fault.Details{
			{Field: "first", Message: "must be a whole number"},
			{Field: "filter." + strings.Repeat("b", 64) + "…", Message: "is not a known field"},
			{Field: "filter.isActive", Message: "must be true or false"},
		}, answer.Details(), "%s", answer.Body)
	})
}

// TestNonsenseIsNotRepeated sends invalid bodies of nearly 1 MiB without a credential: an error
// must not repeat their text.
func TestNonsenseIsNotRepeated(t *testing.T) {
	t.Parallel()
	a := firmhubtest.New(t, db.SQLite)
	const login = `mutation($in: LoginInput!) { login(input: $in) { token } }`
	names := func(count, length int, character string) map[string]any {
		all := map[string]any{}
		for i := range count {
			all[strings.Repeat(character, length)+strconv.Itoa(i)] = i
		}
		return all
	}
	list := func(count int, of any) []any {
		all := make([]any, count)
		for i := range all {
			all[i] = of
		}
		return all
	}
	inputs := map[string]any{
		"few long names": names(3, 200_000, "<"), "many names": names(900, 900, "<"), "control characters": names(900, 150, "\x01"),
		"short names": names(80_000, 0, ""), "a list": list(400_000, 0), "a list of lists": list(300_000, []any{}),
		"lists in a field": map[string]any{"email": list(200_000, []any{}), "password": strings.Repeat("<", 100_000)},
	}
	fields := func(count, length int) string {
		var document strings.Builder
		for i := range count {
			fmt.Fprintf(&document, " a%d%s", i, strings.Repeat("x", length))
		}
		return "{" + document.String() + " }"
	}
	bodies := map[string]map[string]any{
		"fields":          {"query": fields(990, 120)},
		"long fields":     {"query": fields(2, 400_000)},
		"operationName":   {"query": `{ __typename }`, "operationName": strings.Repeat("<", 900_000)},
		"string":          {"query": `{ "` + strings.Repeat("<", 900_000) + `" }`},
		"string argument": {"query": `{ contact(id: "` + strings.Repeat("<", 900_000) + `") { id } }`},
		"types":           {"query": `query($a: ` + strings.Repeat("[", 500) + `Nonsense` + strings.Repeat("]", 500) + `) { __typename }`},
	}
	for name, input := range inputs {
		bodies["variables: "+name] = map[string]any{"query": login, "variables": map[string]any{"in": input}}
	}
	for name, body := range bodies {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			answer := a.REST(http.MethodPost, "/graphql", "", body)
			require.GreaterOrEqual(t, len(answer.Errors), 1, "%.1000s", answer.Body)
			require.NotEqual(t, fault.InternalError, answer.Code())
			require.Less(t, len(answer.Body), 64<<10, "%.1000s", answer.Body)
			require.NotContains(t, string(answer.Body), strings.Repeat("x", 65))
		})
	}
	for name, input := range inputs {
		t.Run("REST: "+name, func(t *testing.T) {
			t.Parallel()
			answer := a.REST(http.MethodPost, "/api/v1/auth/login", "", input)
			require.NotEmpty(t, answer.Code())
			require.NotEqual(t, fault.InternalError, answer.Code())
			require.Less(t, len(answer.Body), 64<<10)
		})
	}
}

// TestCostIsCharged sends the most expensive operation that is allowed, with rate limits on.
func TestCostIsCharged(t *testing.T) {
	t.Parallel()
	a := firmhubtest.New(t, db.SQLite, func(c *app.Config) { c.RateLimit = "on" })
	owner := a.NewFirm("Torra", "olga@torra.example")
	const dear = `{ contacts(first: 100) { edges { node { phones { id phone phoneCC type isPrimary } emails { id email type }
		addresses { id type line1 line2 landmark city state country pinCode } } } } }`
	for range 2 {
		answer := a.GraphQL(owner.Token, dear, nil)
		require.Equal(t, http.StatusOK, answer.Status, "%s", answer.Body)
		require.Empty(t, answer.Errors, "a full allowance is enough for two: %s", answer.Body)
	}
	refused := &firmhubtest.Answer{}
	for range 50 { // If each cost one call, 150 would remain.
		if refused = a.GraphQL(owner.Token, dear, nil); refused.Code() != "" {
			break
		}
	}
	require.Equal(t, fault.TooManyRequests, refused.Code(), "%s", refused.Body)
	page := a.REST(http.MethodPost, "/api/V1/Contact/getall", owner.Token, map[string]any{"pageSize": 100})
	require.Equal(t, http.StatusOK, page.Status, "a page over REST is one call: %s", page.Body)
}
