package secret_test

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/secret"
)

func TestKey(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "secrets.key")
	key, err := secret.FileKey(path)
	require.NoError(t, err)
	sealed := key.Seal([]byte("token"), "row 1")
	require.NotContains(t, string(sealed), "token")
	require.NotEqual(t, sealed, key.Seal([]byte("token"), "row 1"), "each time with another nonce")

	same, err := secret.FileKey(path)
	require.NoError(t, err)
	plain, err := same.Open(sealed, "row 1")
	require.NoError(t, err)
	require.Equal(t, "token", string(plain))

	_, err = key.Open(sealed, "row 2")
	require.ErrorIs(t, err, secret.ErrSealed)
	_, err = key.Open(sealed[:5], "row 1")
	require.ErrorIs(t, err, secret.ErrSealed)
	other, err := secret.ParseKey(base64.StdEncoding.EncodeToString([]byte(strings.Repeat("k", secret.KeySize))))
	require.NoError(t, err)
	_, err = other.Open(sealed, "row 1")
	require.ErrorIs(t, err, secret.ErrSealed)

	info, err := os.Stat(path)
	require.NoError(t, err)
	require.Equal(t, os.FileMode(0o600), info.Mode().Perm())
}

func TestKey_invalid(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"", "short", base64.StdEncoding.EncodeToString([]byte("31 bytes is one byte too few ..")), "!" + strings.Repeat("A", 43)} {
		_, err := secret.ParseKey(text)
		require.Error(t, err, text)
	}
	path := filepath.Join(t.TempDir(), "secrets.key")
	require.NoError(t, os.WriteFile(path, []byte("nonsense"), 0o600))
	_, err := secret.FileKey(path)
	require.ErrorContains(t, err, path)
}

func TestFileKey_atOnce(t *testing.T) {
	t.Parallel()
	path := filepath.Join(t.TempDir(), "secrets.key")
	const processes = 8
	keys := make([]*secret.Key, processes)
	var group sync.WaitGroup
	for i := range keys {
		group.Go(func() { keys[i], _ = secret.FileKey(path) })
	}
	group.Wait()
	sealed := keys[0].Seal([]byte("token"), "")
	for _, key := range keys {
		_, err := key.Open(sealed, "")
		require.NoError(t, err)
	}
}
