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
	// recountedAtOnce is how many messages a step counts again, or how many counts it copies.
	recountedAtOnce = 2000
	// countsDeleted is how many counts a step deletes.
	countsDeleted = 5000
)

// lastKeptDay returns the last day whose counts are not computed again, because its messages may be
// deleted. It is the last day of the month in which the kept messages begin.
func lastKeptDay(now time.Time, zone *time.Location) calendar.Day {
	return calendar.DayOf(Kept(now).In(zone)).AddMonths(1).Add(-1)
}

// Recount counts messages of a firm again, in the firm's new time zone. It takes one short step for
// the firm whose last step is the longest ago, of those that need it, and reports whether there may
// be more to do. Until the last of these steps, charts show the days of the previous time zone; it
// replaces all counts at once, by the version of the clock alone. Later steps delete the replaced
// counts. Days without messages keep their counts. Only the periodic task calls it.
func Recount(ctx context.Context, d *db.DB) (more bool, err error) {
	defer fault.Wrap(&err, "messaging.Recount")
	return recount(ctx, d, recountedAtOnce)
}

// recount does the same as [Recount], with the number of messages of a step.
func recount(ctx context.Context, d *db.DB, atOnce int) (more bool, err error) {
	var firm uuid.UUID
	across := d.AcrossFirms(rule.AcrossFirms(ctx, "find a firm whose messages are to be counted again"))
	found, err := across.Row([]any{&firm}, `
SELECT c.firm_id FROM message_clocks c JOIN firms f ON f.id = c.firm_id
WHERE c.time_zone <> f.time_zone OR c.next_time_zone <> '' OR c.done_id IS NOT NULL ORDER BY c.updated_at LIMIT 1`)
	if err != nil || !found {
		return false, err
	}
	ctx = rule.ForFirm(ctx, firm, "count messages again")
	err = d.Tx(ctx, func(ctx context.Context) error {
		if more, err = claimClock(ctx, d); err != nil || !more {
			return err
		}
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
		return clock.step(ctx, d, firm, zone, atOnce)
	})
	return more, err
}

// claimClock locks the clock of the firm of ctx until the transaction ends, and gives other firms
// their turn. It reports false if somebody else has locked it. The task begins every minute, also
// while an earlier one runs. They must not wait for one firm together: its messages would wait
// behind all of them.
func claimClock(ctx context.Context, d *db.DB) (claimed bool, err error) {
	locking := ""
	if d.Dialect() == db.Postgres {
		locking = " FOR UPDATE SKIP LOCKED"
	}
	claimed, err = d.InFirm(ctx).Row([]any{new(uuid.UUID)}, "SELECT id FROM message_clocks WHERE firm_id = $1"+locking)
	if err != nil || !claimed {
		return false, err
	}
	_, err = d.InFirm(ctx).Exec("UPDATE message_clocks SET updated_at = $2 WHERE firm_id = $1", entity.Now())
	return true, err
}

// step takes the next step towards the counts in a time zone.
func (c *Clock) step(ctx context.Context, d *db.DB, firm uuid.UUID, zone string, atOnce int) error {
	now := entity.Now()
	if c.next == nil {
		deleted, err := c.deleteOthers(ctx, d)
		switch {
		case err != nil || deleted:
			return err
		case c.Zone.String() == zone:
			return c.set(ctx, d, zone, "", c.Version, nil, nil)
		}
		return c.begin(ctx, d, firm, zone, now)
	}
	old := oldCounts{present: c.Version, last: lastKeptDay(now, c.next)}
	valid, err := c.isMarked(ctx, d, old.last)
	if err != nil {
		return err
	}
	if c.next.String() != zone || !valid {
		return c.set(ctx, d, c.Zone.String(), "", c.Version, &now, &uuid.Nil)
	}
	copied, err := old.copy(ctx, d, firm, atOnce)
	if err != nil || copied {
		return err
	}
	return c.recount(ctx, d, firm, old.last, atOnce)
}

// set changes the clock. Without a next time zone, a position that is not nil says that there are
// counts of other versions to delete.
func (c *Clock) set(ctx context.Context, d *db.DB, zone, next string, version int, done *time.Time, doneID *uuid.UUID) error {
	_, err := d.InFirm(ctx).Exec(`
UPDATE message_clocks SET time_zone = $2, next_time_zone = $3, version = $4, done_at = $5, done_id = $6 WHERE firm_id = $1`,
		zone, next, version, done, doneID)
	return err
}

// deleteOthers deletes a part of the counts of other versions, and reports whether there were any.
func (c *Clock) deleteOthers(ctx context.Context, d *db.DB) (deleted bool, err error) {
	// Two ranges of the index. All other versions at once would be the whole of it.
	for _, others := range []string{"version < $2", "version > $2"} {
		n, err := d.InFirm(ctx).Exec("DELETE FROM message_counts WHERE firm_id = $1 AND "+d.AmongSelected("id",
			"SELECT id FROM message_counts WHERE firm_id = $1 AND "+others+" ORDER BY version, kind, day, key LIMIT $3"),
			c.Version, countsDeleted)
		if err != nil || n > 0 {
			return n > 0, err
		}
	}
	return false, nil
}

// begin begins to count in another time zone, before the first message of the first day that is
// counted again.
func (c *Clock) begin(ctx context.Context, d *db.DB, firm uuid.UUID, next string, now time.Time) error {
	zone, err := calendar.Zone(next)
	if err != nil {
		return err
	}
	last := lastKeptDay(now, zone)
	first := last.Add(1).Start(zone).UTC()
	counts := Counts{}
	counts.mark(last, first)
	if err := counts.write(ctx, d, firm, c.Version+1); err != nil {
		return err
	}
	return c.set(ctx, d, c.Zone.String(), next, c.Version, &first, &uuid.Nil)
}

// recount counts the next messages. After the last one it replaces the version.
func (c *Clock) recount(ctx context.Context, d *db.DB, firm uuid.UUID, last calendar.Day, atOnce int) error {
	from, id := *c.done, *c.doneID
	messages, err := readCounted(ctx, d, from, id, atOnce)
	if err != nil {
		return err
	}
	counts := Counts{}
	for _, m := range messages {
		if m.counts() {
			counts.Add(&m.Counted, c.next)
		}
		from, id = m.OccurredAt, m.ID
	}
	more := len(messages) == atOnce
	if more {
		counts.mark(last, from)
	}
	if err := counts.write(ctx, d, firm, c.Version+1); err != nil {
		return err
	}
	if more {
		return c.set(ctx, d, c.Zone.String(), c.next.String(), c.Version, &from, &id)
	}
	if err := d.InFirm(ctx).Delete("message_counts", "version = $2 AND kind = 'Day' AND day = $3", c.Version+1, int(markDay)); err != nil {
		return err
	}
	return c.set(ctx, d, c.next.String(), "", c.Version+1, &from, &id)
}

// markDay is before all days.
const markDay calendar.Day = 0

// mark adds the mark of a recount: a count of no messages, with the last day whose counts are
// copied and the position of the clock. See [Clock.isMarked].
func (c Counts) mark(last calendar.Day, position time.Time) {
	c.add(Key{Day, markDay, last.String()}, Count{LastAt: position})
}

// isMarked reports whether the counts of the next version have the mark of the last step. If not,
// they are not what the next step would continue: a month has begun since, so that messages may be
// deleted before they are counted, or the step was one of release 0.2, which copies nothing and has
// no mark.
func (c *Clock) isMarked(ctx context.Context, d *db.DB, last calendar.Day) (bool, error) {
	var at time.Time
	found, err := d.InFirm(ctx).Row([]any{&at}, `
SELECT last_at FROM message_counts WHERE firm_id = $1 AND version = $2 AND kind = 'Day' AND day = $3 AND key = $4`,
		c.Version+1, int(markDay), last.String())
	return found && c.done != nil && at.Equal(*c.done), err
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
