package token

import (
	"crypto/sha256"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

const minutes15 = 15 * time.Minute

var noon = time.Date(2026, time.March, 1, 12, 0, 0, 0, time.UTC)

func numbered(n int) sum {
	whole := sha256.Sum256([]byte(strconv.Itoa(n)))
	return sum(whole[:])
}

func TestMemory(t *testing.T) {
	t.Parallel()
	m := newMemory(minutes15)
	require.False(t, m.has(numbered(1)))
	m.add(numbered(1), noon)
	m.add(numbered(1), noon)
	require.True(t, m.has(numbered(1)))
	require.False(t, m.has(numbered(2)))
	first := m.sum("a")
	require.Equal(t, first, m.sum("a"))
	require.NotEqual(t, first, m.sum("b"))
	require.NotEqual(t, first, newMemory(minutes15).sum("a"), "a sum can't be known outside the process")
}

// A token is remembered as long as it is valid, and not much longer.
func TestMemory_expires(t *testing.T) {
	t.Parallel()
	m := newMemory(minutes15)
	for n := range 1000 {
		now := noon.Add(time.Duration(n) * time.Minute)
		m.add(numbered(n), now)
		for age := range 15 {
			require.True(t, n < age || m.has(numbered(n-age)), "%d minutes after %s", age, now)
		}
		require.False(t, n >= 30 && m.has(numbered(n-30)))
	}
	require.LessOrEqual(t, len(m.newest)+len(m.last), 30)
}

// Of more tokens than there is room for, the oldest are forgotten.
func TestMemory_full(t *testing.T) {
	t.Parallel()
	m := newMemory(minutes15)
	const tokens = 5*maxSums + maxSums/2
	for n := range tokens {
		m.add(numbered(n), noon)
	}
	for n := range tokens {
		require.Equal(t, n >= 4*maxSums, m.has(numbered(n)), "%d", n)
	}
}
