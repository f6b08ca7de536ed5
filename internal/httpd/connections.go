package httpd

import (
	"net"
	"net/http"
	"net/netip"
	"sync"

	"github.com/firmhub/firmhub/internal/plaintext/cidr"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	// maxConnections is the maximum number of open connections, and maxAddressConnections that of
	// one address.
	maxConnections        = 8192
	maxAddressConnections = 512
)

// connections limits the open HTTP connections, so that no address can use up the memory and the
// file descriptors of the server. Connections over the limit are closed before anything is read. A
// trusted proxy connects for many clients, so only the limit of all connections applies to it. A
// connection that becomes a WebSocket is no longer counted: graph limits those.
type connections struct {
	total, each int
	trusted     []netip.Prefix

	mu      sync.Mutex // guards the fields below
	open    int
	perSite map[netip.Prefix]int
}

func newConnections(trusted []netip.Prefix) *connections {
	return &connections{
		total: maxConnections, each: maxAddressConnections, trusted: trusted, perSite: map[netip.Prefix]int{},
	}
}

// observe is the hook for http.Server.ConnState.
func (c *connections) observe(conn net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew:
		if !c.add(conn) {
			_ = conn.Close() // it counts until the server notices
		}
	case http.StateClosed, http.StateHijacked:
		c.remove(conn)
	case http.StateActive, http.StateIdle:
	}
}

// add counts a connection and reports whether it is within the limits.
func (c *connections) add(conn net.Conn) bool {
	peer := peerAddress(conn.RemoteAddr().String())
	site := viewer.Site(peer)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open++
	c.perSite[site]++
	return c.open <= c.total && (c.perSite[site] <= c.each || cidr.Contains(c.trusted, peer))
}

func (c *connections) remove(conn net.Conn) {
	site := viewer.Site(peerAddress(conn.RemoteAddr().String()))
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open--
	c.perSite[site]--
	if c.perSite[site] == 0 {
		delete(c.perSite, site)
	}
}
