package pace

import (
	"time"

	"github.com/nyaruka/phonenumbers"

	"github.com/firmhub/firmhub/internal/domain/calendar"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
)

// Zone returns the time zone of an address at a time: that of its phone number. Of several zones of
// a number it is the one in which it is earliest, so that nobody gets a message too early. For
// other addresses it is the one of the firm.
func Zone(to provider.Address, at time.Time, firm *time.Location) *time.Location {
	if to.Kind != provider.Phone {
		return firm
	}
	names, err := phonenumbers.GetTimezonesForPrefix(to.Value)
	if err != nil {
		return firm
	}
	var found *time.Location
	least := 0
	for _, name := range names {
		if name == phonenumbers.UNKNOWN_TIMEZONE {
			continue
		}
		zone, err := calendar.Zone(name)
		if err != nil {
			continue
		}
		if _, offset := at.In(zone).Zone(); found == nil || offset < least {
			found, least = zone, offset
		}
	}
	if found == nil {
		return firm
	}
	return found
}

// At returns when the clocks of a zone show what those of the firm show at a time.
func At(scheduled time.Time, firm, zone *time.Location) time.Time {
	local := scheduled.In(firm)
	year, month, day := local.Date()
	const perHour = 60
	return Wall(year, month, day, local.Hour()*perHour+local.Minute(), zone).Add(time.Duration(local.Second()) * time.Second)
}
