package analytics

import (
	"context"
	"time"

	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/ent/rule/scope"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

// Limits are the number of recipients to whom a firm may still send, and how fast.
type Limits struct {
	Tier firm.MessagingTier
	// DailyLimit and Remaining are nil for a tier without a limit.
	DailyLimit *int
	// UsedToday is the number of different recipients in the last 24 hours.
	UsedToday int
	Remaining *int
	// ResetsAt is when the oldest of them no longer counts. It is nil if there is none.
	ResetsAt          *time.Time
	MessagesPerSecond int
}

const (
	window = 24 * time.Hour
	// messagesPerSecond is how many messages a second a firm may send. A firm without a limit of
	// recipients may send unlimitedPerSecond.
	messagesPerSecond  = 80
	unlimitedPerSecond = 1000
)

// dailyLimits are the maximum numbers of different recipients in 24 hours, by the tier of the firm.
var dailyLimits = map[firm.MessagingTier]int{
	firm.MessagingTierTier250: 250, firm.MessagingTierTier2000: 2000, firm.MessagingTierTier10000: 10_000,
	firm.MessagingTierTier100000: 100_000,
}

// ReadLimits returns the limits of the viewer's firm.
func ReadLimits(ctx context.Context, d *db.DB) (_ *Limits, err error) {
	defer fault.Wrap(&err, "analytics.ReadLimits")
	id, err := scope.Firm(ctx, "Message")
	if err != nil {
		return nil, err
	}
	of, err := d.Client.Firm.Query().Where(firm.ID(id)).Select(firm.FieldMessagingTier).Only(ctx)
	if err != nil {
		return nil, db.NotFound(err, "firm")
	}
	limits := &Limits{Tier: of.MessagingTier, MessagesPerSecond: unlimitedPerSecond}
	// Each recipient counts until a day after its last message. The database counts them, since
	// there can be millions.
	var oldest time.Time
	found, err := d.InFirm(ctx).Row([]any{&oldest, &limits.UsedToday}, `
WITH recipients AS MATERIALIZED (
	SELECT max(occurred_at) AS last_at FROM messages WHERE firm_id = $1 AND occurred_at > $2 AND direction = 'Outbound'
	AND `+messaging.IsCounted+` GROUP BY person_key
)
SELECT occurred_at, (SELECT count(*) FROM recipients) FROM messages
WHERE firm_id = $1 AND occurred_at > $2 AND occurred_at = (SELECT min(last_at) FROM recipients) LIMIT 1`, entity.Now().Add(-window))
	if err != nil {
		return nil, err
	}
	if found {
		limits.ResetsAt = new(oldest.UTC().Add(window))
	}
	if most, limited := dailyLimits[limits.Tier]; limited {
		limits.DailyLimit, limits.Remaining, limits.MessagesPerSecond = &most, new(max(0, most-limits.UsedToday)), messagesPerSecond
	}
	return limits, nil
}
