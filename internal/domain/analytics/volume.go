package analytics

import (
	"context"
	"time"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/calendar"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/fault"
)

// Volume is the number of messages sent and received.
type Volume struct {
	From, To                 string // days
	Points                   []*Point
	TotalSent, TotalReceived int
}

// Point is the volume of a day, a month or an hour.
type Point struct {
	// Date is the day, the first day of the month, or the beginning of the hour.
	Date           string
	Sent, Received int
}

// ReadVolume returns how many messages the viewer's firm has sent and received in a period. It
// counts by day, a year by month, and today by hour.
func ReadVolume(ctx context.Context, d *db.DB, in PeriodInput) (_ *Volume, err error) {
	defer fault.Wrap(&err, "analytics.ReadVolume")
	s, err := in.span(ctx, d)
	if err != nil {
		return nil, err
	}
	return s.volume(ctx, d)
}

func (s *span) volume(ctx context.Context, d *db.DB) (*Volume, error) {
	kind := messaging.Day
	if s.period == Daily {
		kind = messaging.Hour
	}
	rows, err := db.All[struct {
		Day            int
		Key            string
		Sent, Received int
	}](d.InFirm(ctx), `
SELECT day, key, sent, received FROM message_counts
WHERE firm_id = $1 AND version = $2 AND kind = $3 AND day >= $4 AND day <= $5`,
		s.clock.Version, string(kind), int(s.first), int(s.last))
	if err != nil {
		return nil, err
	}
	v := &Volume{From: s.first.String(), To: s.last.String()}
	byName := map[string]*Point{}
	for _, point := range s.points() {
		if byName[point] == nil {
			byName[point] = &Point{Date: point}
			v.Points = append(v.Points, byName[point])
		}
	}
	for _, row := range rows {
		point := byName[s.point(calendar.Day(row.Day), row.Key)]
		if point == nil { // an hour that the clocks skipped since
			continue
		}
		point.Sent += row.Sent
		point.Received += row.Received
		v.TotalSent += row.Sent
		v.TotalReceived += row.Received
	}
	return v, nil
}

// quarter divides the offsets of all time zones.
const quarter = 15 * time.Minute

// points returns the names of the points of the period, without gaps. Some occur more than once.
func (s *span) points() (names []string) {
	if s.period == Daily {
		end := s.first.Add(1).Start(s.clock.Zone)
		for at := s.first.Start(s.clock.Zone); at.Before(end); at = at.Add(quarter) {
			names = append(names, s.point(s.first, at.In(s.clock.Zone).Format(messaging.HourKey)))
		}
		return names
	}
	for day := s.first; day <= s.last; day = day.Add(1) {
		names = append(names, s.point(day, ""))
	}
	return names
}

// point returns the name of the point to which a count belongs.
func (s *span) point(day calendar.Day, key string) string {
	switch s.period {
	case Yearly:
		return day.Month().String()
	case Daily:
		return day.String() + "T" + key[:2] + ":00:00" + key[2:5] + ":" + key[5:]
	case Weekly, Monthly, Custom:
	}
	return day.String()
}

// HourOfDay is how many messages were sent and received in an hour of the day.
type HourOfDay struct{ Hour, Sent, Received int }

const hoursOfDay = 24

// ReadHours returns how many messages the viewer's firm has sent and received in each hour of the
// day, added over all days of a period.
func ReadHours(ctx context.Context, d *db.DB, in PeriodInput) (_ []*HourOfDay, err error) {
	defer fault.Wrap(&err, "analytics.ReadHours")
	s, err := in.span(ctx, d)
	if err != nil {
		return nil, err
	}
	return s.hours(ctx, d)
}

func (s *span) hours(ctx context.Context, d *db.DB) ([]*HourOfDay, error) {
	rows, err := db.All[HourOfDay](d.InFirm(ctx), `
SELECT CAST(substr(key, 1, 2) AS integer) AS hour, CAST(sum(sent) AS bigint) AS sent, CAST(sum(received) AS bigint) AS received
FROM message_counts WHERE firm_id = $1 AND version = $2 AND kind = 'Hour' AND day >= $3 AND day <= $4 GROUP BY 1`,
		s.clock.Version, int(s.first), int(s.last))
	hours := make([]*HourOfDay, hoursOfDay)
	for i := range hours {
		hours[i] = &HourOfDay{Hour: i}
	}
	for _, row := range rows {
		*hours[row.Hour] = row
	}
	return hours, err
}
