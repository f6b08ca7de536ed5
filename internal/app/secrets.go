package app

import (
	"os"
	"path/filepath"

	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/secret"
)

// secretsKey returns the key that seals secrets. On SQLite it is in the data folder unless it is
// configured. On PostgreSQL, which several instances may share, it must be configured: without it
// secretsKey returns nil.
func secretsKey(d *db.DB, basics Basics) (*secret.Key, error) {
	if basics.SecretsKey != "" {
		return secret.ParseKey(basics.SecretsKey)
	}
	if d.Dialect() != db.SQLite {
		return nil, nil //nolint:nilnil // a server without a key is one of the two results
	}
	if err := os.MkdirAll(basics.DataDir, dataDirMode); err != nil {
		return nil, config.Refuse(config.DataDir, "must be a folder that can be written: %v.", err)
	}
	key, err := secret.FileKey(filepath.Join(basics.DataDir, config.SecretsKeyFile))
	if err != nil {
		return nil, config.Refuse(config.SecretsKey, "is not set, and the key in the data folder can't be used: %v.", err)
	}
	return key, nil
}
