package main

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"github.com/firmhub/firmhub/bench"
)

// cost is the cost of a request.
type cost struct {
	server, database time.Duration
}

func (c cost) sum() time.Duration { return c.server + c.database }

// rounds are how long is measured.
type rounds struct {
	whole, turn, warm time.Duration
}

// report contains the measurements.
type report struct {
	rounds

	postmaster int
	// costs are the costs of the turns, by operation and name.
	costs map[string]map[string][]cost
}

// measure sends requests to each server in turn. The first server differs from round to round, so
// that none always comes after the same one.
func (r *report) measure(ctx context.Context, operation string, forms []*form) error {
	for _, f := range forms {
		if _, err := r.take(ctx, f, operation, r.warm); err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
	}
	if r.costs == nil {
		r.costs = map[string]map[string][]cost{}
	}
	found := map[string][]cost{}
	for round, began := 0, time.Now(); time.Since(began) < r.whole; round++ {
		for i := range forms {
			f := forms[(i+round)%len(forms)]
			c, err := r.take(ctx, f, operation, r.turn)
			if err != nil {
				return fmt.Errorf("%s: %w", f.name, err)
			}
			if c != nil {
				found[f.name] = append(found[f.name], *c)
			}
		}
	}
	r.costs[operation] = found
	return nil
}

// take sends requests to a server for a while, one after the other, and returns the cost of each.
// It returns nil if the server does not have the operation.
func (r *report) take(ctx context.Context, f *form, operation string, length time.Duration) (*cost, error) {
	before, err := r.read(f)
	if err != nil {
		return nil, err
	}
	var answer []byte
	requests := 0
	for began := time.Now(); time.Since(began) < length; requests++ {
		c := f.next(operation)
		if c == nil {
			return nil, nil //nolint:nilnil // see the comment of take
		}
		var status int
		status, answer, err = f.send(ctx, f.token, *c)
		if err != nil || status >= http.StatusBadRequest {
			return nil, errors.Join(fmt.Errorf("%d %s", status, answer), err)
		}
	}
	after, err := r.read(f)
	if err != nil {
		return nil, err
	}
	if err := f.valid(operation, answer); err != nil {
		return nil, err
	}
	return &cost{
		server:   (after.server - before.server) / time.Duration(requests),
		database: (after.database - before.database) / time.Duration(requests),
	}, nil
}

// read reads what a server and its database have used.
func (r *report) read(f *form) (c cost, err error) {
	if f.postgres {
		if c.database, err = bench.ProcessorTime(r.postmaster); err != nil {
			return c, err
		}
	}
	c.server, err = bench.ProcessorTime(f.command.Process.Pid)
	return c, err
}

// valid reports the answers that refuse with success, as GraphQL does. What is created is checked
// at the end.
func (f *form) valid(operation string, answer []byte) error {
	want := map[string]int{list: pageSize, listTotal: pageSize, get: 1}[operation]
	if want == 0 {
		return nil
	}
	if found, _, err := f.read(answer); err != nil || len(found) != want {
		return errors.Join(fmt.Errorf("%d contacts: %s", len(found), answer), err)
	}
	return nil
}
