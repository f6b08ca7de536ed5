// Package outbound connects to servers whose addresses were entered by users: providers of
// messages, mail servers, webhooks. Such an address must not reach the network of the server
// itself. The check is made on the address that is really connected to, because a name can
// resolve to another address at any time.
package outbound

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"syscall"
	"time"
	"unicode"

	"github.com/firmhub/firmhub/internal/plaintext/cidr"
)

// ErrAddress is returned by a connection to an address that a guard does not permit.
var ErrAddress = errors.New("outbound: the address is not on the public internet")

const (
	// maxURL is the maximum length of a URL in bytes.
	maxURL = 2000
	// maxHost is the maximum length of a host name in bytes (RFC 1035).
	maxHost = 253
	// dialTime is how long a connection may take.
	dialTime = 10 * time.Second
)

// Guard decides which addresses are permitted: those of the public internet, and the ranges that
// the operator has opened. It is safe for concurrent use.
type Guard struct {
	allowed []netip.Prefix
}

// NewGuard returns a guard that also permits the addresses in these ranges, for http too. None is
// usual.
func NewGuard(allowed []netip.Prefix) *Guard { return &Guard{allowed: slices.Clone(allowed)} }

// CheckURL reports why a base URL that a user entered is refused, in words that follow the name of
// the field. It looks up no name. The scheme must be https, or http where ranges were opened. It
// refuses a host that is a private address, a user, a query and a fragment.
func (g *Guard) CheckURL(text string) error { return g.checkURL(text, false) }

// CheckTarget does the same as [Guard.CheckURL] for a URL that is called as it is: it may have a
// query.
func (g *Guard) CheckTarget(text string) error { return g.checkURL(text, true) }

func (g *Guard) checkURL(text string, query bool) error {
	parsed, err := url.Parse(text)
	switch {
	case err != nil || len(text) > maxURL || strings.ContainsFunc(text, isBlank):
		return errors.New("must be a URL such as https://api.example.com")
	case parsed.Scheme != "https" && (parsed.Scheme != "http" || len(g.allowed) == 0):
		return errors.New("must begin with https://")
	case parsed.Host == "" || parsed.Opaque != "":
		return errors.New("must be a URL such as https://api.example.com")
	case query && (parsed.User != nil || parsed.Fragment != ""):
		return errors.New("must not have a user or a fragment")
	case !query && (parsed.User != nil || parsed.RawQuery != "" || parsed.ForceQuery || parsed.Fragment != ""):
		return errors.New("must not have a user, a query or a fragment")
	}
	if err := g.CheckHost(parsed.Hostname()); err != nil {
		return err
	}
	address, err := netip.ParseAddr(parsed.Hostname())
	if parsed.Scheme == "http" && err == nil && !g.isAllowed(address) {
		return errors.New("must begin with https://")
	}
	return nil
}

// CheckHost reports why a host that a user entered is refused, in words that follow the name of
// the field. It looks up no name.
func (g *Guard) CheckHost(host string) error {
	if address, err := netip.ParseAddr(host); err == nil {
		if !g.permits(address) {
			return errors.New("must not be a private address")
		}
		return nil
	}
	if !isHost(host) {
		return errors.New("must have a host such as api.example.com")
	}
	name := strings.TrimSuffix(strings.ToLower(host), ".")
	loopback := netip.AddrFrom4([4]byte{127, 0, 0, 1})
	if (name == "localhost" || strings.HasSuffix(name, ".localhost")) && !g.permits(loopback) {
		return errors.New("must not be a private address")
	}
	return nil
}

func isBlank(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }

// isHost reports whether a text is a host name. Its last label is not a number: some resolvers
// read 127.1 and 0x7f000001 as addresses.
func isHost(host string) bool {
	labels := strings.Split(strings.TrimSuffix(host, "."), ".")
	for _, label := range labels {
		if label == "" || len(host) > maxHost || strings.ContainsFunc(label, func(r rune) bool {
			return r != '-' && r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r)
		}) {
			return false
		}
	}
	last := labels[len(labels)-1]
	return last[0] < '0' || last[0] > '9'
}

// permits reports whether the address is public or was opened.
func (g *Guard) permits(address netip.Addr) bool { return isPublic(address) || g.isAllowed(address) }

// isAllowed reports whether the operator has opened the address.
func (g *Guard) isAllowed(address netip.Addr) bool { return cidr.Contains(g.allowed, address.Unmap()) }

// DialContext connects to a host that a user entered. It tries the addresses of the host in turn
// and refuses those that are not permitted with [ErrAddress].
func (g *Guard) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	return dialer(g.permits).DialContext(ctx, network, address)
}

// dialer returns a dialer that connects to permitted addresses only. The control function is
// called with the address that the socket is about to connect to.
func dialer(permits func(netip.Addr) bool) *net.Dialer {
	return &net.Dialer{
		Timeout: dialTime,
		Control: func(network, address string, _ syscall.RawConn) error {
			if network != "tcp4" && network != "tcp6" {
				return fmt.Errorf("%w: network %s", ErrAddress, network)
			}
			target, err := netip.ParseAddrPort(address)
			if err != nil || !permits(target.Addr()) {
				return fmt.Errorf("%w: %s", ErrAddress, address)
			}
			return nil
		},
	}
}
