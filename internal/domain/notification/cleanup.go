package notification

import (
	"context"
	"maps"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/notificationinbox"
	"github.com/firmhub/firmhub/ent/notificationstate"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// cleanupBatch keeps each transaction short: on SQLite all other writers wait for it.
const cleanupBatch = 1000

// Cleanup deletes notifications that were created before a time, in batches of one firm, and
// reports whether there may be more to do. A batch first expires, which removes it from all lists
// and counts at once. Then its states are deleted and subtracted from the inboxes. Then the batch
// itself is deleted. Each call does only one of these steps, so that a reader never waits for long.
func (c *Center) Cleanup(ctx context.Context, before time.Time) (more bool, err error) {
	defer fault.Wrap(&err, "notification.Cleanup")
	d := c.db
	across := d.AcrossFirms(rule.AcrossFirms(ctx, "find old notifications of any firm"))
	firms, err := db.All[uuid.UUID](across, "SELECT firm_id FROM notifications WHERE created_at < $1 ORDER BY created_at LIMIT 1", before)
	if err != nil || len(firms) == 0 {
		return false, err
	}
	firm := firms[0]
	ctx = viewer.NewContext(ctx, &viewer.Viewer{Kind: viewer.System, FirmID: firm})
	err = d.Tx(ctx, func(ctx context.Context) error {
		var expired int64
		if _, err := d.InFirm(ctx).Row([]any{&expired}, "SELECT expired FROM notification_sequences WHERE firm_id = $1"); err != nil {
			return err
		}
		for _, step := range []func(ctx context.Context, d *db.DB, expired int64) (bool, error){
			deleteStates, deleteMarks, deleteExpired,
		} {
			if more, err = step(ctx, d, expired); more || err != nil {
				return err
			}
		}
		more, err = c.expire(ctx, firm, before)
		return err
	})
	return more, err
}

// deleteStates deletes a batch of the states of expired notifications.
func deleteStates(ctx context.Context, d *db.DB, expired int64) (more bool, err error) {
	states, err := d.Client.NotificationState.Query().
		Where(notificationstate.NumberLTE(expired)).Order(ent.Asc(notificationstate.FieldNumber)).Limit(cleanupBatch).All(ctx)
	if err != nil || len(states) == 0 {
		return false, err
	}
	of := make(map[uuid.UUID][]uuid.UUID) // ids by membership
	for _, state := range states {
		of[state.MembershipID] = append(of[state.MembershipID], state.ID)
	}
	inboxes, err := d.Client.NotificationInbox.Query().
		Where(notificationinbox.MembershipIDIn(slices.Collect(maps.Keys(of))...), db.ForUpdate).
		Order(ent.Asc(notificationinbox.FieldID)).All(ctx)
	if err != nil {
		return false, err
	}
	for _, inbox := range inboxes {
		// Read the states again, now that the inbox is locked.
		locked, err := d.Client.NotificationState.Query().Where(notificationstate.IDIn(of[inbox.MembershipID]...)).All(ctx)
		if err != nil {
			return false, err
		}
		var singly, deleted int64
		for _, state := range locked {
			if state.Number > inbox.Marked {
				singly++
			}
			if state.Deleted {
				deleted++
			}
		}
		err = inbox.Update().AddSingly(-singly).AddDeleted(-deleted).Exec(ctx)
		if err != nil {
			return false, err
		}
		if _, err := d.Client.NotificationState.Delete().Where(notificationstate.IDIn(of[inbox.MembershipID]...)).Exec(ctx); err != nil {
			return false, err
		}
	}
	return true, nil
}

// deleteMarks deletes a batch of the marks that cover expired notifications only.
func deleteMarks(ctx context.Context, d *db.DB, expired int64) (more bool, err error) {
	return deleteBatch(ctx, d, "notification_marks", expired)
}

// deleteExpired deletes a batch of the expired notifications.
func deleteExpired(ctx context.Context, d *db.DB, expired int64) (more bool, err error) {
	return deleteBatch(ctx, d, "notifications", expired)
}

func deleteBatch(ctx context.Context, d *db.DB, table string, expired int64) (more bool, err error) {
	batch := d.AmongSelected("id", "SELECT id FROM "+table+" WHERE firm_id = $1 AND number <= $2 ORDER BY number LIMIT $3")
	deleted, err := d.InFirm(ctx).Exec("DELETE FROM "+table+" WHERE firm_id = $1 AND "+batch, expired, cleanupBatch)
	return deleted > 0, err
}

// expire lets a batch of notifications of a firm expire, up to the last one in it that was created
// before the time. Numbers are in the order of times, except for differences between the clocks of
// instances.
func (c *Center) expire(ctx context.Context, firm uuid.UUID, before time.Time) (more bool, err error) {
	d := c.db
	now := entity.Now()
	var from int64 // with the lock of next, so that no other notification is counted meanwhile
	if _, err := d.InFirm(ctx).Row([]any{&from},
		"UPDATE notification_sequences SET updated_at = $2 WHERE firm_id = $1 RETURNING expired", now); err != nil {
		return false, err
	}
	batch, err := db.All[struct {
		Number    int64
		CreatedAt time.Time `sql:"created_at"`
	}](d.InFirm(ctx), "SELECT number, created_at FROM notifications WHERE firm_id = $1 AND number > $2 ORDER BY number LIMIT $3",
		from, cleanupBatch)
	if err != nil {
		return false, err
	}
	to := from
	for _, one := range batch {
		if one.CreatedAt.Before(before) {
			to = one.Number
		}
	}
	if to == from {
		return false, nil
	}
	if _, err := d.InFirm(ctx).Exec(`
UPDATE notification_counters SET updated_at = $4, expired = expired + (SELECT count(*) FROM notifications n
	WHERE n.firm_id = $1 AND n.user_id = notification_counters.user_id AND n.number > $2 AND n.number <= $3)
WHERE firm_id = $1 AND user_id IN (SELECT n.user_id FROM notifications n WHERE n.firm_id = $1 AND n.number > $2 AND n.number <= $3)`,
		from, to, now); err != nil {
		return false, err
	}
	c.publish(ctx, firm, message{Expired: to})
	_, err = d.InFirm(ctx).Exec("UPDATE notification_sequences SET expired = $2 WHERE firm_id = $1", to)
	return true, err
}
