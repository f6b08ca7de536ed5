package token

import (
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

func numbered(n int) sum { return sumOf(strconv.Itoa(n)) }

// found returns how many of the numbered sums are remembered.
func found(m *memory, from, to int) (n int) {
	for i := from; i < to; i++ {
		if m.has(numbered(i)) {
			n++
		}
	}
	return n
}

func TestMemory(t *testing.T) {
	t.Parallel()
	m := newMemory()
	require.False(t, m.has(numbered(1)))
	m.add(numbered(1))
	m.add(numbered(1))
	require.True(t, m.has(numbered(1)))
	require.False(t, m.has(numbered(2)))
}

// It grows with the tokens, and forgets none of them before it is as large as it may be.
func TestMemory_grows(t *testing.T) {
	t.Parallel()
	m := newMemory()
	const before = maxSums / 8
	for n := range before {
		m.add(numbered(n))
	}
	require.Equal(t, before, found(m, 0, before))
	require.Less(t, len(m.sets), maxSums/setSize)

	for n := before; n < 3*maxSums; n++ {
		m.add(numbered(n))
		require.True(t, m.has(numbered(n)))
	}
	require.Len(t, m.sets, maxSums/setSize)
	require.Less(t, found(m, 0, 3*maxSums), maxSums)
	require.Greater(t, found(m, 2*maxSums, 3*maxSums), maxSums/2, "the newest of them")
}

// 100,000 users who ask in turn are remembered, but for few.
func TestMemory_many(t *testing.T) {
	t.Parallel()
	m := newMemory()
	const users = 100_000
	for n := range users {
		m.add(numbered(n))
	}
	require.Greater(t, found(m, 0, users), users*9/10)
}
