package doctor_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/app/doctor"
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
		require.Equal(t, "The server will create a key in "+path+", unless another one has sealed what the database has.", found.Found)
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
