package outbound

import (
	"net/netip"

	"github.com/firmhub/firmhub/internal/plaintext/cidr"
)

// reserved are the IPv4 ranges that no public server has, beside those that netip names (RFC 6890).
var reserved = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"),
	netip.MustParsePrefix("100.64.0.0/10"), // carrier-grade NAT
	netip.MustParsePrefix("192.0.0.0/24"),
	netip.MustParsePrefix("192.0.2.0/24"),
	netip.MustParsePrefix("198.18.0.0/15"),
	netip.MustParsePrefix("198.51.100.0/24"),
	netip.MustParsePrefix("203.0.113.0/24"),
	netip.MustParsePrefix("240.0.0.0/4"), // with the broadcast address
}

var (
	// global is the only range of IPv6 with public servers.
	global = netip.MustParsePrefix("2000::/3")
	// translated is the range of NAT64 (RFC 6052): its last four bytes are an IPv4 address.
	translated = netip.MustParsePrefix("64:ff9b::/96")
	// special are the parts of global without public servers: Teredo and other protocols, 6to4,
	// and documentation.
	special = []netip.Prefix{
		netip.MustParsePrefix("2001::/23"),
		netip.MustParsePrefix("2001:db8::/32"),
		netip.MustParsePrefix("2002::/16"),
		netip.MustParsePrefix("3fff::/20"),
	}
)

// isPublic reports whether a server on the internet can have the address.
func isPublic(address netip.Addr) bool {
	address = address.Unmap()
	switch {
	case !address.IsValid() || address.Zone() != "":
		return false
	case address.Is4():
		return !address.IsPrivate() && !address.IsLoopback() && !address.IsLinkLocalUnicast() && !address.IsMulticast() &&
			!cidr.Contains(reserved, address)
	case translated.Contains(address):
		bytes := address.As16()
		return isPublic(netip.AddrFrom4([4]byte(bytes[12:])))
	}
	return global.Contains(address) && !cidr.Contains(special, address)
}
