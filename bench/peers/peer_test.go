package peers_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/bench"
)

// The operations. Those that write come last.
const (
	pages  = "list"
	totals = "list + total"
	get    = "get"
	create = "create"
)

var operations = []string{pages, totals, get, create}

const pageSize = 20

// peer is an API of a server: firmhub has two, each of the others one.
type peer struct {
	*place

	name, version string
	own           bool // of firmhub
	url           string
	meter         bench.Meter
	// token belongs to the owner of the first firm, and stranger to the owner of the second.
	token, stranger string

	// page requests a page of the contacts of a firm. The token determines the firm.
	page   func(firm uuid.UUID, number int, total bool) call
	get    func(id uuid.UUID) call
	create func(n int) call
	// always is whether an answer always has a total, so that the operation list is list + total.
	always bool
	// created is the status of an answer to create.
	created int
	made    *int // contacts created so far; the APIs of firmhub share them
}

// call is a request without a token.
type call struct {
	method, path string
	body         any
}

// graphql is a request of GraphQL.
func graphql(query string, variables map[string]any) call {
	return call{http.MethodPost, "/graphql", map[string]any{"query": query, "variables": variables}}
}

func (p *peer) request(token string, c call) *http.Request {
	return bench.NewRequest(p, c.method, p.url+c.path, token, c.body)
}

// ask sends a request that must succeed.
func (p *peer) ask(token string, c call, out any) { p.send.Ask(p, p.request(token, c), out) }

// logIn sets the tokens.
func (p *peer) logIn(logIn func(f firm) string) {
	p.token, p.stranger = logIn(p.firms[0]), logIn(p.firms[1])
}

// kind returns the requests of an operation, nil where there is none.
func (p *peer) kind(operation string, want *expected) *bench.Kind {
	k := &bench.Kind{Name: p.name, Send: p.send, Meter: p.meter, Status: http.StatusOK}
	var next func() call
	switch {
	case operation == pages && p.always:
		return nil
	case operation == pages, operation == totals:
		next = func() call { return p.page(p.firms[0].ID, checkedPage, operation == totals) }
	case operation == get:
		next = func() call { return p.get(want.target()) }
	case operation == create:
		k.Status = p.created
		next = func() call { *p.made++; return p.create(*p.made - 1) }
	}
	k.Request = func(int) *http.Request { return p.request(p.token, next()) }
	return k
}

// newContact is the nth contact that is created.
func newContact(n int) contact {
	return contact{
		"first_name": "Maria", "last_name": fmt.Sprint("Benchmark ", n), "is_active": true,
		"phones": []any{contact{"type": 1, "phone_cc": "+55", "phone": fmt.Sprintf("119%08d", 70000000+n), "is_primary": true}},
		"emails": []any{contact{"type": 2, "email": fmt.Sprintf("maria.%d@example.com", n), "is_primary": true}},
		"tags":   []any{"Customer", "Newsletter"},
	}
}

// newInput is the nth contact as an input of GraphQL, without its tags. The name of a field
// differs.
func newInput(n int, phoneCC string) map[string]any {
	text, _ := json.Marshal(newContact(n))
	names := strings.NewReplacer("first_name", "firstName", "last_name", "lastName", "phone_cc", phoneCC, "is_primary", "isPrimary")
	var input map[string]any
	_ = json.Unmarshal([]byte(names.Replace(string(text))), &input)
	delete(input, "is_active")
	delete(input, "tags")
	return input
}
