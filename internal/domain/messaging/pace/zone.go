package pace

import (
	"math"
	"time"

	"github.com/nyaruka/phonenumbers"

	"github.com/firmhub/firmhub/internal/domain/calendar"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

// Zone returns the time zone of an address at a time: that of its phone number. Of several zones of
// a number it is the one in which it is earliest, so that nobody gets a message too early. For
// other addresses it is the one of the firm.
func Zone(to provider.Address, at time.Time, firm *time.Location) *time.Location {
	found, least := firm, math.MaxInt
	for _, zone := range zones(to) {
		if _, offset := at.In(zone).Zone(); offset < least {
			found, least = zone, offset
		}
	}
	return found
}

// Due returns when the clocks of an address show what those of the firm show at a time. Of several
// zones of a number it is the one that shows it last: on a day on which clocks change that may be
// another one than [Zone] returns.
func Due(to provider.Address, scheduled time.Time, firm *time.Location) time.Time {
	var last time.Time
	for _, zone := range zones(to) {
		if at := At(scheduled, firm, zone); at.After(last) {
			last = at
		}
	}
	if last.IsZero() {
		return scheduled
	}
	return last
}

// zones returns the time zones of a phone number that are known.
func zones(to provider.Address) (all []*time.Location) {
	if to.Kind != provider.Phone {
		return nil
	}
	names, err := phonenumbers.GetTimezonesForPrefix(to.Value)
	if err != nil {
		return nil
	}
	for _, name := range names {
		if name == phonenumbers.UNKNOWN_TIMEZONE {
			continue
		}
		if zone, err := calendar.Zone(name); err == nil {
			all = append(all, zone)
		}
	}
	return all
}

// At returns when the clocks of a zone show what those of the firm show at a time: for the second
// time, if both show it twice and those of the firm do so for the second time.
func At(scheduled time.Time, firm, zone *time.Location) time.Time {
	local := scheduled.In(firm)
	year, month, day := local.Date()
	seconds := time.Duration(local.Second()) * time.Second
	at := Wall(year, month, day, minuteOf(local), zone).Add(seconds)
	since := scheduled.Sub(Wall(year, month, day, minuteOf(local), firm).Add(seconds)).Truncate(time.Minute) // the first time
	if again := at.Add(since); since > 0 && minuteOf(again.In(zone)) == minuteOf(at.In(zone)) {
		return again
	}
	return at
}
