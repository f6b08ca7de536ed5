// Package keyring has the keys of an installation: the key for secrets, which an operator can
// replace, and the key of erased addresses, which stays the same.
package keyring

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/secret"
)

const (
	// folderMode lets no other account of the machine in.
	folderMode = 0o700
	// pseudonyms is the name of the key of erased addresses in x_keys, and what it is sealed for.
	pseudonyms = "pseudonyms"
	// purpose is what the key of erased addresses is derived for, from the first key of an
	// installation.
	purpose = "firmhub erased addresses"
)

var errLostAmongOlder = errors.New("with --lost, " + config.SecretsKey + " must have the present key alone")

// ErrWrongKey is returned when the key for secrets has not sealed what the database has.
var ErrWrongKey = errors.New(config.SecretsKey + " is not the key that sealed the secrets in this database: " +
	"set the one that did, or put it after the present one, separated by a comma")

// ErrNoKey is logged or returned when the database has sealed secrets, and there is no key for
// them.
var ErrNoKey = errors.New("a key has sealed the secrets in this database, and there is none now: " +
	"put " + config.SecretsKeyFile + " back into the data folder, or set " + config.SecretsKey)

// Open returns the key for secrets of a server. On SQLite it is in the data folder unless it is
// configured. On PostgreSQL, which several instances may share, it must be configured. Open returns
// nil if there is none; then [Create] creates it.
func Open(d *db.DB, basics config.Basics) (*secret.Key, error) {
	if basics.SecretsKey != "" {
		return secret.ParseKey(basics.SecretsKey)
	}
	if d.Dialect() != db.SQLite {
		return nil, nil //nolint:nilnil // a server without a key is one of the two results
	}
	key, err := Find(basics)
	if err != nil {
		return nil, unusable(err)
	}
	return key, nil
}

// Create creates the key of a migrated SQLite database that is neither configured nor in the data
// folder. If another key has sealed what the database has, Create logs that it is gone, and returns
// nil, as it does on PostgreSQL: with a new key, what is sealed and what is erased from now on
// would not fit the rest.
func Create(ctx context.Context, d *db.DB, basics config.Basics) (*secret.Key, error) {
	if d.Dialect() != db.SQLite {
		return nil, nil //nolint:nilnil // a server without a key is one of the two results
	}
	if err := os.MkdirAll(basics.DataDir, folderMode); err != nil {
		return nil, config.Refuse(config.DataDir, "must be a folder that can be written: %v.", err)
	}
	ctx = rule.AcrossFirms(ctx, "the key of erased addresses is the same for all firms")
	sealed, err := stored(ctx, d)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(basics.DataDir, config.SecretsKeyFile)
	// A server that starts at the same time creates the file before it seals something.
	if _, err := os.Stat(path); sealed != nil && errors.Is(err, fs.ErrNotExist) {
		slog.ErrorContext(ctx, "there is no key for secrets: channels, webhooks and authenticators are Unavailable, nobody can be erased, "+
			"and erased addresses are not recognized", "path", path, "error", ErrNoKey)
		return nil, nil //nolint:nilnil // as above
	}
	key, err := secret.FileKey(path)
	if err != nil {
		return nil, unusable(err)
	}
	return key, nil
}

func unusable(err error) error {
	return config.Refuse(config.SecretsKey, "is not set, and the key in the data folder can't be used: %v.", err)
}

// Find returns the key for secrets that is configured or in the data folder, or nil. It creates
// nothing. On PostgreSQL a server does not use the one in the data folder; see [Open].
func Find(basics config.Basics) (*secret.Key, error) {
	if basics.SecretsKey != "" {
		key, err := secret.ParseKey(basics.SecretsKey)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", config.SecretsKey, err)
		}
		return key, nil
	}
	path := filepath.Join(basics.DataDir, config.SecretsKeyFile)
	content, err := os.ReadFile(path) //nolint:gosec // The operator chooses the folder.
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil //nolint:nilnil // none is one of the two results
	}
	if err != nil {
		return nil, err
	}
	key, err := secret.ParseKey(string(content))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return key, nil
}

// Check returns [ErrWrongKey] if a key for secrets has not sealed what a migrated database has, and
// [ErrNoKey] if the key is nil and another one has. It changes nothing.
func Check(ctx context.Context, d *db.DB, key *secret.Key) error {
	ctx = rule.AcrossFirms(ctx, "the key of erased addresses is the same for all firms")
	if key != nil {
		_, err := read(ctx, d, key)
		return err
	}
	sealed, err := stored(ctx, d)
	if err == nil && sealed != nil {
		err = ErrNoKey
	}
	return err
}

// Keep stores the key of erased addresses, sealed by the key for secrets, if the database has none:
// it then survives a change of that key. Only the server and the rotation call it, since another
// command may run with another key by mistake.
func Keep(ctx context.Context, d *db.DB, key *secret.Key) error {
	if key == nil {
		return nil
	}
	ctx = rule.AcrossFirms(ctx, "the key of erased addresses is the same for all firms")
	plain, err := read(ctx, d, key)
	switch {
	case errors.Is(err, ErrWrongKey) || err == nil && plain != nil:
		return nil
	case err != nil:
		return err
	case key.HasOlder():
		return config.Refuse(config.SecretsKey,
			"has several keys, and this database was only used by a release before 0.2.0: start once with the present key alone.")
	}
	return write(ctx, d, key, key.Derive(purpose))
}

// Use gives a migrated database the key of erased addresses. If another key for secrets has sealed
// it, Use logs that, and the database has none: erased addresses are not recognized, and nobody can
// be erased, since what would stand for them could not be recognized with the right key.
func Use(ctx context.Context, d *db.DB, key *secret.Key) error {
	if key == nil {
		return nil
	}
	ctx = rule.AcrossFirms(ctx, "the key of erased addresses is the same for all firms")
	plain, err := read(ctx, d, key)
	switch {
	case errors.Is(err, ErrWrongKey):
		slog.ErrorContext(ctx, "erased addresses are not recognized, and nobody can be erased", "error", err)
		d.UsePseudonyms(nil)
		return nil
	case err != nil:
		return err
	case plain == nil:
		plain = key.Derive(purpose)
	}
	d.UsePseudonyms(plain)
	return nil
}

// read returns the stored key of erased addresses, nil if there is none, or [ErrWrongKey].
func read(ctx context.Context, d *db.DB, key *secret.Key) ([]byte, error) {
	sealed, err := stored(ctx, d)
	if err != nil || sealed == nil {
		return nil, err
	}
	plain, err := key.Open(sealed, pseudonyms)
	if err != nil {
		return nil, ErrWrongKey
	}
	return plain, nil
}

// stored returns the stored key of erased addresses as it is sealed, or nil.
func stored(ctx context.Context, d *db.DB) (sealed []byte, err error) {
	_, err = d.AcrossFirms(ctx).Row([]any{&sealed}, "SELECT sealed FROM x_keys WHERE name = $1", pseudonyms)
	return sealed, err //nolint:wrapcheck // Row says what it has done.
}

// write stores the key of erased addresses unless another process has done so. Both have the same.
func write(ctx context.Context, d *db.DB, key *secret.Key, plain []byte) error {
	if _, err := d.AcrossFirms(ctx).Exec("INSERT INTO x_keys (name, sealed) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING",
		pseudonyms, key.Seal(plain, pseudonyms)); err != nil {
		return fmt.Errorf("store the key of erased addresses: %w", err)
	}
	return nil
}
