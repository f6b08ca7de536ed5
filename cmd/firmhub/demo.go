package main

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/firmhub/firmhub/internal/app"
)

type demoCommand struct {
	app.Basics `embed:""`
}

// Run fills the database, and prints the log-ins.
func (d *demoCommand) Run(ctx context.Context, c *console) error {
	return c.withCore(ctx, d.Basics, func(core *app.Core) error {
		demo, err := core.FillDemo(ctx)
		if err != nil {
			return err
		}
		return printDemo(c.stdout, demo)
	})
}

func printDemo(out io.Writer, demo *app.Demo) error {
	if demo.Made {
		fmt.Fprintln(out, "The demo is made: two firms, their people, and 2,000 contacts.")
	} else {
		fmt.Fprintln(out, "The demo is there already.")
	}
	fmt.Fprintf(out, "\nLog in as any of these, with the password %s\n\n", demo.Password)
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, login := range demo.Logins {
		fmt.Fprintf(table, "  %s\t%s\t%s\t%s\n", login.Email, login.Name, login.Role, login.Firm)
	}
	if err := table.Flush(); err != nil {
		return fmt.Errorf("print the log-ins: %w", err)
	}
	return nil
}
