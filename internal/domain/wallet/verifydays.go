package wallet

import (
	"context"
	"fmt"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/calendar"
	"github.com/firmhub/firmhub/internal/domain/money"
)

// closedDays compares the sums of closed days with the sums of the counts of all wallets, day by
// day.
func (v *Verified) closedDays(ctx context.Context, d *db.DB, report func(Fault)) error {
	type key struct{ currency, kind string }
	stored, err := db.All[daySum](d.Shared(ctx), "SELECT currency, utc_day AS day, type, units, rest FROM wallet_totals ORDER BY utc_day")
	if err != nil || len(stored) == 0 {
		return err
	}
	closed, last := map[calendar.Day]map[key]money.Total{}, stored[len(stored)-1].Day
	for _, s := range stored {
		if closed[s.Day] == nil {
			closed[s.Day] = map[key]money.Total{}
		}
		closed[s.Day][key{s.Currency, s.Type}] = money.Total{Units: s.Units, Rest: s.Rest}
	}
	differ := func(day calendar.Day, of key, got, want money.Total) {
		if got != want {
			v.Faults++
			report(Fault{What: fmt.Sprintf("the sum of %s in %s on %s is %s, and should be %s", of.kind, of.currency, day, got, want)})
		}
	}
	for day := calendar.Day(0); ; {
		next, found, err := nextDay(ctx, d, day, last+1)
		if err != nil {
			return err
		}
		if !found {
			break
		}
		day = next
		sums, err := sumDay(ctx, d, day)
		if err != nil {
			return err
		}
		for _, s := range sums {
			of := key{s.Currency, s.Type}
			differ(day, of, closed[day][of], money.Total{Units: s.Units, Rest: s.Rest})
			delete(closed[day], of)
		}
	}
	for day, sums := range closed {
		for of, got := range sums {
			differ(day, of, got, money.Total{})
		}
	}
	return nil
}
