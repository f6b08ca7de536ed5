package wallet

import (
	"fmt"
	"sync"
	"time"
)

// Days are numbers such as 20261122: they are in order, and the same on both databases.
const (
	perMonth = 100
	perYear  = 100 * perMonth
)

func dayOf(t time.Time) int {
	year, month, day := t.Date()
	return year*perYear + int(month)*perMonth + day
}

// dateOf writes a day as in 2026-11-22.
func dateOf(day int) string {
	return fmt.Sprintf("%04d-%02d-%02d", day/perYear, day/perMonth%perMonth, day%perMonth)
}

// zones are the time zones that were read: as many as there are at most.
var zones sync.Map

// location returns a time zone by its name.
func location(name string) (*time.Location, error) {
	if known, ok := zones.Load(name); ok {
		return known.(*time.Location), nil //nolint:forcetypeassert // it holds nothing else
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil, fmt.Errorf("wallet: read a time zone: %w", err)
	}
	zones.Store(name, zone)
	return zone, nil
}
