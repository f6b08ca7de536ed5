package hub

import (
	"crypto/subtle"
	"net/http"
	"time"

	"github.com/firmhub/firmhub/internal/viewer"
)

// ending returns the client that polls with an access token that is not valid any more, if its connection ends; nil for every other
// request. A client that was between two polls when its session ended reads that at the next one, and stays closed; refused, it
// would connect again. Such a poll needs the connection token, and the access token that the connection has: it takes nothing but
// what was sent before the end, and the Close message.
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

// endsWith reports whether the connection is about to end, and has this access token, which was refused. Before it expires, a token
// is refused because its session has ended, of which the registry may not have told yet. With one that has expired the connection
// goes on until it is ended: the client may come with a fresh one.
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
