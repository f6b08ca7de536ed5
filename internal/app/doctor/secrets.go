package doctor

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/secret"
)

// secrets checks that there is a key for the secrets of channels.
func secrets(c config.Config) Check {
	const name = "secrets"
	if c.SecretsKey != "" {
		return Check{Name: name, Status: OK, Found: "Sealed by the key in " + config.SecretsKey + "."}
	}
	if _, isFile := db.SQLitePath(c.DatabaseURL); !isFile {
		return Check{
			name, Warning, "There is no key for the secrets of channels: requests about channels are answered by 503.",
			"Set " + config.SecretsKey + " to what openssl rand -base64 32 prints, the same for every instance, and keep a copy of it.",
		}
	}
	path := filepath.Join(c.DataDir, config.SecretsKeyFile)
	text, err := os.ReadFile(path) //nolint:gosec // The operator chooses the folder.
	if errors.Is(err, fs.ErrNotExist) {
		return Check{
			Name: name, Status: OK,
			Found: "The server will create a key in " + path + ", unless another one has sealed what the database has.",
		}
	}
	if err == nil {
		_, err = secret.ParseKey(string(text))
	}
	if err != nil {
		return Check{
			name, Failure, "The key in " + path + " can't be used: " + sentence(err),
			"Restore the file from a backup. Without one, see how to go on after a key is lost in docs/operations.md#keys.",
		}
	}
	return Check{Name: name, Status: OK, Found: "Sealed by the key in " + path + "."}
}
