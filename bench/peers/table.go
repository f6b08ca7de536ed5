package main

import (
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/firmhub/firmhub/bench"
)

// table compares firmhub with the others. A ratio below 1 means that firmhub costs less.
func (p *place) table(r *report, forms []*form) *bench.Table {
	var versions []string
	for _, f := range forms {
		if f.version != "" {
			versions = append(versions, f.name+" "+f.version)
		}
	}
	t := &bench.Table{
		Heading: fmt.Sprintf("%s, PostgreSQL %s, %s, %d processors, %d contacts, %s an operation",
			strings.Join(versions, ", "), p.version, runtime.Version(), runtime.NumCPU(), p.contacts, p.whole),
		Columns: []string{"operation", "server", "server µs", "database µs", "together µs", "quartiles", "REST ÷ it", "GraphQL ÷ it"},
	}
	for _, o := range operations {
		costs := r.costs[o]
		together := func(name string) float64 { return float64(bench.Quantile(costs[name], 0.5, cost.sum)) }
		var best string
		for _, f := range forms {
			if !f.own && (best == "" || together(f.name) < together(best)) {
				best = f.name
			}
		}
		for _, f := range forms {
			found := costs[f.name]
			if len(found) == 0 {
				continue
			}
			median := func(of func(cost) time.Duration) string { return bench.Micros(bench.Quantile(found, 0.5, of)) }
			row := []string{
				o, f.name, median(func(c cost) time.Duration { return c.server }), "", median(cost.sum),
				bench.Micros(bench.Quantile(found, 0.25, cost.sum)) + "–" + bench.Micros(bench.Quantile(found, 0.75, cost.sum)),
			}
			if f.postgres {
				row[3] = median(func(c cost) time.Duration { return c.database })
			}
			if f.name == best {
				row[1] += ", the best of them"
			}
			for _, own := range []string{restName, graphqlName} {
				ratio := ""
				if !f.own && len(costs[own]) > 0 {
					ratio = fmt.Sprintf("%.2f", together(own)/together(f.name))
				}
				row = append(row, ratio)
			}
			t.Rows = append(t.Rows, row)
		}
	}
	return t
}
