package auth_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/auth"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// unbroken is base64 text without the line ends that its decoder passes over.
var unbroken = strings.NewReplacer("\r", "", "\n", "")

// What can be read is within its bounds, and is written as it was.
func FuzzPasswordHash(f *testing.F) {
	for _, hash := range []string{
		"", password, sha256Hash, longHash, longHash + "\n", v3(1, 2, 1, 16, 16+16), v3(1, 0, 1, 16, 16+32), v3(1, 2, 1, 15, 15+32),
		v3(1, 2, 1<<31, 16, 16+32), v3(1, 2, 1, 1<<31, 16+32), v3(1, 2, 1, 64, 64+64), v3(0, 2, 1, 16, 16+32),
	} {
		f.Add(hash)
	}
	f.Fuzz(func(t *testing.T, stored string) {
		iterations, saltSize, keySize, again, err := auth.ParsePasswordHash(stored)
		if err != nil {
			require.ErrorIs(t, err, auth.ErrPasswordHash)
			require.True(t, auth.NeedsRehash(stored))
			return
		}
		require.Equal(t, unbroken.Replace(stored), again)
		require.True(t, 1 <= iterations && iterations <= 2_000_000, iterations)
		require.True(t, 16 <= saltSize && saltSize <= 64, saltSize)
		require.True(t, 16 <= keySize && keySize <= 64, keySize)
		raw, err := base64.StdEncoding.DecodeString(stored)
		require.NoError(t, err)
		require.Len(t, raw, 13+saltSize+keySize)
		require.Equal(t, iterations < 210_000 || raw[4] != 2 || keySize < 32, auth.NeedsRehash(stored))
	})
}

// Nothing but the token itself is good, and nothing else than Unauthorized is said of all others.
func FuzzToken(f *testing.F) {
	b := setup(f, dbtest.Open(f, db.SQLite), auth.Config{})
	good := b.signIn(f).Token
	parts := strings.Split(good, ".")
	for _, token := range []string{
		"", ".", "..", "a.b.c", good, good + ".", good + "\n", parts[0], parts[0] + "." + parts[1] + ".",
		parts[0] + ".e30." + parts[2], "eyJhbGciOiJub25lIn0." + parts[1] + ".",
		"eyJhbGciOiJIUzI1NiJ9." + parts[1] + "." + parts[2], "eyJhbGciOiJFZERTQSIsImtpZCI6e319." + parts[1] + "." + parts[2],
	} {
		f.Add(token)
	}
	f.Fuzz(func(t *testing.T, token string) {
		v, err := b.Authenticate(t.Context(), token, viewer.Request{})
		if unbroken.Replace(token) == good && err == nil {
			require.Equal(t, b.ann.ID, v.UserID)
			return
		}
		require.Nil(t, v)
		requireCode(t, fault.Unauthorized, err)
	})
}
