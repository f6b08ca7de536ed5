package campaign

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/entity"
)

// sums compares what is held and spent with the prices of the messages, and these with the prices
// of their recipients.
func (v *verification) sums(ctx context.Context) error {
	var held, spent money.Amount
	_, err := v.db.InFirm(ctx).Row([]any{&held, &spent}, `
SELECT
  CAST((SELECT coalesce(sum(o.price), 0) FROM outgoing_messages o WHERE o.firm_id = $1 AND o.campaign_id = $2) AS bigint),
  CAST((SELECT coalesce(sum(m.price), 0) FROM messages m WHERE m.firm_id = $1 AND m.campaign_id = $2 AND m.charge = 'Charged') AS bigint)`,
		v.campaign.ID)
	if err != nil {
		return err
	}
	if held != v.campaign.queued {
		v.found("the prices of messages that are held are %s, and the sum is %s", held, v.campaign.queued)
	}
	if spent != v.campaign.Spent {
		v.found("the prices of messages that were charged are %s, and the sum is %s", spent, v.campaign.Spent)
	}
	rows, err := db.All[struct {
		ID             uuid.UUID
		Price, Charged money.Amount
	}](v.db.InFirm(ctx), `
SELECT r.id AS id, r.price AS price, coalesce(m.price, 0) AS charged FROM campaign_recipients r
JOIN messages m ON m.firm_id = $1 AND m.occurred_at = r.message_at AND m.id = r.message_id
WHERE r.firm_id = $1 AND r.campaign_id = $2 AND r.price <> coalesce(m.price, 0) LIMIT 20`, v.campaign.ID)
	for _, row := range rows {
		v.found("the price of the recipient %s is %s, and that of its message %s", row.ID, row.Price, row.Charged)
	}
	return err
}

// reserve compares what is reserved with the prices of the recipients that wait. Before the
// campaign has begun and after its end, nothing is reserved. An end that the server still works on
// is left out. While recipients are stored, no more is reserved than those that wait and those that
// are still to come cost; it may be less, where there are more of them than were counted.
func (v *verification) reserve(ctx context.Context) error {
	c := v.campaign
	if c.reserved < 0 {
		v.found("%s is reserved", c.reserved)
	}
	switch {
	case c.FinishedAt != nil:
		if c.Status != Completed && c.runAt != nil {
			return nil
		}
		if c.reserved != 0 {
			v.found("%s is reserved after the end", c.reserved)
		}
		if c.waiting != 0 {
			v.found("%d recipients wait after the end", c.waiting)
		}
		return nil
	case !c.hasBegun():
		if c.reserved != 0 {
			v.found("%s is reserved before the beginning", c.reserved)
		}
		return nil
	}
	var prices money.Amount
	_, err := v.db.InFirm(ctx).Row([]any{&prices}, `
SELECT CAST(coalesce(sum(r.price), 0) AS bigint) FROM campaign_recipients r
WHERE r.firm_id = $1 AND r.campaign_id = $2 AND r.state = 'Waiting'`, c.ID)
	switch {
	case err != nil:
	case c.StartedAt == nil:
		if prices != c.needed {
			v.found("the prices of recipients that wait are %s, and %s is noted for them", prices, c.needed)
		}
		for i := range c.rates {
			prices += c.rates[i].price()
		}
		if c.reserved > prices {
			v.found("the prices of recipients that wait or are to come are %s, and %s is reserved", prices, c.reserved)
		}
	case prices != c.reserved:
		v.found("the prices of recipients that wait are %s, and %s is reserved", prices, c.reserved)
	}
	return err
}

// verifyDebits compares the debits that name campaigns with what these have spent and with the
// messages that were charged. The debits of a name are those of all its campaigns, of deleted ones
// too. There may be more debits where programs report messages under the name, or the first debits
// are older than the campaigns, or than messages are kept.
func verifyDebits(
	ctx context.Context, d *db.DB, all []*Campaign, found func(c *Campaign, format string, args ...any),
) error {
	type sum struct {
		campaign                *Campaign
		created                 time.Time
		spent, charged, debited money.Amount
		inexact                 bool
	}
	sums := map[string]*sum{}
	for _, c := range all {
		if sums[c.Name] == nil {
			sums[c.Name] = &sum{campaign: c, created: c.CreatedAt}
		}
		s := sums[c.Name]
		s.spent += c.Spent
		if c.CreatedAt.Before(s.created) {
			s.created = c.CreatedAt
		}
	}
	if len(sums) == 0 {
		return nil
	}
	messages, err := db.All[struct {
		Name     string
		Charged  money.Amount
		Reported int
	}](d.InFirm(ctx), `
SELECT m.campaign AS name, CAST(coalesce(sum(CASE WHEN m.charge = 'Charged' THEN m.price END), 0) AS bigint) AS charged,
  count(CASE WHEN m.campaign_id IS NULL THEN 1 END) AS reported
FROM messages m WHERE m.firm_id = $1 AND m.campaign IS NOT NULL GROUP BY m.campaign`)
	if err != nil {
		return err
	}
	for _, row := range messages {
		if s := sums[row.Name]; s != nil {
			s.charged, s.inexact = row.Charged, row.Reported > 0
		}
	}
	debits, err := db.All[struct {
		Name    string
		Debited money.Amount
		First   db.Moment
	}](d.InFirm(ctx), `
SELECT e.reference AS name, CAST(-sum(e.amount) AS bigint) AS debited, min(e.created_at) AS first FROM wallet_entries e
WHERE e.firm_id = $1 AND e.type = 'Debit' AND e.reference IS NOT NULL GROUP BY e.reference`)
	if err != nil {
		return err
	}
	oldest := entity.Now().Add(-kept)
	for _, row := range debits {
		if s := sums[row.Name]; s != nil {
			s.debited, s.inexact = row.Debited, s.inexact || row.First.Before(oldest) || row.First.Before(s.created)
		}
	}
	for name, s := range sums {
		switch {
		case s.spent > s.debited:
			found(s.campaign, "%s was spent, and the debits for %s are %s", s.spent, name, s.debited)
		case s.debited > s.charged && !s.inexact:
			found(s.campaign, "the debits for %s are %s, and the messages that were charged are %s", name, s.debited, s.charged)
		}
	}
	return nil
}
