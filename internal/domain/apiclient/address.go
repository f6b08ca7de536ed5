package apiclient

import (
	"fmt"
	"net/netip"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
	"github.com/firmhub/firmhub/internal/plaintext/cidr"
)

const maxAllowedIps = 100

// checkAllowedIps writes the addresses and ranges in normal form, drops duplicates, and adds a
// fault for each text that is neither. Nil stays nil.
func checkAllowedIps(faults *fault.Details, texts *[]string) {
	if *texts == nil {
		return
	}
	if len(*texts) > maxAllowedIps {
		faults.Add("allowedIps", "must have at most %d entries", maxAllowedIps)
		return
	}
	kept := make([]string, 0, len(*texts))
	seen := make(map[netip.Prefix]bool, len(*texts))
	for i, text := range *texts {
		prefix, err := cidr.Parse(plaintext.Trim(text))
		switch {
		case err != nil:
			faults.Add(fmt.Sprintf("allowedIps[%d]", i), "must be an IPv4 or IPv6 address or a CIDR range, such as 192.0.2.0/24")
		case !seen[prefix]:
			seen[prefix] = true
			kept = append(kept, cidr.String(prefix))
		}
	}
	*texts = kept
}

// allows reports whether a key with this list is accepted from an address. An empty list allows any
// address. Any other list refuses an unknown address.
func allows(allowed []netip.Prefix, address netip.Addr) bool {
	return len(allowed) == 0 || cidr.Contains(allowed, address)
}
