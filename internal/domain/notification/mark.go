package notification

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/notification"
	"github.com/firmhub/firmhub/ent/notificationmark"
	"github.com/firmhub/firmhub/ent/notificationstate"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

// MarkRead marks a notification as read by the viewer, and returns it. If it was read before, it
// keeps its time. MarkRead returns NotFound unless the viewer sees the notification.
func (c *Center) MarkRead(ctx context.Context, id uuid.UUID) (read *Notification, err error) {
	defer fault.Wrap(&err, "notification.MarkRead")
	err = c.change(ctx, func(ctx context.Context, b *inbox) error {
		found, state, err := b.find(ctx, c.db, id)
		if err != nil {
			return err
		}
		readAt, err := b.readAt(ctx, c.db, found.Number, state)
		if err != nil {
			return err
		}
		if readAt == nil {
			now := entity.Now()
			readAt = &now
			if err := b.add(ctx, c.db, b.newState(c.db, found.Number).SetReadAt(now), 1, 0); err != nil {
				return err
			}
		}
		read = newNotification(found, readAt)
		return nil
	})
	return read, err
}

// MarkAllRead marks all notifications that the viewer sees as read, and returns how many were
// unread.
func (c *Center) MarkAllRead(ctx context.Context) (changed int, err error) {
	defer fault.Wrap(&err, "notification.MarkAllRead")
	err = c.change(ctx, func(ctx context.Context, b *inbox) error {
		if changed = b.unread(); changed == 0 {
			return nil
		}
		if err := c.db.Client.NotificationMark.Create().SetMembershipID(b.membership).SetNumber(b.last).Exec(ctx); err != nil {
			return err
		}
		b.marked, b.markedCount, b.singly = b.last, b.sent, 0
		b.version++
		_, err := c.db.InFirm(ctx).Exec(`
UPDATE notification_inboxes SET marked = $3, marked_shared = $4, marked_own = $5, singly = 0, version = version + 1, updated_at = $6
WHERE firm_id = $1 AND membership_id = $2`, b.membership, b.last, b.sent.shared, b.sent.own, entity.Now())
		return err
	})
	return changed, err
}

// Delete deletes a notification from the viewer's list. Others keep it. Delete returns NotFound
// unless the viewer sees the notification.
func (c *Center) Delete(ctx context.Context, id uuid.UUID) (err error) {
	defer fault.Wrap(&err, "notification.Delete")
	return c.change(ctx, func(ctx context.Context, b *inbox) error {
		found, state, err := b.find(ctx, c.db, id)
		switch {
		case err != nil:
			return err
		case state != nil:
			return b.add(ctx, c.db, state.Update().SetDeleted(true), 0, 1)
		case found.Number > b.marked:
			return b.add(ctx, c.db, b.newState(c.db, found.Number).SetDeleted(true), 1, 1)
		}
		return b.add(ctx, c.db, b.newState(c.db, found.Number).SetDeleted(true), 0, 1)
	})
}

// find returns a notification that the reader sees, with its state, which is nil if there is none.
// It returns NotFound for any other.
func (b *inbox) find(ctx context.Context, d *db.DB, id uuid.UUID) (*ent.Notification, *ent.NotificationState, error) {
	found, err := d.Client.Notification.Query().
		Where(notification.ID(id), notification.UserIDIn(Everyone, b.user), notification.NumberGT(b.floor())).
		Only(ctx)
	if err != nil {
		return nil, nil, db.NotFound(err, "notification")
	}
	states, err := d.Client.NotificationState.Query().
		Where(notificationstate.MembershipID(b.membership), notificationstate.Number(found.Number)).All(ctx)
	switch {
	case err != nil:
		return nil, nil, err
	case len(states) == 0:
		return found, nil, nil
	case states[0].Deleted:
		return nil, nil, fault.New(fault.NotFound, "There is no such notification.")
	}
	return found, states[0], nil
}

// readAt returns when the reader read a notification, by itself or with others. It is nil if the
// reader has not.
func (b *inbox) readAt(ctx context.Context, d *db.DB, number int64, state *ent.NotificationState) (*time.Time, error) {
	if state != nil {
		return state.ReadAt, nil
	}
	if number > b.marked {
		return nil, nil //nolint:nilnil // unread
	}
	mark, err := d.Client.NotificationMark.Query().
		Where(notificationmark.MembershipID(b.membership), notificationmark.NumberGTE(number)).
		Order(ent.Asc(notificationmark.FieldNumber)).
		First(ctx)
	if err != nil {
		return nil, err
	}
	return &mark.CreatedAt, nil
}

func (b *inbox) newState(d *db.DB, number int64) *ent.NotificationStateCreate {
	return d.Client.NotificationState.Create().SetMembershipID(b.membership).SetNumber(number)
}

// add writes a state and counts it.
func (b *inbox) add(ctx context.Context, d *db.DB, write interface {
	Exec(ctx context.Context) error
}, singly, deleted int,
) error {
	if err := write.Exec(ctx); err != nil {
		return err
	}
	b.singly += int64(singly)
	b.deleted += int64(deleted)
	b.version++
	_, err := d.InFirm(ctx).Exec(`
UPDATE notification_inboxes SET singly = singly + $3, deleted = deleted + $4, version = version + 1, updated_at = $5
WHERE firm_id = $1 AND membership_id = $2`, b.membership, singly, deleted, entity.Now())
	return err
}
