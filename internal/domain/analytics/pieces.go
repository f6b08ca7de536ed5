package analytics

import (
	"github.com/firmhub/firmhub/internal/domain/calendar"
	"github.com/firmhub/firmhub/internal/domain/messaging"
)

// piece is a part of a period whose people are counted by one kind of counts: by half a year, by
// month or by day. All its messages are in the period, or none of them if minus is set.
type piece struct {
	kind messaging.Kind
	// first and last are the first and the last half year, month or day.
	first, last calendar.Day
	minus       bool
}

// pieces returns the pieces whose sum are the counts of people of a period. It uses as few counts
// of a person as possible, since there are many people.
func (s *span) pieces() []piece {
	first, last := s.wholeMonths()
	if first > last {
		return []piece{{kind: messaging.Person, first: s.first, last: s.last}}
	}
	all := s.months(first, last)
	if s.first < first {
		all = append(all, piece{kind: messaging.Person, first: s.first, last: first.Add(-1)})
	}
	if end := last.AddMonths(1); end <= s.last {
		all = append(all, piece{kind: messaging.Person, first: end, last: s.last})
	}
	return all
}

// wholeMonths returns the first days of the first and the last month whose messages are all in the
// period. If there is none, last is before first. Days in the future have no messages.
func (s *span) wholeMonths() (first, last calendar.Day) {
	first, last = s.first.Month(), s.last.Month()
	if first != s.first {
		first = first.AddMonths(1)
	}
	if s.last < min(last.AddMonths(1).Add(-1), s.latest) {
		last = last.AddMonths(-1)
	}
	return first, last
}

// months returns the pieces of whole months.
func (s *span) months(first, last calendar.Day) (all []piece) {
	isWhole := func(half calendar.Day) bool {
		return half.AddMonths(calendar.HalfYear-1) <= last || last >= s.latest.Month()
	}
	from := first
	if half := first.Half(); half < first {
		from = half.AddMonths(calendar.HalfYear)
		// Subtract the months before the period from the half year if that takes fewer counts than
		// the months in the period. The last message of a person is then the last of the half year,
		// since the subtracted months are its first ones.
		if before := half.MonthsUntil(first); isWhole(half) && before+1 < calendar.HalfYear-before {
			all = append(all, piece{kind: messaging.PersonHalf, first: half, last: half},
				piece{kind: messaging.PersonMonth, first: half, last: first.AddMonths(-1), minus: true})
		} else {
			all = append(all, piece{kind: messaging.PersonMonth, first: first, last: min(from.AddMonths(-1), last)})
		}
	}
	end := from
	for end <= last && isWhole(end) {
		end = end.AddMonths(calendar.HalfYear)
	}
	if from < end {
		all = append(all, piece{kind: messaging.PersonHalf, first: from, last: end.AddMonths(-calendar.HalfYear)})
	}
	if end <= last {
		all = append(all, piece{kind: messaging.PersonMonth, first: end, last: last})
	}
	return all
}

// days returns the days of all counts of the piece.
func (p piece) days() (all []int) {
	for day := p.first; day <= p.last; {
		all = append(all, int(day))
		switch p.kind {
		case messaging.PersonHalf:
			day = day.AddMonths(calendar.HalfYear)
		case messaging.PersonMonth:
			day = day.AddMonths(1)
		default:
			day = day.Add(1)
		}
	}
	return all
}

// signed returns an SQL expression of the piece with its sign.
func (p piece) signed(expression string) string {
	if p.minus {
		return "-(" + expression + ")"
	}
	return expression
}

// lastAt returns an SQL expression for the time of the last message in the period.
func (p piece) lastAt() string {
	if p.minus {
		return "NULL"
	}
	return "last_at"
}
