package wallet

import (
	"fmt"
	"strconv"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/calendar"
	"github.com/firmhub/firmhub/internal/domain/money"
)

// The kinds of rows of [liveRows].
const (
	balanceRow = "Balance" // the sums of the balances of a currency and of what is held, the number of firms, and of firms with a low balance
	dayRow     = "Day"     // the sum of a type on a day that is not closed
	spenderRow = "Spender" // one of the firms that were charged most
)

// liveRow is a row of [liveRows]. Fields that its kind does not have are zero.
type liveRow struct {
	Kind, Currency string
	ID             uuid.UUID
	Name           string
	Day            calendar.Day
	Type           string
	Place          int
	Firms, Low     int
	Units, Rest    int64
	HeldUnits      int64 `sql:"held_units"`
	HeldRest       int64 `sql:"held_rest"`
}

// liveRows reads the dashboard's data of the wallets themselves, after the closed day $1 and in the
// month that begins at $2. It is one statement, so all rows are of one moment. It is planned each
// time, since the days after a closed one are few rows of many. The amount that a wallet has spent
// belongs to the month only if the wallet's last entry does.
var liveRows = `
SELECT '` + balanceRow + `' AS kind, w.currency, CAST(NULL AS uuid) AS id, '' AS name, 0 AS day, '' AS type, 0 AS place,
	count(*) AS firms, count(CASE WHEN w.balance < f.low_balance_threshold THEN 1 END) AS low, ` + sumOf("w.balance") + `,
	` + totalOf("w.held", "held_units", "held_rest") + `
FROM wallets w JOIN firms f ON f.id = w.firm_id GROUP BY w.currency
UNION ALL
SELECT '` + dayRow + `', w.currency, NULL, '', d.utc_day, d.type, 0, 0, 0, ` + sumOf("d.amount") + `, 0, 0
FROM wallet_days d JOIN wallets w ON w.firm_id = d.firm_id
WHERE d.utc_day > $1 AND d.type IN ('Credit', 'Debit') GROUP BY w.currency, d.utc_day, d.type
UNION ALL
SELECT '` + spenderRow + `', top.currency, f.id, f.name, 0, '', top.place, 0, 0, ` + partsOf("top.spent") + `, 0, 0
FROM (
	SELECT firm_id, currency, spent, row_number() OVER (PARTITION BY currency ORDER BY spent DESC, firm_id) AS place
	FROM wallets WHERE spent > 0 AND posted_at >= $2
) AS top JOIN firms f ON f.id = top.firm_id
WHERE top.place <= ` + strconv.Itoa(topSpenders) + `
ORDER BY currency, place ` + db.PlanAnew

// partsOf are the parts of an amount that sumOf sums.
func partsOf(column string) string {
	return fmt.Sprintf("%[1]s / %[2]d, %[1]s %% %[2]d", column, int64(money.Unit))
}

// sumOf returns the sum of a column of amounts in the parts of a [money.Total], since the sum may
// exceed a bigint.
func sumOf(column string) string { return totalOf(column, "units", "rest") }

// totalOf returns the same sum in columns with other names.
func totalOf(column, units, rest string) string {
	return fmt.Sprintf("CAST(sum(%[1]s / %[2]d) AS bigint) AS %[3]s, CAST(sum(%[1]s %% %[2]d) AS bigint) AS %[4]s",
		column, int64(money.Unit), units, rest)
}
