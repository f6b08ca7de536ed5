package email_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext/email"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	longest := strings.Repeat("a", 64) + "@" + strings.Repeat(strings.Repeat("b", 61)+".", 3) + "tst"
	ligatures := strings.Repeat("ﷺ", 21) + "@" + strings.Repeat("ﷺ", 20) + "." + strings.Repeat("ﷺ", 20) + "." + strings.Repeat("ﷺ", 20)
	for name, c := range map[string]struct{ given, want, problem string }{
		"OK":           {given: "ann@example.com", want: "ann@example.com"},
		"OKTrimmed":    {given: " Ann@Example.com\n", want: "Ann@Example.com"},
		"OKMarks":      {given: "\u200Eann@example.com\uFEFF", want: "ann@example.com"},
		"OKLongest":    {given: longest, want: longest},
		"ErrEmpty":     {given: " ", problem: "is required"},
		"ErrLong":      {given: longest + "t", want: longest + "t", problem: "must have at most 254 characters"},
		"ErrKey":       {given: ligatures, want: ligatures, problem: "has letters that take too much room"},
		"ErrNoDomain":  {given: "ann", want: "ann", problem: "must be an e-mail address"},
		"ErrWithAName": {given: "Ann <ann@example.com>", want: "Ann <ann@example.com>", problem: "must be an e-mail address"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var faults fault.Details
			address := c.given
			email.Check(&faults, "email", &address)
			require.Equal(t, c.want, address)
			if c.problem == "" {
				require.Empty(t, faults)
				return
			}
			require.Equal(t, fault.Details{{Field: "email", Message: c.problem}}, faults)
		})
	}
}

func TestIsValid(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"ana@example.com", "a.b+c_d'e@sub.example.co.uk", "ANA@EXAMPLE.COM", "josé@exämple.de", "用户@例子.中国",
		"1@2.example", "x@xn--80ak6aa92e.com", strings.Repeat("a", 64) + "@example.com",
	} {
		require.True(t, email.IsValid(text), text)
	}
	for _, text := range []string{
		"", " ana@example.com", "ana", "@example.com", "ana@", "anaexample.com", "ana@localhost", "ana@example", "ana@.com",
		"ana@example..com", "ana@-example.com", "ana@exam_ple.com", "ana@[192.0.2.1]", "ana@192.0.2.1", "Ana <ana@example.com>",
		"<ana@example.com>", `"a b"@example.com`, "a b@example.com", "ana@example.com, bob@example.com", "ana.@example.com",
		".ana@example.com", "a..b@example.com", "ana@example.com\x00", "ana\xff@example.com", "an\u200ba@example.com",
		strings.Repeat("a", 65) + "@example.com", "a@" + strings.Repeat("b.", 130) + "com", "a@" + strings.Repeat("b", 64) + ".com",
		"ana(comment)@example.com",
	} {
		require.False(t, email.IsValid(text), "%q", text)
	}
}

func TestKey(t *testing.T) {
	t.Parallel()
	require.Equal(t, email.Key("José@Example.COM"), email.Key("JOSÉ@example.com"))
	require.NotEqual(t, email.Key("josé@example.com"), email.Key("jose@example.com"))
}
