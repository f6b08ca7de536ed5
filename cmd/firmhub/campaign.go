package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/firmhub/firmhub/internal/app"
	"github.com/firmhub/firmhub/internal/domain/messaging/campaign"
)

type campaignCommand struct {
	Verify verifyCampaignCommand `cmd:"" help:"Check the campaigns of all firms, or of one: counts, sums, recipients and consent."`
}

type verifyCampaignCommand struct {
	app.Basics `embed:""`
	onlyFirm   `embed:""`
}

var errCampaigns = errors.New("campaigns have faults")

// Run checks the campaigns, and fails if it finds a fault.
func (v *verifyCampaignCommand) Run(ctx context.Context, c *console) error {
	return c.withCore(ctx, v.Basics, func(core *app.Core) error {
		only, err := v.id(ctx, core)
		if err != nil {
			return err
		}
		verified, err := campaign.Verify(ctx, core.DB, only, func(f campaign.Fault) {
			fmt.Fprintf(c.stdout, "firm %s, campaign %s: %s\n", f.FirmID, f.CampaignID, f.What)
		})
		if err != nil {
			return err
		}
		fmt.Fprintf(c.stdout, "%d firms with %d campaigns: %d faults\n", verified.Firms, verified.Campaigns, verified.Faults)
		if verified.Faults > 0 {
			return errCampaigns
		}
		return nil
	})
}
