package bench_test

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/time/rate"

	"github.com/firmhub/firmhub/bench"
	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/firmhubtest"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	floodContacts = 30_000
	floodClients  = 4
	// hashClients are more than fit into the queue of password hashes.
	hashClients = 80
)

// BenchmarkNeighbour reports how long a firm waits for its answers, in milliseconds at the median and at the 99th
// percentile, and which share of them is refused, while clients of another firm, which has 30,000 contacts, send what
// costs the most.
func BenchmarkNeighbour(b *testing.B) {
	for _, dialect := range []string{db.SQLite, db.Postgres} {
		b.Run(dialect, func(b *testing.B) {
			var url string
			a := firmhubtest.New(b, dialect, func(c *app.Config) { url = c.DatabaseURL })
			noisy, quiet := a.NewFirm("Noisy", "noisy@example.com"), a.NewFirm("Quiet", "quiet@example.com")
			fillFirm(b, url, noisy.Firms[0].FirmID)
			role := ownerRole(b, a, noisy.Token)
			floods := map[string]func(i int) any{
				"quiet":    nil,
				"searches": func(int) any { return map[string]any{"query": searches()} },
				"writes":   func(int) any { return creations() },
				"hashes": func(i int) any {
					return map[string]any{"query": fmt.Sprintf(`mutation { createUser(input: {firstName: "A", lastName: "B",
						email: "%d@example.com", password: "Passw0rd!x", roleId: "%s"}) { id } }`, i, role)}
				},
			}
			for _, name := range []string{"quiet", "searches", "writes", "hashes"} {
				for asked, ask := range map[string]func() int{
					"me": func() int { return a.REST(http.MethodGet, "/api/v1/auth/me", quiet.Token, nil).Status },
					"login": func() int {
						return a.REST(http.MethodPost, "/api/v1/auth/login", "", map[string]any{
							"email": "quiet@example.com", "password": firmhubtest.OwnerPassword,
						}).Status
					},
				} {
					b.Run(name+"/"+asked, func(b *testing.B) {
						clients := floodClients
						if name == "hashes" {
							clients = hashClients
						}
						stop := flood(b, a, clients, noisy.Token, floods[name])
						defer stop()
						report(b, ask)
					})
				}
			}
		})
	}
}

// report asks one after the other.
func report(b *testing.B, ask func() int) {
	b.Helper()
	var took []time.Duration
	refused := 0
	for b.Loop() {
		began := time.Now()
		if ask() != http.StatusOK {
			refused++
		}
		took = append(took, time.Since(began))
	}
	slices.Sort(took)
	at := func(percent int) float64 { return float64(took[(len(took)-1)*percent/100].Microseconds()) / 1000 }
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(at(50), "p50-ms")
	b.ReportMetric(at(99), "p99-ms")
	b.ReportMetric(float64(refused)/float64(len(took)), "refused")
}

// flood posts documents to /graphql from several clients until stop is called, as many as a user may; the limits of calls
// are off, as log-ins are measured.
func flood(b *testing.B, a *firmhubtest.App, count int, token string, document func(i int) any) (stop func()) {
	b.Helper()
	if document == nil {
		return func() {}
	}
	alone := a.REST(http.MethodPost, "/graphql", token, document(int(time.Now().UnixNano())))
	require.Empty(b, alone.Code(), "%s", alone.Body)
	const perSecond, burst = 100, 200
	allowance := rate.NewLimiter(perSecond, burst)
	ctx, cancel := context.WithCancel(b.Context())
	var clients sync.WaitGroup
	for client := range count {
		clients.Go(func() {
			for i := client * 1e6; allowance.Wait(ctx) == nil; i++ {
				a.Post(ctx, token, document(i))
			}
		})
	}
	return func() { cancel(); clients.Wait() }
}

// searches is a document of 3 KB, which counts twelve times the contacts that hold fifty words. All do.
func searches() string {
	words := strings.TrimSpace(strings.Repeat("exa amp ple ", 17)[:199])
	var document strings.Builder
	document.WriteString("{")
	for i := range 12 {
		fmt.Fprintf(&document, ` s%d: contacts(first: 1, filter: {searchTerm: "%s"}) { totalCount }`, i, words)
	}
	return document.String() + " }"
}

// creations is a document that creates twenty contacts of the largest kind.
func creations() any {
	var tags []string
	var addresses []any
	for i := range 50 {
		tags = append(tags, fmt.Sprintf("tag %d", i))
		addresses = append(addresses, map[string]any{"line1": strings.Repeat("x", 100), "city": strconv.Itoa(i)})
	}
	var document strings.Builder
	document.WriteString("mutation($in: CreateContactInput!) {")
	for i := range 20 {
		fmt.Fprintf(&document, " c%d: createContact(input: $in) { id }", i)
	}
	return map[string]any{"query": document.String() + " }", "variables": map[string]any{"in": map[string]any{
		"firstName": "A", "lastName": "B", "tags": tags, "addresses": addresses,
	}}}
}

func fillFirm(b *testing.B, url, firmID string) {
	b.Helper()
	d, err := db.Open(b.Context(), url)
	require.NoError(b, err)
	defer func() { require.NoError(b, d.Close()) }()
	ctx := viewer.NewContext(b.Context(), &viewer.Viewer{Kind: viewer.System, FirmID: uuid.MustParse(firmID)})
	require.NoError(b, bench.Fill(ctx, d, floodContacts))
}

func ownerRole(b *testing.B, a *firmhubtest.App, token string) string {
	b.Helper()
	var roles []struct{ ID string }
	a.REST(http.MethodGet, "/api/v1/roles/lookup", token, nil).Into(b, &roles)
	require.NotEmpty(b, roles)
	return roles[0].ID
}
