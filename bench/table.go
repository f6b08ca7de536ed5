package bench

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// Table contains measurements, for a terminal or as Markdown. The first columns are words, the
// others numbers.
type Table struct {
	Heading string
	Columns []string
	Words   int // columns of words
	Rows    [][]string
}

// Print prints the table, as text with columns or as Markdown.
func (t *Table) Print(markdown bool) {
	var text strings.Builder
	if !markdown {
		fmt.Fprintf(&text, "%s\n", t.Heading)
		columned := tabwriter.NewWriter(&text, 0, 0, 2, ' ', tabwriter.AlignRight)
		for _, row := range append([][]string{t.Columns}, t.Rows...) {
			fmt.Fprintf(columned, "%s\t\n", strings.Join(row, "\t"))
		}
		_ = columned.Flush()
	} else {
		lines := strings.Repeat("---|", t.Words) + strings.Repeat("--:|", len(t.Columns)-t.Words)
		fmt.Fprintf(&text, "%s:\n\n| %s |\n|%s\n", t.Heading, strings.Join(t.Columns, " | "), lines)
		for _, row := range t.Rows {
			fmt.Fprintf(&text, "| %s |\n", strings.Join(row, " | "))
		}
	}
	fmt.Fprintf(os.Stdout, "\n%s", text.String())
}

// CostColumns are the columns of Cells.
var CostColumns = []string{"server µs", "database µs", "together µs", "quartiles"}

// Cells returns the medians of costs. That of the database is empty where the server contains it.
func Cells(costs []Cost) []string {
	together := func(share float64) string { return micros(Quantile(costs, share, Cost.Sum)) }
	cells := []string{
		micros(Quantile(costs, 0.5, Cost.OfServer)),
		micros(Quantile(costs, 0.5, Cost.OfDatabase)),
		together(0.5), together(0.25) + "–" + together(0.75),
	}
	if cells[1] == "0" {
		cells[1] = ""
	}
	return cells
}

func micros(d time.Duration) string { return fmt.Sprintf("%.0f", float64(d)/float64(time.Microsecond)) }

// Ratio returns how often a median has another one, empty if one of them is missing.
func Ratio(a, b []Cost, of func(Cost) time.Duration) string {
	if len(a) == 0 || len(b) == 0 || Quantile(b, 0.5, of) == 0 {
		return ""
	}
	return fmt.Sprintf("%.2f", float64(Quantile(a, 0.5, of))/float64(Quantile(b, 0.5, of)))
}

// Times returns the median and the 99th percentile in milliseconds.
func Times(took []time.Duration) []string {
	at := func(share float64) string {
		return fmt.Sprintf("%.1f", Quantile(took, share, time.Duration.Seconds)*1000)
	}
	return []string{at(0.5), at(0.99)}
}

// Quantile returns the value below which a share of the costs is.
func Quantile[C any, T cmp.Ordered](costs []C, share float64, of func(C) T) T {
	values := make([]T, len(costs))
	for i, c := range costs {
		values[i] = of(c)
	}
	slices.Sort(values)
	return values[int(share*float64(len(values)-1)+0.5)]
}
