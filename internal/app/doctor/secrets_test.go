package doctor_test

import (
	"encoding/base64"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/app/doctor"
	"github.com/firmhub/firmhub/internal/app/keyring"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/entity"
)

func TestRun_Secrets(t *testing.T) {
	t.Parallel()
	t.Run("Configured", func(t *testing.T) {
		t.Parallel()
		c := settings(t, t.TempDir())
		c.SecretsKey = secretsKey
		require.Equal(t, "Sealed by the key in FIRMHUB_SECRETS_KEY.", run(t, c)["secrets"].Found)
	})
	t.Run("SQLite", func(t *testing.T) {
		t.Parallel()
		c := settings(t, t.TempDir())
		path := filepath.Join(c.DataDir, config.SecretsKeyFile)
		found := run(t, c)["secrets"]
		require.Equal(t, doctor.OK, found.Status)
		require.Equal(t, "The server will create a key in "+path+", unless another one has sealed what the database has.", found.Found,
			"there is no database that tells")
		require.NoFileExists(t, path)

		require.NoError(t, os.WriteFile(path, []byte(secretsKey+"\n"), 0o600))
		require.Equal(t, "Sealed by the key in "+path+".", run(t, c)["secrets"].Found)

		require.NoError(t, os.WriteFile(path, []byte("nonsense"), 0o600))
		found = run(t, c)["secrets"]
		require.Equal(t, doctor.Failure, found.Status)
		require.Contains(t, found.Found, path)
		require.NotContains(t, found.Found, "nonsense")
		require.Contains(t, found.Do, "backup")
	})
	t.Run("Postgres", func(t *testing.T) {
		t.Parallel()
		c := settings(t, t.TempDir())
		c.DatabaseURL = "postgres://firmhub:" + password + "@" + closed(t) + "/firmhub"
		found := run(t, c)["secrets"]
		require.Equal(t, doctor.Warning, found.Status)
		require.Contains(t, found.Found, "503")
		require.Contains(t, found.Do, "openssl rand -base64 32")
	})
}

// A key that is gone, such as after a restore of a backup without it, or another one is a failure.
func TestRun_SealedSecrets(t *testing.T) {
	t.Parallel()
	dbtest.EachDialect(t, func(t *testing.T, dialect string) {
		c := settings(t, t.TempDir())
		c.DatabaseURL = dbtest.URL(t, dialect)
		where := filepath.Join(c.DataDir, config.SecretsKeyFile)
		if dialect == db.SQLite {
			require.Equal(t, "The server will create a key in "+where+".", run(t, c)["secrets"].Found)
		} else {
			where = "FIRMHUB_SECRETS_KEY"
			require.Equal(t, doctor.Warning, run(t, c)["secrets"].Status)
		}
		d, err := db.Open(t.Context(), c.DatabaseURL)
		require.NoError(t, err)
		defer func() { require.NoError(t, d.Close()) }()
		key, err := secret.ParseKey(secretsKey)
		require.NoError(t, err)
		require.NoError(t, keyring.Keep(t.Context(), d, key))
		_, err = d.Shared(t.Context()).Exec(
			`INSERT INTO totp_factors (id, user_id, secret, last_step, confirmed_at) VALUES ($1, $2, $3, 0, $4)`,
			entity.NewID(), uuid.New(), []byte{1}, entity.Now())
		require.NoError(t, err)

		gone := run(t, c)
		require.Equal(t, doctor.Failure, gone["secrets"].Status)
		require.Contains(t, gone["secrets"].Found, "there is none in "+where+":")
		require.Contains(t, gone["secrets"].Do, "Put that key back.")
		require.Equal(t, doctor.Failure, gone["second factors"].Status)
		require.NoFileExists(t, filepath.Join(c.DataDir, config.SecretsKeyFile))

		c.SecretsKey = base64.StdEncoding.EncodeToString(make([]byte, secret.KeySize))
		wrong := run(t, c)
		require.Equal(t, doctor.Failure, wrong["secrets"].Status)
		require.Equal(t, "The key in FIRMHUB_SECRETS_KEY is not the one that sealed the secrets in this database.", wrong["secrets"].Found)
		require.Equal(t, doctor.Failure, wrong["second factors"].Status)

		for _, right := range []string{secretsKey, c.SecretsKey + "," + secretsKey} {
			c.SecretsKey = right
			found := run(t, c)
			require.Equal(t, "Sealed by the key in FIRMHUB_SECRETS_KEY.", found["secrets"].Found)
			require.Equal(t, doctor.OK, found["second factors"].Status)
		}
	})
}
