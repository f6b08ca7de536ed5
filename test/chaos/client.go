package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/test/chaos/wire"
)

// client stays connected to the hub with JSON. After each connection it sends the last notification
// that it had: by since in the URL, or if resumes is set by the method Resume, until there are no
// more.
type client struct {
	user      user
	resumes   bool
	instances *instances

	mu       sync.Mutex
	received []received // without those that came twice
	seen     map[uuid.UUID]bool
	twice    int
	// last is the notification up to which the client has everything, and number is its number.
	// What arrives before Resume is done does not count.
	last   uuid.UUID
	number int
	behind bool
	// counted is how many of received the last one was chosen from.
	counted int

	reconnects atomic.Int64
	socket     *wire.Socket
}

// run stays connected until ctx has ended.
func (c *client) run(ctx context.Context) {
	for ctx.Err() == nil {
		if err := c.once(ctx); err == nil || ctx.Err() != nil {
			return
		}
		c.reconnects.Add(1)
		pause(ctx, rand.N(time.Second))
	}
}

// once connects, and receives until the connection ends.
func (c *client) once(ctx context.Context) error {
	query := url.Values{"access_token": {c.user.tokens[rand.N(len(c.user.tokens))]}}
	if !c.resumes {
		query.Set("since", c.since().String())
	}
	socket, err := wire.Dial(ctx, &url.URL{Host: c.instances.any(), Path: "/notificationhub", RawQuery: query.Encode()}, true)
	if err != nil {
		return err
	}
	defer socket.Close()
	leaving := context.AfterFunc(ctx, socket.Close)
	defer leaving()
	c.mu.Lock()
	c.socket = socket
	c.mu.Unlock()
	if err := socket.Write(`{"protocol":"json","version":1}` + "\x1e"); err != nil {
		return err
	}
	if c.resumes {
		if err := c.resume(socket); err != nil {
			return err
		}
	}
	for {
		text, err := socket.Read()
		if err != nil {
			return err
		}
		for part := range strings.SplitSeq(string(text), "\x1e") {
			if part != "" {
				if err := c.receive([]byte(part)); err != nil {
					return err
				}
			}
		}
	}
}

// since is the notification after which the client wants all others.
func (c *client) since() uuid.UUID {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.behind = c.resumes
	return c.last
}

func (c *client) resume(socket *wire.Socket) error {
	return socket.Write(fmt.Sprintf(`{"type":1,"invocationId":"1","target":"Resume","arguments":[%q]}`, c.since()) + "\x1e")
}

// received is a notification as it came, with the number that its metadata has: notifications are
// raised one after the other.
type received struct {
	ID       uuid.UUID
	Metadata struct{ Number int }
}

// message contains the parts of a hub message that a client needs.
type message struct {
	Type      int
	Target    string
	Arguments []json.RawMessage
	Result    bool
	Error     string
}

func (c *client) receive(text []byte) error {
	var m message
	if err := json.Unmarshal(text, &m); err != nil {
		return fmt.Errorf("message %q: %w", text, err)
	}
	switch {
	case m.Error != "" && m.Type != 7:
		return fmt.Errorf("the hub: %s", m.Error)
	case m.Type == 7 && m.Error != "":
		return fmt.Errorf("the hub closes the connection: %s", m.Error)
	case m.Type == 7:
		return errors.New("the hub closes the connection")
	case m.Type == 3 && m.Result:
		return errors.New("more than 1,000 notifications were missed, which does not happen here")
	case m.Type == 3: // Resume has sent everything
		c.mu.Lock()
		defer c.mu.Unlock()
		c.behind = false
		c.advance()
	case m.Target == "ReceiveNotification" && len(m.Arguments) == 1:
		var n received
		if err := json.Unmarshal(m.Arguments[0], &n); err != nil {
			return err
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.seen[n.ID] {
			c.twice++
			return nil
		}
		c.seen[n.ID] = true
		c.received = append(c.received, n)
		if !c.behind {
			c.advance()
		}
	}
	return nil
}

// advance makes the notification with the highest number, of those that have come since it was
// called, the last one.
func (c *client) advance() {
	for _, n := range c.received[c.counted:] {
		if n.Metadata.Number > c.number {
			c.last, c.number = n.ID, n.Metadata.Number
		}
	}
	c.counted = len(c.received)
}
