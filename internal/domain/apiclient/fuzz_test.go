package apiclient_test

import (
	"hash/crc32"
	"net/netip"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/apiclient"
)

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// A valid key has the documented form and checksum, and is formatted as it was parsed.
func FuzzParse(f *testing.F) {
	good := apiclient.NewCredential("").Text()
	for _, text := range []string{
		"", "fh_", good, good[:len(good)-1] + "x", good + "x", strings.Repeat("_", len(good)), strings.Repeat("é", len(good)/2),
		"fh_" + strings.Repeat("0", 12) + "_" + strings.Repeat("0", 43) + "_000000",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		parsed, ok := apiclient.Parse(text)
		if !ok {
			require.Empty(t, parsed.ID+parsed.Secret)
			repaired := repair(text)
			parsed, ok = apiclient.Parse(repaired)
			require.Equal(t, form.MatchString(repaired), ok, "a checksum makes a key of whatever has the form")
			if !ok {
				return
			}
			text = repaired
		}
		require.Regexp(t, form, text)
		require.Equal(t, text, parsed.Text())
		require.Equal(t, repair(text), text)
	})
}

// repair returns the text with the right checksum.
func repair(text string) string {
	if len(text) != 66 {
		return text
	}
	sum := crc32.ChecksumIEEE([]byte(text[:59]))
	digits := make([]byte, 6)
	for i := range digits {
		digits[5-i] = base62[sum%62]
		sum /= 62
	}
	return text[:60] + string(digits)
}

// A list is rejected with the index of each invalid entry, or normalised to a form that is stable
// and has the same meaning.
func FuzzAllowedIPs(f *testing.F) {
	for _, list := range []string{
		"", "10.0.0.1", "10.0.0.1/8,10.0.0.0/8", "::1,::ffff:10.0.0.1", "fe80::1%eth0", "::/0,0.0.0.0/0", "1.2.3.4/33,x", " ::1\u200b ",
		"::ffff:0:0/95", "::ffff:0:0/96", strings.Repeat("::1,", 101),
	} {
		f.Add(list, "10.0.0.1")
	}
	f.Fuzz(func(t *testing.T, list, from string) {
		in := apiclient.CreateInput{Name: "n", AllowedIps: strings.Split(list, ",")}
		sent := slices.Clone(in.AllowedIps)
		faults := in.Validate()
		if len(faults) > 0 {
			for _, fault := range faults {
				require.Regexp(t, `^allowedIps(\[\d+\])?$`, fault.Field)
			}
			return
		}
		require.LessOrEqual(t, len(in.AllowedIps), len(sent))
		kept := slices.Clone(in.AllowedIps)
		require.Empty(t, in.Validate())
		require.Equal(t, kept, in.AllowedIps, "the form is the only one")
		address, err := netip.ParseAddr(from)
		if err != nil || address.Zone() != "" || address.Is4In6() {
			return
		}
		before, after := false, false
		for _, text := range sent {
			if prefix, err := netip.ParsePrefix(strings.TrimSpace(text)); err == nil && !prefix.Addr().Is4In6() {
				before = before || prefix.Contains(address)
			}
		}
		for _, text := range kept {
			prefix, err := netip.ParsePrefix(text)
			if err != nil {
				single, err := netip.ParseAddr(text)
				require.NoError(t, err)
				prefix = netip.PrefixFrom(single, single.BitLen())
			}
			require.Equal(t, prefix.Masked(), prefix)
			require.False(t, prefix.Addr().Is4In6())
			after = after || prefix.Contains(address)
		}
		require.True(t, after || !before, "what was allowed still is")
	})
}
