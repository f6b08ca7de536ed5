package apis_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"github.com/firmhub/firmhub/bench"
)

const pageSize = 20

// asked is a request to each of the handlers, by method and path, empty where there is none.
type asked struct {
	name        string
	rest, other string
	// query is that of GraphQL.
	query string
	// input returns the nth body, which is the input of GraphQL, too.
	input func(n int) any
	// variables are those of GraphQL where they are no input.
	variables any
	// created is whether REST answers that something was created.
	created bool
	// refused is whether all refuse it. GraphQL does so in the body.
	refused bool
}

// asked returns the measured operations. Those that write come after those that read.
func (f *fixture) asked() []asked {
	const one = bench.ContactFields
	id, term := f.contacts[0].ID.String(), f.term()
	page := func(int) any { return map[string]any{"page": 3, "pageSize": pageSize} }
	search := url.Values{"searchTerm": {term}}.Encode()
	return []asked{
		{
			name: "list", other: "POST /list", input: page,
			query: `query($input: ContactPageInput!) { contactPage(input: $input) { items ` + one + ` page pageSize } }`,
		},
		{
			name: "list + total", rest: "POST /api/V1/Contact/getall", other: "POST /page", input: page,
			query: `query($input: ContactPageInput!) { contactPage(input: $input) { items ` + one + ` totalCount page pageSize } }`,
		},
		{
			name: "get", rest: "GET /api/V1/Contact/get/" + id, other: "GET /get/" + id,
			query: `query($id: ID!) { contact(id: $id) ` + one + ` }`, variables: map[string]any{"id": id},
		},
		{
			name: "search", rest: "GET /api/V1/Contact/search?" + search, other: "GET /search?" + search,
			query:     `query($input: ContactSearchInput!) { contactSearch(input: $input) { items ` + one + ` totalCount page pageSize } }`,
			variables: map[string]any{"input": map[string]any{"searchTerm": term}},
		},
		{
			name: "permission", rest: "POST /api/V1/Contact/getall", other: "POST /page", input: page, refused: true,
			query: `query($input: ContactPageInput!) { contactPage(input: $input) { totalCount } }`,
		},
		{
			name: "log-in", rest: "POST /api/v1/auth/login", // the others would do little but hash the password, as firmhub does
			input: func(int) any { return map[string]any{"email": bench.AdminEmail, "password": bench.Password} },
			query: `mutation($input: LoginInput!) { login(input: $input) { token refreshToken expiresIn
				user { id firstName lastName email userName } firms { firmId relationId firmName sessionId } } }`,
		},
		{
			name: "create", rest: "POST /api/V1/Contact/create", other: "POST /create", input: newContact, created: true,
			query: `mutation($input: CreateContactInput!) { createContact(input: $input) ` + one + ` }`,
		},
		{
			name: "update", rest: "PUT /api/V1/Contact/update", other: "PUT /update", input: f.change,
			query: `mutation($input: UpdateContactInput!) { updateContact(input: $input) ` + one + ` }`,
		},
	}
}

// newContact has tags that exist.
func newContact(n int) any {
	return map[string]any{
		"firstName": "Maria", "lastName": fmt.Sprint("Benchmark ", n),
		"phones": []any{map[string]any{"phone": fmt.Sprintf("(11) 9%04d-%04d", 7000+n/10000%1000, n%10000), "phoneCC": "+55", "type": 1}},
		"emails": []any{map[string]any{"email": fmt.Sprintf("maria.%d@example.com", n), "type": 2}},
		"tags":   []any{"Customer", "Newsletter"},
	}
}

// change changes the name of a contact and replaces its phones by another one.
func (f *fixture) change(n int) any {
	return map[string]any{
		"id": f.contacts[n%len(f.contacts)].ID, "lastName": fmt.Sprint("Changed ", n),
		"phones": []any{map[string]any{"phone": fmt.Sprintf("+55 11 98%03d-%04d", n/10000%1000, n%10000)}},
	}
}

var latinName = regexp.MustCompile(`^[A-Za-z]{4,} [A-Za-z]{4,}$`)

// term is a typical search for a contact: the beginning of the first name, and the last name.
func (f *fixture) term() string {
	for _, c := range f.contacts {
		if latinName.MatchString(c.FirstName + " " + c.LastName) {
			return strings.ToLower(c.FirstName[:3] + " " + c.LastName)
		}
	}
	return "mar"
}

// kinds returns the requests to the handlers that there are.
func (f *fixture) kinds(t testing.TB, a asked) (kinds []*bench.Kind) {
	if a.input == nil {
		a.input = func(int) any { return nil }
	}
	graphql := func(n int) any {
		variables := a.variables
		if variables == nil {
			variables = map[string]any{"input": a.input(n)}
		}
		return map[string]any{"query": a.query, "variables": variables}
	}
	token := f.token
	switch {
	case a.refused:
		token = f.refused
	case a.name == "log-in":
		token = ""
	}
	for _, k := range []struct {
		name  string
		send  bench.Sender
		route string
		body  func(n int) any
	}{
		{"rest", f.api, a.rest, a.input},
		{"graphql", f.api, "POST /graphql", graphql},
		{"plain", f.plain, a.other, a.input},
		{"bare", f.bare, a.other, a.input},
	} {
		if k.send == nil || k.route == "" {
			continue
		}
		method, path, _ := strings.Cut(k.route, " ")
		kind := &bench.Kind{Name: k.name, Send: k.send, Meter: f.meter, Status: http.StatusOK}
		kind.Request = func(n int) *http.Request { return bench.NewRequest(t, method, path, token, k.body(n)) }
		switch {
		case a.refused && k.name == "graphql":
			kind.Refused = true
		case a.refused:
			kind.Status = http.StatusForbidden
		case a.created && k.name == "rest":
			kind.Status = http.StatusCreated
		}
		kinds = append(kinds, kind)
	}
	return kinds
}
