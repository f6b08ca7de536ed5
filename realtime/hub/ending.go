package hub

import (
	"crypto/subtle"
	"net/http"
	"time"

	"github.com/firmhub/firmhub/internal/viewer"
)

// ending returns the client of a poll with an access token that is not valid any more, if its
// connection ends. For every other request it returns nil. If a session ends between two polls, the
// client reads that at the next poll, and stays closed. If that poll were refused, the client would
// connect again. Such a poll needs the connection token and the connection's access token. It
// receives only what was sent before the end, and the Close message.
func (h *Hub) ending(r *http.Request) *Client {
	v, token := viewer.From(r.Context()), bearer(r)
	if r.Method != http.MethodGet || v.Kind != viewer.Anonymous || v.Refused == nil || token == "" {
		return nil
	}
	t, err := h.verify(r.Context(), r.URL.Query().Get("id"))
	if err != nil {
		return nil
	}
	c := h.client(t)
	if c == nil || c.transport != LongPolling || !c.endsWith(token) {
		return nil
	}
	return c
}

// endsWith reports whether the connection is about to end, and has this access token, which was
// refused. A token is refused before it expires when its session has ended; the registry may not
// have reported that yet. When the token has expired the connection continues until it is ended,
// because the client may send a fresh one.
func (c *Client) endsWith(token string) bool {
	own, _ := c.credential()
	if subtle.ConstantTimeCompare([]byte(own), []byte(token)) != 1 {
		return false
	}
	if expires := c.Viewer().Expires; expires.IsZero() || time.Now().Before(expires) {
		c.Close(sessionEnded, false)
	}
	return c.now() == closing
}
