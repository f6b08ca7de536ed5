package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/firmhub/firmhub/ent"
)

const pageSize = 20

// operation is an operation and its requests to each handler.
type operation struct {
	name  string
	kinds []*kind
}

// asked is a request to each of the handlers. The nth has its number in the bodies.
type asked struct {
	rest, other call
	// query and variables are those of the GraphQL request.
	query     string
	variables func(n int) any
}

// call is a method with a path, and a body.
type call struct {
	route string // empty: there is none
	body  func(n int) any
}

const whole = `id firstName lastName gender isActive profilePic phones { id phone phoneCC type isPrimary }
	emails { id email type isPrimary } addresses { id type line1 line2 landmark city state country pinCode }
	tags createdAt updatedAt`

// operations returns the measured operations. Those that write come after those that read.
func (f *fixture) operations() []operation {
	id := f.contacts[0].ID.String()
	page := func(int) any { return map[string]any{"page": 3, "pageSize": pageSize} }
	input := func(in func(n int) any) func(n int) any {
		return func(n int) any { return map[string]any{"input": in(n)} }
	}
	term := f.term()
	search := url.Values{"searchTerm": {term}}.Encode()
	login := func(int) any { return map[string]any{"email": adminEmail, "password": secret} }
	get := func(int) any { return nil }
	return []operation{
		{"list", f.kinds(f.token, asked{
			other: call{"POST /list", page},
			query: `query($input: ContactPageInput!) { contactPage(input: $input) { items {` + whole + `} page pageSize } }`, variables: input(page),
		})},
		{"list + total", f.kinds(f.token, asked{
			rest: call{"POST /api/V1/Contact/getall", page}, other: call{"POST /page", page},
			query:     `query($input: ContactPageInput!) { contactPage(input: $input) { items {` + whole + `} totalCount page pageSize } }`,
			variables: input(page),
		})},
		{"get", f.kinds(f.token, asked{
			rest: call{"GET /api/V1/Contact/get/" + id, get}, other: call{"GET /get/" + id, get},
			query: `query($id: ID!) { contact(id: $id) {` + whole + `} }`, variables: func(int) any { return map[string]any{"id": id} },
		})},
		{"search", f.kinds(f.token, asked{
			rest: call{"GET /api/V1/Contact/search?" + search, get}, other: call{"GET /search?" + search, get},
			query:     `query($input: ContactSearchInput!) { contactSearch(input: $input) { items {` + whole + `} totalCount page pageSize } }`,
			variables: input(func(int) any { return map[string]any{"searchTerm": term} }),
		})},
		{"permission", refusing(f.kinds(f.refused, asked{
			rest: call{"POST /api/V1/Contact/getall", page}, other: call{"POST /page", page},
			query: `query($input: ContactPageInput!) { contactPage(input: $input) { totalCount } }`, variables: input(page),
		}))},
		{"log-in", f.kinds("", asked{
			rest: call{"POST /api/v1/auth/login", login}, other: call{"POST /login", login},
			query: `mutation($input: LoginInput!) { login(input: $input) { token refreshToken expiresIn
				user { id firstName lastName email userName } firms { firmId relationId firmName sessionId } } }`,
			variables: input(login),
		})},
		{"create", created(f.kinds(f.token, asked{
			rest: call{"POST /api/V1/Contact/create", newContact}, other: call{"POST /create", newContact},
			query: `mutation($input: CreateContactInput!) { createContact(input: $input) {` + whole + `} }`, variables: input(newContact),
		}))},
		{"update", f.kinds(f.token, asked{
			rest: call{"PUT /api/V1/Contact/update", f.change}, other: call{"PUT /update", f.change},
			query: `mutation($input: UpdateContactInput!) { updateContact(input: $input) {` + whole + `} }`, variables: input(f.change),
		})},
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

// term is a typical search for a contact: the beginning of the first name, and the last name.
func (f *fixture) term() string {
	for _, c := range f.contacts {
		if plainName(c) {
			return strings.ToLower(c.FirstName[:3] + " " + c.LastName)
		}
	}
	return "mar"
}

func plainName(c *ent.Contact) bool {
	return len(c.FirstName) > 3 && len(c.LastName) > 3 && !strings.ContainsFunc(c.FirstName+c.LastName, func(r rune) bool {
		return r > 'z' || r < 'A'
	})
}

// kinds returns the requests to the handlers that there are.
func (f *fixture) kinds(token string, a asked) []*kind {
	graphql := call{"POST /graphql", func(n int) any { return map[string]any{"query": a.query, "variables": a.variables(n)} }}
	var kinds []*kind
	for _, k := range []struct {
		name    string
		handler http.Handler
		call    call
	}{{"rest", f.api, a.rest}, {"graphql", f.api, graphql}, {"plain", f.plain, a.other}, {"bare", f.bare, a.other}} {
		if k.handler != nil && k.call.route != "" {
			kinds = append(kinds, &kind{name: k.name, handler: k.handler, status: http.StatusOK, request: k.call.by(token)})
		}
	}
	return kinds
}

func (c call) by(token string) func(ctx context.Context, n int) *http.Request {
	method, path, _ := strings.Cut(c.route, " ")
	return func(ctx context.Context, n int) *http.Request {
		var body []byte
		if of := c.body(n); of != nil {
			body, _ = json.Marshal(of)
		}
		return newRequest(ctx, method, path, token, body)
	}
}

// created makes the REST API answer as it does for a creation.
func created(kinds []*kind) []*kind {
	kinds[0].status = http.StatusCreated
	return kinds
}

// refusing has all refuse. GraphQL does so in the body.
func refusing(kinds []*kind) []*kind {
	for _, k := range kinds {
		if k.name == "graphql" {
			k.refused = true
		} else {
			k.status = http.StatusForbidden
		}
	}
	return kinds
}
