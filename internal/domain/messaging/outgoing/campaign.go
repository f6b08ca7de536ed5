package outgoing

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
)

// Defer makes messages that are Queued wait: until a time, or with nil until [Unpark]. A message
// without a time does not expire. It is called in a claim, which has locked the messages.
func Defer(ctx context.Context, d *db.DB, ids []uuid.UUID, until *time.Time) error {
	if len(ids) == 0 {
		return nil
	}
	among, list := d.AmongIDs("id", 2, ids)
	return d.InFirm(ctx).Later(`
UPDATE outgoing_messages SET due_at = $3, check_at = CASE WHEN $4 THEN expires_at ELSE NULL END
WHERE firm_id = $1 AND state = 'Queued' AND `+among, list, until, until != nil)
}

// Park makes the messages of a campaign of the firm of ctx that are Queued wait until [Unpark].
// They do not expire meanwhile.
func Park(ctx context.Context, d *db.DB, campaign uuid.UUID) error {
	_, err := d.InFirm(ctx).Exec(
		"UPDATE outgoing_messages SET due_at = NULL, check_at = NULL WHERE firm_id = $1 AND campaign_id = $2 AND state = 'Queued'", campaign)
	return err
}

// Unpark makes the messages of a campaign due that [Park] or [Defer] made wait. They expire at the
// time that is given, if that is later than before.
func Unpark(ctx context.Context, d *db.DB, campaign, channel uuid.UUID, now, expiresAt time.Time) error {
	changed, err := d.InFirm(ctx).Exec(`
UPDATE outgoing_messages SET due_at = $3, check_at = CASE WHEN expires_at < $4 THEN $4 ELSE expires_at END,
  expires_at = CASE WHEN expires_at < $4 THEN $4 ELSE expires_at END
WHERE firm_id = $1 AND campaign_id = $2 AND state = 'Queued' AND due_at IS NULL`, campaign, now, expiresAt)
	if err != nil || changed == 0 {
		return err
	}
	return Wake(ctx, d, map[uuid.UUID]time.Time{channel: now})
}

// OfCampaign returns ids of messages of a campaign of the firm of ctx that are Queued.
func OfCampaign(ctx context.Context, d *db.DB, campaign uuid.UUID, limit int) ([]uuid.UUID, error) {
	return db.All[uuid.UUID](d.InFirm(ctx),
		"SELECT id FROM outgoing_messages WHERE firm_id = $1 AND campaign_id = $2 AND state = 'Queued' ORDER BY id LIMIT $3", campaign, limit)
}
