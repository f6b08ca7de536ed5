package password_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/password"
	"github.com/firmhub/firmhub/internal/fault"
)

func TestValidate(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		password string
		want     []string
	}{
		"OK":         {correct, nil},
		"OKShortest": {"Abcdef1!", nil},
		"OKLongest":  {strings.Repeat("Ää1 ", 32), nil}, // characters, not bytes
		"OKUnicode":  {"Ωμέγα٣€x", nil},
		"OKSpace":    {" Abcdef1 ", nil},
		"Empty":      {"", []string{"p is required"}},
		"Short":      {"Abcde1!", []string{"p must have at least 8 characters"}},
		"Long":       {strings.Repeat("Ää1 ", 32) + "x", []string{"p must have at most 128 characters"}},
		"NoLower":    {"ABCDEF1!", []string{"p must have a lower-case letter"}},
		"NoUpper":    {"abcdef1!", []string{"p must have an upper-case letter"}},
		"NoDigit":    {"Abcdefg!", []string{"p must have a digit"}},
		"NoSymbol":   {"Abcdefg1", []string{"p must have a symbol"}},
		"Control":    {"Abcdef1\t", []string{"p must have a symbol"}},
		"Nothing": {"日", []string{
			"p must have at least 8 characters", "p must have a lower-case letter", "p must have an upper-case letter",
			"p must have a digit", "p must have a symbol",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var faults fault.Details
			password.Validate(&faults, "p", c.password)
			if c.want == nil {
				require.Empty(t, faults)
				return
			}
			require.Equal(t, c.want, said(t, faults.Err()))
		})
	}
}

// said returns the faults of a ValidationError.
func said(t testing.TB, err error) (all []string) {
	t.Helper()
	requireCode(t, fault.ValidationError, err)
	for _, detail := range fault.From(err).Details {
		all = append(all, detail.Field+" "+detail.Message)
	}
	return all
}

func requireCode(t testing.TB, code fault.Code, err error) {
	t.Helper()
	require.True(t, fault.Is(err, code), "want %s, got %v", code, err)
}

func requireRefusal(t testing.TB, err error, code fault.Code, message string) {
	t.Helper()
	requireCode(t, code, err)
	require.Equal(t, message, fault.From(err).Message)
}
