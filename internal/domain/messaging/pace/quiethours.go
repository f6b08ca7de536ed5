package pace

import (
	"encoding/json"
	"fmt"
	"time"

	"github.com/firmhub/firmhub/internal/fault"
)

// QuietHours are the hours of a day in which campaigns send nothing. They may pass midnight.
type QuietHours struct {
	// From and To are times of a day as HH:MM. To is the first minute that is not quiet any more.
	From string `json:"from"`
	To   string `json:"to"`
}

const clock = "15:04"

// Check adds the faults of the hours below a field.
func (q *QuietHours) Check(faults *fault.Details, field string) {
	from, wrong := time.Parse(clock, q.From)
	if wrong != nil || len(q.From) != len(clock) {
		faults.Add(field+".from", "must be a time such as 21:00")
	}
	to, wrong2 := time.Parse(clock, q.To)
	if wrong2 != nil || len(q.To) != len(clock) {
		faults.Add(field+".to", "must be a time such as 08:00")
	}
	if wrong == nil && wrong2 == nil && from.Equal(to) {
		faults.Add(field+".to", "must not be the same as from")
	}
}

// minutes returns a time of a day that was checked, in minutes since midnight.
func minutes(of string) int {
	at, err := time.Parse(clock, of)
	if err != nil {
		return 0
	}
	return minuteOf(at)
}

// End returns when the quiet hours end that contain a time in a zone, or nil if it is in none: the
// first time after it that the clocks there don't show as quiet, also where they change meanwhile.
func (q *QuietHours) End(at time.Time, zone *time.Location) *time.Time {
	if q == nil || !q.contain(at.In(zone)) {
		return nil
	}
	for end := at.In(zone); ; {
		next := end.Truncate(time.Minute).Add(q.left(end))
		if _, change := end.ZoneBounds(); !change.IsZero() && change.Before(next) {
			next = change.In(zone) // What the clocks show from then on decides.
		}
		if end = next; !q.contain(end) {
			return new(end.UTC())
		}
	}
}

const perDay = 24 * 60

// contain reports whether the clocks show a time in the quiet hours.
func (q *QuietHours) contain(local time.Time) bool {
	now, from, to := minuteOf(local), minutes(q.From), minutes(q.To)
	if from < to {
		return now >= from && now < to
	}
	return now >= from || now < to
}

// left returns after what time the clocks show the end of the quiet hours, unless they change.
func (q *QuietHours) left(local time.Time) time.Duration {
	n := (minutes(q.To) - minuteOf(local) + perDay) % perDay
	if n == 0 {
		n = perDay
	}
	return time.Duration(n) * time.Minute
}

// minuteOf returns what clocks show, in minutes since midnight.
func minuteOf(local time.Time) int {
	const perHour = 60
	return local.Hour()*perHour + local.Minute()
}

// Wall returns when the clocks of a zone show a time of a day, in minutes since midnight: for a
// time that they show twice the first of both, for one that they skip a time within an hour of it.
func Wall(year int, month time.Month, day, minute int, zone *time.Location) time.Time {
	at := time.Date(year, month, day, 0, minute, 0, 0, zone)
	shown := minuteOf(at)
	for _, before := range []time.Duration{time.Hour, time.Hour / 2} {
		earlier := at.Add(-before)
		if minuteOf(earlier) == shown && earlier.Day() == at.Day() {
			at = earlier
		}
	}
	return at.UTC()
}

// Decode returns quiet hours as they are stored, or nil.
func Decode(stored []byte) (*QuietHours, error) {
	if len(stored) == 0 || string(stored) == "null" {
		return nil, nil //nolint:nilnil // There are none.
	}
	q := &QuietHours{}
	if err := json.Unmarshal(stored, q); err != nil {
		return nil, fmt.Errorf("read quiet hours: %w", err)
	}
	return q, nil
}
