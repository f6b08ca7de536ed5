package campaign

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

// Fault is what is wrong with a campaign.
type Fault struct {
	FirmID, CampaignID uuid.UUID
	What               string
}

// Verified are the numbers of what [Verify] has read.
type Verified struct{ Firms, Campaigns, Faults int64 }

// kept is how long the messages of a campaign are kept at least.
const kept = 399 * 24 * time.Hour

// Verify checks the campaigns of all firms, or of one, and reports each fault: counts that differ
// from the recipients and messages, recipients and messages without each other, sums that differ
// from the messages and the ledger, an address with two messages, and a marketing message that was
// sent after its recipient had opted out. It reads each firm as of one moment, so that servers may
// run. Counts of a campaign whose messages may be deleted by age are left out. Only the command
// line calls it. It crosses firms by itself.
func Verify(ctx context.Context, d *db.DB, only *uuid.UUID, report func(Fault)) (v Verified, err error) {
	defer fault.Wrap(&err, "campaign.Verify")
	ctx = rule.AcrossFirms(ctx, "verify the campaigns of firms")
	err = d.EachFirmAtOnce(ctx, only, func(ctx context.Context, firm uuid.UUID) error {
		inFirm := rule.ForFirm(ctx, firm, "verify the campaigns of a firm")
		all, err := read(inFirm, d, " ORDER BY c.created_at, c.id")
		if err != nil {
			return err
		}
		v.Firms++
		v.Campaigns += int64(len(all))
		found := func(c *Campaign, format string, args ...any) {
			v.Faults++
			report(Fault{firm, c.ID, fmt.Sprintf(format, args...)})
		}
		for _, c := range all {
			check := &verification{db: d, campaign: c, found: func(format string, args ...any) { found(c, format, args...) }}
			if err := check.all(inFirm); err != nil {
				return err
			}
		}
		return verifyDebits(inFirm, d, all, found)
	})
	return v, err
}

// verification verifies a campaign.
type verification struct {
	db       *db.DB
	campaign *Campaign
	found    func(format string, args ...any)
}

func (v *verification) all(ctx context.Context) error {
	checks := []func(context.Context) error{v.addresses, v.reasons, v.states, v.reserve}
	if v.campaign.CreatedAt.After(entity.Now().Add(-kept)) {
		checks = append(checks, v.counts, v.missing, v.strays, v.sums, v.optOuts)
	}
	for _, check := range checks {
		if err := check(ctx); err != nil {
			return err
		}
	}
	return nil
}

// counts compares each count with the recipients in its state, those of states without a recipient
// too.
func (v *verification) counts(ctx context.Context) error {
	rows, err := db.All[struct {
		State string
		N     int
	}](v.db.InFirm(ctx),
		"SELECT state, count(*) AS n FROM campaign_recipients WHERE firm_id = $1 AND campaign_id = $2 GROUP BY state", v.campaign.ID)
	if err != nil {
		return err
	}
	c, n := v.campaign, v.campaign.Counts
	stored := map[State]int{
		SkippedState: n.Skipped, queuedState: n.Queued, "Sent": n.Sent, "Delivered": n.Delivered, "Read": n.Read, FailedState: n.Failed,
		"Unknown": n.Unknown, cancelledState: n.Cancelled,
	}
	shown := map[State]int{}
	var all, withMessage int
	for _, row := range rows {
		state := State(row.State)
		switch {
		case row.State == entered:
			state, withMessage = queuedState, row.N
		case row.State == waiting && (c.Status == Cancelled || c.Status == Failed):
			state = cancelledState
		case row.State == waiting:
			state = queuedState
		}
		shown[state] += row.N
		all += row.N
	}
	for _, state := range slices.Sorted(maps.Keys(stored)) {
		if shown[state] != stored[state] {
			v.found("%d recipients are %s, and the count is %d", shown[state], state, stored[state])
		}
	}
	if withMessage != c.entered {
		v.found("%d recipients have a message in the queue, and the count is %d", withMessage, c.entered)
	}
	if sum := n.Recipients + n.Skipped; all != sum {
		v.found("there are %d recipients, and the counts are of %d", all, sum)
	}
	if parts := n.Queued + n.Sent + n.Delivered + n.Read + n.Failed + n.Unknown + n.Cancelled; parts != n.Recipients {
		v.found("the counts of states are %d together, and those of recipients %d", parts, n.Recipients)
	}
	return nil
}

// states compares the states of recipients with their messages, as far as these are kept.
func (v *verification) states(ctx context.Context) error {
	rows, err := db.All[struct {
		ID     uuid.UUID
		State  string
		Status string
	}](v.db.InFirm(ctx), `
SELECT r.id AS id, r.state AS state, m.status AS status FROM campaign_recipients r
JOIN messages m ON m.firm_id = $1 AND m.occurred_at = r.message_at AND m.id = r.message_id
WHERE r.firm_id = $1 AND r.campaign_id = $2
  AND r.state <> CASE WHEN m.status IN ('Queued', 'Sending') THEN 'Entered' ELSE m.status END LIMIT 20`, v.campaign.ID)
	for _, row := range rows {
		v.found("the recipient %s is %s, and its message is %s", row.ID, row.State, row.Status)
	}
	return err
}

// missing finds recipients without the message that their state needs, with one that it excludes,
// or whose message should be in the queue and is not.
func (v *verification) missing(ctx context.Context) error {
	rows, err := db.All[struct {
		ID      uuid.UUID
		State   string
		Message *uuid.UUID
		Found   bool
	}](v.db.InFirm(ctx), `
SELECT r.id AS id, r.state AS state, r.message_id AS message, m.id IS NOT NULL AS found FROM campaign_recipients r
LEFT JOIN messages m ON m.firm_id = $1 AND m.occurred_at = r.message_at AND m.id = r.message_id
WHERE r.firm_id = $1 AND r.campaign_id = $2 AND CASE WHEN r.state IN ('Waiting', 'Skipped') THEN r.message_id IS NOT NULL
  ELSE m.id IS NULL END LIMIT 20`, v.campaign.ID)
	if err != nil {
		return err
	}
	for _, row := range rows {
		if row.Message != nil && row.Found {
			v.found("the recipient %s is %s, and has a message", row.ID, row.State)
			continue
		}
		v.found("the recipient %s is %s, and its message does not exist", row.ID, row.State)
	}
	lost, err := db.All[uuid.UUID](v.db.InFirm(ctx), `
SELECT r.id FROM campaign_recipients r
WHERE r.firm_id = $1 AND r.campaign_id = $2 AND r.state IN ('Entered', 'Unknown') AND NOT EXISTS (
  SELECT 1 FROM outgoing_messages o WHERE o.firm_id = $1 AND o.id = r.message_id) LIMIT 20`, v.campaign.ID)
	for _, id := range lost {
		v.found("the message of the recipient %s is not in the queue", id)
	}
	return err
}

// strays finds messages of the campaign that are those of no recipient, in the list of messages and
// in the queue.
func (v *verification) strays(ctx context.Context) error {
	for table, what := range map[string]string{"messages": "of the campaign", "outgoing_messages": "in the queue"} {
		ids, err := db.All[uuid.UUID](v.db.InFirm(ctx), `
SELECT m.id FROM `+table+` m WHERE m.firm_id = $1 AND m.campaign_id = $2 AND NOT EXISTS (
  SELECT 1 FROM campaign_recipients r WHERE r.firm_id = $1 AND r.id = m.id AND r.campaign_id = $2 AND r.message_id = m.id) LIMIT 20`,
			v.campaign.ID)
		if err != nil {
			return err
		}
		for _, id := range ids {
			v.found("the message %s %s is that of no recipient", id, what)
		}
	}
	return nil
}

// reasons compares the counts of reasons with the recipients.
func (v *verification) reasons(ctx context.Context) error {
	rows, err := db.All[struct {
		State  string
		Reason string
		N      int
	}](v.db.InFirm(ctx), `
SELECT CASE WHEN r.state = 'Skipped' THEN 'Skipped' ELSE 'Failed' END AS state, r.reason AS reason, count(*) AS n
FROM campaign_recipients r WHERE r.firm_id = $1 AND r.campaign_id = $2 AND r.reason <> '' GROUP BY 1, 2`, v.campaign.ID)
	if err != nil {
		return err
	}
	stored := map[State]map[string]int{
		SkippedState: maps.Clone(v.campaign.reasons.Skipped), FailedState: maps.Clone(v.campaign.reasons.Failed),
	}
	for _, row := range rows {
		state := State(row.State)
		if n := stored[state][row.Reason]; n != row.N {
			v.found("%d recipients are %s for %s, and the count is %d", row.N, state, row.Reason, n)
		}
		delete(stored[state], row.Reason)
	}
	for state, counts := range stored {
		for reason, n := range counts {
			v.found("no recipient is %s for %s, and the count is %d", state, reason, n)
		}
	}
	return nil
}

// addresses finds addresses with two messages.
func (v *verification) addresses(ctx context.Context) error {
	twice, err := db.All[string](v.db.InFirm(ctx), `
SELECT address_key FROM campaign_recipients WHERE firm_id = $1 AND campaign_id = $2 AND state <> 'Skipped' AND address_key IS NOT NULL
GROUP BY address_key HAVING count(*) > 1 LIMIT 20`, v.campaign.ID)
	for _, address := range twice {
		v.found("the address %s has two messages", address)
	}
	return err
}
