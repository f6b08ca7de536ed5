package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

// errMissed is returned when a target was missed, after it was printed.
var errMissed = errors.New("a target was missed")

// messagesPerSecond is how many broadcast messages are delivered in a second, to all connections together.
const messagesPerSecond = 50_000

// figures are what was measured of a server with a number of connections.
type figures struct {
	resident, inUse float64 // bytes of a connection
	goroutines      float64 // of a connection
	cpu             time.Duration
	p50, p99        time.Duration
	lost            int64
}

// measure measures a server with connections that all read.
func measure(ctx context.Context, kind string, connections int, p plan) (f figures, err error) {
	s, err := start(kind)
	if err != nil {
		return f, err
	}
	defer s.stop()
	before, resident, err := s.look()
	if err != nil {
		return f, err
	}
	clients := &crowd{}
	defer clients.leave()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if err := clients.join(ctx, s.address, connections, true); err != nil {
		return f, err
	}
	go clients.ping(ctx)
	after, grown, err := s.look()
	if err != nil {
		return f, err
	}
	n := float64(connections)
	f.resident = float64(grown-resident) / n
	f.inUse = float64(after.Heap+after.Stacks-before.Heap-before.Stacks) / n
	f.goroutines = float64(after.Goroutines-before.Goroutines) / n

	if f.cpu, err = broadcasts(ctx, s, clients, connections, p); err != nil {
		return f, err
	}
	clients.keep()
	if _, err := s.do(order{Send: p.pushes, Rate: p.pushRate, Targeted: true}); err != nil {
		return f, err
	}
	time.Sleep(time.Second)
	f.p50, f.p99 = percentiles(clients.kept())
	f.lost = clients.lost.Load()
	return f, ctx.Err()
}

// look returns the condition of a server and its resident memory, once it has no garbage.
func (p *process) look() (c condition, resident int64, err error) {
	time.Sleep(time.Second)
	if c, err = p.do(order{}); err != nil {
		return c, 0, err
	}
	resident, err = p.memory()
	return c, resident, err
}

// broadcasts sends messages to all, and returns the CPU time of each that was delivered.
func broadcasts(ctx context.Context, s *process, clients *crowd, connections int, p plan) (time.Duration, error) {
	rate := max(1, messagesPerSecond/connections)
	count := max(1, int(p.broadcasts.Seconds()*float64(rate)))
	want := clients.received.Load() + int64(count*connections)
	began, err := s.cpu()
	if err != nil {
		return 0, err
	}
	if _, err := s.do(order{Send: count, Rate: rate}); err != nil {
		return 0, err
	}
	if err := clients.wait(ctx, want); err != nil {
		return 0, err
	}
	ended, err := s.cpu()
	return (ended - began) / time.Duration(count*connections), err
}

// wait waits until so many messages have arrived.
func (c *crowd) wait(ctx context.Context, want int64) error {
	for deadline := time.Now().Add(time.Minute); c.received.Load() < want; time.Sleep(10 * time.Millisecond) {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("%d messages of %d did not arrive, and %d connections were lost", want-c.received.Load(), want, c.lost.Load())
		}
	}
	return nil
}

func percentiles(latencies []time.Duration) (p50, p99 time.Duration) {
	if len(latencies) == 0 {
		return 0, 0
	}
	slices.Sort(latencies)
	return latencies[len(latencies)/2], latencies[len(latencies)*99/100]
}
