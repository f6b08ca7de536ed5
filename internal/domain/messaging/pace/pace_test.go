package pace_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/messaging/pace"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/fault"
)

func zone(t *testing.T, name string) *time.Location {
	t.Helper()
	found, err := time.LoadLocation(name)
	require.NoError(t, err)
	return found
}

func at(t *testing.T, text string) time.Time {
	t.Helper()
	parsed, err := time.Parse(time.RFC3339, text)
	require.NoError(t, err)
	return parsed.UTC()
}

func TestQuietHours(t *testing.T) {
	t.Parallel()
	berlin := zone(t, "Europe/Berlin")
	for name, c := range map[string]struct {
		from, to, at, end string
	}{
		"before":             {"21:00", "08:00", "2026-07-01T18:59:00Z", ""},
		"at the beginning":   {"21:00", "08:00", "2026-07-01T19:00:00Z", "2026-07-02T06:00:00Z"},
		"after midnight":     {"21:00", "08:00", "2026-07-01T23:00:00Z", "2026-07-02T06:00:00Z"},
		"at the end":         {"21:00", "08:00", "2026-07-02T06:00:00Z", ""},
		"within a day":       {"12:00", "14:00", "2026-07-01T11:30:00Z", "2026-07-01T12:00:00Z"},
		"the clocks go on":   {"21:00", "08:00", "2026-03-28T22:00:00Z", "2026-03-29T06:00:00Z"},
		"the clocks go back": {"21:00", "08:00", "2026-10-24T22:00:00Z", "2026-10-25T07:00:00Z"},
		"the hour that is twice": {
			"01:00", "02:30", "2026-10-25T00:40:00Z", "", // 02:40 for the first time
		},
		"the end that is twice":       {"01:00", "02:30", "2026-10-25T00:10:00Z", "2026-10-25T00:30:00Z"},
		"the end for the second time": {"01:00", "02:30", "2026-10-25T01:10:00Z", "2026-10-25T01:30:00Z"},
		"the beginning that is twice": {"02:45", "08:00", "2026-10-25T00:50:00Z", "2026-10-25T01:00:00Z"}, // 02:00 again
		"the end that is skipped":     {"01:00", "02:30", "2026-03-29T00:30:00Z", "2026-03-29T01:00:00Z"},
		"within a minute":             {"21:00", "08:00", "2026-07-01T19:00:30.5Z", "2026-07-02T06:00:00Z"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			hours := pace.QuietHours{From: c.from, To: c.to}
			end := hours.End(at(t, c.at), berlin)
			if c.end == "" {
				require.Nil(t, end)
				return
			}
			require.Equal(t, at(t, c.end), *end)
		})
	}
	var none *pace.QuietHours
	require.Nil(t, none.End(time.Now(), berlin))
}

func TestQuietUntil(t *testing.T) {
	t.Parallel()
	const (
		german     = "+4915120069184"
		portuguese = "+351912345678" // of the Azores, or of Lisbon one hour ahead
		american   = "+15552345678"  // of any zone from the Atlantic to the Pacific
	)
	for name, c := range map[string]struct {
		to, from, until, at, end string
	}{
		"one zone":                      {german, "21:00", "08:00", "2026-07-01T19:30:00Z", "2026-07-02T06:00:00Z"},
		"in no zone":                    {portuguese, "21:00", "08:00", "2026-07-01T19:59:00Z", ""},
		"in the zone that is ahead":     {portuguese, "21:00", "08:00", "2026-07-01T20:30:00Z", "2026-07-02T08:00:00Z"},
		"in the zone that is behind":    {portuguese, "21:00", "08:00", "2026-07-02T07:30:00Z", "2026-07-02T08:00:00Z"},
		"another begins before the end": {portuguese, "09:00", "08:30", "2026-07-01T12:00:00Z", "2026-07-02T08:30:00Z"},
		"always in one of them":         {american, "18:00", "17:00", "2026-07-01T23:00:00Z", "2026-07-02T04:00:00Z"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rule := pace.Rule{
				PerRecipient: true, Quiet: &pace.QuietHours{From: c.from, To: c.until}, Firm: zone(t, "America/Sao_Paulo"),
			}
			end := rule.QuietUntil(provider.Address{Kind: provider.Phone, Value: c.to}, at(t, c.at))
			if c.end == "" {
				require.Nil(t, end)
				return
			}
			require.Equal(t, at(t, c.end), *end)
		})
	}
}

func TestQuietHours_Check(t *testing.T) {
	t.Parallel()
	for field, hours := range map[string]pace.QuietHours{
		"quietHours.from": {From: "9:00", To: "10:00"}, "quietHours.to": {From: "09:00", To: "24:00"},
	} {
		var faults fault.Details
		hours.Check(&faults, "quietHours")
		require.Len(t, faults, 1)
		require.Equal(t, field, faults[0].Field)
	}
	var faults fault.Details
	(&pace.QuietHours{From: "09:00", To: "09:00"}).Check(&faults, "quietHours")
	require.Len(t, faults, 1)
	faults = nil
	(&pace.QuietHours{From: "21:00", To: "08:00"}).Check(&faults, "quietHours")
	require.Empty(t, faults)
}

// TestAt sends at nine by the clocks of six places, on the day after the clocks of some changed.
func TestAt(t *testing.T) {
	t.Parallel()
	lisbon := zone(t, "Europe/Lisbon")
	scheduled := at(t, "2026-03-29T08:00:00Z") // 09:00 in Lisbon, where summer time began that night
	for place, want := range map[string]string{
		"Asia/Tokyo": "2026-03-29T00:00:00Z", "Asia/Kolkata": "2026-03-29T03:30:00Z", "Europe/Berlin": "2026-03-29T07:00:00Z",
		"Europe/Lisbon": "2026-03-29T08:00:00Z", "America/Sao_Paulo": "2026-03-29T12:00:00Z", "America/New_York": "2026-03-29T13:00:00Z",
	} {
		require.Equal(t, at(t, want), pace.At(scheduled, lisbon, zone(t, place)), place)
	}
}

// TestDue sends at nine to a number of Denver and Phoenix, on the day on which the clocks of Denver
// change: until then both show the same.
func TestDue(t *testing.T) {
	t.Parallel()
	berlin := zone(t, "Europe/Berlin")
	scheduled := at(t, "2026-03-08T08:00:00Z")
	for number, want := range map[string]string{
		"+19282830000": "2026-03-08T16:00:00Z", "+12125550123": "2026-03-08T13:00:00Z",
	} {
		require.Equal(t, at(t, want), pace.Due(provider.Address{Kind: provider.Phone, Value: number}, scheduled, berlin).UTC())
	}
	require.Equal(t, scheduled, pace.Due(provider.Address{Kind: provider.EmailAddress, Value: "ada@example.com"}, scheduled, berlin))
}

func TestZone(t *testing.T) {
	t.Parallel()
	firm := zone(t, "Europe/Lisbon")
	now := at(t, "2026-07-01T12:00:00Z")
	for number, want := range map[string]string{
		"+5511987654321": "America/Sao_Paulo", "+4915112345678": "Europe/Berlin", "+12125550123": "America/New_York",
	} {
		require.Equal(t, want, pace.Zone(provider.Address{Kind: provider.Phone, Value: number}, now, firm).String())
	}
	require.Equal(t, firm, pace.Zone(provider.Address{Kind: provider.EmailAddress, Value: "ada@example.com"}, now, firm))
}

// A time in the hour that clocks show twice is the first or the second one in each zone that has
// both.
func TestDue_twice(t *testing.T) {
	t.Parallel()
	berlin := zone(t, "Europe/Berlin")
	const german, indian = "+4915120069184", "+919812345678"
	for name, c := range map[string]struct{ to, scheduled, due string }{
		"the first":         {german, "2026-10-25T00:30:00Z", "2026-10-25T00:30:00Z"},
		"the second":        {german, "2026-10-25T01:30:00Z", "2026-10-25T01:30:00Z"},
		"once elsewhere":    {indian, "2026-10-25T01:30:00Z", "2026-10-24T21:00:00Z"},
		"the hour after it": {german, "2026-10-25T02:00:00Z", "2026-10-25T02:00:00Z"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			due := pace.Due(provider.Address{Kind: provider.Phone, Value: c.to}, at(t, c.scheduled), berlin)
			require.Equal(t, at(t, c.due), due)
		})
	}
	once := at(t, "2026-10-25T00:30:00Z") // 01:30 in Lagos
	require.Equal(t, once, pace.At(once, zone(t, "Africa/Lagos"), zone(t, "Europe/London")), "the first, where the clocks of the firm show it once")
}
