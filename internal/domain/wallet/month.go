package wallet

import (
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/domain/calendar"
	"github.com/firmhub/firmhub/internal/fault"
)

// The first and last year of entries.
const (
	minYear = 2000
	maxYear = 9999
	months  = 12
)

// days are the days of a period. first and last are included.
type days struct{ first, last calendar.Day }

// allDays are all days on which entries can be.
func allDays() days { return days{0, daysOfYear(maxYear).last} }

func daysOfYear(year int) days { return daysOfMonths(year, 1, months) }

func daysOfMonth(year, month int) days { return daysOfMonths(year, month, 1) }

func daysOfMonths(year, month, n int) days {
	first := calendar.DayOf(time.Date(year, time.Month(month), 1, 0, 0, 0, 0, time.UTC))
	return days{first, first.AddMonths(n).Add(-1)}
}

// utcMonth returns the beginning of the month of a time in UTC.
func utcMonth(t time.Time) time.Time {
	year, month, _ := t.UTC().Date()
	return time.Date(year, month, 1, 0, 0, 0, 0, time.UTC)
}

// checkMonth adds the faults of a year and a month; nil is valid.
func checkMonth(faults *fault.Details, year, month *int) {
	if year != nil && (*year < minYear || *year > maxYear) {
		faults.Add("year", "must be from %d to %d", minYear, maxYear)
	}
	if month != nil && (*month < 1 || *month > months) {
		faults.Add("month", "must be from 1 to %d", months)
	}
	if month != nil && year == nil {
		faults.Add("year", "is required with month")
	}
}

// MonthInput chooses a month in the firm's time zone. By default it is the current one.
type MonthInput struct{ Year, Month *int }

// ClientMonthInput is a [MonthInput] and a firm.
type ClientMonthInput struct {
	MonthInput

	FirmID uuid.UUID
}

// Validate returns every fault.
func (in *MonthInput) Validate() fault.Details {
	var faults fault.Details
	checkMonth(&faults, in.Year, in.Month)
	if in.Year != nil && in.Month == nil {
		faults.Add("month", "is required with year")
	}
	return faults
}

// in returns the month of a valid input, in a time zone.
func (in *MonthInput) in(zone *time.Location, now time.Time) (year, month int) {
	if in.Year == nil {
		local := now.In(zone)
		return local.Year(), int(local.Month())
	}
	return *in.Year, *in.Month
}
