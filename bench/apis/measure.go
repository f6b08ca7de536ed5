package main

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"net/http"
	"runtime"
	"time"

	"github.com/firmhub/firmhub/bench"
)

// kind is a request to one of the handlers.
type kind struct {
	name    string
	handler http.Handler
	// request returns the nth request; those that write differ.
	request func(ctx context.Context, n int) *http.Request
	status  int
	// refused is whether the body of a good status has errors, as GraphQL refuses.
	refused bool

	made int // requests so far
}

// cost is the cost of a request.
type cost struct {
	server, database time.Duration
	objects, bytes   float64 // allocated in this process
}

func (c cost) sum() time.Duration { return c.server + c.database }

// answer receives the response of a handler. It is used again, so that it costs nothing.
type answer struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (a *answer) Header() http.Header { return a.header }

func (a *answer) WriteHeader(status int) { a.status = cmp.Or(a.status, status) }

func (a *answer) Write(text []byte) (int, error) {
	a.WriteHeader(http.StatusOK)
	return a.body.Write(text)
}

// Flush implements http.Flusher.
func (a *answer) Flush() {}

// serve sends requests one after the other, and returns what each of them cost. Making the requests
// is not counted.
func (k *kind) serve(ctx context.Context, m *bench.Meter, count int) (c cost, err error) {
	requests := make([]*http.Request, count)
	for i := range requests {
		requests[i] = k.request(ctx, k.made)
		k.made++
	}
	out := &answer{header: http.Header{}}
	out.body.Grow(64 << 10)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	database, err := m.DatabaseTime()
	if err != nil {
		return c, err
	}
	server, err := m.ServerTime()
	if err != nil {
		return c, err
	}
	for _, request := range requests {
		clear(out.header)
		out.status = 0
		out.body.Reset()
		k.handler.ServeHTTP(out, request)
		if refused := bytes.Contains(out.body.Bytes(), []byte(`"errors":[`)); out.status != k.status || refused != k.refused {
			return c, fmt.Errorf("%s: %s %s: %d %s", k.name, request.Method, request.URL, out.status, out.body.Bytes())
		}
	}
	serverAfter, err := m.ServerTime()
	if err != nil {
		return c, err
	}
	databaseAfter, err := m.DatabaseTime()
	runtime.ReadMemStats(&after)
	return cost{
		server: (serverAfter - server) / time.Duration(count), database: (databaseAfter - database) / time.Duration(count),
		objects: float64(after.Mallocs-before.Mallocs) / float64(count), bytes: float64(after.TotalAlloc-before.TotalAlloc) / float64(count),
	}, err
}

// rounds are how long is measured.
type rounds struct {
	// whole is how long an operation is measured, and batch how long one kind of request is
	// measured before the next.
	whole, batch time.Duration
}

const (
	warm      = 20 // requests of a kind before it is measured
	minRounds = 5
)

// measure sends each kind of request in turn, a batch each, and returns the costs of each in the
// rounds. Who begins differs from round to round, so that nobody always comes after the same one.
func (r rounds) measure(ctx context.Context, m *bench.Meter, kinds []*kind) ([][]cost, error) {
	counts := make([]int, len(kinds))
	for i, k := range kinds {
		began := time.Now()
		if _, err := k.serve(ctx, m, 1); err != nil {
			return nil, err
		}
		if time.Since(began) < r.batch { // A log-in needs no warming.
			if _, err := k.serve(ctx, m, warm); err != nil {
				return nil, err
			}
		}
		began = time.Now()
		if _, err := k.serve(ctx, m, 1); err != nil {
			return nil, err
		}
		counts[i] = max(1, int(r.batch/time.Since(began)))
	}
	costs := make([][]cost, len(kinds))
	for round, began := 0, time.Now(); round < minRounds || time.Since(began) < r.whole; round++ {
		for i := range kinds {
			i = (i + round) % len(kinds)
			c, err := kinds[i].serve(ctx, m, counts[i])
			if err != nil {
				return nil, err
			}
			costs[i] = append(costs[i], c)
		}
	}
	return costs, nil
}
