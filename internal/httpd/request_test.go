package httpd_test

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/httpd"
)

func TestRequestID(t *testing.T) {
	t.Parallel()
	given := func(id string) string {
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.Header.Set("X-Request-Id", id)
		return httpd.Describe(r, nil).ID
	}

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		for _, id := range []string{"a", "3fe2.A_b-9", strings.Repeat("x", 128)} {
			require.Equal(t, id, given(id))
		}
	})

	t.Run("OursInstead", func(t *testing.T) {
		t.Parallel()
		for _, id := range []string{"", " ", "a b", "é", "a\"b", "a/b", strings.Repeat("x", 129)} {
			made := given(id)
			require.NotEqual(t, id, made)
			require.Equal(t, uuid.Version(7), uuid.MustParse(made).Version())
		}
	})
}

func TestClientAddress(t *testing.T) {
	t.Parallel()
	trusted := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("::1/128")}
	tests := map[string]struct {
		peer      string
		forwarded []string
		want      string
	}{
		"OK":                    {"192.0.2.1:5000", nil, "192.0.2.1"},
		"UntrustedPeerCanNot":   {"192.0.2.1:5000", []string{"198.51.100.9"}, "192.0.2.1"},
		"TrustedPeer":           {"10.0.0.1:5000", []string{"198.51.100.9"}, "198.51.100.9"},
		"TrustedPeerSaysNought": {"10.0.0.1:5000", nil, "10.0.0.1"},
		"ForgedOnTheLeft":       {"10.0.0.1:5000", []string{"1.1.1.1, 198.51.100.9"}, "198.51.100.9"},
		"ChainOfProxies":        {"10.0.0.1:5000", []string{"1.1.1.1, 198.51.100.9, 10.2.2.2"}, "198.51.100.9"},
		"SeveralHeaders":        {"10.0.0.1:5000", []string{"198.51.100.9", "10.2.2.2"}, "198.51.100.9"},
		"OnlyProxies":           {"10.0.0.1:5000", []string{"10.3.3.3, 10.2.2.2"}, "10.3.3.3"},
		"Garbage":               {"10.0.0.1:5000", []string{"198.51.100.9, unknown"}, "10.0.0.1"},
		"WithPort":              {"10.0.0.1:5000", []string{"198.51.100.9:4711"}, "198.51.100.9"},
		"IPv6":                  {"[::1]:5000", []string{"2001:db8::7"}, "2001:db8::7"},
		"MappedPeer":            {"[::ffff:10.0.0.1]:5000", []string{"198.51.100.9"}, "198.51.100.9"},
		"NoAddress":             {"@", []string{"198.51.100.9"}, "invalid IP"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := httptest.NewRequest(http.MethodGet, "/", nil)
			r.RemoteAddr = test.peer
			r.Header["X-Forwarded-For"] = test.forwarded
			require.Equal(t, test.want, httpd.Describe(r, trusted).Address.String())
		})
	}
}
