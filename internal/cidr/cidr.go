// Package cidr reads addresses and ranges of addresses, as people write them into lists.
package cidr

import (
	"errors"
	"net/netip"
	"slices"
)

// ErrForm is what a text comes to that is neither an address nor a range.
var ErrForm = errors.New("cidr: neither an address nor a CIDR range")

// mappedBits are those of an IPv6 address before the IPv4 address that it holds.
const mappedBits = 96

// Parse reads an IPv4 or IPv6 address, or a CIDR range, in the one form that each range has: an address is the range of
// itself, the bits behind the range's length are zero, and IPv4 within IPv6 (::ffff:192.0.2.1) is IPv4. A zone
// (fe80::1%eth0) means something on one machine only; it is refused.
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
			return netip.Prefix{}, ErrForm // it would hold more than IPv4, and match none of it
		}
		prefix = netip.PrefixFrom(address.Unmap(), prefix.Bits()-mappedBits)
	}
	return prefix.Masked(), nil
}

// String writes a range as [Parse] reads it; that of a single address as the address.
func String(prefix netip.Prefix) string {
	if prefix.IsSingleIP() {
		return prefix.Addr().String()
	}
	return prefix.String()
}

// Contains tells whether any of the ranges holds the address. An IPv4 address within IPv6 is in none: unmap it first.
func Contains(ranges []netip.Prefix, address netip.Addr) bool {
	return slices.ContainsFunc(ranges, func(prefix netip.Prefix) bool { return prefix.Contains(address) })
}

// Covers tells whether each of the others lies within one of the ranges, all of them as texts. What can't be read lies in
// none.
func Covers(ranges, others []string) bool {
	return !slices.ContainsFunc(others, func(text string) bool {
		inner, err := Parse(text)
		return err != nil || !slices.ContainsFunc(ranges, func(text string) bool {
			outer, err := Parse(text)
			return err == nil && outer.Bits() <= inner.Bits() && outer.Contains(inner.Addr())
		})
	})
}
