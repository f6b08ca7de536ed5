// Package cidr parses IP addresses and ranges of addresses.
package cidr

import (
	"errors"
	"net/netip"
	"slices"
)

// ErrForm is returned for a text that is neither an address nor a range.
var ErrForm = errors.New("cidr: neither an address nor a CIDR range")

// mappedBits is the number of bits before the IPv4 address in an IPv4-mapped IPv6 address.
const mappedBits = 96

// Parse parses an IPv4 or IPv6 address, or a CIDR range, and returns it in normal form: an address
// becomes a range of one, the bits after the prefix are zero, and an IPv4-mapped IPv6 address
// (::ffff:192.0.2.1) becomes IPv4. It rejects zones (fe80::1%eth0), which have a meaning on one
// machine only.
func Parse(text string) (netip.Prefix, error) {
	if address, err := netip.ParseAddr(text); err == nil {
		if address.Zone() != "" {
			return netip.Prefix{}, ErrForm
		}
		address = address.Unmap()
		return netip.PrefixFrom(address, address.BitLen()), nil
	}
	prefix, err := netip.ParsePrefix(text)
	if err != nil {
		return netip.Prefix{}, ErrForm
	}
	if address := prefix.Addr(); address.Is4In6() {
		if prefix.Bits() < mappedBits {
			return netip.Prefix{}, ErrForm // it contains more than the mapped IPv4 addresses, and would match none of them
		}
		prefix = netip.PrefixFrom(address.Unmap(), prefix.Bits()-mappedBits)
	}
	return prefix.Masked(), nil
}

// String returns a text that [Parse] accepts. For a range of one address it is the address.
func String(prefix netip.Prefix) string {
	if prefix.IsSingleIP() {
		return prefix.Addr().String()
	}
	return prefix.String()
}

// Contains reports whether any of the ranges contains the address. Unmap an IPv4-mapped IPv6
// address first: no range contains it.
func Contains(ranges []netip.Prefix, address netip.Addr) bool {
	return slices.ContainsFunc(ranges, func(prefix netip.Prefix) bool { return prefix.Contains(address) })
}

// Covers reports whether each of the others is within one of the ranges. A text that is not a range
// is within none.
func Covers(ranges, others []string) bool {
	return !slices.ContainsFunc(others, func(text string) bool {
		inner, err := Parse(text)
		return err != nil || !slices.ContainsFunc(ranges, func(text string) bool {
			outer, err := Parse(text)
			return err == nil && outer.Bits() <= inner.Bits() && outer.Contains(inner.Addr())
		})
	})
}
