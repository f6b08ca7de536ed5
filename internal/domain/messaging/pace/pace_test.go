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
