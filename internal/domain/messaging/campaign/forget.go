package campaign

import (
	"context"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/job"
	"github.com/firmhub/firmhub/internal/viewer"
)

// forget are the arguments of the job that deletes the recipients of a campaign that is deleted.
type forget struct {
	Campaign uuid.UUID `json:"campaign"`
}

// Kind implements job.Args.
func (forget) Kind() string { return "campaign.forget" }

// forgottenAtOnce is how many recipients a step deletes.
const forgottenAtOnce = 1000

// forgetLater queues the job that deletes the recipients of a campaign, in the transaction that
// deletes the campaign. The server does it, also when who deleted the campaign leaves the firm.
func (m *Manager) forgetLater(ctx context.Context, c *Campaign) error {
	if c.Counts.Recipients+c.Counts.Skipped == 0 {
		return nil
	}
	ctx = viewer.NewContext(ctx, &viewer.Viewer{Kind: viewer.System, FirmID: c.firm})
	_, err := job.Insert(ctx, m.db, forget{Campaign: c.ID}, job.Options{Key: "forget " + c.ID.String()})
	return err
}

// forgetStep deletes recipients.
func (m *Manager) forgetStep(ctx context.Context, s *job.Step[forget]) error {
	more, err := m.forget(ctx, s.Args.Campaign)
	if more {
		s.Next(s.Args)
	}
	return err
}

// forget deletes recipients of a campaign that is deleted, and reports whether there may be more.
func (m *Manager) forget(ctx context.Context, campaign uuid.UUID) (more bool, err error) {
	defer fault.Wrap(&err, "campaign.forget")
	deleted, err := m.db.InFirm(ctx).Exec("DELETE FROM campaign_recipients WHERE firm_id = $1 AND "+m.db.AmongSelected("id",
		"SELECT id FROM campaign_recipients WHERE firm_id = $1 AND campaign_id = $2 LIMIT $3"), campaign, forgottenAtOnce)
	return deleted == forgottenAtOnce, err
}
