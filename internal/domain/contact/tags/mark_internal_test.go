package tags

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
)

func TestNextMark(t *testing.T) {
	t.Parallel()
	n, last := 0, ""
	for {
		next, err := nextMark(last)
		if err != nil {
			require.Equal(t, fault.Conflict, fault.From(err).Code)
			break
		}
		if next <= last || utf8.RuneCountInString(next) != 1 || !utf8.ValidString(next) || strings.ContainsAny(next, `%_\*?[]^-.`) {
			require.FailNow(t, "not a mark", "%q after %q", next, last)
		}
		n, last = n+1, next
	}
	require.Greater(t, n, 1_000_000)
}
