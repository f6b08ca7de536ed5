package hub

import (
	"net/http"
	"time"

	"github.com/firmhub/firmhub/internal/viewer"
)

// poll is a request that waits for messages.
type poll struct {
	// replaced is closed when another poll replaces this one.
	replaced chan struct{}
}

// servePoll answers a long poll. The first poll begins the connection, and is answered at once. The
// others are answered with the messages that wait, without messages after 90 seconds, and with 204
// when the connection has ended.
func (h *Hub) servePoll(w http.ResponseWriter, r *http.Request) {
	t, err := h.open(r.Context(), r.URL.Query().Get("id"))
	if err != nil {
		h.options.Refuse(w, r, err)
		return
	}
	c := h.client(t)
	if c == nil {
		if c, err = h.begin(r, t, LongPolling); err != nil {
			h.options.Refuse(w, r, err)
			return
		}
		_ = c.answerPoll(w, nil) // A client that is away does not poll again.
		return
	}
	if c.transport != LongPolling {
		h.options.Refuse(w, r, errInUse())
		return
	}
	if err := c.renew(viewer.From(r.Context()), bearer(r)); err != nil {
		h.options.Refuse(w, r, err)
		return
	}
	c.servePoll(w, r)
}

func (c *Client) servePoll(w http.ResponseWriter, r *http.Request) {
	// If a deadline of the server passed, it would end the context of the request.
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
	p := c.beginPoll()
	defer c.endPoll(p)
	timeout := time.NewTimer(c.hub.times.poll)
	defer timeout.Stop()
	for {
		packets, over := c.takePolled(p)
		switch {
		case len(packets) > 0:
			if c.answerPoll(w, packets) != nil {
				c.abort() // What was in the answer is lost.
			}
			c.sentQueued(packets)
			return
		case over:
			c.abort()
			w.WriteHeader(http.StatusNoContent)
			return
		}
		select {
		case <-c.wake:
		case <-p.replaced:
			_ = c.answerPoll(w, nil)
			return
		case <-timeout.C:
			_ = c.answerPoll(w, nil)
			return
		case <-r.Context().Done():
			return
		}
	}
}

// beginPoll makes p the poll of the client, and ends the one that waits.
func (c *Client) beginPoll() *poll {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.poll != nil {
		close(c.poll.replaced)
	}
	c.poll = &poll{replaced: make(chan struct{})}
	return c.poll
}

func (c *Client) endPoll(p *poll) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.poll == p {
		c.poll = nil
		c.polled = c.hub.clock.Load()
	}
}

// takePolled returns the packets to send, and reports whether the connection has ended.
func (c *Client) takePolled(p *poll) (packets []packet, over bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.poll != p {
		c.wakeUp() // The signal was for the poll that replaced p.
		return nil, false
	}
	return c.queue.take(), c.state >= closing
}

// answerPoll answers with messages, or without any.
func (c *Client) answerPoll(w http.ResponseWriter, packets []packet) error {
	var body []byte
	for _, p := range packets {
		body = append(body, p.payload()...)
	}
	w.Header().Set("Content-Type", c.contentType())
	w.WriteHeader(http.StatusOK)
	_, err := w.Write(body)
	return err
}

func (c *Client) contentType() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.protocol != nil && c.protocol.Binary() {
		return "application/octet-stream"
	}
	return "text/plain; charset=utf-8"
}
