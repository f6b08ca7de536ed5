// Package apis compares what a request costs by REST and by GraphQL, on 50,000 contacts, with two
// handlers that do the same without these APIs: plain, with structs on ent, and bare, with pgx and
// SQL written by hand (PostgreSQL only). It prints the processor time of a request in this process
// and in the database, and the allocations in this process. Requests come one after the other,
// without a network. The handlers take turns every few milliseconds, so that other load on the
// machine affects all of them.
//
//	make bench
//	make bench ARGS='-for 20s -only create'
//	make bench ARGS='-databases sqlite -markdown'
//
// PostgreSQL is the server of FIRMHUB_TEST_POSTGRES, in a database that is dropped at the end. The
// benchmark itself collects no statistics of tables: the database only has the statistics that
// firmhub or the database itself collects.
package apis_test

import (
	"flag"
	"fmt"
	"log/slog"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/bench"
	"github.com/firmhub/firmhub/internal/db"
)

var (
	rounds    = bench.Flags(4*time.Second, 50*time.Millisecond, 200*time.Millisecond)
	size      = flag.Int("contacts", 50_000, "contacts of the firm")
	only      = flag.String("only", "", "measure only the operations whose names contain this")
	markdown  = flag.Bool("markdown", false, "print tables for docs/performance.md")
	databases = flag.String("databases", "postgres,sqlite", "postgres, sqlite or both")
)

func BenchmarkAPIs(b *testing.B) {
	slog.SetDefault(slog.New(slog.DiscardHandler))
	for name := range strings.SplitSeq(*databases, ",") {
		dialect, known := map[string]string{"postgres": db.Postgres, "sqlite": db.SQLite}[name]
		require.True(b, known, "-databases must be postgres, sqlite or postgres,sqlite")
		f := newFixture(b, dialect, *size)
		t := newTable(b, f)
		for _, a := range f.asked() {
			if strings.Contains(a.name, *only) {
				kinds := f.kinds(b, a)
				t.Rows = append(t.Rows, rows(a.name, kinds, rounds.Compare(b, kinds))...)
			}
		}
		t.Print(*markdown)
	}
}

// comparedWith are the handlers that others are compared with.
var comparedWith = []string{"plain", "bare", "rest"}

func newTable(b *testing.B, f *fixture) *bench.Table {
	query, name := "SHOW server_version", "PostgreSQL"
	if f.DB.Dialect() == db.SQLite {
		query, name = "SELECT sqlite_version()", "SQLite"
	}
	found, err := db.All[string](bench.SQL(b, f.DB), query)
	require.NoError(b, err)
	t := &bench.Table{
		Heading: fmt.Sprintf("%s %s, %s, %d processors, %d contacts, %s an operation",
			name, found[0], runtime.Version(), runtime.NumCPU(), *size, rounds.Whole),
		Columns: append([]string{"operation", "handler"}, bench.CostColumns...), Words: 2,
	}
	for _, name := range comparedWith {
		t.Columns = append(t.Columns, "× "+name)
	}
	t.Columns = append(t.Columns, "allocations", "KB")
	return t
}

func rows(operation string, kinds []*bench.Kind, costs [][]bench.Cost) (rows [][]string) {
	named := map[string][]bench.Cost{}
	for i, k := range kinds {
		named[k.Name] = costs[i]
	}
	for i, k := range kinds {
		row := append([]string{operation, k.Name}, bench.Cells(costs[i])...)
		for _, name := range comparedWith {
			row = append(row, bench.Ratio(costs[i], named[name], bench.Cost.Sum))
		}
		rows = append(rows, append(row,
			fmt.Sprintf("%.0f", bench.Quantile(costs[i], 0.5, func(c bench.Cost) float64 { return c.Objects })),
			fmt.Sprintf("%.0f", bench.Quantile(costs[i], 0.5, func(c bench.Cost) float64 { return c.Bytes / 1024 }))))
	}
	return rows
}
