package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/app/backup"
	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/app/keyring"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbcopy"
)

type copyCommand struct {
	From    string `required:"" help:"The database to copy: sqlite://path or postgres://user:password@host/name." placeholder:"URL"`
	To      string `required:"" help:"The database to fill: empty, or only migrated, and of the other kind." placeholder:"URL"`
	DataDir string `env:"FIRMHUB_DATA_DIR" help:"Data folder of the server, for the key for secrets; nothing in it changes." placeholder:"data"`
	Log     string `env:"FIRMHUB_LOG" help:"Level and format of the log." placeholder:"info,auto"`
}

// Help is the long form of the command's help.
func (*copyCommand) Help() string {
	return `Copies all data from SQLite to PostgreSQL, or from PostgreSQL to SQLite, in one transaction. Then it compares the number of rows of
each table, and checks the ledgers of wallets and consent and the campaigns. Stop the servers first: what they write meanwhile is not
copied. The data folder and uploaded files stay as they are. docs/operations.md describes it.`
}

var errCopied = errors.New(
	"the copy has faults that the source does not have: do not use it, and report this with the lines above")

// Run copies the database.
func (k *copyCommand) Run(ctx context.Context, c *console) error {
	settings := app.Config{Basics: app.Basics{DataDir: k.DataDir, Log: k.Log, SecretsKey: c.getenv(config.SecretsKey)}}
	c.log(settings.Basics)
	for _, address := range []*string{&k.From, &k.To} {
		settings.DatabaseURL = *address
		if err := settings.Validate(); err != nil {
			return err
		}
	}
	if _, err := keyring.Find(settings.Defaults().Basics); err != nil { // before anything changes
		return err
	}
	var tables, rows int64
	if err := dbcopy.Copy(ctx, k.From, k.To, func(copied dbcopy.Count) {
		tables, rows = tables+1, rows+copied.Rows
		if copied.Rows > 0 {
			fmt.Fprintf(c.stdout, "%s: %d rows\n", copied.Table, copied.Rows)
		}
	}); err != nil {
		return err
	}
	fmt.Fprintf(c.stdout, "Copied %d rows of %d tables; each table has as many as at the source.\n", rows, tables)
	verified, err := backup.Verify(ctx, settings) // of the target
	if err != nil {
		return err
	}
	fmt.Fprintln(c.stdout, verified)
	if verified.Faults > 0 {
		settings.DatabaseURL = k.From
		before, err := backup.Verify(ctx, settings)
		if err != nil {
			return err
		}
		if before != verified {
			return errCopied
		}
		fmt.Fprintln(c.stdout, "The source has the same faults. firmhub wallet verify, consent verify and campaign verify list them.")
	}
	if _, isFile := db.SQLitePath(k.To); isFile {
		fmt.Fprintf(c.stdout, "Set %s=%s, and start the servers again.\n", config.DatabaseURL, k.To)
		return nil
	}
	fmt.Fprintf(c.stdout, "Set %s to the new database", config.DatabaseURL)
	if settings.SecretsKey == "" {
		fmt.Fprintf(c.stdout, " and %s to the text of %s in the data folder", config.SecretsKey, config.SecretsKeyFile)
	}
	fmt.Fprintln(c.stdout, ", and start the servers again.")
	return nil
}
