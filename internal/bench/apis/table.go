package main

import (
	"context"
	"fmt"
	"io"
	"runtime"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/firmhub/firmhub/internal/bench"
	"github.com/firmhub/firmhub/internal/db"
)

// table is what was measured on one database.
type table struct {
	markdown, countsDatabase bool

	heading string
	notes   []string
	rows    [][]string
}

var columns = []string{
	"operation", "handler", "server µs", "database µs", "together µs", "quartiles", "× plain", "× bare", "× rest", "allocations", "KB",
}

func newTable(ctx context.Context, f *fixture, s settings, m *bench.Meter) (*table, error) {
	query, name := "SHOW server_version", "PostgreSQL"
	if f.DB.Dialect() == db.SQLite {
		query, name = "SELECT sqlite_version()", "SQLite"
	}
	found, err := db.Select[string](ctx, f.DB, query)
	if err != nil {
		return nil, err
	}
	heading := fmt.Sprintf("%s %s, %s, %d processors, %d contacts, %s an operation",
		name, found[0], runtime.Version(), runtime.NumCPU(), s.contacts, s.whole)
	return &table{markdown: s.markdown, countsDatabase: m.SeesDatabase(), heading: heading}, nil
}

func (t *table) note(text string) {
	if text != "" {
		t.notes = append(t.notes, text)
	}
}

// add adds the rows of an operation.
func (t *table) add(o operation, costs [][]cost) {
	together := map[string]time.Duration{}
	for i, k := range o.kinds {
		together[k.name] = quantile(costs[i], 0.5, cost.sum)
	}
	for i, k := range o.kinds {
		median := func(of func(cost) time.Duration) string { return micros(quantile(costs[i], 0.5, of)) }
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
		t.rows = append(t.rows, []string{
			o.name, k.name, median(func(c cost) time.Duration { return c.server }), database,
			median(cost.sum), micros(quantile(costs[i], 0.25, cost.sum)) + "–" + micros(quantile(costs[i], 0.75, cost.sum)),
			ratio("plain"), ratio("bare"), ratio("rest"),
			fmt.Sprintf("%.0f", quantile(costs[i], 0.5, func(c cost) float64 { return c.objects })),
			fmt.Sprintf("%.0f", quantile(costs[i], 0.5, func(c cost) float64 { return c.bytes / 1024 })),
		})
	}
}

func micros(d time.Duration) string { return fmt.Sprintf("%.0f", float64(d)/float64(time.Microsecond)) }

// print writes the table, as text with columns or as Markdown.
func (t *table) print(out io.Writer) error {
	var text strings.Builder
	if !t.markdown {
		fmt.Fprintf(&text, "%s\n", t.heading)
		columned := tabwriter.NewWriter(&text, 0, 0, 2, ' ', tabwriter.AlignRight)
		for _, row := range append([][]string{columns}, t.rows...) {
			fmt.Fprintf(columned, "%s\t\n", strings.Join(row, "\t"))
		}
		_ = columned.Flush()
	} else {
		fmt.Fprintf(&text, "%s:\n\n| %s |\n|---|---%s|\n", t.heading, strings.Join(columns, " | "), strings.Repeat("|--:", len(columns)-2))
		for _, row := range t.rows {
			fmt.Fprintf(&text, "| %s |\n", strings.Join(row, " | "))
		}
	}
	for _, note := range t.notes {
		fmt.Fprintf(&text, "\n%s\n", note)
	}
	_, err := fmt.Fprintf(out, "%s\n", text.String())
	return err
}
