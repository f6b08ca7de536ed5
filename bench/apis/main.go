// Command apis compares what a request costs by REST and by GraphQL, on 50,000 contacts, with two
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
// command itself collects no statistics of tables: the database only has the statistics that
// firmhub or the database itself collects.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"time"

	"github.com/firmhub/firmhub/bench"
	"github.com/firmhub/firmhub/internal/db"
)

func main() {
	var s settings
	flag.DurationVar(&s.whole, "for", 4*time.Second, "for how long each operation is measured")
	flag.DurationVar(&s.batch, "batch", 50*time.Millisecond, "for how long one handler is asked before the next")
	flag.IntVar(&s.contacts, "contacts", 50_000, "contacts of the firm")
	flag.StringVar(&s.only, "only", "", "measure only the operations whose names contain this")
	flag.BoolVar(&s.markdown, "markdown", false, "print tables for docs/performance.md")
	databases := flag.String("databases", "postgres,sqlite", "postgres, sqlite or both")
	flag.Parse()
	slog.SetDefault(slog.New(slog.DiscardHandler))
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	var err error
	for name := range strings.SplitSeq(*databases, ",") {
		dialect, known := map[string]string{"postgres": db.Postgres, "sqlite": db.SQLite}[name]
		if !known {
			err = fmt.Errorf("-databases must be postgres, sqlite or postgres,sqlite, and has %q", name)
			break
		}
		err = errors.Join(err, s.run(ctx, dialect))
	}
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "apis:", err)
		os.Exit(1)
	}
}

type settings struct {
	rounds

	contacts int
	only     string
	markdown bool
}

func (s settings) run(ctx context.Context, dialect string) (err error) {
	address, drop, err := bench.Database(ctx, dialect)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, drop()) }()
	f, err := newFixture(ctx, address, s.contacts)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	m, unseen, err := bench.NewMeter(ctx, f.DB, os.Getpid())
	if err != nil {
		return err
	}
	t, err := newTable(ctx, f, s, m)
	if err != nil {
		return err
	}
	t.note(unseen)
	for _, o := range f.operations() {
		if !strings.Contains(o.name, s.only) {
			continue
		}
		costs, err := s.measure(ctx, m, o.kinds)
		if err != nil {
			return fmt.Errorf("%s: %w", o.name, err)
		}
		t.add(o, costs)
	}
	return t.Print(os.Stdout, t.markdown)
}
