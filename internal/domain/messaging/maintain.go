package messaging

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging/outgoing"
	"github.com/firmhub/firmhub/internal/fault"
)

const (
	// ahead is how many months are prepared.
	ahead = 12
	// deletedAtOnce keeps each transaction short.
	deletedAtOnce = 2000
)

// Maintain creates the partitions of the next months, and deletes messages that are older than
// [Kept]. Before that [Manager.Check] ends those that still wait to be sent. Maintain reports
// whether there may be more to do. On PostgreSQL it drops whole months, on SQLite it deletes rows.
// Only the periodic task calls it.
func Maintain(ctx context.Context, d *db.DB, now time.Time) (more bool, err error) {
	defer fault.Wrap(&err, "messaging.Maintain")
	before := Kept(now)
	if d.Dialect() == db.Postgres {
		// A partition is created or dropped only while nobody reads the table. The statement
		// waits a short time only, since all later statements wait behind it.
		across := d.AcrossFirms(rule.AcrossFirms(ctx, "create the partitions of messages"))
		if _, err := across.Exec("SET LOCAL lock_timeout = '2s'"); err != nil {
			return false, err
		}
		_, err := across.Exec("SELECT x_create_message_partitions($1::date, $2::date)", before, now.AddDate(0, ahead, 0))
		if err != nil {
			return false, err
		}
	}
	if more, err := outgoing.EndOld(ctx, d, now, now.Add(-waitLimit)); more || err != nil {
		return more, err
	}
	var firm uuid.UUID
	across := d.AcrossFirms(rule.AcrossFirms(ctx, "find old messages of any firm"))
	found, err := across.Row([]any{&firm}, "SELECT firm_id FROM message_keys WHERE occurred_at < $1 ORDER BY occurred_at LIMIT 1", before)
	if err != nil {
		return false, err
	}
	if found {
		return true, deleteOld(rule.ForFirm(ctx, firm, "delete old messages"), d, before)
	}
	return false, dropMonths(ctx, d, before)
}

// deleteOld deletes keys of old messages of the firm, and on SQLite the messages too.
func deleteOld(ctx context.Context, d *db.DB, before time.Time) error {
	keys, err := db.All[struct {
		ID         uuid.UUID
		OccurredAt time.Time `sql:"occurred_at"`
	}](d.InFirm(ctx), "SELECT id, occurred_at FROM message_keys WHERE firm_id = $1 AND occurred_at < $2 ORDER BY occurred_at LIMIT $3",
		before, deletedAtOnce)
	if err != nil {
		return err
	}
	ids := make([]uuid.UUID, len(keys))
	for i, key := range keys {
		ids[i] = key.ID
		if d.Dialect() == db.Postgres {
			continue
		}
		_, err := d.InFirm(ctx).Exec("DELETE FROM messages WHERE firm_id = $1 AND occurred_at = $2 AND id = $3", key.OccurredAt, key.ID)
		if err != nil {
			return err
		}
	}
	among, list := d.AmongIDs("id", 2, ids)
	_, err = d.InFirm(ctx).Exec("DELETE FROM message_keys WHERE firm_id = $1 AND "+among, list)
	return err
}

// dropMonths drops the partitions of months whose messages have no keys any more.
func dropMonths(ctx context.Context, d *db.DB, before time.Time) error {
	if d.Dialect() != db.Postgres {
		return nil
	}
	across := d.AcrossFirms(rule.AcrossFirms(ctx, "drop months of messages"))
	old, err := db.All[string](across, `
SELECT c.relname::text FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
WHERE i.inhparent = 'messages'::regclass AND c.relname < 'messages_' || $1 ORDER BY 1`, before.Format("200601"))
	if err != nil {
		return err
	}
	for _, name := range old {
		if _, err := across.Exec(`DROP TABLE "` + name + `"`); err != nil {
			return err
		}
	}
	return nil
}
