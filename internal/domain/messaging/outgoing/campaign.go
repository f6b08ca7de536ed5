package outgoing

import (
	"context"
	"slices"
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

// Postpone makes messages of campaigns that are Queued wait until a time. They expire life after
// that at the earliest. It is called in a claim, which has locked the messages.
func Postpone(ctx context.Context, d *db.DB, ids []uuid.UUID, until time.Time, life time.Duration) error {
	if len(ids) == 0 {
		return nil
	}
	among, list := d.AmongIDs("id", 2, ids)
	return d.InFirm(ctx).Later(`
UPDATE outgoing_messages SET due_at = $3, check_at = CASE WHEN expires_at < $4 THEN $4 ELSE expires_at END,
  expires_at = CASE WHEN expires_at < $4 THEN $4 ELSE expires_at END
WHERE firm_id = $1 AND state = 'Queued' AND `+among, list, until, until.Add(life))
}

// Park makes the messages of a campaign of the firm of ctx that are Queued wait until [Unpark].
// They do not expire meanwhile. One that was claimed before and waits for its next attempt keeps
// the time of that, since its provider may have said when it may be called again. A claim makes it
// wait if that comes before Unpark.
func Park(ctx context.Context, d *db.DB, campaign uuid.UUID, now time.Time) error {
	_, err := d.InFirm(ctx).Exec(`
UPDATE outgoing_messages SET due_at = CASE WHEN attempts > 0 AND due_at > $3 THEN due_at ELSE NULL END, check_at = NULL
WHERE firm_id = $1 AND campaign_id = $2 AND state = 'Queued'`, campaign, now)
	return err
}

// parked is an SQL condition: whether a message of the campaign $2 waits since [Park] or [Defer].
const parked = "firm_id = $1 AND campaign_id = $2 AND state = 'Queued' AND check_at IS NULL"

// Unpark makes the messages of a campaign due that [Park] or [Defer] made wait, or lets them go on
// to wait for their next attempt. They expire at the time that is given, if that is later than
// before.
func Unpark(ctx context.Context, d *db.DB, campaign, channel uuid.UUID, now, expiresAt time.Time) error {
	changed, err := d.InFirm(ctx).Exec(`
UPDATE outgoing_messages SET due_at = CASE WHEN due_at > $3 THEN due_at ELSE $3 END,
  check_at = CASE WHEN expires_at < $4 THEN $4 ELSE expires_at END,
  expires_at = CASE WHEN expires_at < $4 THEN $4 ELSE expires_at END
WHERE `+parked, campaign, now, expiresAt)
	if err != nil || changed == 0 {
		return err
	}
	return Wake(ctx, d, map[uuid.UUID]time.Time{channel: now})
}

// UnparkPaced is [Unpark] for a campaign with a rate of its own: it makes the messages due one
// after the other from a time on, and returns when the next one may be due. Those of a tenth of a
// second are due together. Claims keep the rate for those that wait for their next attempt.
func UnparkPaced(
	ctx context.Context, d *db.DB, campaign, channel uuid.UUID, perSecond int, now, from, expiresAt time.Time,
) (next time.Time, err error) {
	messages, err := db.All[struct {
		ID    uuid.UUID
		DueAt *time.Time `sql:"due_at"`
	}](d.InFirm(ctx), "SELECT id, due_at FROM outgoing_messages WHERE "+parked+" ORDER BY id", campaign)
	if err != nil || len(messages) == 0 {
		return from, err
	}
	var ids []uuid.UUID
	for _, m := range messages {
		if m.DueAt == nil || !m.DueAt.After(now) {
			ids = append(ids, m.ID)
		}
	}
	next = from
	for part := range slices.Chunk(ids, max(1, perSecond/10)) {
		among, list := d.AmongIDs("id", 2, part)
		_, err := d.InFirm(ctx).Exec(`
UPDATE outgoing_messages SET due_at = $3, check_at = CASE WHEN expires_at < $4 THEN $4 ELSE expires_at END,
  expires_at = CASE WHEN expires_at < $4 THEN $4 ELSE expires_at END
WHERE firm_id = $1 AND state = 'Queued' AND check_at IS NULL AND `+among, list, next, expiresAt)
		if err != nil {
			return next, err
		}
		next = next.Add(time.Duration(len(part)) * time.Second / time.Duration(perSecond))
	}
	if len(ids) < len(messages) {
		if err := Unpark(ctx, d, campaign, channel, now, expiresAt); err != nil {
			return next, err
		}
	}
	return next, Wake(ctx, d, map[uuid.UUID]time.Time{channel: from})
}

// OfCampaign returns ids of messages of a campaign of the firm of ctx that are Queued.
func OfCampaign(ctx context.Context, d *db.DB, campaign uuid.UUID, limit int) ([]uuid.UUID, error) {
	return db.All[uuid.UUID](d.InFirm(ctx),
		"SELECT id FROM outgoing_messages WHERE firm_id = $1 AND campaign_id = $2 AND state = 'Queued' ORDER BY id LIMIT $3", campaign, limit)
}
