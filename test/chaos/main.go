// Command chaos checks that notifications reach every client, whatever fails: while connections are
// cut, instances are stopped and killed, and NATS is away, many clients stay connected as the
// official client does, and somebody raises notifications. In the end each client must have every
// notification of its user, once each after those that came twice are removed, and those that
// connect with since in the order of their numbers. `make chaos` runs it: two instances of
// bin/firmhub on a PostgreSQL, with a NATS server inside this program.
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

// settings are the parts to run, and for how long.
type settings struct {
	binary  string
	length  time.Duration
	clients int
	rate    int
	settle  time.Duration
	verbose bool
}

func main() {
	var s settings
	flag.StringVar(&s.binary, "binary", "bin/firmhub", "the program")
	flag.DurationVar(&s.length, "for", 10*time.Minute, "how long things fail")
	flag.IntVar(&s.clients, "clients", 1000, "how many clients")
	flag.IntVar(&s.rate, "rate", 10, "notifications in a second")
	flag.DurationVar(&s.settle, "settle", 2*time.Minute, "how long clients may take to have everything at the end")
	flag.BoolVar(&s.verbose, "v", false, "print what the instances log")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, s)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "chaos:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, s settings) (err error) {
	truth, err := newDatabase(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, truth.drop()) }()
	nats, err := newNATS()
	if err != nil {
		return err
	}
	defer nats.stop()
	instances, err := newInstances(ctx, s, truth.url, nats.url())
	if err != nil {
		return err
	}
	defer instances.stop()
	users, err := logIn(ctx, instances)
	if err != nil {
		return err
	}
	// A first notification, after which every client wants all.
	raiser := &raiser{instances: instances, users: users}
	first, err := raiser.raise(ctx)
	if err != nil {
		return err
	}
	clients := newClients(s.clients, users, instances, first)
	living, end := context.WithCancel(ctx)
	defer end()
	clients.start(living)

	failing, over := context.WithTimeout(ctx, s.length)
	defer over()
	raised := raiser.start(failing, s.rate)
	mischief(failing, instances, nats)
	<-raised
	if ctx.Err() != nil {
		return ctx.Err()
	}
	want, err := truth.notifications(ctx, first)
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stdout, "%d notifications were raised, %d attempts failed; waiting for the clients\n", len(want), raiser.failed)
	clients.wait(ctx, want, s.settle)
	end()
	clients.running.Wait()
	return clients.check(want)
}
