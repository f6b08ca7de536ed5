// Package scale measures lists, searches and tag filters of contacts in a database as large as
// firmhub is meant for, and prints the median and the 99th percentile of each. The data is written
// by the functions that users' requests go through, and nothing here collects statistics: what the
// database knows of its tables, firmhub has made it collect. With -messages it measures messages
// and their analytics instead, with -users what requests to a server cost when it serves many
// firms, and its memory.
//
//	make bench-scale
//	make bench-messages
//	make bench-firms
//	make bench-scale ARGS='-contacts 100000 -largest 20000'
//	make bench-scale ARGS='-sqlite'
//
// PostgreSQL is the server of FIRMHUB_TEST_POSTGRES, in a database that is dropped at the end.
package scale_test

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/bench"
	"github.com/firmhub/firmhub/internal/db"
)

var (
	rounds   = bench.Flags(8*time.Second, 500*time.Millisecond, time.Second)
	contacts = flag.Int("contacts", 0, "contacts in all (1,000,000; on SQLite 100,000; with users 200,000)")
	messages = flag.Int("messages", 0, "messages in all, to measure instead of contacts")
	largest  = flag.Int("largest", 0, "contacts or messages of the largest firm (a fifth of all; on SQLite all)")
	firms    = flag.Int("firms", 0, "firms (100; on SQLite 1; with users 10,000)")
	users    = flag.Int("users", 0, "users of each firm, to measure requests of all of them to a server instead of contacts (Linux)")
	program  = flag.String("program", "../../bin/firmhub", "the server, for -users")
	sqlite   = flag.Bool("sqlite", false, "measure SQLite instead of PostgreSQL")
	runs     = flag.Int("runs", 100, "how often each case is run")
	only     = flag.String("only", "", "run only the cases whose names contain this")
)

func BenchmarkScale(b *testing.B) {
	dialect, wholeContacts, wholeFirms, fifth := db.Postgres, 1_000_000, 100, 5
	if *sqlite {
		dialect, wholeContacts, wholeFirms, fifth = db.SQLite, 100_000, 1, 1
	}
	if *users > 0 {
		wholeContacts, wholeFirms = 200_000, 10_000
	}
	*contacts, *firms = cmp.Or(*contacts, wholeContacts), cmp.Or(*firms, wholeFirms)
	*largest = cmp.Or(*largest, cmp.Or(*messages, *contacts)/fifth)
	address := bench.Database(b, dialect)
	d, err := db.Open(b.Context(), address)
	require.NoError(b, err)
	b.Cleanup(func() { require.NoError(b, d.Close()) })
	require.NoError(b, d.Migrate(b.Context()))
	switch {
	case *users > 0:
		measureFirms(b, d, address)
	case *messages > 0:
		measureMessages(b, d)
	default:
		measureContacts(b, d)
	}
}

// reading is a read that is measured.
type reading struct {
	name string
	// run returns the number of matches, and how long each part took.
	run func() (matches int, took []time.Duration, err error)
}

// measure prints how long the parts of readings take, after some runs that warm up.
func measure(b *testing.B, readings []reading, parts ...string) {
	t := &bench.Table{Heading: "milliseconds", Columns: []string{"", "matches"}, Words: 1}
	for _, part := range parts {
		t.Columns = append(t.Columns, part+" p50", part+" p99")
	}
	const warm = 7 // more than the executions after which PostgreSQL may plan again
	for _, r := range readings {
		if !strings.Contains(r.name, *only) {
			continue
		}
		all, found := make([][]time.Duration, len(parts)), 0
		for i := range warm + *runs {
			matches, took, err := r.run()
			require.NoError(b, err, r.name)
			found = matches
			for part := range parts {
				if i >= warm {
					all[part] = append(all[part], took[part])
				}
			}
		}
		row := []string{r.name, strconv.Itoa(found)}
		for part := range parts {
			row = append(row, bench.Times(all[part])...)
		}
		t.Rows = append(t.Rows, row)
	}
	t.Print(false)
}

// printSpeed prints how many of something were done per second.
func printSpeed(what string, count int, began time.Time, more string) {
	fmt.Fprintf(os.Stdout, "\n%s: %.0f a second, of %d%s", what, float64(count)/time.Since(began).Seconds(), count, more)
}
