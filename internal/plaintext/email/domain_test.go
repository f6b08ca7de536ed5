package email_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/plaintext/email"
)

func TestMatchKey(t *testing.T) {
	t.Parallel()
	for one, other := range map[string]string{
		"Ana@Bücher.example":  "ana@xn--bcher-kva.example",
		"ana@BÜCHER.example":  "ana@XN--BCHER-KVA.Example",
		"用户@例子.中国":            "用户@xn--fsqu00a.xn--fiqs8s",
		"ana@straße.de":       "ana@xn--strae-oqa.de",
		"ana@mail.пример.рф":  "ana@mail.xn--e1afmkfd.xn--p1ai",
		"ana@mail.xn--x.test": "ANA@mail.xn--x.TEST", // is no encoding
	} {
		require.Equal(t, email.MatchKey(one), email.MatchKey(other), one)
		require.Equal(t, email.MatchKey(one), email.MatchKey(email.ASCII(one)), one)
	}
	for _, other := range []string{"ana@bucher.example", "jose@bücher.example"} {
		require.NotEqual(t, email.MatchKey("ana@bücher.example"), email.MatchKey(other), other)
	}
	require.Equal(t, "josé@example.com", email.MatchKey("José@Example.COM"))
	require.Equal(t, "ana@bücher.example", email.MatchKey("ana@bücher.example"), "the key of an address that was stored before")
}

func TestASCII(t *testing.T) {
	t.Parallel()
	for given, want := range map[string]string{
		"Ana@Example.com":    "Ana@Example.com",
		"ana@Bücher.example": "ana@xn--bcher-kva.example",
		"josé@exämple.de":    "josé@xn--exmple-cua.de",
		"ana@-ü.example":     "ana@-ü.example",
	} {
		require.Equal(t, want, email.ASCII(given))
	}
}
