// Package calendar computes the days of time zones.
package calendar

import (
	"fmt"
	"sort"
	"sync"
	"time"
)

// Day is a day as a number such as 20261122. Days can be compared, and are the same on both
// databases.
type Day int

const (
	perMonth = 100
	perYear  = 100 * perMonth
)

// DayOf returns the day of a time in its time zone.
func DayOf(t time.Time) Day {
	year, month, day := t.Date()
	return Day(year*perYear + int(month)*perMonth + day)
}

// String returns the day in the form 2026-11-22.
func (d Day) String() string {
	year, month, day := d.parts()
	return fmt.Sprintf("%04d-%02d-%02d", year, month, day)
}

func (d Day) parts() (year int, month time.Month, day int) {
	year, rest := int(d)/perYear, int(d)%perYear
	if rest < 0 { // before the year 0, where times of that year are west of UTC
		year, rest = year-1, rest+perYear
	}
	return year, time.Month(rest / perMonth), rest % perMonth
}

// Add returns the day n days later.
func (d Day) Add(days int) Day { return DayOf(d.noon().AddDate(0, 0, days)) }

// AddMonths returns the first day of the month n months later.
func (d Day) AddMonths(months int) Day { return DayOf(d.Month().noon().AddDate(0, months, 0)) }

// Month returns the first day of the month.
func (d Day) Month() Day {
	_, _, day := d.parts()
	return d - Day(day) + 1
}

// HalfYear is the months of half a year.
const HalfYear = 6

// Half returns the first day of the half of the year, in January or July.
func (d Day) Half() Day {
	const july = 7
	year, month, _ := d.parts()
	if month < july {
		return Day(year*perYear + perMonth + 1)
	}
	return Day(year*perYear + july*perMonth + 1)
}

// MonthsUntil returns the number of months to the month of a later day. It is 0 for the same month.
func (d Day) MonthsUntil(later Day) int {
	const aYear = 12
	year, month, _ := d.parts()
	laterYear, laterMonth, _ := later.parts()
	return (laterYear-year)*aYear + int(laterMonth-month)
}

// Until returns the number of days to a later day. It is 0 for the same day.
func (d Day) Until(later Day) int { return int(later.noon().Sub(d.noon()) / (24 * time.Hour)) }

func (d Day) noon() time.Time {
	year, month, day := d.parts()
	return time.Date(year, month, day, 12, 0, 0, 0, time.UTC)
}

// Start returns the first moment of the day in a time zone, whatever the clocks there do at
// midnight. For a day that the zone skipped, it returns the first moment of the next day.
func (d Day) Start(zone *time.Location) time.Time {
	const margin = 36 * time.Hour // more than any zone is off UTC
	from := d.noon().Add(-margin)
	seconds := sort.Search(int(2*margin/time.Second), func(i int) bool {
		return DayOf(from.Add(time.Duration(i)*time.Second).In(zone)) >= d
	})
	return from.Add(time.Duration(seconds) * time.Second)
}

// zones caches the time zones that were read. Their number is limited by the number of zones.
var zones sync.Map

// Zone returns a time zone by its IANA name.
func Zone(name string) (*time.Location, error) {
	if known, ok := zones.Load(name); ok {
		return known.(*time.Location), nil //nolint:forcetypeassert // it contains nothing else
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil, fmt.Errorf("calendar: read a time zone: %w", err)
	}
	zones.Store(name, zone)
	return zone, nil
}
