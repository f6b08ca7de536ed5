package password_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/password"
)

// unbroken is base64 text without the line ends that its decoder passes over.
var unbroken = strings.NewReplacer("\r", "", "\n", "")

// What can be read is within its bounds, and is written as it was.
func FuzzPasswordHash(f *testing.F) {
	for _, hash := range []string{
		"", correct, sha256Hash, longHash, longHash + "\n", v3(1, 2, 1, 16, 16+16), v3(1, 0, 1, 16, 16+32), v3(1, 2, 1, 15, 15+32),
		v3(1, 2, 1<<31, 16, 16+32), v3(1, 2, 1, 1<<31, 16+32), v3(1, 2, 1, 64, 64+64), v3(0, 2, 1, 16, 16+32),
	} {
		f.Add(hash)
	}
	f.Fuzz(func(t *testing.T, stored string) {
		iterations, saltSize, keySize, again, err := password.ParseHash(stored)
		if err != nil {
			require.ErrorIs(t, err, password.ErrHash)
			require.True(t, password.NeedsRehash(stored))
			return
		}
		require.Equal(t, unbroken.Replace(stored), again)
		require.True(t, 1 <= iterations && iterations <= 2_000_000, iterations)
		require.True(t, 16 <= saltSize && saltSize <= 64, saltSize)
		require.True(t, 16 <= keySize && keySize <= 64, keySize)
		raw, err := base64.StdEncoding.DecodeString(stored)
		require.NoError(t, err)
		require.Len(t, raw, 13+saltSize+keySize)
		require.Equal(t, iterations < 210_000 || raw[4] != 2 || keySize < 32, password.NeedsRehash(stored))
	})
}
