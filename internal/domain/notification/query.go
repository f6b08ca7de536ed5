package notification

import (
	"context"
	"database/sql"
	"strings"
	"time"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/notification"
	"github.com/firmhub/firmhub/internal/db"
)

// query selects notifications that a reader sees.
type query struct {
	// status nil means all.
	status *Status
	// above and below are the numbers at which the list is cut off; zero means none.
	above, below  int64
	newestFirst   bool
	limit, offset int
}

// entry is a notification of a list, with the times of its state and of the mark that covers it.
type entry struct {
	Number   int64
	ReadAt   sql.NullTime `sql:"read_at"`
	MarkedAt sql.NullTime `sql:"marked_at"`
}

func (e *entry) readAt() *time.Time {
	for _, at := range []*sql.NullTime{&e.ReadAt, &e.MarkedAt} {
		if at.Valid {
			return new(at.Time.UTC())
		}
	}
	return nil
}

// list returns the notifications of a query.
func (b *inbox) list(ctx context.Context, d *db.DB, q query) ([]*Notification, error) {
	entries, err := b.entries(ctx, d, q)
	if err != nil || len(entries) == 0 {
		return nil, err
	}
	numbers := make([]int64, 0, len(entries))
	for _, one := range entries {
		numbers = append(numbers, one.Number)
	}
	rows, err := d.Client.Notification.Query().Where(notification.NumberIn(numbers...)).All(ctx)
	if err != nil {
		return nil, err
	}
	byNumber := make(map[int64]*ent.Notification, len(rows))
	for _, row := range rows {
		byNumber[row.Number] = row
	}
	found := make([]*Notification, 0, len(entries))
	for _, one := range entries {
		if row := byNumber[one.Number]; row != nil { // nil: it has expired meanwhile
			found = append(found, newNotification(row, one.readAt()))
		}
	}
	return found, nil
}

// A list is merged from parts. Each part is in the order of numbers in an index, and no more of it
// is read than the list needs. The parameters are $1 the firm, $2 the membership, $3 the user and
// $4 everyone; $5 and $6 are the numbers above and up to which the list extends, and $7 is marked.
const (
	partShared = `SELECT n.number FROM notifications n WHERE n.firm_id = $1 AND n.user_id = $4`
	partOwn    = `SELECT n.number FROM notifications n WHERE n.firm_id = $1 AND n.user_id = $3`
	partSingly = `SELECT n.number FROM notification_states n WHERE n.firm_id = $1 AND n.membership_id = $2 AND NOT n.deleted`

	within = ` AND n.number > $5 AND n.number <= $6`
	// notSingly excludes what was read or deleted by itself, and notDeleted only what was deleted.
	notSingly = ` AND NOT EXISTS (SELECT 1 FROM notification_states t
		WHERE t.firm_id = $1 AND t.membership_id = $2 AND t.number = n.number)`
	notDeleted = ` AND NOT EXISTS (SELECT 1 FROM notification_states t
		WHERE t.firm_id = $1 AND t.membership_id = $2 AND t.number = n.number AND t.deleted)`
	marked   = ` AND n.number <= $7`
	unmarked = ` AND n.number > $7`
)

// parts returns the parts of a list.
func (q query) parts() []string {
	switch {
	case q.status == nil:
		return []string{partShared + within + notDeleted, partOwn + within + notDeleted}
	case *q.status == Unread:
		return []string{partShared + within + unmarked + notSingly, partOwn + within + unmarked + notSingly}
	}
	return []string{
		partShared + within + marked + notDeleted, partOwn + within + marked + notDeleted, partSingly + within + unmarked,
	}
}

// entries returns the entries of a list.
func (b *inbox) entries(ctx context.Context, d *db.DB, q query) ([]entry, error) {
	below := b.last
	if q.below > 0 {
		below = min(below, q.below-1)
	}
	direction := ""
	if q.newestFirst {
		direction = " DESC"
	}
	var s strings.Builder
	s.WriteString("SELECT p.number, t.read_at, m.created_at AS marked_at FROM (SELECT u.number FROM (")
	for i, part := range q.parts() {
		if i > 0 {
			s.WriteString(" UNION ALL ")
		}
		s.WriteString("SELECT number FROM (" + part + " ORDER BY n.number" + direction + " LIMIT $8) AS part")
	}
	// The first mark at or after a notification covers it.
	s.WriteString(") AS u ORDER BY u.number" + direction + ` LIMIT $9 OFFSET $10) AS p
LEFT JOIN notification_states t ON t.firm_id = $1 AND t.membership_id = $2 AND t.number = p.number
LEFT JOIN notification_marks m ON m.firm_id = $1 AND m.membership_id = $2 AND p.number <= $7 AND m.number = (
	SELECT min(l.number) FROM notification_marks l WHERE l.firm_id = $1 AND l.membership_id = $2 AND l.number >= p.number)
ORDER BY p.number` + direction)
	return db.All[entry](d.InFirm(ctx), s.String(), b.membership, b.user, Everyone,
		max(b.floor(), q.above), below, b.marked, q.limit+q.offset, q.limit, q.offset)
}
