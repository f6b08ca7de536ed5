// Package bench has what the benchmarks below it share: servers of their own, requests that are
// sent in turn, and tables of what they cost. docs/performance.md says what there is to run.
package bench

import (
	"bytes"
	"flag"
	"fmt"
	"net/http"
	"runtime"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
)

// Kind is a kind of request to a server.
type Kind struct {
	Name string
	// Request returns the nth request; those that write differ.
	Request func(n int) *http.Request
	Send    Sender
	Meter   Meter
	// Status is the expected one. Refused is whether a body with a good status has errors, as
	// GraphQL refuses.
	Status  int
	Refused bool
	// Clients is how many requests are sent at the same time, 1 if it is 0.
	Clients int

	made int // requests so far
}

// Cost is the cost of a request.
type Cost struct {
	Server, Database time.Duration
	Objects, Bytes   float64 // allocated in this process
}

// OfServer returns the processor time of the server.
func (c Cost) OfServer() time.Duration { return c.Server }

// OfDatabase returns the processor time of the database.
func (c Cost) OfDatabase() time.Duration { return c.Database }

// Sum returns the processor time of a request.
func (c Cost) Sum() time.Duration { return c.Server + c.Database }

// Serve sends requests and returns what each of them cost. Making the requests is not counted.
func (k *Kind) Serve(t testing.TB, count int) Cost {
	requests := make([]*http.Request, count)
	for i := range requests {
		requests[i] = k.Request(k.made)
		k.made++
	}
	var before, after runtime.MemStats
	database := spent(t, k.Meter.Postgres)
	runtime.ReadMemStats(&before)
	server := spent(t, k.Meter.Server)
	err := k.sendAll(requests)
	server = spent(t, k.Meter.Server) - server
	runtime.ReadMemStats(&after)
	database = spent(t, k.Meter.Postgres) - database
	require.NoError(t, err, k.Name)
	return Cost{
		Server: server / time.Duration(count), Database: database / time.Duration(count),
		Objects: float64(after.Mallocs-before.Mallocs) / float64(count), Bytes: float64(after.TotalAlloc-before.TotalAlloc) / float64(count),
	}
}

// sendAll divides the requests among the clients.
func (k *Kind) sendAll(requests []*http.Request) error {
	clients := max(1, k.Clients)
	sendFrom := func(first int) error {
		for i := first; i < len(requests); i += clients {
			if err := k.send(requests[i]); err != nil {
				return err
			}
		}
		return nil
	}
	if clients == 1 { // A goroutine would allocate.
		return sendFrom(0)
	}
	var all errgroup.Group
	for client := range clients {
		all.Go(func() error { return sendFrom(client) })
	}
	return all.Wait()
}

func (k *Kind) send(request *http.Request) error {
	status, body, err := k.Send(request)
	if err != nil {
		return err
	}
	if refused := bytes.Contains(body, []byte(`"errors":[`)); status != k.Status || refused != k.Refused {
		return fmt.Errorf("%s %s: %d %s", request.Method, request.URL, status, body)
	}
	return nil
}

// Rounds says how long an operation is measured, how long one kind of request is sent before the
// next, and how long each is sent before that.
type Rounds struct{ Whole, Turn, Warm time.Duration }

// Flags adds flags with these defaults.
func Flags(whole, turn, warm time.Duration) *Rounds {
	r := &Rounds{}
	flag.DurationVar(&r.Whole, "for", whole, "for how long each operation is measured")
	flag.DurationVar(&r.Turn, "turn", turn, "for how long one kind of request is sent before the next")
	flag.DurationVar(&r.Warm, "warm", warm, "for how long each kind of request is sent before an operation is measured")
	return r
}

// Compare sends each kind of request in turn and returns the costs of each in the rounds. Who
// begins differs from round to round, so that none always comes after the same one.
func (r *Rounds) Compare(t testing.TB, kinds []*Kind) [][]Cost {
	counts := make([]int, len(kinds))
	for i, k := range kinds {
		sent, began := 0, time.Now()
		for each := max(1, k.Clients); sent == 0 || time.Since(began) < r.Warm; sent += each {
			k.Serve(t, each)
		}
		counts[i] = max(1, int(float64(sent)*float64(r.Turn)/float64(time.Since(began))))
	}
	costs := make([][]Cost, len(kinds))
	for round, began := 0, time.Now(); round < 5 || time.Since(began) < r.Whole; round++ {
		for i := range kinds {
			i = (i + round) % len(kinds)
			costs[i] = append(costs[i], kinds[i].Serve(t, counts[i]))
		}
	}
	return costs
}
