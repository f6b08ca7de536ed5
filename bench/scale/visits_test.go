package scale_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/bench"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/policy"
)

// question is a request of any user.
type question struct {
	name, method, path string
	body               any
	// ofContact adds a contact of the firm to the path.
	ofContact bool
	// refused is whether it is refused, to all but owners.
	refused bool
}

func questions() []question {
	page := map[string]any{"page": 1, "pageSize": 20}
	return []question{
		{name: "list, REST", method: http.MethodPost, path: "/api/V1/Contact/getall", body: page},
		{name: "list, GraphQL", method: http.MethodPost, path: "/graphql", body: map[string]any{
			"query":     `query($input: ContactPageInput!) { contactPage(input: $input) { items ` + bench.ContactFields + ` totalCount page pageSize } }`,
			"variables": map[string]any{"input": page},
		}},
		{name: "get, REST", method: http.MethodGet, path: "/api/V1/Contact/get/", ofContact: true},
		{name: "refusal, REST", method: http.MethodDelete, path: "/api/V1/Contact/delete?id=", ofContact: true, refused: true},
	}
}

// clients are how many send requests at the same time.
const clients = 4

// visits are requests of people to a server.
type visits struct {
	server *bench.Server
	send   bench.Sender
	meter  bench.Meter
	people []*person
}

// measureFirms compares requests of the users of all firms with those of the users of one firm, and
// measures the memory of the server: with rules for single firms alone, and with one for all firms
// too.
func measureFirms(b *testing.B, d *db.DB, address string) {
	fillFirms(b, d)
	bench.Settle(b, d)
	v := &visits{send: bench.OverHTTP(clients), people: signedIn(b, d)}
	v.server = bench.StartFirmhub(b, *program, address,
		"FIRMHUB_RATE_LIMIT=calls=1000000/1000000,login=10/60/100") // on, but higher: one firm sends many requests
	v.meter = bench.NewMeter(b, d, v.server.ID)
	v.memory(b, "after the start")
	// Those whose decisions are remembered apart come first in each firm: the owner, the user whom
	// a policy rule names, and one of the others.
	const apart = 3
	some := func(firm []*person) []*person { return firm[:apart] }
	v.once(b, "first requests by each role and named user", questions()[0], some)
	// All others ask once too, since a user sends many requests with an access token.
	v.once(b, "first requests with other access tokens", questions()[2], func(firm []*person) []*person { return firm[apart:] })
	v.compare(b)
	ctx := bench.Within(b.Context(), v.people[0].FirmID)
	_, err := policy.Create(ctx, d, policy.CreateInput{Line: "p, role:nobody, *, Contact, Delete, deny"})
	require.NoError(b, err)
	v.once(b, "the same after a new rule for all firms", questions()[0], some)
	v.compare(b)
}

// once has some people of each firm ask once, and prints what a request costs.
func (v *visits) once(b *testing.B, name string, q question, of func(firm []*person) []*person) {
	var some []*person
	for firm := range slices.Chunk(v.people, *users) {
		some = append(some, of(firm)...)
	}
	c := v.kind(b, q, "", func(n int) *person { return some[n] }).Serve(b, len(some))
	fmt.Fprintf(os.Stdout, "\n%s, %d: server %d µs, database %d µs each",
		name, len(some), c.Server.Microseconds(), c.Database.Microseconds())
	v.memory(b, "after them")
}

// kind returns requests of people.
func (v *visits) kind(b *testing.B, q question, name string, who func(n int) *person) *bench.Kind {
	k := &bench.Kind{Name: name, Send: v.send, Meter: v.meter, Clients: clients, Status: http.StatusOK}
	if q.refused {
		k.Status = http.StatusForbidden
	}
	k.Request = func(n int) *http.Request {
		p, path := who(n), q.path
		if q.ofContact {
			path += p.Contact.String()
		}
		return bench.NewRequest(b, q.method, v.server.URL+path, p.token, q.body)
	}
	return k
}

// compare prints what requests of the users of one firm and of all firms cost, and the memory.
func (v *visits) compare(b *testing.B) {
	t := &bench.Table{Heading: "medians", Words: 2, Columns: append([]string{"request", "users of"}, bench.CostColumns...)}
	t.Columns = append(t.Columns, "× one firm: server", "database", "together")
	for _, q := range questions() {
		if !strings.Contains(q.name, *only) {
			continue
		}
		kinds := []*bench.Kind{v.kind(b, q, "one firm", drawn(v.people[:*users], q)), v.kind(b, q, "all firms", drawn(v.people, q))}
		costs := rounds.Compare(b, kinds)
		for i, k := range kinds {
			row := append([]string{q.name, k.Name}, bench.Cells(costs[i])...)
			for _, of := range []func(bench.Cost) time.Duration{bench.Cost.OfServer, bench.Cost.OfDatabase, bench.Cost.Sum} {
				row = append(row, bench.Ratio(costs[i], costs[0], of))
			}
			t.Rows = append(t.Rows, row)
		}
	}
	t.Print(false)
	v.memory(b, "after all that")
}

func (v *visits) memory(b *testing.B, when string) {
	resident, peak := v.server.Memory(b)
	fmt.Fprintf(os.Stdout, "\nmemory %s: %d MiB resident, %d MiB at most\n", when, resident>>20, peak>>20)
}

// drawn returns users drawn at random, none twice before all were drawn; for a refusal none who is
// an owner.
func drawn(people []*person, q question) func(n int) *person {
	if q.refused {
		people = slices.DeleteFunc(slices.Clone(people), func(p *person) bool { return p.IsOwner })
	}
	random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // the same in each run
	var order []int
	return func(n int) *person {
		if n%len(people) == 0 {
			order = random.Perm(len(people))
		}
		return people[order[n%len(people)]]
	}
}
