// Package analytics reads the counts of package messaging: how many messages a firm has sent and
// received, and their statuses. All days are in the firm's time zone.
package analytics

import (
	"context"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule/scope"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/calendar"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

// Period is a period of days. It ends today unless it is Custom.
type Period string //nolint:recvcheck // gqlgen writes values and reads into pointers

// The periods.
const (
	Daily   Period = "Daily"   // today, by hour
	Weekly  Period = "Weekly"  // 7 days
	Monthly Period = "Monthly" // 30 days
	Yearly  Period = "Yearly"  // 12 months
	Custom  Period = "Custom"  // from a day to another
)

// MarshalGQL implements graphql.Marshaler.
func (p Period) MarshalGQL(w io.Writer) { _, _ = io.WriteString(w, strconv.Quote(string(p))) }

// UnmarshalGQL implements graphql.Unmarshaler.
func (p *Period) UnmarshalGQL(v any) error {
	text, _ := v.(string)
	*p = Period(text)
	switch *p {
	case Daily, Weekly, Monthly, Yearly, Custom:
		return nil
	}
	return fmt.Errorf("%q is not a period", text)
}

const (
	minYear  = 2000
	maxDays  = 366
	week     = 7
	month    = 30
	yearLong = 12 // months
)

// PeriodInput selects the messages of a period.
type PeriodInput struct {
	// Period is Monthly by default.
	Period *Period
	// From and To are times on the first and the last day. They are required for Custom, and
	// ignored otherwise.
	From, To *time.Time
}

// Validate sets the default period and returns every fault.
func (in *PeriodInput) Validate() fault.Details {
	var faults fault.Details
	if in.Period == nil {
		in.Period = new(Monthly)
	}
	if *in.Period != Custom {
		return nil
	}
	if in.From == nil {
		faults.Add("from", "is required for Custom")
	}
	if in.To == nil {
		faults.Add("to", "is required for Custom")
	}
	if len(faults) > 0 {
		return faults
	}
	switch {
	case in.From.UTC().Year() < minYear:
		faults.Add("from", "must not be before the year %d", minYear)
	case in.To.Before(*in.From):
		faults.Add("to", "must not be before from")
	case in.To.Sub(*in.From) > maxDays*24*time.Hour:
		faults.Add("to", "must be at most %d days after from", maxDays)
	}
	return faults
}

// span is a period of a firm: the days from first to last, both included.
type span struct {
	period      Period
	first, last calendar.Day
	// latest is the last day that can have messages now.
	latest calendar.Day
	firm   uuid.UUID
	clock  *messaging.Clock
}

// span validates the input and returns the days that it selects for the viewer's firm.
func (in *PeriodInput) span(ctx context.Context, d *db.DB) (*span, error) {
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	firm, err := scope.Firm(ctx, "MessageCount")
	if err != nil {
		return nil, err
	}
	clock, err := messaging.ReadClock(ctx, d)
	if err != nil {
		return nil, err
	}
	now := entity.Now()
	today, latest := calendar.DayOf(now.In(clock.Zone)), calendar.DayOf(now.Add(messaging.MaxAhead).In(clock.Zone))
	s := &span{period: *in.Period, first: today, last: today, latest: latest, firm: firm, clock: clock}
	switch s.period {
	case Daily:
	case Weekly:
		s.first = today.Add(1 - week)
	case Monthly:
		s.first = today.Add(1 - month)
	case Yearly:
		s.first = today.AddMonths(1 - yearLong)
	case Custom:
		s.first, s.last = calendar.DayOf(in.From.In(clock.Zone)), calendar.DayOf(in.To.In(clock.Zone))
	}
	return s, nil
}

// previous returns the period before, which has the same length.
func (s *span) previous() *span {
	before := *s
	before.last = s.first.Add(-1)
	if s.period == Yearly {
		before.first = s.first.AddMonths(-yearLong)
	} else {
		before.first = s.first.Add(-1 - s.first.Until(s.last))
	}
	return &before
}
