package email_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/email"
	"github.com/firmhub/firmhub/internal/fault"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ given, want, problem string }{
		"OK":           {given: "ann@example.com", want: "ann@example.com"},
		"OKTrimmed":    {given: " Ann@Example.com\n", want: "Ann@Example.com"},
		"OKLongest":    {given: strings.Repeat("a", 247) + "@b.test", want: strings.Repeat("a", 247) + "@b.test"},
		"ErrEmpty":     {given: " ", problem: "is required"},
		"ErrLong":      {given: strings.Repeat("a", 248) + "@b.test", want: strings.Repeat("a", 248) + "@b.test", problem: "must have at most 254 characters"},
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

func TestKey(t *testing.T) {
	t.Parallel()
	require.Equal(t, email.Key("José@Example.COM"), email.Key("JOSÉ@example.com"))
	require.NotEqual(t, email.Key("josé@example.com"), email.Key("jose@example.com"))
}
