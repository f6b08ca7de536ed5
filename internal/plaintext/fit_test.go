package plaintext_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
)

func TestFit(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"": "", "\u200e": "", "Olá": "Olá", "a\x00b\u0085c": "a b c", "a\xffb": "a\uFFFDb", "a\r\nb": "a  b", "a\u2028b\u2029c": "a b c", "\x1f\ta\n": "a",
		"12345678": "12345678", "123456789": "1234567…", "éééééééé": "éééééééé", "ééééééééé": "ééééééé…", "a\nb\tc": "a b c",
	} {
		require.Equal(t, want, plaintext.Fit(text, 8), "%q", text)
	}
	require.Equal(t, "…", plaintext.Fit("ab", 1))
	for _, limit := range []int{0, -1, -500} {
		require.Empty(t, plaintext.Fit("ab", limit))
		require.Empty(t, plaintext.FitLines("", limit))
	}
	require.Equal(t, "a\nb\tc d", plaintext.FitLines("a\r\nb\tc\u2028d\n", 8))
	require.Equal(t, "a\nb…", plaintext.FitLines("a\nb\nc", 4))
}

func FuzzFit(f *testing.F) {
	for _, seed := range []string{"", "José", "a\u2028b", "\xff\xfe", "\r\n\r", "ab\u200d", "1234567 9"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for limit := range 10 {
			var faults fault.Details
			line, lines := plaintext.Fit(s, limit), plaintext.FitLines(s, limit)
			require.True(t, plaintext.Check(&faults, "line", &line, limit), "%v", faults)
			if !plaintext.IsBlank(lines) {
				require.True(t, plaintext.CheckLines(&faults, "lines", &lines, limit), "%v", faults)
			}
		}
		require.Equal(t, strings.ToValidUTF8(plaintext.Fit(s, len(s)), ""), plaintext.Fit(s, len(s)))
	})
}
