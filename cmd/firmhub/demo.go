package main

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/demo"
)

type demoCommand struct {
	app.Basics `embed:""`
}

// Run fills the database, and prints the log-ins.
func (d *demoCommand) Run(ctx context.Context, c *console) error {
	return c.withCore(ctx, d.Basics, func(core *app.Core) error { return fillDemo(ctx, core, c.stdout) })
}

// fillDemo creates the firms of the demo unless they exist, and prints the log-ins.
func fillDemo(ctx context.Context, core *app.Core, out io.Writer) error {
	created, err := demo.Firms(ctx, core.DB, core.Passwords.Hash)
	if err != nil {
		return err
	}
	if created {
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
