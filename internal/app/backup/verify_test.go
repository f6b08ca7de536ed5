package backup_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app/backup"
	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/app/keyring"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/domain/secret"
)

// Without the key, entries of erased addresses are not checked, and are no faults.
func TestVerify_withoutKey(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		t.Helper()
		from, to := source(t, dialect), target(t, dialect)
		right := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("r", secret.KeySize)))
		wrong := base64.StdEncoding.EncodeToString([]byte(strings.Repeat("w", secret.KeySize)))
		key, err := secret.ParseKey(right)
		require.NoError(t, err)
		opened, err := db.Open(t.Context(), from.DatabaseURL)
		require.NoError(t, err)
		require.NoError(t, keyring.Keep(t.Context(), opened, key))
		require.NoError(t, keyring.Use(t.Context(), opened, key))
		_, ctx := dbtest.Firm(t, opened, "Firm")
		address := []consent.Address{consent.OfEmail("ada@example.com")}
		require.NoError(t, opened.Tx(ctx, func(ctx context.Context) error {
			if err := consent.Import(ctx, opened, nil, address, "a file"); err != nil {
				return err
			}
			return consent.Erase(ctx, opened, address, func(string) string { return "" })
		}))
		require.NoError(t, opened.Close())
		_, err = backup.Restore(t.Context(), to, bytes.NewReader(save(t, from, false)))
		require.NoError(t, err)

		check := func(given string) backup.Verified {
			t.Helper()
			settings := to
			settings.SecretsKey = given
			verified, err := backup.Verify(t.Context(), settings)
			require.NoError(t, err)
			require.EqualValues(t, 1, verified.Faults, "the firm of the test has no wallet")
			return verified
		}
		require.Zero(t, check(right).Unchecked)
		for _, given := range []string{"", wrong} {
			verified := check(given)
			require.EqualValues(t, 1, verified.Unchecked)
			require.Contains(t, verified.String(), "1 entries of consent were not checked")
			require.Contains(t, verified.String(), "FIRMHUB_SECRETS_KEY")
		}
		require.NoError(t, os.WriteFile(filepath.Join(to.DataDir, config.SecretsKeyFile), []byte(right), 0o600))
		require.Zero(t, check("").Unchecked)
	})
}
