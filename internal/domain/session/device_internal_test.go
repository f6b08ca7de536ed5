package session

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"
)

func TestDevice(t *testing.T) {
	t.Parallel()
	for agent, want := range map[string]string{
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36":                            "Chrome on Windows",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Safari/537.36 Edg/124.0.2478.51":          "Edge on Windows",
		"Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:125.0) Gecko/20100101 Firefox/125.0":                                                             "Firefox on Linux",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Safari/605.1.15":                      "Safari on macOS",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.4 Mobile/15E148 Safari/604.1":    "Safari on iOS",
		"Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/124.0.0.0 Mobile Safari/537.36":                      "Chrome on Android",
		"Mozilla/5.0 (Linux; Android 14; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36": "Samsung Browser on Android",
		"curl/8.5.0":                  "curl",
		"Go-http-client/1.1":          "Go-http-client",
		"PostmanRuntime/7.37.3":       "PostmanRuntime",
		"our nightly import, ask bob": "our",
		"Dart/3.3 (dart:io)":          "Dart",
		"  ":                          "Unknown",
		"":                            "Unknown",
		"/":                           "Unknown",
		strings.Repeat("x", 500):      strings.Repeat("x", 50),
		strings.Repeat("ü", 200) + "/1 (Windows NT)": strings.Repeat("ü", 50) + " on Windows",
	} {
		require.Equal(t, want, device(agent), agent)
	}
}

// Sessions can be listed with any User-Agent of a client.
func FuzzDevice(f *testing.F) {
	f.Add("Mozilla/5.0 (Linux; Android 14; Pixel 8) Chrome/124.0.0.0 Mobile Safari/537.36")
	f.Add("(((;;;)))///")
	f.Add("Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)")
	f.Fuzz(func(t *testing.T, agent string) {
		said := device(agent)
		require.NotEmpty(t, said)
		require.LessOrEqual(t, utf8.RuneCountInString(said), maxDevice+len(" on Windows Phone"))
	})
}
