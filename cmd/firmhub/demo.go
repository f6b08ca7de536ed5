package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/app/demo"
)

type demoCommand struct {
	app.Basics `embed:""`
	filesURL   `embed:""`
}

// filesURL is the setting of commands that store files.
type filesURL struct {
	FilesURL string `env:"FIRMHUB_FILES_URL" group:"data" help:"Where uploaded files are stored: file://path or s3://bucket?region=name. Default: a folder in the data folder." placeholder:"file://data/files"`
}

// Run fills the database, and prints the log-ins.
func (d *demoCommand) Run(ctx context.Context, c *console) (err error) {
	c.log(d.Basics)
	d.Basics.SecretsKey = c.getenv(config.SecretsKey)
	worker, err := app.OpenWorker(ctx, app.Config{Basics: d.Basics, FilesURL: d.FilesURL})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, worker.Close()) }()
	return fillDemo(ctx, worker, c.stdout)
}

// fillDemo creates the firms of the demo unless they exist, and prints the log-ins.
func fillDemo(ctx context.Context, w *app.Worker, out io.Writer) error {
	created, err := demo.Firms(ctx, w.DB, w.Passwords.Hash)
	if err != nil {
		return err
	}
	if created {
		if err := demo.Samples(ctx, w.DB, w.Files, w.Imports); err != nil {
			return err
		}
		fmt.Fprintln(out, "The demo is created: two firms, their people, 2,000 contacts, the messages of 90 days, and wallets with a history.")
	} else {
		fmt.Fprintln(out, "The demo exists already.")
	}
	fmt.Fprintf(out, "\nLog in as any of these, with the password %s\n\n", demo.Password)
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, login := range demo.Logins() {
		fmt.Fprintf(table, "  %s\t%s\t%s\t%s\n", login.Email, login.Name, login.Role, login.Firm)
	}
	if err := table.Flush(); err != nil {
		return fmt.Errorf("print the log-ins: %w", err)
	}
	return nil
}
