package protocol_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/realtime/hub/protocol"
)

var invalidHandshakes = map[string]string{
	``:                                  "must be a JSON object",
	`{"type":6}`:                        "The member protocol is missing.",
	`{"protocol":1,"version":1}`:        "The member protocol must be a string.",
	`{"protocol":"json"}`:               "The member version is missing.",
	`{"protocol":"json","version":"1"}`: "The member version must be a whole number",
	`{"protocol":"json","version":2147483648}`:                      "The member version must be a whole number",
	`{"protocol":"json","protocol":"x","version":1}`:                "The member protocol occurs twice.",
	`{"protocol":"` + strings.Repeat("x", 4<<10) + `","version":1}`: "at most 4 KiB",
}

func TestHandshake(t *testing.T) {
	t.Parallel()
	h, rest, ok, err := protocol.ReadHandshake([]byte(`{"protocol":"json","version":1,"extra":{}}` + "\x1e" + `{"type":6}`))
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, `{"type":6}`, string(rest))
	require.Equal(t, protocol.Handshake{Protocol: "json", Version: 1}, h)

	_, rest, ok, err = protocol.ReadHandshake([]byte(`{"protocol":`))
	require.NoError(t, err)
	require.False(t, ok)
	require.Equal(t, `{"protocol":`, string(rest))

	require.Equal(t, "{}\x1e", string(protocol.AppendHandshake(nil, "")))
	text, ended := strings.CutSuffix(string(protocol.AppendHandshake(nil, `No <such> "x".`)), "\x1e")
	require.True(t, ended)
	require.JSONEq(t, `{"error": "No <such> \"x\"."}`, text)
}

func TestHandshakeRefused(t *testing.T) {
	t.Parallel()
	for text, want := range invalidHandshakes {
		_, _, ok, err := protocol.ReadHandshake([]byte(text + "\x1e"))
		require.False(t, ok)
		require.ErrorContains(t, err, want)
		require.True(t, fault.Is(err, fault.ValidationError))
	}
	_, _, ok, err := protocol.ReadHandshake([]byte(strings.Repeat("x", 4<<10)))
	require.False(t, ok)
	require.ErrorContains(t, err, "at most 4 KiB")
}

func TestFor(t *testing.T) {
	t.Parallel()
	eachProtocol(t, func(t *testing.T, p protocol.Protocol) {
		for version := range 4 {
			got, err := protocol.For(protocol.Handshake{Protocol: p.Name(), Version: version})
			if version == 0 || version == 3 {
				require.ErrorContains(t, err, "of the protocol is not available")
				continue
			}
			require.NoError(t, err)
			require.Equal(t, p, got)
		}
	})
	_, err := protocol.For(protocol.Handshake{Protocol: strings.Repeat("x", 100), Version: 1})
	require.EqualError(t, err, "ValidationError: Requested protocol '"+strings.Repeat("x", 64)+"…' is not available.")
}
