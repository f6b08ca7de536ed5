package hub

import (
	"time"

	"github.com/firmhub/firmhub/realtime/hub/protocol"
)

// sweep checks all clients until the hub is closed. It pings clients to which nothing was sent, and
// ends silent ones.
func (h *Hub) sweep() {
	ticker := time.NewTicker(h.times.sweep)
	defer ticker.Stop()
	var clients []*Client
	for {
		select {
		case <-h.context.Done():
			return
		case now := <-ticker.C:
			h.clock.Store(now.Unix())
			h.forget(now.Unix())
			clients = h.all(clients[:0])
			for i, c := range clients {
				c.check(now.Unix())
				clients[i] = nil
			}
		}
	}
}

// forget drops the keys whose tokens are too old to begin a connection.
func (h *Hub) forget(now int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for k, until := range h.spent {
		if until <= now {
			delete(h.spent, k)
		}
	}
}

// check does what is due for a client.
func (c *Client) check(now int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	limits := &c.hub.times
	switch c.state {
	case opening:
		if now-c.since > limits.handshake {
			c.cut()
		}
	case joining, open:
		c.checkLive(now, limits)
	case closing:
		limit := limits.closing
		if c.transport == LongPolling {
			limit = limits.unpolled // The client can read the reason only by another poll.
		}
		if now-c.since > limit {
			c.cut()
		}
	case ended:
	}
}

func (c *Client) checkLive(now int64, limits *times) {
	switch {
	case c.transport == LongPolling:
		if c.poll == nil && now-max(c.polled, c.since) > limits.unpolled {
			c.cut()
		}
		return
	case c.transport == WebSockets && c.socket == nil:
		if now-c.since > limits.resume {
			c.cut()
		}
		return
	case now-c.received.Load() > limits.silence:
		c.endLocked(protocol.Close{Error: "Nothing was received for too long.", AllowReconnect: true})
		return
	}
	if c.state == joining {
		return
	}
	c.acknowledgeDue()
	if c.state == open && now-c.sent.Load() >= limits.ping {
		c.push(pingOf(c.protocol))
	}
}
