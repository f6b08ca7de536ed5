package hub

import (
	"net/http"
	"time"
)

// serveEvents sends messages as Server-Sent Events until the connection ends.
func (h *Hub) serveEvents(w http.ResponseWriter, r *http.Request) {
	t, err := h.open(r.Context(), r.URL.Query().Get("id"))
	var c *Client
	if err == nil {
		c, err = h.begin(r, t, ServerSentEvents)
	}
	if err != nil {
		h.options.Refuse(w, r, err)
		return
	}
	defer c.abort()
	header := w.Header()
	header.Set("Content-Type", "text/event-stream")
	header.Set("Cache-Control", "no-cache, no-store")
	header.Set("Connection", "close") // The deadlines of a stream differ from those of other requests.
	stream := events{w: w, control: http.NewResponseController(w), timeout: h.times.write}
	_ = stream.control.SetReadDeadline(time.Time{}) // An error means that there are none.
	if stream.send([]byte(":\r\n\r\n")) != nil {    // It tells the client that it is connected.
		return
	}
	for c.now() != ended {
		select {
		case <-c.wake:
		case <-r.Context().Done():
			return
		}
		packets, over := c.takeQueued()
		if len(packets) > 0 {
			if stream.send(eventsOf(packets)) != nil {
				return
			}
			c.sentQueued(packets)
		}
		if over {
			return
		}
	}
}

// events is the answer of an event stream.
type events struct {
	w       http.ResponseWriter
	control *http.ResponseController
	timeout time.Duration
}

func (e *events) send(text []byte) error {
	_ = e.control.SetWriteDeadline(time.Now().Add(e.timeout)) // An error means that there are none.
	if _, err := e.w.Write(text); err != nil {
		return err
	}
	return e.control.Flush()
}

// eventsOf returns an event for each message. The texts of the protocol json have no line breaks.
func eventsOf(packets []packet) []byte {
	const before, after = "data: ", "\r\n\r\n"
	size := 0
	for _, p := range packets {
		size += len(before) + len(p.payload()) + len(after)
	}
	text := make([]byte, 0, size)
	for _, p := range packets {
		text = append(append(append(text, before...), p.payload()...), after...)
	}
	return text
}

// takeQueued returns the packets to send, and reports whether they are the last.
func (c *Client) takeQueued() (packets []packet, over bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.queue.take(), c.state >= closing
}

// sentQueued is called when packets that were taken have been sent.
func (c *Client) sentQueued(packets []packet) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.state == ended {
		return
	}
	c.queue.written(packets)
	c.signalRoom()
}
