package wallet

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/calendar"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

// settledAfter is how long after its end a day is closed. An entry belongs to the day that the
// clock of an instance shows when it posts, before the commit. So a day may get entries after its
// end, for some seconds: as long as transactions take, and as much as the clocks of instances
// differ. Six hours are much more, and cost the dashboard little. [Verify] reports an entry that
// came later.
const settledAfter = 6 * time.Hour

// daySum is the sum of the amounts of a type on a day in UTC, over all wallets of a currency. Units
// and Rest are the parts of a [money.Total].
type daySum struct {
	Currency    string
	Day         calendar.Day
	Type        string
	Units, Rest int64
}

// CloseDay closes one day in UTC: the first one that ended some hours before now, has entries and
// is not closed. It stores the sums of that day, and reports whether there may be another one. Only
// the periodic task calls it. It crosses firms by itself: it reads the counts of all firms on one
// day, and locks none of them.
func CloseDay(ctx context.Context, d *db.DB, now time.Time) (more bool, err error) {
	defer fault.Wrap(&err, "wallet.CloseDay")
	ctx = rule.AcrossFirms(ctx, "close a day of all wallets")
	err = d.Tx(ctx, func(ctx context.Context) error {
		if err := lockDays(ctx, d); err != nil {
			return err
		}
		var last calendar.Day
		if _, err := d.Shared(ctx).Row([]any{&last}, "SELECT utc_day FROM wallet_totals ORDER BY utc_day DESC LIMIT 1"); err != nil {
			return err
		}
		day, found, err := nextDay(ctx, d, last, calendar.DayOf(now.Add(-settledAfter).UTC()))
		if err != nil || !found {
			return err
		}
		sums, err := sumDay(ctx, d, day)
		if err != nil {
			return err
		}
		more = true
		columns := []string{"id", "utc_day", "currency", "type", "units", "rest"}
		return d.Shared(ctx).Insert("wallet_totals", columns, len(sums), func(i int) []any {
			return []any{entity.NewID(), int(day), sums[i].Currency, sums[i].Type, sums[i].Units, sums[i].Rest}
		})
	})
	return more && err == nil, err
}

// nextDay returns the first day in UTC after one and before another on which a wallet of any firm
// has entries.
func nextDay(ctx context.Context, d *db.DB, after, before calendar.Day) (day calendar.Day, found bool, err error) {
	found, err = d.AcrossFirms(ctx).Row([]any{&day},
		"SELECT utc_day FROM wallet_days WHERE utc_day > $1 AND utc_day < $2 ORDER BY utc_day LIMIT 1", int(after), int(before))
	return day, found, err
}

// sumDay returns the sums of all types on a day. So a day with entries has at least one sum. The
// currency of a wallet never changes once it has entries.
func sumDay(ctx context.Context, d *db.DB, day calendar.Day) ([]daySum, error) {
	return db.All[daySum](d.AcrossFirms(ctx), `
SELECT w.currency, d.utc_day AS day, d.type, `+sumOf("d.amount")+`
FROM wallet_days d JOIN wallets w ON w.firm_id = d.firm_id WHERE d.utc_day = $1 GROUP BY w.currency, d.utc_day, d.type `+db.PlanAnew,
		int(day))
}

// lockDays lets only one transaction at a time close days, or reopen them.
func lockDays(ctx context.Context, d *db.DB) error { return d.Lock(ctx, "closed days", uuid.Nil) }

// reopenDays deletes the sums of a day and the days after it, before entries with earlier times are
// added. The task closes the days again.
func reopenDays(ctx context.Context, d *db.DB, from calendar.Day) error {
	if err := lockDays(ctx, d); err != nil {
		return err
	}
	_, err := d.Shared(ctx).Exec("DELETE FROM wallet_totals WHERE utc_day >= $1", int(from))
	return err
}
