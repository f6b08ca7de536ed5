package notification

import (
	"context"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
)

// Missed returns the notifications of the active firm that came after another one of the firm:
// those to everyone or to the viewer that the viewer has not deleted. They are in ascending order,
// and at most limit, which is from 1 to [MaxMissed]. more reports whether there are others after
// them. If since is unknown, or not kept any more, Missed returns all that are kept. It returns
// Forbidden for a viewer without a membership in the firm.
func (c *Center) Missed(ctx context.Context, since uuid.UUID, limit int) (missed []*Notification, more bool, err error) {
	defer fault.Wrap(&err, "notification.Missed")
	by, err := readerOf(ctx)
	if err != nil {
		return nil, false, err
	}
	b, err := open(ctx, c.db, by)
	if err != nil {
		return nil, false, err
	}
	limit = max(1, min(limit, MaxMissed))
	number, err := numberOf(ctx, c.db, since)
	if err != nil {
		return nil, false, err
	}
	missed, err = b.list(ctx, c.db, query{above: number, below: b.last + 1, limit: limit + 1})
	if more = len(missed) > limit; more {
		missed = missed[:limit]
	}
	return missed, more, err
}

// numberOf returns the number of a notification of the firm of ctx, or 0 if it is not kept.
func numberOf(ctx context.Context, d *db.DB, id uuid.UUID) (number int64, err error) {
	_, err = d.InFirm(ctx).Row([]any{&number}, "SELECT number FROM notifications WHERE firm_id = $1 AND id = $2", id)
	return number, err
}
