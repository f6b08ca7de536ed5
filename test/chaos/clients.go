package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/google/uuid"
)

// clients are all of them.
type clients struct {
	all     []*client
	running sync.WaitGroup
}

// newClients returns clients that want everything after the first notification. Every fourth uses
// Resume.
func newClients(count int, users []user, is *instances, first uuid.UUID) *clients {
	cs := &clients{}
	for i := range count {
		cs.all = append(cs.all, &client{
			user: users[i%len(users)], resumes: i%4 == 3, instances: is, last: first, seen: map[uuid.UUID]bool{first: true},
		})
	}
	return cs
}

// start connects the clients, which stay connected until ctx has ended.
func (cs *clients) start(ctx context.Context) {
	for _, c := range cs.all {
		cs.running.Go(func() { c.run(ctx) })
	}
	go func() {
		every := time.NewTicker(10 * time.Second)
		defer every.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-every.C:
				cs.ping()
			}
		}
	}()
}

// ping keeps the connections alive, as clients do.
func (cs *clients) ping() {
	for _, c := range cs.all {
		c.mu.Lock()
		socket := c.socket
		c.mu.Unlock()
		if socket != nil {
			_ = socket.Write(`{"type":6}` + "\x1e")
		}
	}
}

// expected are the notifications of a user, by number.
func expected(of user, all []notification) (mine []notification) {
	for _, n := range all {
		if n.user == uuid.Nil || n.user == of.id {
			mine = append(mine, n)
		}
	}
	return mine
}

// wait returns when every client has as many notifications as it should, or after a time.
func (cs *clients) wait(ctx context.Context, all []notification, length time.Duration) {
	for deadline := time.Now().Add(length); time.Now().Before(deadline) && ctx.Err() == nil; pause(ctx, time.Second) {
		waiting := 0
		for _, c := range cs.all {
			c.mu.Lock()
			if len(c.received) < len(expected(c.user, all)) {
				waiting++
			}
			c.mu.Unlock()
		}
		if waiting == 0 {
			return
		}
	}
}

// check prints the notifications of the clients, and returns an error unless they are the expected
// ones.
func (cs *clients) check(all []notification) error {
	var wrong, twice int
	var reconnects int64
	for i, c := range cs.all {
		reconnects += c.reconnects.Load()
		twice += c.twice
		if err := c.check(expected(c.user, all)); err != nil {
			wrong++
			if wrong <= 10 {
				fmt.Fprintf(os.Stdout, "client %d (resumes: %t): %v\n", i, c.resumes, err)
			}
		}
	}
	fmt.Fprintf(os.Stdout, "%d clients, %d reconnects, %d notifications came twice and were removed, %d clients are wrong\n",
		len(cs.all), reconnects, twice, wrong)
	if wrong > 0 {
		return errors.New("not every client has every notification once")
	}
	return nil
}

// check compares what the client has with what it should have.
func (c *client) check(want []notification) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	has := map[uuid.UUID]bool{}
	for _, n := range c.received {
		has[n.ID] = true
	}
	for i, n := range want {
		switch {
		case !has[n.id]:
			return fmt.Errorf("number %d is missing; it has %d of %d", n.number, len(c.received), len(want))
		case !c.resumes && c.received[i].ID != n.id:
			return fmt.Errorf("number %d is not in its place", n.number)
		}
	}
	if len(c.received) > len(want) {
		return fmt.Errorf("it has %d notifications instead of %d", len(c.received), len(want))
	}
	return nil
}
