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
	missed, err = b.after(ctx, c.db, since, b.last, limit+1)
	if more = len(missed) > limit; more {
		missed = missed[:limit]
	}
	return missed, more, err
}

// after returns the first notifications that the reader sees after one of the firm, up to a number.
func (b *inbox) after(ctx context.Context, d *db.DB, since uuid.UUID, upTo int64, limit int) ([]*Notification, error) {
	var number int64 // 0 if it is not kept
	if _, err := d.InFirm(ctx).Row([]any{&number}, "SELECT number FROM notifications WHERE firm_id = $1 AND id = $2", since); err != nil {
		return nil, err
	}
	return b.list(ctx, d, query{above: number, below: upTo + 1, limit: limit})
}
