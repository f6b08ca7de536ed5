package analytics

import (
	"context"
	"time"

	"github.com/firmhub/firmhub/ent/firm"
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
	// messagesPerSecond is how many messages a second a firm may send. A firm without a limit of
	// recipients may send unlimitedPerSecond.
	messagesPerSecond  = 80
	unlimitedPerSecond = 1000
)

// ReadLimits returns the limits of the viewer's firm. They are those by which firmhub itself sends.
func ReadLimits(ctx context.Context, d *db.DB) (_ *Limits, err error) {
	defer fault.Wrap(&err, "analytics.ReadLimits")
	reach, err := messaging.ReadReach(ctx, d, entity.Now())
	if err != nil {
		return nil, err
	}
	limits := &Limits{
		Tier: reach.Tier, DailyLimit: reach.Limit, UsedToday: reach.Used, ResetsAt: reach.ResetsAt, MessagesPerSecond: unlimitedPerSecond,
	}
	if reach.Limit != nil {
		limits.Remaining, limits.MessagesPerSecond = new(max(0, *reach.Limit-reach.Used)), messagesPerSecond
	}
	return limits, nil
}
