package password_test

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/schema"
	"github.com/firmhub/firmhub/internal/domain/password"
)

// One computation compares a password with all hashes of a salt.
func TestVerifyAny(t *testing.T) {
	t.Parallel()
	h, salt := password.NewHasher(password.Config{Iterations: iterations}), schema.NewSalt()
	hashed := func(typed string, salt []byte) string {
		made, err := h.HashWithSalt(t.Context(), typed, salt)
		require.NoError(t, err)
		return made
	}
	first, second := hashed("First-typed-1", salt), hashed("Second-typed-1", salt)
	require.Equal(t, first, hashed("First-typed-1", salt))
	require.NotEqual(t, first, hashed("First-typed-1", bytes.Repeat([]byte{1}, len(salt))))
	same, err := password.Verify(first, "First-typed-1")
	require.NoError(t, err)
	require.True(t, same, "it is a password hash like any other")
	for _, c := range []struct {
		stored   []string
		password string
		want     int
	}{
		{[]string{first, second}, "First-typed-1", 0},
		{[]string{first, second}, "Second-typed-1", 1},
		{[]string{second, second}, "Second-typed-1", 0},
		{[]string{first, second}, "Third-typed-1", -1},
		{nil, "First-typed-1", -1},
	} {
		before := h.Stats().Done
		index, err := h.VerifyAny(t.Context(), c.stored, c.password)
		require.NoError(t, err)
		require.Equal(t, c.want, index)
		require.Equal(t, before+1, h.Stats().Done, "one hash")
	}
	_, err = h.VerifyAny(t.Context(), []string{"x"}, "First-typed-1")
	require.ErrorIs(t, err, password.ErrHash)
}
