package outbound_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/transfer/outbound"
)

var loopback = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}

// private has an address of every range without public servers.
var private = []string{
	"0.0.0.0", "0.1.2.3", "10.0.0.1", "100.64.0.1", "100.127.255.255", "127.0.0.1", "127.255.0.1", "169.254.169.254", "172.16.0.1",
	"172.31.255.255", "192.0.0.8", "192.0.2.1", "192.168.1.1", "198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.1.2.3",
	"240.0.0.1", "255.255.255.255", "::", "::1", "::127.0.0.1", "::ffff:127.0.0.1", "::ffff:10.1.2.3", "64:ff9b::127.0.0.1",
	"64:ff9b::a9fe:a9fe", "64:ff9b:1::1", "100::1", "2001::1", "2001:db8::1", "2002:7f00:1::", "3fff::1", "5f00::1", "fc00::1", "fd12:3456::1",
	"fe80::1", "fec0::1", "ff02::1", "ff0e::1", "4000::1",
}

var public = []string{"1.1.1.1", "100.63.255.255", "100.128.0.1", "172.15.0.1", "172.32.0.1", "31.13.84.51", "::ffff:8.8.8.8", "64:ff9b::8.8.8.8", "2606:4700::1111", "2a03:2880::1"}

func TestCheck(t *testing.T) {
	t.Parallel()
	guard := outbound.NewGuard(nil)

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		for _, text := range []string{"https://graph.facebook.com", "https://api.example.com:8443/meta/", "https://münchen.example", "https://1.1.1.1", "https://[2606:4700::1111]:443"} {
			require.NoError(t, guard.CheckURL(text), text)
		}
		for _, host := range append([]string{"smtp.example.com", "mail.example.com.", "1and1.example"}, public...) {
			require.NoError(t, guard.CheckHost(host), host)
		}
	})

	t.Run("Err private", func(t *testing.T) {
		t.Parallel()
		for _, address := range private {
			require.EqualError(t, guard.CheckHost(address), "must not be a private address", address)
			host := net.JoinHostPort(address, "443")
			require.EqualError(t, guard.CheckURL("https://"+host), "must not be a private address", host)
		}
		for _, host := range []string{"localhost", "LocalHost.", "a.localhost", "fe80::1%eth0"} {
			require.EqualError(t, guard.CheckHost(host), "must not be a private address", host)
		}
	})

	for text, message := range map[string]string{
		"":                                    "must begin with https://",
		"api.example.com":                     "must begin with https://",
		"http://api.example.com":              "must begin with https://",
		"ftp://api.example.com":               "must begin with https://",
		"https://":                            "must be a URL such as https://api.example.com",
		"https:api.example.com":               "must be a URL such as https://api.example.com",
		"https://api.example.com/a b":         "must be a URL such as https://api.example.com",
		"https://api.example.com:port":        "must be a URL such as https://api.example.com",
		"https://" + strings.Repeat("a", 2e3): "must be a URL such as https://api.example.com",
		"https://me@api.example.com":          "must not have a user, a query or a fragment",
		"https://api.example.com?":            "must not have a user, a query or a fragment",
		"https://api.example.com#a":           "must not have a user, a query or a fragment",
		"https://127.1":                       "must have a host such as api.example.com",
		"https://2130706433":                  "must have a host such as api.example.com",
		"https://a.0x7f":                      "must have a host such as api.example.com",
		"https://a..example.com":              "must have a host such as api.example.com",
	} {
		t.Run("Err "+text[:min(len(text), 30)], func(t *testing.T) {
			t.Parallel()
			require.EqualError(t, guard.CheckURL(text), message)
		})
	}
	for _, host := range []string{"", "a b", "a/b", "a:25", "[::1]", strings.Repeat("a.", 130) + "example"} {
		require.EqualError(t, guard.CheckHost(host), "must have a host such as api.example.com", host)
	}
}

func TestCheck_allowed(t *testing.T) {
	t.Parallel()
	guard := outbound.NewGuard(loopback)
	for _, text := range []string{"http://127.0.0.1:8080", "https://127.0.0.1", "http://[::1]:1", "http://localhost:8080", "http://provider.internal", "https://api.example.com"} {
		require.NoError(t, guard.CheckURL(text), text)
	}
	require.EqualError(t, guard.CheckURL("http://10.0.0.1"), "must not be a private address")
	require.EqualError(t, guard.CheckURL("http://1.1.1.1"), "must begin with https://")
}

// Every private address is refused when it is dialled, before a packet is sent.
func TestDial(t *testing.T) {
	t.Parallel()
	guard := outbound.NewGuard(nil)
	for _, address := range private {
		_, err := guard.DialContext(t.Context(), "tcp", net.JoinHostPort(address, "443"))
		require.ErrorIs(t, err, outbound.ErrAddress, address)
	}
	_, err := guard.DialContext(t.Context(), "tcp", "localhost:443") // a name
	require.ErrorIs(t, err, outbound.ErrAddress)
	_, err = guard.DialContext(t.Context(), "udp", "1.1.1.1:53")
	require.ErrorIs(t, err, outbound.ErrAddress)
}

func TestClient(t *testing.T) {
	t.Parallel()
	const size = 1000
	mux := http.NewServeMux()
	mux.HandleFunc("/body", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, strings.Repeat("a", size))
	})
	mux.HandleFunc("/more", func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, strings.Repeat("a", size+1))
	})
	mux.HandleFunc("/moved", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/body", http.StatusFound) })
	mux.HandleFunc("/never", func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)

	get := func(t *testing.T, client *http.Client, url string) (status int, body []byte, err error) {
		t.Helper()
		t.Cleanup(client.CloseIdleConnections)
		request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, url, nil)
		require.NoError(t, err)
		response, err := client.Do(request)
		if err != nil {
			return 0, nil, err
		}
		defer response.Body.Close()
		body, err = io.ReadAll(response.Body)
		return response.StatusCode, body, err
	}
	limits := outbound.Limits{Time: time.Minute, Body: size}
	open := outbound.NewGuard(loopback).Client(limits)

	t.Run("OK", func(t *testing.T) {
		t.Parallel()
		_, body, err := get(t, open, server.URL+"/body")
		require.NoError(t, err)
		require.Len(t, body, size)
	})
	t.Run("Err too large", func(t *testing.T) {
		t.Parallel()
		_, body, err := get(t, open, server.URL+"/more")
		require.ErrorIs(t, err, outbound.ErrTooLarge)
		require.Len(t, body, size)
	})
	t.Run("a redirect is not followed", func(t *testing.T) {
		t.Parallel()
		status, _, err := get(t, open, server.URL+"/moved")
		require.NoError(t, err)
		require.Equal(t, http.StatusFound, status)
	})
	t.Run("Err time", func(t *testing.T) {
		t.Parallel()
		_, _, err := get(t, outbound.NewGuard(loopback).Client(outbound.Limits{Time: time.Millisecond, Body: size}), server.URL+"/never")
		require.ErrorIs(t, err, context.DeadlineExceeded)
	})
	t.Run("Err private", func(t *testing.T) {
		t.Parallel()
		closed := outbound.NewGuard(nil).Client(limits)
		secure := strings.Replace(server.URL, "http:", "https:", 1)
		for _, url := range []string{server.URL, secure, strings.Replace(secure, "127.0.0.1", "localhost", 1)} {
			_, _, err := get(t, closed, url)
			require.ErrorIs(t, err, outbound.ErrAddress, url)
		}
	})
	t.Run("Err http to a public address", func(t *testing.T) {
		t.Parallel()
		_, _, err := get(t, open, "http://1.1.1.1/")
		require.ErrorIs(t, err, outbound.ErrAddress)
	})
}

// The calls to a host that is slow share 256 connections.
func TestClient_connections(t *testing.T) {
	t.Parallel()
	const most, calls = 256, 300
	var now, highest atomic.Int64
	full, release := make(chan struct{}), make(chan struct{})
	reached := sync.OnceFunc(func() { close(full) })
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {
		open := now.Add(1)
		defer now.Add(-1)
		if open == most {
			reached()
		}
		for seen := highest.Load(); open > seen && !highest.CompareAndSwap(seen, open); {
			seen = highest.Load()
		}
		<-release
	}))
	t.Cleanup(server.Close)
	client := outbound.NewGuard(loopback).Client(outbound.Limits{Time: time.Minute, Body: 1})
	t.Cleanup(client.CloseIdleConnections)
	answers := make(chan error, calls)
	for range calls {
		go func() {
			request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.URL, nil)
			if err != nil {
				answers <- err
				return
			}
			response, err := client.Do(request)
			if err == nil {
				err = response.Body.Close()
			}
			answers <- err
		}()
	}
	<-full
	close(release)
	for range calls {
		require.NoError(t, <-answers)
	}
	require.EqualValues(t, most, highest.Load())
}
