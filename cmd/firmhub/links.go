package main

import (
	"context"
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/domain/sso"
)

type linksCommand struct {
	app.Basics `embed:""`

	Email string `required:"" help:"E-mail address of the user." placeholder:"ada@example.com"`
}

// Run lists the links, the oldest first.
func (l *linksCommand) Run(ctx context.Context, c *console) error {
	return c.withCore(ctx, l.Basics, func(core *app.Core) error {
		links, err := sso.Links(ctx, core.DB, l.Email)
		if err != nil {
			return err
		}
		if len(links) == 0 {
			fmt.Fprintf(c.stdout, "%s is linked with no provider.\n", l.Email)
			return nil
		}
		table := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "ISSUER\tSUBJECT\tSINCE")
		for _, link := range links {
			fmt.Fprintf(table, "%q\t%q\t%s\n", link.Issuer, link.Subject, link.CreatedAt.UTC().Format(time.RFC3339))
		}
		return table.Flush()
	})
}

type unlinkCommand struct {
	app.Basics `embed:""`

	Email  string `required:"" help:"E-mail address of the user." placeholder:"ada@example.com"`
	Issuer string `required:"" help:"The issuer of the provider, as admin links prints it." placeholder:"https://accounts.google.com"`
}

// Run removes the link.
func (u *unlinkCommand) Run(ctx context.Context, c *console) error {
	return c.withCore(ctx, u.Basics, func(core *app.Core) error {
		if err := sso.Unlink(ctx, core.DB, core.Sessions, u.Email, u.Issuer); err != nil {
			return err
		}
		fmt.Fprintf(c.stdout, "%s is not linked with %s any more, and has no open session.\n", u.Email, u.Issuer)
		return nil
	})
}
