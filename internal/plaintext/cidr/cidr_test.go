package cidr_test

import (
	"net/netip"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/plaintext/cidr"
)

func TestParse(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"192.0.2.1":                "192.0.2.1",
		"192.0.2.1/32":             "192.0.2.1",
		"192.0.2.77/24":            "192.0.2.0/24",
		"0.0.0.0/0":                "0.0.0.0/0",
		"2001:DB8::1":              "2001:db8::1",
		"2001:db8:0:0::1/128":      "2001:db8::1",
		"2001:db8::1/32":           "2001:db8::/32",
		"::/0":                     "::/0",
		"::ffff:192.0.2.1":         "192.0.2.1",
		"::ffff:192.0.2.1/128":     "192.0.2.1",
		"::ffff:192.0.2.77/120":    "192.0.2.0/24",
		"::ffff:192.0.2.77/96":     "0.0.0.0/0",
		"0:0:0:0:0:ffff:c000:0201": "192.0.2.1",
		"fe80:0:0:0:0:0:0:1/10":    "fe80::/10",
	} {
		prefix, err := cidr.Parse(text)
		require.NoError(t, err, text)
		require.Equal(t, want, cidr.String(prefix), text)
		again, err := cidr.Parse(want)
		require.NoError(t, err, want)
		require.Equal(t, prefix, again)
	}
	for _, text := range []string{
		"", " ", "x", "192.0.2", "192.0.2.1/33", "192.0.2.1/-1", "192.0.2.1/", "192.0.2.01", "192.0.2.1/024", "192.0.2.1-192.0.2.9",
		"192.0.2.1:80", "2001:db8::/129", "fe80::1%eth0", "fe80::%eth0/10", "::ffff:192.0.2.1/95", " 192.0.2.1", "[::1]", "localhost",
	} {
		_, err := cidr.Parse(text)
		require.ErrorIs(t, err, cidr.ErrForm, text)
	}
}

func TestContains(t *testing.T) {
	t.Parallel()
	var ranges []netip.Prefix
	for _, text := range []string{"10.0.0.0/8", "192.0.2.1", "2001:db8::/32"} {
		prefix, err := cidr.Parse(text)
		require.NoError(t, err)
		ranges = append(ranges, prefix)
	}
	for text, want := range map[string]bool{
		"10.255.0.1": true, "192.0.2.1": true, "2001:db8:ffff::1": true, "192.0.2.2": false, "11.0.0.1": false, "2001:db9::1": false,
	} {
		require.Equal(t, want, cidr.Contains(ranges, netip.MustParseAddr(text)), text)
	}
	require.False(t, cidr.Contains(ranges, netip.Addr{}))
	require.False(t, cidr.Contains(nil, netip.MustParseAddr("10.0.0.1")))
}

func TestCovers(t *testing.T) {
	t.Parallel()
	ranges := []string{"10.0.0.0/8", "2001:db8::/32", "192.0.2.1"}
	require.True(t, cidr.Covers(ranges, nil))
	require.True(t, cidr.Covers(ranges, []string{"10.1.0.0/16", "10.0.0.0/8", "192.0.2.1", "2001:db8::1", "::ffff:10.0.0.1"}))
	for _, wider := range []string{"10.0.0.0/7", "192.0.2.0/31", "2001:db8::/31", "0.0.0.0/0", "::/0", "11.0.0.1", "x"} {
		require.False(t, cidr.Covers(ranges, []string{"10.0.0.1", wider}), wider)
	}
	require.False(t, cidr.Covers(nil, []string{"10.0.0.1"}))
}
