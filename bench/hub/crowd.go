package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/firmhub/firmhub/bench/hub/wire"
)

// crowd is many clients of a server.
type crowd struct {
	hub     bool // that they speak the hub protocol, not that of centrifuge
	sockets []*wire.Socket
	reading sync.WaitGroup

	received atomic.Int64
	lost     atomic.Int64
	closing  atomic.Bool

	mu        sync.Mutex
	latencies []time.Duration
	keeping   atomic.Bool // the latencies
}

// handshakes is how many clients connect at the same time.
const handshakes = 50

// join connects clients, and returns when all of them are.
func (c *crowd) join(ctx context.Context, at address, clients int, reads bool) error {
	var (
		mu     sync.Mutex
		failed error
		all    sync.WaitGroup
		places = make(chan struct{}, handshakes)
	)
	for range clients {
		if ctx.Err() != nil {
			break
		}
		places <- struct{}{}
		all.Go(func() {
			defer func() { <-places }()
			s, err := c.connect(at, reads)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				failed = err
				return
			}
			c.sockets = append(c.sockets, s)
			if reads {
				c.reading.Go(func() { c.read(s) })
			}
		})
	}
	all.Wait()
	return errors.Join(failed, ctx.Err())
}

// connect opens a WebSocket and says what the protocol begins with.
func (c *crowd) connect(at address, reads bool) (*wire.Socket, error) {
	target, err := url.Parse(at.URL)
	if err != nil {
		return nil, err
	}
	hello, welcome := `{"id":1,"connect":{}}`, `"connect"`
	if c.hub = strings.HasSuffix(target.Path, "hub"); c.hub {
		hello, welcome = `{"protocol":"json","version":1}`+"\x1e", "{}\x1e"
	}
	s, err := wire.Dial(target, reads)
	if err != nil {
		return nil, err
	}
	if err := s.Write(hello); err != nil {
		return nil, err
	}
	text, err := s.Read()
	if err != nil {
		return nil, fmt.Errorf("handshake: %w", err)
	}
	if !bytes.Contains(text, []byte(welcome)) {
		return nil, fmt.Errorf("the server answers the handshake with %q", text)
	}
	return s, nil
}

// read receives messages until the connection ends.
func (c *crowd) read(s *wire.Socket) {
	for {
		text, err := s.Read()
		if err != nil {
			if !c.closing.Load() {
				c.lost.Add(1)
			}
			return
		}
		if bytes.HasPrefix(text, []byte("{}")) || bytes.Contains(text, []byte("\n{}")) { // a ping of centrifuge
			_ = s.Write("{}")
		}
		now := time.Now()
		sentTimes(text, func(sent time.Time) {
			c.received.Add(1)
			if c.keeping.Load() {
				c.mu.Lock()
				c.latencies = append(c.latencies, now.Sub(sent))
				c.mu.Unlock()
			}
		})
	}
}

// ping keeps the connections to a hub alive, as its clients do.
func (c *crowd) ping(ctx context.Context) {
	every := time.NewTicker(10 * time.Second)
	defer every.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-every.C:
			for _, s := range c.sockets {
				if c.hub {
					_ = s.Write(`{"type":6}` + "\x1e")
				}
			}
		}
	}
}

// keep begins to keep latencies; kept ends that, and returns them.
func (c *crowd) keep() { c.keeping.Store(true) }

func (c *crowd) kept() []time.Duration {
	c.keeping.Store(false)
	c.mu.Lock()
	defer c.mu.Unlock()
	kept := c.latencies
	c.latencies = nil
	return kept
}

// leave ends all connections.
func (c *crowd) leave() {
	c.closing.Store(true)
	for _, s := range c.sockets {
		s.Close()
	}
	c.reading.Wait()
}

// sentTimes calls f with the time of each message in a text: a server may send several of them at once.
func sentTimes(text []byte, f func(time.Time)) {
	for {
		_, after, found := bytes.Cut(text, []byte(mark))
		if !found {
			return
		}
		end := bytes.IndexByte(after, '}')
		if nanoseconds, err := strconv.ParseInt(string(after[:max(end, 0)]), 10, 64); err == nil {
			f(time.Unix(0, nanoseconds))
		}
		text = after
	}
}
