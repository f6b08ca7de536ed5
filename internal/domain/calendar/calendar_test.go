package calendar_test

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/firmhub/firmhub/internal/domain/calendar"
)

func TestDay(t *testing.T) {
	t.Parallel()
	day := calendar.Day(20240228)
	require.Equal(t, "2024-02-28", day.String())
	require.Equal(t, calendar.Day(20240301), day.Add(2))
	require.Equal(t, calendar.Day(20231231), day.Add(-59))
	require.Equal(t, calendar.Day(20240201), day.Month())
	require.Equal(t, calendar.Day(20230301), day.AddMonths(-11))
	require.Equal(t, 366, day.Until(20250228))
	require.Equal(t, 0, day.Until(day))
}

// The clocks change at midnight in some zones, and Samoa left a day out.
func TestDay_Half(t *testing.T) {
	t.Parallel()
	for day, want := range map[calendar.Day]calendar.Day{
		20260101: 20260101, 20260630: 20260101, 20260701: 20260701, 20261231: 20260701, 20240229: 20240101,
	} {
		require.Equal(t, want, day.Half(), "of %s", day)
	}
}

func TestDay_MonthsUntil(t *testing.T) {
	t.Parallel()
	day := calendar.Day(20251231)
	require.Equal(t, 0, day.MonthsUntil(20251201))
	require.Equal(t, 1, day.MonthsUntil(20260101))
	require.Equal(t, 13, day.MonthsUntil(20270115))
}

func TestDay_Start(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		zone  string
		day   calendar.Day
		start string
		hours float64
	}{
		{"UTC", 20261122, "2026-11-22T00:00:00Z", 24},
		{"Europe/Berlin", 20260329, "2026-03-28T23:00:00Z", 23},
		{"Europe/Berlin", 20261025, "2026-10-24T22:00:00Z", 25},
		{"America/Sao_Paulo", 20181104, "2018-11-04T03:00:00Z", 23}, // 00:00 became 01:00
		{"America/Havana", 20261101, "2026-11-01T04:00:00Z", 25},    // 01:00 became 00:00
		{"Asia/Kathmandu", 20261122, "2026-11-21T18:15:00Z", 24},
		{"Pacific/Apia", 20111230, "2011-12-30T10:00:00Z", 0},
	} {
		zone, err := calendar.Zone(test.zone)
		require.NoError(t, err)
		start := test.day.Start(zone)
		require.Equal(t, test.start, start.Format(time.RFC3339), test.zone)
		require.InDelta(t, test.hours, test.day.Add(1).Start(zone).Sub(start).Hours(), 0, test.zone)
	}
	_, err := calendar.Zone("Mars/Olympus")
	require.Error(t, err)
}

// A day begins at its start and no moment earlier.
func TestDay_StartIsTheFirstMoment(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		zone, err := calendar.Zone(rapid.SampledFrom([]string{
			"Europe/Berlin", "America/Havana", "America/Santiago", "Africa/Cairo", "Asia/Beirut", "Australia/Lord_Howe", "UTC",
		}).Draw(t, "zone"))
		require.NoError(t, err)
		at := time.Unix(rapid.Int64Range(1.6e9, 2e9).Draw(t, "time"), 0).In(zone)
		day := calendar.DayOf(at)
		start := day.Start(zone)
		require.Equal(t, day, calendar.DayOf(start.In(zone)))
		require.Less(t, calendar.DayOf(start.Add(-time.Nanosecond).In(zone)), day)
		require.False(t, at.Before(start))
	})
}

// A time that the API accepts can be on a day before the year 0 or after 9999 in the firm's time
// zone.
func TestDay_AnyYear(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		at := time.Date(rapid.IntRange(-2, 10_001).Draw(t, "year"), 1, rapid.IntRange(1, 366).Draw(t, "day"), 12, 0, 0, 0, time.UTC)
		day := calendar.DayOf(at)
		require.Equal(t, calendar.DayOf(at.AddDate(0, 0, 1)), day.Add(1))
		require.Greater(t, day.Add(1), day)
		require.Equal(t, 1, day.Until(day.Add(1)))
		require.Equal(t, calendar.DayOf(at.AddDate(0, 0, 1-at.Day())), day.Month())
		require.Equal(t, at.Add(-12*time.Hour), day.Start(time.UTC))
	})
}
