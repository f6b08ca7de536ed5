package wallet_test

import (
	"context"
	"os"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/walletentry"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/calendar"
	"github.com/firmhub/firmhub/internal/domain/wallet"
)

const readTimes = 30

// BenchmarkReads measures reads of a wallet with FIRMHUB_BENCH_ENTRIES entries (1,000,000) over a
// year, among the wallets of FIRMHUB_BENCH_FIRMS firms (100,000), on PostgreSQL without ANALYZE.
// Each firm was charged on the last days (FIRMHUB_BENCH_DAYS, 30). All days that can be closed are
// closed. The benchmark reports the median and the longest of 30 reads after a first one in
// milliseconds, whatever b.N is.
func BenchmarkReads(b *testing.B) {
	entries, firms := setting(b, "FIRMHUB_BENCH_ENTRIES", 1_000_000), setting(b, "FIRMHUB_BENCH_FIRMS", 100_000)
	d, err := db.Open(b.Context(), dbtest.URL(b, db.Postgres))
	require.NoError(b, err)
	defer func() { require.NoError(b, d.Close()) }()
	fillWallets(b, d, firms, entries, setting(b, "FIRMHUB_BENCH_DAYS", 30))

	ctx, firm := b.Context(), numbered(1)
	year, month := time.Now().UTC().Year(), int(time.Now().UTC().Month())
	page := func(in wallet.ListInput) func(context.Context) error {
		return func(ctx context.Context) error {
			p, err := wallet.List(ctx, d, firm, in)
			if err != nil {
				return err
			}
			if _, err = p.Items(ctx); err == nil {
				_, err = p.TotalCount(ctx)
			}
			return err
		}
	}
	clients := func(in wallet.ClientListInput) func(context.Context) error {
		return func(ctx context.Context) error {
			p, err := wallet.ListClients(ctx, d, in)
			if err != nil {
				return err
			}
			if _, err = p.Items(ctx); err == nil {
				_, err = p.TotalCount(ctx)
			}
			return err
		}
	}
	thisMonth := wallet.FilterInput{Year: &year, Month: &month}
	debits := wallet.FilterInput{Types: []walletentry.Type{walletentry.TypeDebit}}
	several := wallet.FilterInput{Types: []walletentry.Type{walletentry.TypeDebit, walletentry.TypeCredit, walletentry.TypeDiscount}, Year: &year}
	for _, c := range []struct {
		name string
		read func(context.Context) error
	}{
		{"Summary", func(ctx context.Context) error {
			_, err := wallet.Summarize(ctx, d, firm, wallet.MonthInput{Year: &year, Month: &month})
			return err
		}},
		{"FirstPage", page(wallet.ListInput{})},
		{"DeepPage", page(wallet.ListInput{Page: new(entries / 40)})},
		{"PageOfMonth", page(wallet.ListInput{FilterInput: thisMonth, Page: new(entries / 1000)})},
		{"PageOfDebits", page(wallet.ListInput{FilterInput: debits})},
		{"DeepPageOfDebits", page(wallet.ListInput{FilterInput: debits, Page: new(entries / 45)})},
		{"DeepPageOfTypes", page(wallet.ListInput{FilterInput: several, Page: new(entries / 90)})},
		{"Details", func(ctx context.Context) error { _, err := wallet.GetClient(ctx, d, firm); return err }},
		{"Wallets", clients(wallet.ClientListInput{PageSize: new(100)})},
		{"LastWallets", clients(wallet.ClientListInput{Page: new(firms / 100), PageSize: new(100)})},
		{"WalletsFound", clients(wallet.ClientListInput{SearchTerm: new("irm 777")})},
		{"AllWalletsFound", clients(wallet.ClientListInput{SearchTerm: new("firm"), Page: new(firms / 200), PageSize: new(100)})},
		{"Dashboard", func(ctx context.Context) error { _, err := wallet.ReadDashboard(ctx, d); return err }},
	} {
		b.Run(c.name, func(b *testing.B) {
			var took []float64
			require.NoError(b, c.read(ctx)) // A server has read it before.
			for range readTimes {
				began := time.Now()
				require.NoError(b, c.read(ctx))
				took = append(took, float64(time.Since(began).Microseconds())/1000)
			}
			slices.Sort(took)
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(took[len(took)/2], "ms/median")
			b.ReportMetric(took[len(took)-1], "ms/max")
		})
	}
}

func setting(b *testing.B, name string, otherwise int) int {
	b.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.Atoi(text)
	require.NoError(b, err)
	return n
}

// fillWallets writes what the ledger would have written, except for the hashes. It writes firms
// with wallets. The first has the entries, and all were charged on the last days.
func fillWallets(b *testing.B, d *db.DB, firms, entries, days int) {
	b.Helper()
	const firm = "('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid"
	for _, statement := range []struct {
		text string
		args []any
	}{
		{`INSERT INTO firms (id, created_at, updated_at, name, name_key, currency, time_zone)
SELECT ` + firm + `, now(), now(), 'Firm ' || (n * 7919 % 1000003), 'firm ' || (n * 7919 % 1000003), 'USD', 'Europe/Lisbon'
FROM generate_series(1, $1::bigint) AS n`, []any{firms}},
		{`INSERT INTO wallets (id, created_at, updated_at, firm_id, currency, hash, posted_at, balance)
SELECT ` + firm + `, now(), now(), ` + firm + `, 'USD', sha256(''), now(), n FROM generate_series(1, $1::bigint) AS n`, []any{firms}},
		// One entry in a hundred is a credit that pays for the debits until the next one.
		{`INSERT INTO wallet_entries (id, created_at, firm_id, wallet_id, number, day, type, amount, balance_after, reason, reference,
	actor_kind, actor_name, hash)
SELECT gen_random_uuid(), at, firm, firm, n, to_char(at, 'YYYYMMDD')::bigint, type, amount,
	sum(amount) OVER (ORDER BY n), '12 messages', 'autumn-' || n % 1000, 'System', 'firmhub', sha256(int8send(n))
FROM (
	SELECT n, date_trunc('day', now()) - interval '364 days' + interval '365 days' * ((n - 1)::float8 / $1::bigint) AS at,
		$2::uuid AS firm,
		CASE WHEN n % 100 = 1 THEN 'Credit' WHEN n % 1000 = 2 THEN 'Discount' WHEN n % 1000 = 3 THEN 'Adjustment' ELSE 'Debit' END AS type,
		CASE WHEN n % 100 = 1 THEN 1000000 WHEN n % 1000 IN (2, 3) THEN 500 ELSE -10000 END AS amount
	FROM generate_series(1, $1::bigint) AS n
) AS made ORDER BY n`, []any{entries, numbered(1)}},
		{`INSERT INTO wallet_days (id, created_at, updated_at, firm_id, wallet_id, day, utc_day, type, n, amount)
SELECT gen_random_uuid(), max(created_at), max(created_at), firm_id, wallet_id, day, to_char(created_at AT TIME ZONE 'UTC', 'YYYYMMDD')::bigint, type,
	count(*), sum(amount)
FROM wallet_entries GROUP BY firm_id, wallet_id, day, 7, type`, nil},
		{`UPDATE wallets w SET last = e.number, balance = e.balance_after, day = e.day, posted_at = e.created_at
FROM wallet_entries e WHERE w.firm_id = $1 AND e.firm_id = $1 AND e.number = $2`, []any{numbered(1), entries}},
		{`INSERT INTO wallet_days (id, created_at, updated_at, firm_id, wallet_id, day, utc_day, type, n, amount)
SELECT gen_random_uuid(), now(), now(), ` + firm + `, ` + firm + `, day, day, type, 10, CASE WHEN type = 'Debit' THEN -10000 * n ELSE 10000 END
FROM generate_series(2, $1::bigint) AS n, (SELECT to_char(now() - interval '1 day' * i, 'YYYYMMDD')::bigint AS day
	FROM generate_series(0, $2::bigint - 1) AS i) AS days, (VALUES ('Debit'), ('Credit')) AS types (type)
ORDER BY day`, []any{firms, days}}, // as they are written
		{`UPDATE wallets w SET spent = d.spent FROM (
	SELECT firm_id, -sum(amount) AS spent FROM wallet_days WHERE type = 'Debit' AND utc_day >= $1 GROUP BY firm_id
) AS d WHERE d.firm_id = w.firm_id`, []any{int(calendar.DayOf(time.Now().UTC()).Month())}},
	} {
		began := time.Now()
		_, err := dbtest.SQL(b.Context(), d).Exec(statement.text, statement.args...)
		require.NoError(b, err)
		b.Logf("%.40s…: %s", statement.text, time.Since(began).Round(time.Millisecond))
	}
	began, closed := time.Now(), 0
	for more := true; more; closed++ {
		var err error
		more, err = wallet.CloseDay(b.Context(), d, time.Now())
		require.NoError(b, err)
	}
	b.Logf("closed %d days: %s", closed-1, time.Since(began).Round(time.Millisecond))
}
