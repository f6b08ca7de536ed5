// Command peers compares what a request costs firmhub with what it costs PostGraphile, PocketBase
// and Directus: the processor time of the server's processes and of the database. All have the same
// contacts and answer only to members of the firm that owns them; a run fails where their answers
// differ, or where one shows a contact to a stranger. It is a module of its own, so that firmhub
// does not depend on PocketBase. `make bench-peers` runs it (Linux on x86-64).
//
// The servers are processes of their own, and are asked over HTTP, one request after the other;
// they take turns every few milliseconds, so that whatever else the machine does reaches all of
// them.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// settings are the flags.
type settings struct {
	firmhub, pocketbase string // programs
	modules             string // folder
	peers               string // names
	contacts            int
	whole, turn, warm   time.Duration
	markdown, verbose   bool
}

func main() {
	var s settings
	flag.StringVar(&s.firmhub, "firmhub", "../../bin/firmhub", "the program firmhub")
	flag.StringVar(&s.pocketbase, "pocketbase", "../../bin/pocketbase", "the program of the folder pocketbase")
	flag.StringVar(&s.modules, "modules", "node_modules", "the folder with PostGraphile, Directus and Node.js")
	flag.StringVar(&s.peers, "peers", "PostGraphile,PocketBase,Directus", "what to compare firmhub with")
	flag.IntVar(&s.contacts, "contacts", 50_000, "contacts of the firm")
	flag.DurationVar(&s.whole, "for", 20*time.Second, "for how long each operation is measured")
	flag.DurationVar(&s.turn, "turn", 200*time.Millisecond, "for how long one server is asked before the next")
	flag.DurationVar(&s.warm, "warm", 2*time.Second, "for how long each server is asked before an operation is measured")
	flag.BoolVar(&s.markdown, "markdown", false, "print a table for docs/performance.md")
	flag.BoolVar(&s.verbose, "v", false, "print what the servers log")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := s.run(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

func (s settings) run(ctx context.Context) (err error) {
	p, err := newPlace(s)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, p.close()) }()
	data, forms, err := p.startAll(ctx)
	if err != nil {
		return err
	}
	for _, f := range forms {
		if err := f.check(ctx, data); err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
	}
	r := &report{rounds: rounds{whole: s.whole, turn: s.turn, warm: s.warm}, postmaster: p.postmaster}
	for _, o := range operations {
		p.progress("measuring " + o)
		if err := r.measure(ctx, o, forms); err != nil {
			return fmt.Errorf("%s: %w", o, err)
		}
	}
	for _, f := range forms {
		if err := f.checkCreated(ctx); err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
	}
	return p.table(r, forms).Print(os.Stdout, s.markdown)
}
