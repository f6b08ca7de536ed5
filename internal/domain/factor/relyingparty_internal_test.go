package factor

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestRelyingParty(t *testing.T) {
	t.Parallel()
	for address, want := range map[string][2]string{
		"https://hub.example.com":      {"hub.example.com", "https://hub.example.com"},
		"https://hub.example.com:8443": {"hub.example.com", "https://hub.example.com:8443"},
		"http://localhost:8080":        {"localhost", "http://localhost:8080"},
		"http://127.0.0.1:8080":        {"localhost", "http://localhost:8080"},
		"http://[::1]":                 {"localhost", "http://localhost"},
	} {
		found := relyingParty(address)
		require.NotNil(t, found, address)
		require.Equal(t, want, [2]string{found.Config.RPID, found.Config.RPOrigins[0]})
		require.Empty(t, found.origin("http://localhost:1234"))
	}
	for _, address := range []string{"", "http://hub.example.com", "https://192.0.2.1", "http://192.0.2.1:8080", "hub.example.com"} {
		require.Nil(t, relyingParty(address), address)
	}
	anyPort := relyingParty("http://127.0.0.1:0")
	require.Equal(t, "http://localhost:1234", anyPort.origin("http://localhost:1234"))
	require.Empty(t, anyPort.origin("http://localhost.example.com:1234"))
	require.Empty(t, anyPort.origin("https://localhost:1234"))
}
