package analytics

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/firmhub/firmhub/internal/domain/calendar"
	"github.com/firmhub/firmhub/internal/domain/messaging"
)

// next returns the first day after a count that begins on a day.
func (p piece) next(day calendar.Day) calendar.Day {
	switch p.kind {
	case messaging.PersonHalf:
		return day.AddMonths(calendar.HalfYear)
	case messaging.PersonMonth:
		return day.AddMonths(1)
	default:
		return day.Add(1)
	}
}

// counted returns how often the pieces count each day up to the latest one, and how many counts
// they are of a phone.
func counted(pieces []piece, latest calendar.Day) (days map[calendar.Day]int, counts int) {
	days = map[calendar.Day]int{}
	for _, p := range pieces {
		by := 1
		if p.minus {
			by = -1
		}
		for _, first := range p.days() {
			counts++
			for day := calendar.Day(first); day < p.next(calendar.Day(first)) && day <= latest; day = day.Add(1) {
				if days[day] += by; days[day] == 0 {
					delete(days, day)
				}
			}
		}
	}
	return days, counts
}

// The pieces of a period count each of its days once, and no other.
func TestSpan_Pieces(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		const fourYears = 4 * 366
		start := calendar.Day(20220101)
		s := &span{latest: start.Add(rapid.IntRange(0, fourYears).Draw(t, "latest"))}
		s.first = start.Add(rapid.IntRange(0, fourYears).Draw(t, "first"))
		s.last = s.first.Add(rapid.IntRange(0, maxDays).Draw(t, "days"))
		days, _ := counted(s.pieces(), s.latest)
		want := map[calendar.Day]int{}
		for day := s.first; day <= min(s.last, s.latest); day = day.Add(1) {
			want[day] = 1
		}
		require.Equal(t, want, days)
	})
}

func TestSpan_PiecesOfYears(t *testing.T) {
	t.Parallel()
	for month := time.January; month <= time.December; month++ {
		today := calendar.DayOf(time.Date(2026, month, 15, 0, 0, 0, 0, time.UTC))
		s := &span{first: today.AddMonths(1 - yearLong), last: today, latest: today}
		_, counts := counted(s.pieces(), s.latest)
		require.LessOrEqual(t, counts, 5, "in %s", month)
	}
}
