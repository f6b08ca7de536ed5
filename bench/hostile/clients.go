package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// clients are the connections of an attack.
type clients struct {
	address string
	attack  attack

	mu       sync.Mutex // guards the fields below
	conns    []net.Conn
	outcomes map[string]int
}

func newClients(address string, attack attack) *clients {
	return &clients{address: address, attack: attack, outcomes: map[string]int{}}
}

// open opens the connections, each of which works in a goroutine of its own until it is closed.
func (c *clients) open(count int) {
	dialer := net.Dialer{Timeout: 5 * time.Second}
	for range count {
		conn, err := dialer.DialContext(context.Background(), "tcp", c.address)
		if err != nil {
			c.note("not connected")
			continue
		}
		c.mu.Lock()
		c.conns = append(c.conns, conn)
		c.mu.Unlock()
		go c.work(conn)
	}
}

func (c *clients) work(conn net.Conn) {
	written := make(chan error, 1)
	go func() {
		_, err := io.WriteString(conn, c.attack.bytes)
		written <- err
	}()
	if !c.attack.reads {
		if err := <-written; err != nil && !errors.Is(err, net.ErrClosed) {
			c.note("cut")
		}
		return
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), nil)
	switch {
	case err == nil:
		c.note(strconv.Itoa(response.StatusCode))
		_ = response.Body.Close()
	case !errors.Is(err, net.ErrClosed):
		c.note("cut")
	}
}

func (c *clients) note(outcome string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.outcomes[outcome]++
}

// report returns how many connections had which outcome so far.
func (c *clients) report() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	var parts []string
	for _, outcome := range slices.Sorted(maps.Keys(c.outcomes)) {
		parts = append(parts, fmt.Sprintf("%s: %d", outcome, c.outcomes[outcome]))
	}
	if len(parts) == 0 {
		return "none answered or cut"
	}
	return strings.Join(parts, ", ")
}

func (c *clients) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, conn := range c.conns {
		_ = conn.Close()
	}
}

// process reads the memory of the server from /proc.
type process struct{ pid int }

// memory returns the resident set in bytes.
func (p process) memory() (int, error) {
	const field = 1 // after the total size
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", p.pid))
	if err != nil {
		return 0, fmt.Errorf("read the memory of the server (-pid): %w", err)
	}
	pages, err := strconv.Atoi(strings.Fields(string(text))[field])
	if err != nil {
		return 0, fmt.Errorf("read the memory of the server: %w", err)
	}
	return pages * os.Getpagesize(), nil
}
