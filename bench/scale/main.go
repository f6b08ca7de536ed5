// Command scale measures lists, searches and tag filters of contacts in a database as large as
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
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"time"

	"github.com/firmhub/firmhub/bench"
	"github.com/firmhub/firmhub/internal/db"
)

func main() {
	var size size
	flag.IntVar(&size.contacts, "contacts", 0, "contacts in all (1,000,000; on SQLite 100,000)")
	flag.IntVar(&size.messages, "messages", 0, "messages in all, to measure instead of contacts")
	flag.IntVar(&size.largest, "largest", 0, "contacts or messages of the largest firm (a fifth of all; on SQLite all)")
	flag.IntVar(&size.firms, "firms", 0, "firms (100; on SQLite 1; with users 10,000)")
	flag.IntVar(&size.users, "users", 0, "users of each firm, to measure requests of all of them to a server instead of contacts (Linux)")
	var (
		program = flag.String("program", "bin/firmhub", "the server, for -users")
		sqlite  = flag.Bool("sqlite", false, "measure SQLite instead of PostgreSQL")
		keep    = flag.String("keep", "", "the URL of a database to use, filled if it is empty, and to keep")
		runs    = flag.Int("runs", 100, "how often each case is run")
		only    = flag.String("only", "", "run only the cases whose names contain this")
	)
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, *sqlite, *keep, size, *runs, *only, *program)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "scale:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, sqlite bool, address string, size size, runs int, only, program string) (err error) {
	if address == "" {
		dialect := db.Postgres
		if sqlite {
			dialect = db.SQLite
		}
		var drop func() error
		if address, drop, err = bench.Database(ctx, dialect); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, drop()) }()
	}
	d, err := db.Open(ctx, address)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, d.Close()) }()
	began := time.Now()
	if err := d.Migrate(ctx); err != nil {
		return err
	}
	if size.users > 0 {
		return runFirms(ctx, d, address, program, size.or(d.Dialect()), only)
	}
	if size.messages > 0 {
		return runMessages(ctx, d, size.or(d.Dialect()), runs, only)
	}
	firm, err := fill(ctx, d, size.or(d.Dialect()))
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stdout, "filled in %s\n", time.Since(began).Round(time.Second))
	if !d.MaintainsItself() { // A server does so every ten minutes.
		if err := d.Optimize(ctx); err != nil {
			return err
		}
	}
	return measure(ctx, d, firm, runs, only)
}
