package httpd

import (
	"net/http"
	"net/netip"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/plaintext/cidr"
	"github.com/firmhub/firmhub/internal/viewer"
)

const (
	requestIDHeader    = "X-Request-Id"
	maxRequestID       = 128
	maxLoggedUserAgent = 512
	maxLanguages       = 256
)

// describe returns the known properties of a request before its credential is checked.
func describe(r *http.Request, trusted []netip.Prefix) viewer.Request {
	agent, languages := r.UserAgent(), r.Header.Get("Accept-Language")
	return viewer.Request{
		ID:        requestID(r),
		Address:   clientAddress(r, trusted),
		UserAgent: agent[:min(len(agent), maxLoggedUserAgent)],
		Languages: languages[:min(len(languages), maxLanguages)],
	}
}

// requestID returns the client's X-Request-Id when it is well-formed, else a new UUIDv7.
func requestID(r *http.Request) string {
	if id := r.Header.Get(requestIDHeader); isRequestID(id) {
		return id
	}
	return uuid.Must(uuid.NewV7()).String()
}

func isRequestID(id string) bool {
	if id == "" || len(id) > maxRequestID {
		return false
	}
	return !strings.ContainsFunc(id, func(c rune) bool {
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9'
		return !letter && c != '.' && c != '_' && c != '-'
	})
}

// clientAddress returns the address of the client. It is the address of the peer, unless the peer
// is a trusted proxy. Then it is the last address of X-Forwarded-For that is not a trusted proxy
// itself. Each proxy appends the peer that it saw. So only what trusted proxies appended can be
// trusted; the client may have invented everything further left.
func clientAddress(r *http.Request, trusted []netip.Prefix) netip.Addr {
	address := peerAddress(r.RemoteAddr)
	hops := strings.Join(r.Header.Values("X-Forwarded-For"), ",")
	for hops != "" && cidr.Contains(trusted, address) {
		comma := strings.LastIndexByte(hops, ',')
		next, ok := parseHop(hops[comma+1:])
		if !ok {
			break
		}
		address, hops = next, hops[:max(0, comma)]
	}
	return address
}

// peerAddress returns the IP address of a remote address with a port, and the zero address for any
// other text.
func peerAddress(remote string) netip.Addr {
	peer, err := netip.ParseAddrPort(remote)
	if err != nil {
		return netip.Addr{}
	}
	return peer.Addr().Unmap().WithZone("")
}

// parseHop parses an entry of X-Forwarded-For. Some proxies add the port.
func parseHop(hop string) (netip.Addr, bool) {
	hop = strings.TrimSpace(hop)
	if withPort, err := netip.ParseAddrPort(hop); err == nil {
		return withPort.Addr().Unmap().WithZone(""), true
	}
	address, err := netip.ParseAddr(hop)
	return address.Unmap().WithZone(""), err == nil
}
