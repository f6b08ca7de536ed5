package doctor

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/app/keyring"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/secret"
)

const (
	secretsCheck = "secrets"
	doLost       = " If it is lost, docs/operations.md#keys says how to go on."
)

// secrets checks that there is a key for the secrets of channels, and that it opens those in the
// database. d is nil where no migrated database answers.
func secrets(ctx context.Context, d *db.DB, c config.Config) Check {
	_, isFile := db.SQLitePath(c.DatabaseURL)
	where := config.SecretsKey
	var key *secret.Key
	var err error
	if c.SecretsKey != "" || isFile { // PostgreSQL, which instances share, takes no key of a folder.
		key, err = keyring.Find(c.Basics)
	}
	if c.SecretsKey == "" && isFile {
		where = filepath.Join(c.DataDir, config.SecretsKeyFile)
	}
	if err != nil {
		return Check{
			secretsCheck, Failure, fmt.Sprintf("The key for secrets can't be used: %v.", err),
			"Restore it from a backup. Without one, see how to go on after a key is lost in docs/operations.md#keys.",
		}
	}
	if d != nil {
		if found := sealed(ctx, d, key, where); found.Status != OK {
			return found
		}
	}
	switch {
	case key != nil:
		return Check{Name: secretsCheck, Status: OK, Found: "Sealed by the key in " + where + "."}
	case !isFile:
		return Check{
			secretsCheck, Warning, "There is no key for the secrets of channels: requests about channels are answered by 503.",
			"Set " + config.SecretsKey + " to what openssl rand -base64 32 prints, the same for every instance, and keep a copy of it.",
		}
	case d == nil:
		return Check{
			Name: secretsCheck, Status: OK,
			Found: "The server will create a key in " + where + ", unless another one has sealed what the database has.",
		}
	}
	return Check{Name: secretsCheck, Status: OK, Found: "The server will create a key in " + where + "."}
}

// sealed checks that a key has sealed what the database has. where is the place of the key.
func sealed(ctx context.Context, d *db.DB, key *secret.Key, where string) Check {
	switch err := keyring.Check(ctx, d, key); {
	case errors.Is(err, keyring.ErrNoKey):
		return Check{
			secretsCheck, Failure,
			"A key has sealed the secrets in this database, and there is none in " + where +
				": channels, webhooks and authenticators do not work, and nobody can be erased.",
			"Put that key back." + doLost,
		}
	case errors.Is(err, keyring.ErrWrongKey):
		return Check{
			secretsCheck, Failure, "The key in " + where + " is not the one that sealed the secrets in this database.",
			"Put that one back, or write it after the present one, separated by a comma." + doLost,
		}
	case err != nil:
		return Check{secretsCheck, Failure, sentence(err), "Check that the database is one of firmhub."}
	}
	return Check{Name: secretsCheck, Status: OK}
}
