package messaging

import (
	"context"
	"maps"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/calendar"
	"github.com/firmhub/firmhub/internal/entity"
)

// oldCounts are the counts of old days, which are not computed again. While messages are counted
// again as the next version, they are copied to it. The next version has the old counts of each
// kind up to a place, in the order of days and keys, and [tally.mirror] changes these in both
// versions. So a copy never needs to be compared, and its place needs no record.
type oldCounts struct {
	// present is the version from which they are copied.
	present int
	// last is the last of the days.
	last calendar.Day
}

// allKinds are all kinds of counts.
var allKinds = []Kind{Day, Hour, Template, Person, PersonMonth, PersonHalf}

// place is the place of a count among those of its kind.
type place struct {
	day calendar.Day
	key string
}

// until returns the day of the last old counts of a kind. The half year that the last day does not
// end is not old.
func (o oldCounts) until(kind Kind) calendar.Day {
	if kind == PersonHalf {
		return o.last.Add(1).Half().Add(-1)
	}
	return o.last
}

func (o oldCounts) include(key Key) bool { return key.Day <= o.until(key.Kind) }

// add adds an old count to others of the next version, and a month to its half year if that is not
// old: it has old months and months that are counted again.
func (o oldCounts) add(to Counts, key Key, n Count) {
	to.add(key, n)
	if key.Kind == PersonMonth && key.Day > o.until(PersonHalf) {
		to.add(Key{PersonHalf, key.Day.Half(), key.Key}, n)
	}
}

// copied returns the place up to which the counts of a kind are copied.
func (o oldCounts) copied(ctx context.Context, d *db.DB, kind Kind) (at place, err error) {
	_, err = d.InFirm(ctx).Row([]any{&at.day, &at.key}, `
SELECT day, key FROM message_counts WHERE firm_id = $1 AND version = $2 AND kind = $3 AND day <= $4
ORDER BY day DESC, key DESC LIMIT 1`, o.present+1, string(kind), int(o.until(kind)))
	return at, err
}

// copy copies the next counts, and reports whether there were any.
func (o oldCounts) copy(ctx context.Context, d *db.DB, firm uuid.UUID, atOnce int) (copied bool, err error) {
	for _, kind := range allKinds {
		at, err := o.copied(ctx, d, kind)
		if err != nil {
			return false, err
		}
		rows, err := readCounts(ctx, d, `version = $2 AND kind = $3 AND day <= $4 AND (day, key) > ($5, $6) ORDER BY day, key LIMIT $7`,
			o.present, string(kind), int(o.until(kind)), int(at.day), at.key, atOnce)
		if err != nil {
			return false, err
		}
		if len(rows) > 0 {
			counts := Counts{}
			for _, row := range rows {
				o.add(counts, row.id(), row.count())
			}
			return true, counts.write(ctx, d, firm, o.present+1)
		}
	}
	return false, nil
}

// mirror makes the changes of old counts in the next version those of the present one, as far as
// these are copied. The caller has locked the firm.
func (t tally) mirror(ctx context.Context, d *db.DB, c *Clock) error {
	if c.next == nil {
		return nil
	}
	old, next := oldCounts{present: c.Version, last: lastKeptDay(entity.Now(), c.next)}, t.of(c.Version+1)
	for key, n := range maps.Clone(next) {
		if old.include(key) {
			old.add(next, key, n.negative())
			delete(next, key)
		}
	}
	places := map[Kind]place{}
	for key, n := range t[c.Version] {
		if !old.include(key) {
			continue
		}
		at, known := places[key.Kind]
		if !known {
			var err error
			if at, err = old.copied(ctx, d, key.Kind); err != nil {
				return err
			}
			places[key.Kind] = at
		}
		if key.Day < at.day || key.Day == at.day && key.Key <= at.key {
			old.add(next, key, *n)
		}
	}
	return nil
}
