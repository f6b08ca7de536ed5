package messaging

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
)

// Retained returns the time from which the texts and files of messages are kept for a number of
// days: the beginning of a day in UTC.
func Retained(now time.Time, days int) time.Time {
	return now.UTC().Truncate(24*time.Hour).AddDate(0, 0, -days)
}

// isOld reports whether the text and the file of a message that occurred at a time are not kept.
// [EmptyOld] may have been there already.
func (c *changes) isOld(at time.Time) bool { return at.Before(Retained(c.now, c.config.BodyRetention)) }

// EmptyOld removes the texts of a batch of messages of one firm that are older than a time. The
// messages stay, with their statuses, prices and counts. It reports whether there may be more to
// do. Only the periodic task calls it.
func EmptyOld(ctx context.Context, d *db.DB, before time.Time) (more bool, err error) {
	defer fault.Wrap(&err, "messaging.EmptyOld")
	firms, err := db.All[uuid.UUID](d.AcrossFirms(rule.AcrossFirms(ctx, "find firms with old messages")),
		"SELECT firm_id FROM message_clocks WHERE emptied_until IS NULL OR emptied_until < $1 LIMIT 1", before)
	if err != nil || len(firms) == 0 {
		return false, err
	}
	ctx = rule.ForFirm(ctx, firms[0], "empty old messages")
	var from *time.Time
	if _, err := d.InFirm(ctx).Row([]any{&from}, "SELECT emptied_until FROM message_clocks WHERE firm_id = $1"); err != nil {
		return false, err
	}
	if from == nil {
		from = new(time.Unix(0, 0).UTC())
	}
	old, err := db.All[struct {
		ID uuid.UUID
		At time.Time
	}](d.InFirm(ctx), `
SELECT id, occurred_at AS at FROM messages WHERE firm_id = $1 AND occurred_at >= $2 AND occurred_at < $3
  AND (body IS NOT NULL OR subject IS NOT NULL OR error_text IS NOT NULL)
ORDER BY occurred_at, id LIMIT $4`, *from, before, emptiedAtOnce)
	if err != nil {
		return false, err
	}
	until := before
	for _, m := range old {
		err := d.InFirm(ctx).Later("UPDATE messages SET body = NULL, subject = NULL, error_text = NULL"+
			" WHERE firm_id = $1 AND occurred_at = $2 AND id = $3", m.At, m.ID)
		if err != nil {
			return false, err
		}
		if len(old) == emptiedAtOnce {
			until = m.At
		}
	}
	if _, err := d.InFirm(ctx).Exec("UPDATE message_clocks SET emptied_until = $2 WHERE firm_id = $1", until); err != nil {
		return false, fmt.Errorf("store how far messages are emptied: %w", err)
	}
	return true, nil
}

// emptiedAtOnce keeps each transaction short.
const emptiedAtOnce = 500
