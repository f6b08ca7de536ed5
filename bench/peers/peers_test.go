// Package peers compares what a request costs firmhub with what it costs PostGraphile, PocketBase
// and Directus: the processor time of the server's processes and of the database. All have the same
// contacts and answer only to members of the firm that owns them; a run fails where their answers
// differ, or where one shows a contact to a stranger. `make bench-peers` runs it (Linux on x86-64).
//
// The servers are processes of their own, and are asked over HTTP, one request after the other;
// they take turns every few milliseconds, so that whatever else the machine does reaches all of
// them.
package peers_test

import (
	"flag"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/firmhub/firmhub/bench"
)

var (
	rounds   = bench.Flags(20*time.Second, 200*time.Millisecond, 2*time.Second)
	names    = flag.String("peers", "PostGraphile,PocketBase,Directus", "what to compare firmhub with")
	contacts = flag.Int("contacts", 50_000, "contacts of the firm")
	markdown = flag.Bool("markdown", false, "print a table for docs/performance.md")
)

func BenchmarkPeers(b *testing.B) {
	p := &place{TB: b, send: bench.OverHTTP(1)}
	peers := p.startAll()
	want := p.expected(peers[0])
	for _, peer := range peers {
		peer.check(want)
	}
	t := p.table(peers)
	for _, operation := range operations {
		p.progress("measuring " + operation)
		var asked []*peer
		var kinds []*bench.Kind
		for _, peer := range peers {
			if k := peer.kind(operation, want); k != nil {
				asked, kinds = append(asked, peer), append(kinds, k)
			}
		}
		t.Rows = append(t.Rows, rows(operation, asked, rounds.Compare(b, kinds))...)
	}
	for _, peer := range peers {
		peer.checkCreated(want)
	}
	t.Print(*markdown)
}

// startAll starts the servers, all with the data that firmhub was filled with. firmhub's REST API
// is the first one.
func (p *place) startAll() []*peer {
	p.progress("filling firmhub")
	peers := p.startFirmhub()
	for _, other := range []struct {
		name  string
		start func() *peer
	}{{"PostGraphile", p.startPostGraphile}, {"PocketBase", p.startPocketBase}, {"Directus", p.startDirectus}} {
		if slices.Contains(strings.Split(*names, ","), other.name) {
			p.progress("filling " + other.name)
			peer := other.start()
			peer.name = other.name
			peers = append(peers, peer)
		}
	}
	return peers
}

func (p *place) progress(what string) {
	fmt.Fprintln(os.Stderr, time.Now().Format(time.TimeOnly), what)
}

func (p *place) table(peers []*peer) *bench.Table {
	var versions []string
	for _, peer := range peers {
		if !peer.own {
			versions = append(versions, peer.name+" "+peer.version)
		}
	}
	return &bench.Table{
		Heading: fmt.Sprintf("%s, PostgreSQL %s, %s, %d processors, %d contacts, %s an operation",
			strings.Join(versions, ", "), p.version, runtime.Version(), runtime.NumCPU(), *contacts, rounds.Whole),
		Columns: slices.Concat([]string{"operation", "server"}, bench.CostColumns, []string{"REST ÷ it", "GraphQL ÷ it"}), Words: 2,
	}
}

// rows compares firmhub with the others. A ratio below 1 means that firmhub costs less.
func rows(operation string, peers []*peer, costs [][]bench.Cost) (rows [][]string) {
	named := map[string][]bench.Cost{}
	best := -1
	for i, peer := range peers {
		named[peer.name] = costs[i]
		cheaper := best < 0 || bench.Quantile(costs[i], 0.5, bench.Cost.Sum) < bench.Quantile(costs[best], 0.5, bench.Cost.Sum)
		if !peer.own && cheaper {
			best = i
		}
	}
	for i, peer := range peers {
		row := append([]string{operation, peer.name}, bench.Cells(costs[i])...)
		if i == best {
			row[1] += ", the best of them"
		}
		for _, own := range []string{restName, graphqlName} {
			row = append(row, bench.Ratio(named[own], costs[i], bench.Cost.Sum))
		}
		rows = append(rows, row)
	}
	return rows
}
