package main

import (
	"context"
	"fmt"
	"runtime"
	"time"

	"github.com/firmhub/firmhub/bench"
	"github.com/firmhub/firmhub/internal/db"
)

// table contains the measurements on one database.
type table struct {
	bench.Table

	markdown, countsDatabase bool
}

var columns = []string{
	"operation", "handler", "server µs", "database µs", "together µs", "quartiles", "× plain", "× bare", "× rest", "allocations", "KB",
}

func newTable(ctx context.Context, f *fixture, s settings, m *bench.Meter) (*table, error) {
	query, name := "SHOW server_version", "PostgreSQL"
	if f.DB.Dialect() == db.SQLite {
		query, name = "SELECT sqlite_version()", "SQLite"
	}
	found, err := db.All[string](bench.SQL(ctx, f.DB), query)
	if err != nil {
		return nil, err
	}
	heading := fmt.Sprintf("%s %s, %s, %d processors, %d contacts, %s an operation",
		name, found[0], runtime.Version(), runtime.NumCPU(), s.contacts, s.whole)
	return &table{Table: bench.Table{Heading: heading, Columns: columns}, markdown: s.markdown, countsDatabase: m.SeesDatabase()}, nil
}

func (t *table) note(text string) {
	if text != "" {
		t.Notes = append(t.Notes, text)
	}
}

// add adds the rows of an operation.
func (t *table) add(o operation, costs [][]cost) {
	together := map[string]time.Duration{}
	for i, k := range o.kinds {
		together[k.name] = bench.Quantile(costs[i], 0.5, cost.sum)
	}
	for i, k := range o.kinds {
		median := func(of func(cost) time.Duration) string { return bench.Micros(bench.Quantile(costs[i], 0.5, of)) }
		database := ""
		if t.countsDatabase {
			database = median(func(c cost) time.Duration { return c.database })
		}
		ratio := func(to string) string {
			if together[to] == 0 || to == k.name {
				return ""
			}
			return fmt.Sprintf("%.2f", float64(together[k.name])/float64(together[to]))
		}
		t.Rows = append(t.Rows, []string{
			o.name, k.name, median(func(c cost) time.Duration { return c.server }), database,
			median(cost.sum), bench.Micros(bench.Quantile(costs[i], 0.25, cost.sum)) + "–" + bench.Micros(bench.Quantile(costs[i], 0.75, cost.sum)),
			ratio("plain"), ratio("bare"), ratio("rest"),
			fmt.Sprintf("%.0f", bench.Quantile(costs[i], 0.5, func(c cost) float64 { return c.objects })),
			fmt.Sprintf("%.0f", bench.Quantile(costs[i], 0.5, func(c cost) float64 { return c.bytes / 1024 })),
		})
	}
}
