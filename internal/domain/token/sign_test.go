package token_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/token"
)

func TestSigner(t *testing.T) {
	t.Parallel()
	d := dbtest.Open(t, "sqlite3")
	one, err := token.NewIssuer(t.Context(), d, token.Config{})
	require.NoError(t, err)
	other, err := token.NewIssuer(t.Context(), d, token.Config{})
	require.NoError(t, err)
	signed := one.Signer("test").Sign(t.Context(), []byte("message"))

	message, err := other.Signer("test").Verify(t.Context(), signed)
	require.NoError(t, err)
	require.Equal(t, "message", string(message))

	_, err = other.Signer("else").Verify(t.Context(), signed)
	require.Error(t, err, "it is for another purpose")
	for i := range signed {
		forged := slices.Clone(signed)
		forged[i] ^= 1
		_, err = other.Signer("test").Verify(t.Context(), forged)
		require.Error(t, err)
		_, err = other.Signer("test").Verify(t.Context(), signed[:i])
		require.Error(t, err)
	}
}
