package hub

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// errInUse is returned for a connection that already has a request or socket, or uses another
// transport.
func errInUse() error {
	return fault.New(fault.Conflict, "This connection is in use. Negotiate a new one.")
}

// begin adds a client for a ticket that was not used yet. It returns Conflict when the ticket is in
// use, NotFound when the ticket was used before or is too old, and the errors of the registry.
func (h *Hub) begin(r *http.Request, t ticket, transport Transport) (*Client, error) {
	v := viewer.From(r.Context())
	c := &Client{hub: h, key: t.key, transport: transport, viewer: v, token: bearer(r), query: joined(r)}
	if transport != WebSockets {
		c.wake = make(chan struct{}, 1)
	}
	if t.stateful && transport == WebSockets {
		c.resume = newResume()
	}
	now := h.clock.Load()
	c.received.Store(now)
	c.sent.Store(now)
	c.since = now
	if err := h.add(c, t.negotiated+h.times.begin); err != nil {
		return nil, err
	}
	connection, err := h.options.Connections.Add(ownerOf(v), c.endFor)
	if err != nil {
		c.abort() // It ends once, whatever another request with the same token does meanwhile.
		return nil, err
	}
	c.mu.Lock()
	c.connection = connection
	over := c.state == ended
	c.mu.Unlock()
	if over { // The registry has ended it meanwhile.
		connection.Remove()
		return nil, errNoConnection()
	}
	return c, nil
}

// add makes a client known until drop is called. The ticket can't begin another connection.
func (h *Hub) add(c *Client, until int64) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	_, used := h.spent[c.key]
	switch {
	case h.closed:
		return fault.Retry(fault.Unavailable, retryAfter, "The server is stopping. Try again.")
	case h.clients[c.key] != nil:
		return errInUse()
	case used || until <= h.clock.Load():
		return errNoConnection()
	}
	h.clients[c.key] = c
	h.spent[c.key] = until
	h.active.Add(1)
	h.counts.open[c.transport].Add(1)
	return nil
}

func (h *Hub) drop(c *Client) {
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.clients, c.key)
	h.counts.open[c.transport].Add(-1)
}

// client returns the client with a ticket, or nil.
func (h *Hub) client(t ticket) *Client {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.clients[t.key]
}

// bearer returns the access token of a request. The server has moved it from the query to the
// header.
func bearer(r *http.Request) string {
	token, _ := viewer.Bearer(r.Header.Get("Authorization"))
	return strings.Clone(token) // It may be a part of all that the client sent.
}

// joined returns the query without the parameters of the transport.
func joined(r *http.Request) url.Values {
	query := r.URL.Query()
	for _, name := range []string{"access_token", "id", "_"} {
		query.Del(name)
	}
	return query
}
