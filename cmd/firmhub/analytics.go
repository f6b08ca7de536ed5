package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/domain/messaging"
)

type analyticsCommand struct {
	Verify verifyAnalyticsCommand `cmd:"" help:"Count the messages of all firms again, or of one, and compare that with the charts."`
}

type verifyAnalyticsCommand struct {
	app.Basics `embed:""`
	onlyFirm   `embed:""`
}

var errCounts = errors.New("the counts of messages are wrong")

// Run compares the counts with the messages, and fails if a count is wrong.
func (v *verifyAnalyticsCommand) Run(ctx context.Context, c *console) error {
	return c.withCore(ctx, v.Basics, func(core *app.Core) error {
		only, err := v.id(ctx, core)
		if err != nil {
			return err
		}
		verified, err := messaging.Verify(ctx, core.DB, only, func(f messaging.Fault) {
			fmt.Fprintf(c.stdout, "firm %s: %s\n", f.FirmID, f.What)
		})
		if err != nil {
			return err
		}
		fmt.Fprintf(c.stdout, "%d firms with %d messages: %d faults\n", verified.Firms, verified.Messages, verified.Faults)
		if verified.Faults > 0 {
			return errCounts
		}
		return nil
	})
}
