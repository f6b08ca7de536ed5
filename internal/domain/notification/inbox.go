package notification

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/notificationinbox"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// reader is a user of a firm.
type reader struct{ firm, membership, user uuid.UUID }

// readerOf returns the viewer as a reader, or Forbidden for one without a membership in the active
// firm.
func readerOf(ctx context.Context) (reader, error) {
	v, err := viewer.SignedIn(ctx)
	if err != nil {
		return reader{}, err
	}
	if v.FirmID == uuid.Nil || v.RelationID == uuid.Nil {
		return reader{}, fault.New(fault.Forbidden, "Only users of the firm have notifications in it.")
	}
	return reader{firm: v.FirmID, membership: v.RelationID, user: v.UserID}, nil
}

// count is the number of shared notifications, which are to everyone, and of own ones, which are to
// the user.
type count struct{ shared, own int64 }

// since returns how many are counted since the later one of two earlier counts.
func (c count) since(a, b count) int64 {
	return c.shared - max(a.shared, b.shared) + c.own - max(a.own, b.own)
}

// inbox is the state from which the list of a user and its counts are computed.
type inbox struct {
	reader

	// last is the number of the firm's last notification, and sent is how many there ever were. The
	// other numbers are earlier moments. Notifications up to expired are deleted. Those up to
	// joined are older than the membership. Those up to marked were marked as read together.
	last, expired, joined, marked                int64
	sent, expiredCount, joinedCount, markedCount count
	// singly is how many notifications above marked were read or deleted one by one, and deleted
	// how many were deleted. Expired ones are not counted.
	singly, deleted int64
	// version is raised with each change by the user.
	version int64
}

// floor returns the number up to which the user sees no notifications.
func (b *inbox) floor() int64 { return max(b.joined, b.expired) }

// unread returns the number of unread notifications.
func (b *inbox) unread() int { return int(b.sent.since(b.markedCount, b.expiredCount) - b.singly) }

// total returns the number of notifications that the user sees.
func (b *inbox) total() int { return int(b.sent.since(b.joinedCount, b.expiredCount) - b.deleted) }

// readInboxes reads, for a reader, one row of each table by its key, and the states between marked
// and expired. There are at most as many of these as [Center.Cleanup] expires at once.
const readInboxes = `
SELECT m.id, m.user_id, coalesce(q.last, 0), coalesce(q.expired, 0), i.joined, i.marked,
	coalesce(s.sent, 0), coalesce(o.sent, 0), coalesce(s.expired, 0), coalesce(o.expired, 0),
	i.joined_shared, i.joined_own, i.marked_shared, i.marked_own,
	i.singly - (SELECT count(*) FROM notification_states t
		WHERE t.firm_id = $1 AND t.membership_id = m.id AND t.number > i.marked AND t.number <= q.expired),
	i.deleted - (SELECT count(*) FROM notification_states t
		WHERE t.firm_id = $1 AND t.membership_id = m.id AND t.number <= q.expired AND t.deleted),
	i.version
FROM memberships m
JOIN notification_inboxes i ON i.firm_id = $1 AND i.membership_id = m.id
LEFT JOIN notification_sequences q ON q.firm_id = $1
LEFT JOIN notification_counters s ON s.firm_id = $1 AND s.user_id = $2
LEFT JOIN notification_counters o ON o.firm_id = $1 AND o.user_id = m.user_id
WHERE m.firm_id = $1 AND `

// open reads the inbox of a reader. It returns Forbidden if the membership is gone.
func open(ctx context.Context, d *db.DB, by reader) (*inbox, error) {
	b := &inbox{}
	found, err := d.InFirm(ctx).Row(b.columns(), readInboxes+"m.id = $3 AND m.user_id = $4", Everyone, by.membership, by.user)
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, fault.New(fault.Forbidden, "Only users of the firm have notifications in it.")
	}
	b.firm = by.firm
	return b, nil
}

// openAll reads the inboxes of members of a firm.
func openAll(ctx context.Context, d *db.DB, firm uuid.UUID, memberships []uuid.UUID) (all []*inbox, err error) {
	among, list := d.AmongIDs("m.id", 3, memberships)
	rows, err := d.InFirm(ctx).Query(readInboxes+among, Everyone, list)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		b := &inbox{}
		if err := rows.Scan(b.columns()...); err != nil {
			return nil, fmt.Errorf("read an inbox: %w", err)
		}
		b.firm = firm
		all = append(all, b)
	}
	return all, rows.Err()
}

// columns returns the variables for the columns of readInboxes.
func (b *inbox) columns() []any {
	return []any{
		&b.membership, &b.user, &b.last, &b.expired, &b.joined, &b.marked,
		&b.sent.shared, &b.sent.own, &b.expiredCount.shared, &b.expiredCount.own,
		&b.joinedCount.shared, &b.joinedCount.own, &b.markedCount.shared, &b.markedCount.own,
		&b.singly, &b.deleted, &b.version,
	}
}

// change opens the viewer's inbox for fn, in a transaction, and publishes the unread count if fn
// has changed it. Changes of one inbox wait only for each other.
func (c *Center) change(ctx context.Context, fn func(ctx context.Context, b *inbox) error) error {
	by, err := readerOf(ctx)
	if err != nil {
		return err
	}
	return c.db.Tx(ctx, func(ctx context.Context) error {
		// The lock takes a separate statement, so that the next statement reads nothing older than
		// the lock.
		_, err := c.db.Client.NotificationInbox.Query().
			Where(notificationinbox.MembershipID(by.membership), db.ForUpdate).IDs(ctx)
		if err != nil {
			return err
		}
		b, err := open(ctx, c.db, by)
		if err != nil {
			return err
		}
		before := b.unread()
		if err := fn(ctx, b); err != nil {
			return err
		}
		if b.unread() != before {
			now := newUnreadMessage(b)
			c.publish(ctx, by.firm, message{Unread: &now})
		}
		return nil
	})
}

// UnreadCount returns how many notifications of the active firm the viewer has not read. It costs
// the same for any number of notifications.
func UnreadCount(ctx context.Context, d *db.DB) (_ int, err error) {
	defer fault.Wrap(&err, "notification.UnreadCount")
	by, err := readerOf(ctx)
	if err != nil {
		return 0, err
	}
	b, err := open(ctx, d, by)
	if err != nil {
		return 0, err
	}
	return b.unread(), nil
}
