// Command load simulates users of a running firmhub, who log in, read contacts over both APIs, refresh their tokens and log
// out. It exits with 1 after an answer of 5xx, when a token is accepted after log-out, and when memory or goroutines grow.
//
//	firmhub serve --demo   (with FIRMHUB_RATE_LIMIT=off)
//	go run ./bench/load -for 10m
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net/url"
	"os"
	"os/signal"
	"sync"
	"time"
)

func main() {
	var (
		base     = flag.String("url", "http://127.0.0.1:8080", "where firmhub serves; this machine only")
		email    = flag.String("email", "helena@belavista.example", "who logs in")
		password = flag.String("password", "Try-firmhub-1", "with which password")
		length   = flag.Duration("for", 10*time.Minute, "how long")
		people   = flag.Int("people", 8, "how many at once")
	)
	flag.Parse()
	if err := run(*base, *email, *password, *length, *people); err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

func run(base, email, password string, length time.Duration, people int) error {
	target, err := url.Parse(base)
	if err != nil {
		return fmt.Errorf("the URL: %w", err)
	}
	if host := target.Hostname(); host != "127.0.0.1" && host != "localhost" && host != "::1" {
		return fmt.Errorf("%s is not this machine", host)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, length)
	defer cancel()

	tally := newTally()
	var crowd sync.WaitGroup
	for range people {
		crowd.Go(func() {
			visitor := newVisitor(base, email, password, tally)
			for ctx.Err() == nil {
				visitor.visit(ctx)
			}
		})
	}
	watched := watch(ctx, os.Stdout, base, length)
	crowd.Wait()
	tally.print(os.Stdout, length)
	return errors.Join(tally.verdict(), watched())
}
