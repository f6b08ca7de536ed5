package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/firmhub/firmhub/bench"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/policy"
)

// runFirms compares requests of the users of all firms with those of the users of one firm, and
// measures the memory of the server.
func runFirms(ctx context.Context, d *db.DB, address, program string, s size, only string) (err error) {
	if err := fillFirms(ctx, d, s); err != nil {
		return err
	}
	if err := bench.Settle(ctx, d); err != nil {
		return err
	}
	people, err := signedIn(ctx, d)
	if err != nil {
		return err
	}
	server, err := bench.StartServer(ctx, program, address,
		"FIRMHUB_RATE_LIMIT=calls=1000000/1000000,login=10/60/100") // on, but higher: one firm sends many requests
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()
	m, unseen, err := bench.NewMeter(ctx, d, server.ID)
	if err != nil {
		return err
	}
	if unseen != "" {
		fmt.Fprintln(os.Stdout, unseen)
	}
	v := &visits{
		visitors: newVisitors(server), meter: m, people: people, one: people[:s.users], only: only,
		random: rand.New(rand.NewPCG(1, 2)), //nolint:gosec // the same in each run
	}
	return v.run(ctx, d)
}

type visits struct {
	*visitors

	meter *bench.Meter
	// one are the users of one firm among all people.
	people, one []*person
	// only is a part of the names of the questions that are compared.
	only   string
	random *rand.Rand
}

// run compares the requests twice: with rules for single firms alone, and with one for all firms
// too.
func (v *visits) run(ctx context.Context, d *db.DB) (err error) {
	if err := v.memory("after the start"); err != nil {
		return err
	}
	if err := v.load(ctx, "first requests by each role and named user"); err != nil {
		return err
	}
	if err := v.rest(ctx); err != nil {
		return err
	}
	if err := v.compare(ctx); err != nil {
		return err
	}
	if err := v.memory("after all that"); err != nil {
		return err
	}
	ctx = within(ctx, v.one[0].FirmID)
	rule, err := policy.Create(ctx, d, policy.CreateInput{Line: "p, role:nobody, *, Contact, Delete, deny"})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, policy.Delete(context.WithoutCancel(ctx), d, rule.ID)) }()
	if err := v.load(ctx, "the same after a new rule for all firms"); err != nil {
		return err
	}
	if err := v.compare(ctx); err != nil {
		return err
	}
	return v.memory("after all that")
}

// apart is how many of each firm have decisions that are remembered apart: the owner, the user whom
// a policy rule names, and the others together. They come first.
const apart = 3

// load sends one request for each user whose decisions are remembered separately, and prints the
// cost.
func (v *visits) load(ctx context.Context, name string) error {
	return v.once(ctx, name, questions()[0], func(firm []*person) []*person { return firm[:apart] })
}

// rest has all others ask once too, since a user sends many requests with an access token, and
// prints what such a first request costs.
func (v *visits) rest(ctx context.Context) error {
	return v.once(ctx, "first requests with other access tokens", get(), func(firm []*person) []*person { return firm[apart:] })
}

func (v *visits) once(ctx context.Context, name string, q question, of func(firm []*person) []*person) error {
	var some []*person
	for firm := range slices.Chunk(v.people, len(v.one)) {
		some = append(some, of(firm)...)
	}
	c, err := v.cost(ctx, q, some)
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stdout, "%s, %d: server %s µs, database %s µs each\n", name, len(some), micros(c.server), micros(c.database))
	return v.memory("after them")
}

// cost is the cost of a request.
type cost struct{ server, database time.Duration }

func (c cost) sum() time.Duration { return c.server + c.database }

// cost has the people ask, and returns what each request cost.
func (v *visits) cost(ctx context.Context, q question, people []*person) (c cost, err error) {
	database, err := v.meter.DatabaseTime()
	if err != nil {
		return c, err
	}
	server, err := v.meter.ServerTime()
	if err != nil {
		return c, err
	}
	if err := v.each(ctx, q, people); err != nil {
		return c, err
	}
	serverAfter, err := v.meter.ServerTime()
	if err != nil {
		return c, err
	}
	databaseAfter, err := v.meter.DatabaseTime()
	n := time.Duration(len(people))
	return cost{(serverAfter - server) / n, (databaseAfter - database) / n}, err
}

// The requests of a turn, and the turns of each question.
const (
	inTurn = 500
	turns  = 16
)

// compare prints what requests of the users of all firms and of one firm cost. They take turns.
func (v *visits) compare(ctx context.Context) error {
	table := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, "µs\tone firm: server\tdatabase\ttogether\tall firms: server\tdatabase\ttogether\tratio: server\tdatabase\ttogether\t\n")
	for _, q := range questions() {
		if !strings.Contains(q.name, v.only) {
			continue
		}
		draws := []func(int) []*person{v.drawn(v.one, q), v.drawn(v.people, q)}
		costs := make([][]cost, len(draws))
		for turn := range turns + 1 {
			for i := range draws {
				i = (i + turn) % len(draws)
				c, err := v.cost(ctx, q, draws[i](inTurn))
				if err != nil {
					return err
				}
				if turn > 0 { // the first one warms up
					costs[i] = append(costs[i], c)
				}
			}
		}
		fmt.Fprint(table, q.name, "\t")
		parts := []func(cost) time.Duration{
			func(c cost) time.Duration { return c.server }, func(c cost) time.Duration { return c.database }, cost.sum,
		}
		for i := range draws {
			for _, of := range parts {
				fmt.Fprint(table, micros(middle(costs[i], of)), "\t")
			}
		}
		for _, of := range parts {
			fmt.Fprint(table, ratio(middle(costs[1], of), middle(costs[0], of)), "\t")
		}
		fmt.Fprintln(table)
	}
	return table.Flush()
}

func (v *visits) memory(when string) error {
	resident, peak, err := v.server.Memory()
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stdout, "memory %s: %d MiB resident, %d MiB at most\n", when, resident>>20, peak>>20)
	return nil
}

// middle is the median.
func middle(costs []cost, of func(cost) time.Duration) time.Duration {
	slices.SortFunc(costs, func(a, b cost) int { return cmp.Compare(of(a), of(b)) })
	return of(costs[len(costs)/2])
}

// ratio is empty where there is nothing to divide by, as the database of SQLite is in the server.
func ratio(a, b time.Duration) string {
	if b == 0 {
		return ""
	}
	return fmt.Sprintf("%.2f", float64(a)/float64(b))
}

func micros(d time.Duration) string { return fmt.Sprintf("%.0f", float64(d)/float64(time.Microsecond)) }

// drawn returns users drawn at random, none twice before all were drawn; for a refusal none who is
// an owner.
func (v *visits) drawn(people []*person, q question) func(n int) []*person {
	var left []int
	return func(n int) []*person {
		var some []*person
		for len(some) < n {
			if len(left) == 0 {
				left = v.random.Perm(len(people))
			}
			if p := people[left[0]]; !q.refused || !p.IsOwner {
				some = append(some, p)
			}
			left = left[1:]
		}
		return some
	}
}
