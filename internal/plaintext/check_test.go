package plaintext_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	for text, trimmed := range map[string]string{
		"":                       "",
		"\u200b\u200e Ana\u00a0": "Ana",
		"a\u200db":               "a\u200db", // joins letters in many scripts
		strings.Repeat("明", 50):  strings.Repeat("明", 50),
	} {
		var faults fault.Details
		require.True(t, plaintext.Check(&faults, "f", &text, 50))
		require.Empty(t, faults)
		require.Equal(t, trimmed, text)
	}
	for text, said := range map[string]string{
		"a\xff":                 "must be UTF-8",
		"a\nb\x1b[31m":          "must not hold control characters",
		"a\u2028b":              "must not hold control characters",
		strings.Repeat("x", 51): "must have at most 50 characters",
	} {
		var faults fault.Details
		require.False(t, plaintext.Check(&faults, "f", &text, 50))
		require.Equal(t, fault.Details{{Field: "f", Message: said}}, faults)
	}
}

func TestCheckUnique(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"Ana", strings.Repeat("ﷺ", 60), strings.Repeat("𠜎", 200)} {
		var faults fault.Details
		plaintext.CheckUnique(&faults, "f", &name, 200)
		require.Empty(t, faults, name)
	}
	for name, said := range map[string]string{
		"":                        "is required",
		"\u200b":                  "is required",
		"\u200d\u00ad":            "is required",
		"\u0301":                  "is required",
		"a\tb":                    "must not hold control characters",
		strings.Repeat("x", 5000): "must have at most 200 characters",
		strings.Repeat("ﷺ", 200):  "has letters that take too much room",
	} {
		var faults fault.Details
		plaintext.CheckUnique(&faults, "f", &name, 200)
		require.Equal(t, fault.Details{{Field: "f", Message: said}}, faults, name)
	}
}
