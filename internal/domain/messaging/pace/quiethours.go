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
	const perHour = 60
	return at.Hour()*perHour + at.Minute()
}

// End returns the end of the quiet hours that contain a time in a zone, or nil if it is in none.
// The hours are read from the clocks there, also on a day on which they change.
func (q *QuietHours) End(at time.Time, zone *time.Location) *time.Time {
	if q == nil {
		return nil
	}
	const perHour = 60
	local := at.In(zone)
	now, from, to := local.Hour()*perHour+local.Minute(), minutes(q.From), minutes(q.To)
	days := 0
	switch {
	case from < to && (now < from || now >= to):
		return nil
	case from > to && now < from && now >= to:
		return nil
	case from > to && now >= from:
		days = 1
	}
	year, month, day := local.Date()
	end := Wall(year, month, day+days, to, zone)
	if !end.After(at) { // The clocks went back.
		end = at.Add(time.Minute)
	}
	return &end
}

// Wall returns when the clocks of a zone show a time of a day, in minutes since midnight: for a
// time that they show twice the first of both, for one that they skip a time within an hour of it.
func Wall(year int, month time.Month, day, minute int, zone *time.Location) time.Time {
	at := time.Date(year, month, day, 0, minute, 0, 0, zone)
	const perHour = 60
	shown := at.Hour()*perHour + at.Minute()
	for _, before := range []time.Duration{time.Hour, time.Hour / 2} {
		earlier := at.Add(-before)
		if earlier.Hour()*perHour+earlier.Minute() == shown && earlier.Day() == at.Day() {
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
