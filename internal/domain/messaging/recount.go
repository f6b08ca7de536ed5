package messaging

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/calendar"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

const (
	// recountedAtOnce is how many messages a step counts again, and countsDeleted how many counts a
	// step deletes.
	recountedAtOnce = 5000
	countsDeleted   = 10_000
)

// lastKeptDay returns the last day whose counts are not computed again, because its messages may be
// deleted. It is the last day of the month in which the kept messages begin.
func lastKeptDay(now time.Time, zone *time.Location) calendar.Day {
	return calendar.DayOf(Kept(now).In(zone)).AddMonths(1).Add(-1)
}

// Recount counts messages of a firm again, in the firm's new time zone. It takes one step for one
// of the firms that need it, and reports whether there may be more to do. Until the last step,
// charts show the days of the previous time zone. The last step replaces all counts at once. Days
// without messages keep their counts. Only the periodic task calls it.
func Recount(ctx context.Context, d *db.DB) (more bool, err error) {
	defer fault.Wrap(&err, "messaging.Recount")
	return recount(ctx, d, recountedAtOnce)
}

// recount does the same as [Recount], with the number of messages of a step.
func recount(ctx context.Context, d *db.DB, atOnce int) (more bool, err error) {
	var firm uuid.UUID
	across := d.AcrossFirms(rule.AcrossFirms(ctx, "find a firm whose messages are to be counted again"))
	found, err := across.Row([]any{&firm}, `
SELECT c.firm_id FROM message_clocks c JOIN firms f ON f.id = c.firm_id WHERE c.time_zone <> f.time_zone OR c.next_time_zone <> '' LIMIT 1`)
	if err != nil || !found {
		return false, err
	}
	ctx = rule.ForFirm(ctx, firm, "count messages again")
	return true, d.Tx(ctx, func(ctx context.Context) error {
		if err := lock(ctx, d, firm); err != nil {
			return err
		}
		clock, err := ReadClock(ctx, d)
		if err != nil {
			return err
		}
		var zone string
		if _, err := d.InFirm(ctx).Row([]any{&zone}, "SELECT time_zone FROM firms WHERE id = $1"); err != nil {
			return err
		}
		switch {
		case clock.next != nil && clock.next.String() != zone: // it has changed again
			return clock.set(ctx, d, clock.Zone.String(), "", clock.Version)
		case clock.next != nil:
			return clock.recount(ctx, d, firm, atOnce)
		case clock.Zone.String() == zone:
			return nil
		}
		return clock.begin(ctx, d, zone)
	})
}

// set changes the clock. Its position is then before the first message.
func (c *Clock) set(ctx context.Context, d *db.DB, zone, next string, version int) error {
	_, err := d.InFirm(ctx).Exec(`
UPDATE message_clocks SET updated_at = $2, time_zone = $3, next_time_zone = $4, version = $5, done_at = NULL, done_id = NULL
WHERE firm_id = $1`, entity.Now(), zone, next, version)
	return err
}

// begin deletes the counts of other versions, a part at a time, and then begins to count.
func (c *Clock) begin(ctx context.Context, d *db.DB, next string) error {
	deleted, err := d.InFirm(ctx).Exec("DELETE FROM message_counts WHERE firm_id = $1 AND "+d.AmongSelected("id",
		"SELECT id FROM message_counts WHERE firm_id = $1 AND version <> $2 LIMIT $3"), c.Version, countsDeleted)
	if err != nil || deleted > 0 {
		return err
	}
	return c.set(ctx, d, c.Zone.String(), next, c.Version)
}

// recount counts the next messages. After the last one it replaces the version.
func (c *Clock) recount(ctx context.Context, d *db.DB, firm uuid.UUID, atOnce int) error {
	now := entity.Now()
	from, id := Kept(now), uuid.Nil
	if c.done != nil {
		from, id = *c.done, *c.doneID
	}
	messages, err := readCounted(ctx, d, from, id, atOnce)
	if err != nil {
		return err
	}
	last := lastKeptDay(now, c.next)
	counts := Counts{}
	for _, m := range messages {
		if m.counts() {
			counts.Add(&m.Counted, c.next)
		}
		from, id = m.OccurredAt, m.ID
	}
	for key := range counts {
		if key.Day <= last {
			delete(counts, key)
		}
	}
	if err := counts.write(ctx, d, firm, c.Version+1); err != nil {
		return err
	}
	if len(messages) == atOnce {
		_, err := d.InFirm(ctx).Exec("UPDATE message_clocks SET updated_at = $2, done_at = $3, done_id = $4 WHERE firm_id = $1", now, from, id)
		return err
	}
	for _, statement := range []string{
		// Late statuses of old messages were counted in both.
		"DELETE FROM message_counts WHERE firm_id = $1 AND version = $2 + 1 AND day <= $3",
		"UPDATE message_counts SET version = $2 + 1 WHERE firm_id = $1 AND version = $2 AND day <= $3",
	} {
		if _, err := d.InFirm(ctx).Exec(statement, c.Version, int(last)); err != nil {
			return err
		}
	}
	if err := rebuildHalf(ctx, d, firm, c.Version+1, last.Half()); err != nil {
		return err
	}
	return c.set(ctx, d, c.next.String(), "", c.Version+1)
}

// rebuildHalf computes the counts of people in half a year from those of its months, some of which
// were counted again and some were not.
func rebuildHalf(ctx context.Context, d *db.DB, firm uuid.UUID, version int, half calendar.Day) error {
	_, err := d.InFirm(ctx).Exec(`
DELETE FROM message_counts WHERE firm_id = $1 AND version = $2 AND kind = 'PersonHalf' AND day = $3`, version, int(half))
	if err != nil {
		return err
	}
	for month := half; month < half.AddMonths(calendar.HalfYear); month = month.AddMonths(1) {
		for after, more := "", true; more; {
			rows, err := db.All[struct {
				Key, Phone     string
				Sent, Received int64
				LastAt         time.Time
			}](d.InFirm(ctx), `
SELECT key, phone, sent, received, last_at AS lastat FROM message_counts
WHERE firm_id = $1 AND version = $2 AND kind = 'PersonMonth' AND day = $3 AND key > $4 ORDER BY key LIMIT $5`,
				version, int(month), after, countsAtOnce)
			if err != nil {
				return err
			}
			counts := Counts{}
			for _, row := range rows {
				after = row.Key
				counts.add(Key{PersonHalf, half, row.Key}, Count{Sent: row.Sent, Received: row.Received, Phone: row.Phone, LastAt: row.LastAt})
			}
			if err := counts.write(ctx, d, firm, version); err != nil {
				return err
			}
			more = len(rows) == countsAtOnce
		}
	}
	return nil
}

// recounted is a message that is counted again, unless it does not count yet.
type recounted struct {
	Counted

	attempts *int
}

func (m *recounted) counts() bool { return counts(m.attempts, m.Status) }

// readCounted returns messages of the firm of ctx after a position, in the order of time and id.
func readCounted(ctx context.Context, d *db.DB, from time.Time, id uuid.UUID, limit int) (all []*recounted, err error) {
	rows, err := d.InFirm(ctx).Query(`
SELECT id, occurred_at, direction, status, template_name, person_key, coalesce(phone, ''), attempts FROM messages
WHERE firm_id = $1 AND occurred_at >= $2 AND (occurred_at, id) > ($2, $3) ORDER BY occurred_at, id LIMIT $4`, from, id, limit)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		m := &recounted{}
		var direction, status string
		if err := rows.Scan(&m.ID, &m.OccurredAt, &direction, &status, &m.Template, &m.PersonKey, &m.Phone, &m.attempts); err != nil {
			return nil, err
		}
		m.Direction, m.Status = Direction(direction), Status(status)
		all = append(all, m)
	}
	return all, rows.Err()
}
