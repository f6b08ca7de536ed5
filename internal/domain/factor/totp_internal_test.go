package factor

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// The vectors of RFC 6238, appendix B, for SHA-1, cut to six digits.
func TestCode(t *testing.T) {
	t.Parallel()
	secret := []byte("12345678901234567890")
	for at, want := range map[int64]string{
		59: "287082", 1111111109: "081804", 1111111111: "050471", 1234567890: "005924", 2000000000: "279037", 20000000000: "353130",
	} {
		require.Equal(t, want, code(secret, at/stepSeconds), at)
	}
}

func TestMatch(t *testing.T) {
	t.Parallel()
	secret, now := []byte("12345678901234567890"), time.Unix(1_234_567_890, 0)
	present := now.Unix() / stepSeconds
	for _, step := range []int64{present - 1, present, present + 1} {
		found, ok := match(secret, code(secret, step), now, 0)
		require.True(t, ok)
		require.Equal(t, step, found)
		_, ok = match(secret, code(secret, step), now, step)
		require.False(t, ok, "it was used")
	}
	for _, typed := range []string{code(secret, present-2), code(secret, present+2), "", "00592", "0059240"} {
		_, ok := match(secret, typed, now, 0)
		require.False(t, ok, typed)
	}
}
