package file_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/file"
)

func TestCleanName(t *testing.T) {
	t.Parallel()
	for name, clean := range map[string]string{
		"contacts.csv":                    "contacts.csv",
		"Übersicht 2026.csv":              "Übersicht 2026.csv",
		"名前.xlsx":                         "名前.xlsx",
		"../../etc/passwd":                "passwd",
		`C:\Users\eve\file.csv`:           "file.csv",
		"a/":                              "file",
		"..":                              "file",
		"":                                "file",
		" \t\n":                           "file",
		"\u202egnp.exe":                   "gnp.exe",
		"a\x00b\r\nSet-Cookie: x.csv":     "abSet-Cookie: x.csv",
		"a\u200bb\ufeff\u2028.csv":        "ab.csv",
		"bad\xff\xfe.csv":                 "bad.csv",
		"trailing. . .":                   "trailing",
		strings.Repeat("a", 300) + ".csv": strings.Repeat("a", 251) + ".csv",
		strings.Repeat("é", 300):          strings.Repeat("é", 127),
		"." + strings.Repeat("x", 300):    "." + strings.Repeat("x", 254),
	} {
		require.Equal(t, clean, file.CleanName(name), "%q", name)
	}
}

func FuzzCleanName(f *testing.F) {
	f.Add("../a\u202e.csv")
	f.Fuzz(func(t *testing.T, name string) {
		clean := file.CleanName(name)
		require.NotEmpty(t, clean)
		require.LessOrEqual(t, len(clean), 255)
		require.True(t, utf8.ValidString(clean))
		require.NotContains(t, []string{".", ".."}, clean)
		require.False(t, strings.ContainsAny(clean, "/\\\r\n\x00"), "%q", clean)
	})
}
