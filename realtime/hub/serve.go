package hub

import (
	"net/http"
	"strings"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// ServeHTTP serves the requests of a client that has negotiated. GET opens a WebSocket, an event
// stream or a long poll, POST sends, and DELETE ends the connection.
func (h *Hub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if _, err := caller(r); err != nil {
		if c := h.ending(r); c != nil {
			c.servePoll(w, r)
			return
		}
		h.options.Refuse(w, r, err)
		return
	}
	switch {
	case r.Method == http.MethodPost:
		h.servePost(w, r)
	case r.Method == http.MethodDelete:
		h.serveDelete(w, r)
	case r.Method != http.MethodGet:
		w.Header().Set("Allow", "GET, POST, DELETE")
		h.options.Refuse(w, r, fault.New(fault.MethodNotAllowed, "The hub takes GET, POST and DELETE."))
	case strings.EqualFold(r.Header.Get("Upgrade"), "websocket"):
		h.serveWebSocket(w, r)
	case acceptsEvents(r):
		h.serveEvents(w, r)
	default:
		h.servePoll(w, r)
	}
}

func acceptsEvents(r *http.Request) bool {
	return strings.Contains(r.Header.Get("Accept"), "text/event-stream")
}

// known returns the client of a request on a connection that has begun on this instance. The access
// token of the request becomes the token of the connection.
func (h *Hub) known(r *http.Request) (*Client, error) {
	t, err := h.open(r.Context(), r.URL.Query().Get("id"))
	if err != nil {
		return nil, err
	}
	c := h.client(t)
	if c == nil {
		return nil, errNoConnection()
	}
	err = c.renew(viewer.From(r.Context()), bearer(r))
	return c, err
}

// servePost receives data from the client of an event stream or of long polling.
func (h *Hub) servePost(w http.ResponseWriter, r *http.Request) {
	c, err := h.known(r)
	if err == nil && c.transport == WebSockets {
		err = fault.New(fault.MethodNotAllowed, "The client of a WebSocket sends by that.")
	}
	if err != nil {
		h.options.Refuse(w, r, err)
		return
	}
	body, r, err := h.options.Bodies.Receive(w, r)
	if err == nil {
		_, err = caller(r)
	}
	if err == nil && len(body) > maxReceived {
		err = fault.New(fault.PayloadTooLarge, "The body may be at most 64 KiB.")
	}
	if err == nil && c.receive(nil, body) != nil {
		c.abort()
		err = fault.Retry(fault.TooManyRequests, retryAfter, "Too many messages.")
	}
	if err != nil {
		h.options.Refuse(w, r, err)
		return
	}
	w.WriteHeader(http.StatusAccepted)
}

// serveDelete ends a connection of long polling.
func (h *Hub) serveDelete(w http.ResponseWriter, r *http.Request) {
	c, err := h.known(r)
	if err == nil && c.transport != LongPolling {
		err = fault.New(fault.MethodNotAllowed, "Only long polling ends by DELETE.")
	}
	if err != nil {
		h.options.Refuse(w, r, err)
		return
	}
	c.abort()
	w.WriteHeader(http.StatusAccepted)
}
