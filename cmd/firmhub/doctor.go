package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"text/tabwriter"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/app/config"
	"github.com/firmhub/firmhub/internal/app/doctor"
)

type doctorCommand struct {
	app.Config `embed:""`

	JSON bool `name:"json" help:"Print the checks as JSON."`
}

// Help is the long form of the command's help.
func (*doctorCommand) Help() string {
	return `Run it with the settings and the account of the server, before its first start or while it runs. It changes nothing, and prints
no password. The exit code is 1 when a check is a failure, and 0 when all are ok or warnings.`
}

// Validate replaces the one of the configuration, because here an invalid setting is a failed
// check.
func (*doctorCommand) Validate() error { return nil }

// errCheckFailed is returned after the command has printed the checks.
var errCheckFailed = errors.New("a check has failed")

// Run prints the checks.
func (d *doctorCommand) Run(ctx context.Context, c *console) error {
	d.AdminPassword = c.getenv(adminPasswordVariable)
	d.SecretsKey = c.getenv(config.SecretsKey)
	checks := doctor.Run(ctx, d.Config, c.unknown)
	if err := d.print(c, checks); err != nil {
		return err
	}
	if doctor.Failed(checks) {
		return errCheckFailed
	}
	return nil
}

func (d *doctorCommand) print(c *console, checks []doctor.Check) error {
	if d.JSON {
		encoder := json.NewEncoder(c.stdout)
		encoder.SetIndent("", "  ")
		encoder.SetEscapeHTML(false)
		return encoder.Encode(struct {
			OK     bool           `json:"ok"`
			Checks []doctor.Check `json:"checks"`
		}{!doctor.Failed(checks), checks})
	}
	table := tabwriter.NewWriter(c.stdout, 0, 0, 2, ' ', 0)
	for _, check := range checks {
		fmt.Fprintf(table, "%s\t%s\t%s\n", check.Status, check.Name, check.Found)
		if check.Do != "" {
			fmt.Fprintf(table, "\t\tDo: %s\n", check.Do)
		}
	}
	return table.Flush()
}
