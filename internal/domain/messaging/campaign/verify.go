package campaign

import (
	"context"
	"fmt"
	"maps"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/money"
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

// underWay is how long a message may be called after its recipient has opted out: it was claimed
// before.
const underWay = time.Minute

// Verify checks the campaigns of all firms, or of one, and reports each fault: counts that differ
// from the recipients and messages, sums that differ from the messages and the ledger, an address
// with two messages, and a marketing message that was sent after its recipient had opted out.
// Counts of a campaign whose messages may be deleted by age are left out. Only the command line
// calls it. It crosses firms by itself.
func Verify(ctx context.Context, d *db.DB, only *uuid.UUID, report func(Fault)) (v Verified, err error) {
	defer fault.Wrap(&err, "campaign.Verify")
	ctx = rule.AcrossFirms(ctx, "verify the campaigns of firms")
	err = d.EachFirm(ctx, only, func(_ *ent.Tx, firm uuid.UUID) error {
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
		return nil
	})
	return v, err
}

// verification verifies a campaign.
type verification struct {
	db       *db.DB
	campaign *Campaign
	found    func(format string, args ...any)
}

// kept is how long the messages of a campaign are kept at least.
const kept = 399 * 24 * time.Hour

func (v *verification) all(ctx context.Context) error {
	checks := []func(context.Context) error{v.addresses, v.reasons, v.debits}
	if v.campaign.CreatedAt.After(entity.Now().Add(-kept)) {
		checks = append(checks, v.counts, v.sums, v.optOuts)
	}
	for _, check := range checks {
		if err := check(ctx); err != nil {
			return err
		}
	}
	return nil
}

// counts compares the counts with the states of the recipients. One statement reads both.
func (v *verification) counts(ctx context.Context) error {
	rows, err := db.All[struct {
		State  string
		N      int
		Stored int
	}](v.db.InFirm(ctx), `
SELECT s.state AS state, CAST(s.n AS bigint) AS n, CAST(CASE s.state WHEN 'Skipped' THEN c.skipped WHEN 'Queued' THEN c.queued + c.waiting
  WHEN 'Sent' THEN c.sent WHEN 'Delivered' THEN c.delivered WHEN 'Read' THEN c."read" WHEN 'Failed' THEN c.failed
  WHEN 'Unknown' THEN c.unknown ELSE c.cancelled END AS bigint) AS stored
FROM (SELECT `+stateOf+` AS state, count(*) AS n`+recipientsFrom+` GROUP BY 1) AS s
JOIN campaigns c ON c.firm_id = $1 AND c.id = $2`, v.campaign.ID)
	if err != nil {
		return err
	}
	sum := 0
	for _, row := range rows {
		sum += row.N
		if row.N != row.Stored {
			v.found("%d recipients are %s, and the count is %d", row.N, row.State, row.Stored)
		}
	}
	n := v.campaign.Counts
	if all := n.Recipients + n.Skipped; sum != all {
		v.found("there are %d recipients, and the counts are of %d", sum, all)
	}
	if parts := n.Queued + n.Sent + n.Delivered + n.Read + n.Failed + n.Unknown + n.Cancelled; parts != n.Recipients {
		v.found("the counts of states are %d together, and those of recipients %d", parts, n.Recipients)
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
SELECT r.state AS state, r.reason AS reason, count(*) AS n FROM campaign_recipients r
WHERE r.firm_id = $1 AND r.campaign_id = $2 AND r.reason <> '' GROUP BY 1, 2`, v.campaign.ID)
	if err != nil {
		return err
	}
	stored := map[State]map[string]int{
		SkippedState: maps.Clone(v.campaign.reasons.Skipped), FailedState: maps.Clone(v.campaign.reasons.Failed),
	}
	for _, row := range rows {
		state := FailedState
		if row.State == string(SkippedState) {
			state = SkippedState
		}
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

// sums compares what is held and spent with the prices of the messages and of those who wait.
func (v *verification) sums(ctx context.Context) error {
	var held, spent, waiting money.Amount
	var heldStored, spentStored, reserved money.Amount
	found, err := v.db.InFirm(ctx).Row([]any{&held, &spent, &waiting, &heldStored, &spentStored, &reserved}, `
SELECT
  CAST((SELECT coalesce(sum(o.price), 0) FROM outgoing_messages o WHERE o.firm_id = $1 AND o.campaign_id = $2) AS bigint),
  CAST((SELECT coalesce(sum(m.price), 0) FROM messages m WHERE m.firm_id = $1 AND m.campaign_id = $2 AND m.charge = 'Charged') AS bigint),
  CAST((SELECT coalesce(sum(r.price), 0) FROM campaign_recipients r
    WHERE r.firm_id = $1 AND r.campaign_id = $2 AND r.state = 'Waiting') AS bigint),
  c.held, c.spent, c.reserved
FROM campaigns c WHERE c.firm_id = $1 AND c.id = $2`, v.campaign.ID)
	if err != nil || !found {
		return err
	}
	if held != heldStored {
		v.found("the prices of messages that are held are %s, and the sum is %s", held, heldStored)
	}
	if spent != spentStored {
		v.found("the prices of messages that were charged are %s, and the sum is %s", spent, spentStored)
	}
	if c := v.campaign; c.StartedAt != nil && c.FinishedAt == nil && waiting != reserved {
		v.found("the prices of recipients that wait are %s, and %s is reserved", waiting, reserved)
	}
	return nil
}

// addresses finds addresses with two messages.
func (v *verification) addresses(ctx context.Context) error {
	twice, err := db.All[string](v.db.InFirm(ctx), `
SELECT address_key FROM campaign_recipients WHERE firm_id = $1 AND campaign_id = $2 AND state <> 'Skipped'
GROUP BY address_key HAVING count(*) > 1 LIMIT 20`, v.campaign.ID)
	for _, address := range twice {
		v.found("the address %s has two messages", address)
	}
	return err
}

// debits compares what all campaigns of this name have spent with the debits that name it. There
// may be more debits: of campaigns that were deleted, and of messages that programs have reported.
func (v *verification) debits(ctx context.Context) error {
	var spent, debited money.Amount
	_, err := v.db.InFirm(ctx).Row([]any{&spent, &debited}, `
SELECT CAST((SELECT coalesce(sum(c.spent), 0) FROM campaigns c WHERE c.firm_id = $1 AND c.name = $2) AS bigint),
  CAST((SELECT coalesce(-sum(e.amount), 0) FROM wallet_entries e
    WHERE e.firm_id = $1 AND e.type = 'Debit' AND e.reference = $2) AS bigint)`,
		v.campaign.Name)
	if err == nil && spent > debited {
		v.found("%s was spent, and the debits for %s are %s", spent, v.campaign.Name, debited)
	}
	return err
}

// optOuts finds marketing messages that were sent after their recipient had opted out.
func (v *verification) optOuts(ctx context.Context) error {
	rows, err := db.All[struct {
		ID     uuid.UUID
		SentAt time.Time `sql:"sent_at"`
		Out    time.Time
	}](v.db.InFirm(ctx), `
SELECT m.id AS id, m.sent_at AS sent_at, e.at AS out FROM campaign_recipients r
JOIN messages m ON m.firm_id = $1 AND m.occurred_at = r.message_at AND m.id = r.message_id
JOIN consent_entries e ON e.firm_id = $1 AND e.address_key = r.address_key AND e.state = 'OptedOut' AND e.at < m.sent_at
WHERE r.firm_id = $1 AND r.campaign_id = $2 AND m.category = 'Marketing' AND NOT EXISTS (
  SELECT 1 FROM consent_entries later WHERE later.firm_id = $1 AND later.address_key = r.address_key AND later.number > e.number
    AND later.at <= m.sent_at)`, v.campaign.ID)
	for _, row := range rows {
		if row.SentAt.Sub(row.Out) > underWay {
			v.found("the message %s was sent after its recipient had opted out", row.ID)
		}
	}
	return err
}
