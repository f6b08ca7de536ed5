package graph_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/graph"
	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

const createContact = `mutation($in: CreateContactInput!) { createContact(input: $in) { id firstName tags } }`

func TestOneAPI(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		owner := a.NewFirm("Torra", "olga@torra.example")

		t.Run("GraphQLReadsWhatRESTWrote", func(t *testing.T) {
			t.Parallel()
			created := a.REST(http.MethodPost, "/api/V1/Contact/create", owner.Token, map[string]any{
				"firstName": "Ada", "lastName": "Lovelace", "tags": []string{"VIP", "vip", "Press"},
				"phones": []any{
					map[string]any{"phone": "020 7946 0958", "phoneCC": "+44"},
					map[string]any{"phone": "+351 212 345 678", "isPrimary": true},
				},
			})
			require.Equal(t, http.StatusCreated, created.Status, "%s", created.Body)
			var contact struct{ ID string }
			created.Into(t, &contact)
			read := a.GraphQL(owner.Token, `query($id: ID!) { contact(id: $id) { firstName tags phones { phone isPrimary } } }`,
				map[string]any{"id": contact.ID})
			require.JSONEq(t, `{"contact": {"firstName": "Ada", "tags": ["Press", "VIP"], "phones": [
				{"phone": "020 7946 0958", "isPrimary": false}, {"phone": "+351 212 345 678", "isPrimary": true}]}}`, string(read.Data))
		})

		t.Run("AllFaultsAtOnce", func(t *testing.T) {
			t.Parallel()
			bad := map[string]any{
				"lastName": strings.Repeat("é", 51), "gender": "Unknown",
				"phones": []any{map[string]any{"phone": "1", "phoneCC": "+44"}, map[string]any{"phoneCC": 44}},
			}
			fields := []string{"firstName", "gender", "phones[1].phone", "phones[1].phoneCC", "lastName", "phones[0].phone"}
			for face, answer := range map[string]*firmhubtest.Answer{
				"GraphQL": a.GraphQL(owner.Token, createContact, map[string]any{"in": bad}),
				"REST":    a.REST(http.MethodPost, "/api/V1/Contact/create", owner.Token, bad),
			} {
				require.Equal(t, fault.ValidationError, answer.Code(), "%s", answer.Body)
				var named []string
				for _, detail := range answer.Details() {
					named = append(named, detail.Field)
				}
				require.ElementsMatch(t, fields, named, "%s: %s", face, answer.Body)
			}
		})

		t.Run("AllFaultsOfAFilter", func(t *testing.T) {
			t.Parallel()
			answer := a.GraphQL(owner.Token, `query($f: ContactFilterInput) { contacts(filter: $f) { totalCount } }`,
				map[string]any{"f": map[string]any{"searchTerm": strings.Repeat("a", 300), "isActive": 5}})
			require.Len(t, answer.Details(), 2, "%s", answer.Body)
			require.Equal(t, "filter.isActive", answer.Details()[0].Field)
			require.Equal(t, "filter.searchTerm", answer.Details()[1].Field)
			answer = a.GraphQL(owner.Token, `{ contacts(first: 101, filter: {searchTerm: "`+strings.Repeat("a", 300)+`"}) { totalCount } }`, nil)
			require.Len(t, answer.Details(), 2, "%s", answer.Body)
		})

		t.Run("MutationIsAllOrNothing", func(t *testing.T) {
			t.Parallel()
			answer := a.GraphQL(owner.Token, `mutation {
				good: createContact(input: {firstName: "Half", lastName: "Done"}) { id }
				bad: createContact(input: {firstName: "", lastName: "Undone"}) { id }
			}`, nil)
			require.Equal(t, fault.ValidationError, answer.Code())
			require.JSONEq(t, `null`, string(answer.Data))
			left := a.GraphQL(owner.Token, `{ contacts(filter: {searchTerm: "half done"}) { totalCount } }`, nil)
			require.JSONEq(t, `{"contacts": {"totalCount": 0}}`, string(left.Data))
		})

		t.Run("ErrUnauthorizedBeforeValidation", func(t *testing.T) {
			t.Parallel()
			answer := a.GraphQL("", createContact, map[string]any{"in": map[string]any{"lastName": 5}})
			require.Equal(t, fault.Unauthorized, answer.Code())
		})

		t.Run("ErrForbidden", func(t *testing.T) {
			t.Parallel()
			answer := a.GraphQL(owner.Token, `mutation { createFirm(input: {name: "", currency: "EUR", timeZone: "UTC",
				owner: {firstName: "a", lastName: "b", email: "c", password: "d"}}) { id } }`, nil)
			require.Equal(t, fault.Forbidden, answer.Code())
		})

		t.Run("ErrNotFound", func(t *testing.T) {
			t.Parallel()
			answer := a.GraphQL(owner.Token, `{ contact(id: "01a1fc5b-ad92-74f9-a051-f2edc12f4d82") { id } }`, nil)
			require.Equal(t, fault.NotFound, answer.Code())
		})

		t.Run("ErrLiteralNUL", func(t *testing.T) {
			t.Parallel()
			answer := a.GraphQL(owner.Token, `{ contacts(filter: {searchTerm: "a\u0000b"}) { totalCount } }`, nil)
			require.Equal(t, fault.ValidationError, answer.Code(), "%s", answer.Body)
		})

		t.Run("ErrLiteralID", func(t *testing.T) {
			t.Parallel()
			answer := a.GraphQL(owner.Token, `{ contact(id: "nonsense") { id } }`, nil)
			require.Equal(t, fault.ValidationError, answer.Code(), "%s", answer.Body)
			require.Equal(t, "id", answer.Details()[0].Field)
		})

		t.Run("ErrOneRefusalLeavesTheRest", func(t *testing.T) {
			t.Parallel()
			answer := a.GraphQL(owner.Token, `{ me { isSuperFirm } rules: policyRules { id } contacts { totalCount } }`, nil)
			require.Len(t, answer.Errors, 1, "%s", answer.Body)
			require.Equal(t, fault.Forbidden, answer.Code())
			require.Contains(t, string(answer.Body), `"path":["rules"],"locations":[{"line":1,"column":22}]`)
			require.Contains(t, string(answer.Data), `{"me":{"isSuperFirm":false},"rules":null,"contacts":{"totalCount":`)
		})

		t.Run("ErrFaultsAtTheirField", func(t *testing.T) {
			t.Parallel()
			const document = `query($bad: ID!, $more: Cursor, $first: Int) {
				one: contact(id: $bad) { id }
				fine: contacts(first: $first) { totalCount }
				two: contacts(after: $more, filter: {searchTerm: 5}) { totalCount }
				me { isSuperFirm }
			}`
			answer := a.GraphQL(owner.Token, document, map[string]any{"bad": 5, "more": "x", "first": 1})
			require.Len(t, answer.Errors, 2, "%s", answer.Body)
			byPath := map[string][]string{}
			for _, refused := range answer.Errors {
				for _, detail := range refused.Extensions.Details {
					byPath[fmt.Sprint(refused.Path...)] = append(byPath[fmt.Sprint(refused.Path...)], detail.Field)
				}
			}
			require.Equal(t, map[string][]string{"one": {"id"}, "two": {"after", "filter.searchTerm"}}, byPath)
			require.Contains(t, string(answer.Data), `{"one":null,"fine":{"totalCount":`)
			require.Contains(t, string(answer.Data), `"two":null,"me":{"isSuperFirm":false}}`)
		})

		t.Run("ErrFaultsOfAMutation", func(t *testing.T) {
			t.Parallel()
			answer := a.GraphQL(owner.Token, `mutation {
				good: createContact(input: {firstName: "Never", lastName: "Made"}) { id }
				bad: createContact(input: {firstName: 5, lastName: "Made"}) { id }
			}`, nil)
			require.Len(t, answer.Errors, 1, "%s", answer.Body)
			require.Contains(t, string(answer.Body), `"path":["bad"]`)
			require.Empty(t, answer.Data)
		})
	})
}

func TestConnection(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		owner := a.NewFirm("Torra", "olga@torra.example")
		for _, name := range []string{"Éva", "adam", "Bob", "Zoë"} {
			answer := a.GraphQL(owner.Token, createContact, map[string]any{"in": map[string]any{"firstName": name, "lastName": "X"}})
			require.Empty(t, answer.Errors)
		}
		var names []string
		var after *string
		for range 2 {
			answer := a.GraphQL(owner.Token, `query($after: Cursor) { contacts(first: 2, after: $after,
				orderBy: {field: FIRST_NAME}) { totalCount pageInfo { hasNextPage endCursor } edges { node { firstName } } } }`,
				map[string]any{"after": after})
			var data struct {
				Contacts struct {
					TotalCount int
					PageInfo   struct{ EndCursor *string }
					Edges      []struct{ Node struct{ FirstName string } }
				}
			}
			require.NoError(t, json.Unmarshal(answer.Data, &data), "%s", answer.Body)
			require.Equal(t, 4, data.Contacts.TotalCount)
			for _, edge := range data.Contacts.Edges {
				names = append(names, edge.Node.FirstName)
			}
			after = data.Contacts.PageInfo.EndCursor
		}
		require.Equal(t, []string{"adam", "Bob", "Éva", "Zoë"}, names)

		for name, arguments := range map[string]string{
			"ErrTooMany":  "first: 101",
			"ErrNegative": "last: -1",
			"ErrCursor":   `after: "nonsense"`,
			"ErrOther":    `after: "` + *after + `", orderBy: {field: CREATED_AT}`,
		} {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				answer := a.GraphQL(owner.Token, `{ contacts(`+arguments+`) { totalCount } }`, nil)
				require.Equal(t, fault.ValidationError, answer.Code(), "%s", answer.Body)
			})
		}
	})
}

func TestLimits(t *testing.T) {
	t.Parallel()
	a := firmhubtest.New(t, db.SQLite, func(c *app.Config) { c.Introspection = "off" })
	token := a.Login(firmhubtest.AdminEmail, firmhubtest.AdminPassword).Token

	refused := func(t *testing.T, document, message string) {
		t.Helper()
		answer := a.GraphQL(token, document, nil)
		require.Contains(t, string(answer.Body), message)
		require.NotEmpty(t, answer.Errors, "%s", answer.Body)
		require.Equal(t, fault.ValidationError, answer.Code(), "%s", answer.Body)
	}
	t.Run("Complexity", func(t *testing.T) {
		t.Parallel()
		var document strings.Builder
		for i := range 10 {
			document.WriteString(" c" + string(rune('a'+i)) + `: contacts(first: 100) { edges { node { id phones { id phone } emails { id email } } } }`)
		}
		refused(t, "{"+document.String()+"}",
			"The field that costs most is ca.edges.node, with 20400. Ask for fewer entries (first, last), or select less of each.")
	})
	t.Run("Shown", func(t *testing.T) {
		t.Parallel()
		const query = "{ me { isSuperFirm } contacts(first: 100) { edges { node { emails { email } } } } }"
		require.Contains(t, string(a.GraphQL(token, query, nil).Body),
			`"extensions":{"cost":{"cost":5422,"limit":100000,"calls":6,"depth":5,"depthLimit":12}}}`)
		refused := a.GraphQL(token, "{ contactPage(input: {page: 0}) { page } }", nil)
		require.Contains(t, string(refused.Body), `"cost":{"cost":201,`, "also of what is refused")
		require.NotContains(t, string(a.REST(http.MethodGet, "/api/v1/auth/me", token, nil).Body), "depthLimit", "REST counts calls")
	})
	t.Run("OwnTransactionNotAlone", func(t *testing.T) {
		t.Parallel()
		const login = `login(input: {email: "a@b.example", password: "Passw0rd!"}) { token }`
		for _, document := range []string{
			`mutation { a: ` + login + ` b: ` + login + ` }`,
			`mutation { refreshToken(input: {refreshToken: "x"}) { token } ...l } fragment l on Mutation { ` + login + ` }`,
			`mutation { logout ... on Mutation { ` + login + ` } }`,
		} {
			refused(t, document, "must be the only field")
		}
	})
	t.Run("Fragments", func(t *testing.T) {
		t.Parallel()
		var document strings.Builder
		document.WriteString("{ ...f0 }")
		for i := range 30 {
			fmt.Fprintf(&document, " fragment f%d on Query { ...f%d ...f%d }", i, i+1, i+1)
		}
		refused(t, document.String()+" fragment f30 on Query { __typename }", "more than 1000 fields")
	})
	t.Run("Cursor", func(t *testing.T) {
		t.Parallel()
		answer := a.GraphQL("", `query($c: Cursor) { contacts(after: $c) { totalCount } }`,
			map[string]any{"c": "gaF23wAPQkCg3wAPQkCg3wAPQkCg3wAPQkCgwA"})
		require.Equal(t, fault.Unauthorized, answer.Code())
	})
	t.Run("BodyIsNotRepeated", func(t *testing.T) {
		t.Parallel()
		for _, accept := range []string{"application/json", "text/event-stream"} {
			request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, a.URL+"/graphql",
				strings.NewReader(`{"query":"mutation{login(input:{password:\"S3cret-stream\"}){token}}"`))
			require.NoError(t, err)
			request.Header.Set("Content-Type", "application/json")
			request.Header.Set("Accept", accept)
			answer := a.Do(request)
			require.Equal(t, http.StatusBadRequest, answer.Status)
			require.Equal(t, fault.ValidationError, answer.Code())
			require.NotContains(t, string(answer.Body), "S3cret")
		}
	})
	t.Run("FormThatDoesNotFit", func(t *testing.T) {
		t.Parallel()
		const form = "--b\r\nContent-Disposition: form-data; name=\"operations\"\r\n\r\n" +
			`{"query":"{__typename}","variables":{"a":[]}}` + "\r\n--b\r\nContent-Disposition: form-data; name=\"map\"\r\n\r\n" +
			`{"0":["variables.a.5"]}` + "\r\n--b\r\nContent-Disposition: form-data; name=\"0\"; filename=\"x\"\r\n\r\nx\r\n--b--\r\n"
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost, a.URL+"/graphql", strings.NewReader(form))
		require.NoError(t, err)
		request.Header.Set("Content-Type", "multipart/form-data; boundary=b")
		require.Equal(t, http.StatusBadRequest, a.Do(request).Status)
	})
	t.Run("Tokens", func(t *testing.T) {
		t.Parallel()
		refused(t, "{ me { user { id "+strings.Repeat("a ", 6000)+"} } }", "token limit")
	})
	t.Run("Introspection", func(t *testing.T) {
		t.Parallel()
		refused(t, `{ __schema { types { name } } }`, "Introspection is switched off")
	})
	t.Run("Suggestions", func(t *testing.T) {
		t.Parallel()
		answer := a.GraphQL(token, `{ contact { id } mee { user { id } } }`, nil)
		require.NotContains(t, string(answer.Body), "Did you mean")
	})
	t.Run("Batch", func(t *testing.T) {
		t.Parallel()
		answer := a.REST(http.MethodPost, "/graphql", token, `[{"query":"{ me { user { id } } }"}]`)
		require.NotEmpty(t, answer.Errors, "%s", answer.Body)
	})
	t.Run("Body", func(t *testing.T) {
		t.Parallel()
		answer := a.REST(http.MethodPost, "/graphql", token, `{"query":"`+strings.Repeat(" ", 1<<20)+`"}`)
		require.Equal(t, http.StatusRequestEntityTooLarge, answer.Status)
		require.Equal(t, fault.PayloadTooLarge, answer.Code())
	})
	t.Run("Method", func(t *testing.T) {
		t.Parallel()
		answer := a.REST(http.MethodDelete, "/graphql", token, nil)
		require.Equal(t, http.StatusMethodNotAllowed, answer.Status)
	})
	t.Run("MutationByGet", func(t *testing.T) {
		t.Parallel()
		answer := a.REST(http.MethodGet, "/graphql?query="+url.QueryEscape("mutation { logout }"), token, nil)
		require.Equal(t, http.StatusMethodNotAllowed, answer.Status)
		require.Equal(t, fault.MethodNotAllowed, answer.Code())
		require.Equal(t, http.StatusOK, a.REST(http.MethodGet, "/api/v1/auth/me", token, nil).Status, "the session goes on")
	})
}

func TestIntrospection(t *testing.T) {
	t.Parallel()
	a := firmhubtest.New(t, db.SQLite)
	answer := a.GraphQL("", `{ __type(name: "Contact") { name } __schema { directives { name } } scalar: __type(name: "DateTime") { specifiedByURL } }`, nil)
	require.JSONEq(t, `{"__type": {"name": "Contact"}, "__schema": {"directives": [{"name": "deprecated"},
		{"name": "include"}, {"name": "oneOf"}, {"name": "skip"}, {"name": "specifiedBy"}]},
		"scalar": {"specifiedByURL": "https://scalars.graphql.org/andimarek/date-time.html"}}`, string(answer.Data))

	everything, err := os.ReadFile("testdata/introspection.graphql")
	require.NoError(t, err)
	answer = a.GraphQL("", string(everything), nil)
	require.Empty(t, answer.Errors, "without a credential")
	require.Contains(t, string(answer.Body), `"calls":1,`)
	var again strings.Builder
	for i := range 329 {
		again.WriteString(" a" + strconv.Itoa(i) + ": types { fields { isDeprecated } }")
	}
	answer = a.GraphQL("", `{ __schema {`+again.String()+` } }`, nil)
	require.Equal(t, fault.ValidationError, answer.Code(), "%.300s", answer.Body)
	require.Contains(t, string(answer.Body), "Introspection would answer more than 60000 fields.")

	off := firmhubtest.New(t, db.SQLite, func(c *app.Config) { c.Introspection = "off" })
	served := a.REST(http.MethodGet, graph.SchemaPath, "", nil)
	require.Equal(t, http.StatusOK, served.Status)
	require.Contains(t, string(served.Body), "type Query {")
	require.Equal(t, http.StatusNotFound, off.REST(http.MethodGet, graph.SchemaPath, "", nil).Status)
}

func TestPersistedQuery(t *testing.T) {
	t.Parallel()
	a := firmhubtest.New(t, db.SQLite)
	token := a.Login(firmhubtest.AdminEmail, firmhubtest.AdminPassword).Token
	const document = `{ me { isSuperFirm } }`
	sum := sha256.Sum256([]byte(document))
	hash := map[string]any{"persistedQuery": map[string]any{"version": 1, "sha256Hash": hex.EncodeToString(sum[:])}}

	unknown := a.REST(http.MethodPost, "/graphql", token, map[string]any{"extensions": hash})
	require.Contains(t, string(unknown.Body), "PersistedQueryNotFound")
	sent := a.REST(http.MethodPost, "/graphql", token, map[string]any{"query": document, "extensions": hash})
	require.JSONEq(t, `{"me": {"isSuperFirm": true}}`, string(sent.Data))
	known := a.REST(http.MethodPost, "/graphql", token, map[string]any{"extensions": hash})
	require.JSONEq(t, `{"me": {"isSuperFirm": true}}`, string(known.Data))
}
