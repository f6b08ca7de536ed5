package bench

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// Table contains measurements, for a terminal or as Markdown. The first two columns are words, the
// others numbers.
type Table struct {
	Heading string
	Columns []string
	Rows    [][]string
	Notes   []string
}

// Print prints the table, as text with columns or as Markdown.
func (t *Table) Print(out io.Writer, markdown bool) error {
	var text strings.Builder
	if !markdown {
		fmt.Fprintf(&text, "%s\n", t.Heading)
		columned := tabwriter.NewWriter(&text, 0, 0, 2, ' ', tabwriter.AlignRight)
		for _, row := range append([][]string{t.Columns}, t.Rows...) {
			fmt.Fprintf(columned, "%s\t\n", strings.Join(row, "\t"))
		}
		_ = columned.Flush()
	} else {
		fmt.Fprintf(&text, "%s:\n\n| %s |\n|---|---%s|\n", t.Heading, strings.Join(t.Columns, " | "), strings.Repeat("|--:", len(t.Columns)-2))
		for _, row := range t.Rows {
			fmt.Fprintf(&text, "| %s |\n", strings.Join(row, " | "))
		}
	}
	for _, note := range t.Notes {
		fmt.Fprintf(&text, "\n%s\n", note)
	}
	_, err := fmt.Fprintf(out, "%s\n", text.String())
	return err
}

// Micros writes a duration in microseconds.
func Micros(d time.Duration) string { return fmt.Sprintf("%.0f", float64(d)/float64(time.Microsecond)) }

// Quantile returns the value below which a share of the costs is.
func Quantile[C any, T cmp.Ordered](costs []C, share float64, of func(C) T) T {
	values := make([]T, len(costs))
	for i, c := range costs {
		values[i] = of(c)
	}
	slices.Sort(values)
	return values[int(share*float64(len(values)-1)+0.5)]
}
