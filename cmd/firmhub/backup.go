package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/app/backup"
	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/app/keyring"
	"github.com/firmhub/firmhub/internal/db"
)

// whereData are the flags of the commands that read or write all data of an installation.
type whereData struct {
	app.Basics `embed:""`
	filesURL   `embed:""`
}

func (w *whereData) settings() app.Config { return app.Config{Basics: w.Basics, FilesURL: w.FilesURL} }

// Validate returns an error for an invalid setting.
func (w *whereData) Validate() error { return w.settings().Validate() }

// standardStream is the name of a file that means standard output.
const standardStream = "-"

type backupCommand struct {
	whereData `embed:""`

	To       string `required:"" help:"The file to write, which must not exist; - means standard output." placeholder:"FILE"`
	WithKeys bool   `help:"Include the key for secrets that is in the data folder. Whoever has the backup can then read the secrets of channels."`
}

// Help is the long form of the command's help.
func (*backupCommand) Help() string {
	return `Writes the database, the uploaded files that are on disk and, with --with-keys, the key in the data folder. Servers may run
meanwhile.
PostgreSQL needs pg_dump of the server's version, or a newer one that fits it. docs/operations.md describes backups.`
}

// Run makes the backup. Its messages go to standard error, as the backup may go to standard output.
func (b *backupCommand) Run(ctx context.Context, c *console) error {
	c.log(b.Basics)
	if err := needDatabase(b.Basics); err != nil {
		return err
	}
	var result *backup.Result
	var err error
	if b.To == standardStream {
		// A reader that ends early makes writing fail, instead of ending the process: the copy is
		// then removed.
		signal.Ignore(syscall.SIGPIPE)
		// The copy of the database is made beside it, where there is room for it.
		scratch := os.TempDir()
		if path, ok := db.SQLitePath(b.settings().Defaults().DatabaseURL); ok {
			scratch = filepath.Dir(path)
		}
		result, err = backup.Write(ctx, b.settings(), b.WithKeys, c.stdout, scratch)
	} else {
		result, err = backup.Save(ctx, b.settings(), b.WithKeys, b.To)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(c.stderr, "The backup has the database and %d uploaded files.\n", result.Files)
	if len(result.Missing) > 0 {
		fmt.Fprintf(c.stderr, "Deleted meanwhile: %s.\n", strings.Join(result.Missing, ", "))
	}
	if result.Bucket {
		fmt.Fprintf(c.stderr, "Uploaded files are in the bucket of %s, not in the backup.\n", config.FilesURL)
	}
	c.showKeyOf(result)
	if len(result.Lost) > 0 {
		const shown = 20
		fmt.Fprintf(c.stderr, "It does not have %d uploaded files that the database names, since they are not in %s: %s\n",
			len(result.Lost), b.settings().Defaults().FilesURL, strings.Join(result.Lost[:min(shown, len(result.Lost))], ", "))
	}
	return nil
}

// showKeyOf says which key for secrets a backup has, and which one the operator must keep.
func (c *console) showKeyOf(result *backup.Result) {
	switch {
	case result.OtherKey:
		fmt.Fprintf(c.stderr,
			"It has %s of the data folder, but another key has sealed the secrets in the database: keep a copy of that in %s.\n",
			config.SecretsKeyFile, config.SecretsKey)
	case result.Keys && c.getenv(config.SecretsKey) != "":
		fmt.Fprintf(c.stderr, "It has %s of the data folder, but the key in use is that in %s, which it does not have: keep a copy of that.\n",
			config.SecretsKeyFile, config.SecretsKey)
	case result.Keys:
		fmt.Fprintln(c.stderr, "It has the key for secrets: keep it as safe as the server.")
	case c.getenv(config.SecretsKey) != "":
		fmt.Fprintf(c.stderr, "It does not have the key in %s: keep a copy of that.\n", config.SecretsKey)
	case result.Dialect == db.Postgres:
		fmt.Fprintf(c.stderr, "It does not have the key for secrets: keep a copy of %s.\n", config.SecretsKey)
	default:
		fmt.Fprintf(c.stderr, "It does not have the key for secrets. Keep a copy of %s in the data folder, if it exists, or use --with-keys.\n",
			config.SecretsKeyFile)
	}
}

type restoreCommand struct {
	whereData `embed:""`

	From string `required:"" help:"The backup; - means standard input." placeholder:"FILE"`
}

// Help is the long form of the command's help.
func (*restoreCommand) Help() string {
	return `Restores a backup into an empty database and an empty data folder, brings the database up to date, and checks the ledgers of
wallets and consent and the campaigns. Nothing is left of a backup that is cut or damaged. docs/operations.md describes it.`
}

var errRestored = errors.New(
	"the data is restored as it was, with faults: firmhub wallet verify, firmhub consent verify and firmhub campaign verify list them")

// Run restores the backup.
func (r *restoreCommand) Run(ctx context.Context, c *console) (err error) {
	c.log(r.Basics)
	var from io.Reader = c.stdin
	if r.From != standardStream {
		file, err := os.Open(r.From)
		if err != nil {
			return err
		}
		defer func() { _ = file.Close() }() // it was only read
		from = file
	}
	settings := r.settings()
	settings.SecretsKey = c.getenv(config.SecretsKey)
	if _, err := keyring.Find(settings.Defaults().Basics); err != nil { // before anything changes
		return err
	}
	result, err := backup.Restore(ctx, settings, from)
	if err != nil {
		return err
	}
	fmt.Fprintf(c.stdout, "Restored the backup of %s by firmhub %s: the database and %d uploaded files.\n",
		result.At.Format("2006-01-02 15:04:05 MST"), result.Program, result.Files)
	verified, err := backup.Verify(ctx, settings)
	if err != nil {
		return fmt.Errorf("the data is restored, and was not checked: %w", err)
	}
	fmt.Fprintln(c.stdout, verified)
	if result.Bucket {
		fmt.Fprintf(c.stdout, "Uploaded files are in the bucket that %s named.\n", config.FilesURL)
	}
	c.showKeyFor(result, settings)
	if verified.Faults > 0 {
		return errRestored
	}
	return nil
}

// showKeyFor says what the operator must do about the key for secrets before the first start.
func (c *console) showKeyFor(result *backup.Result, settings app.Config) {
	switch isPostgres := result.Dialect == db.Postgres; {
	case result.Keys && isPostgres && settings.SecretsKey == "":
		fmt.Fprintf(c.stdout, "Set %s to the text of %s before the first start: on PostgreSQL the server does not read that file.\n",
			config.SecretsKey, filepath.Join(settings.Defaults().DataDir, config.SecretsKeyFile))
	case !result.Keys && isPostgres:
		fmt.Fprintf(c.stdout, "The backup has no key for secrets: set %s before the first start.\n", config.SecretsKey)
	case !result.Keys:
		fmt.Fprintf(c.stdout, "The backup has no key for secrets: set %s, or put %s into the data folder, before the first start.\n",
			config.SecretsKey, config.SecretsKeyFile)
	}
}
