package notification_test

import (
	"runtime"
	"strconv"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/entity"
)

// BenchmarkInbox measures what a user does with few and with many notifications, half of them to
// everyone. A thousand were read singly.
func BenchmarkInbox(b *testing.B) {
	for dialect, sizes := range map[string][]int{db.SQLite: {10, 100_000}, db.Postgres: {10, 1_000_000}} {
		for _, size := range sizes {
			b.Run(dialect+"/"+strconv.Itoa(size), func(b *testing.B) {
				d := dbtest.Open(b, dialect)
				in := newBundle(b, d)
				of := fill(b, in, size)
				b.Run("UnreadCount", func(b *testing.B) {
					for b.Loop() {
						_, err := notification.UnreadCount(of.ctx, d)
						require.NoError(b, err)
					}
				})
				unread, read := notification.Unread, notification.Read
				for name, list := range map[string]notification.ListInput{
					"List": {}, "Unread": {Status: &unread}, "Read": {Status: &read}, "Deep": {Page: new(max(1, size/100)), PageSize: new(100)},
				} {
					b.Run(name, func(b *testing.B) {
						for b.Loop() {
							list, err := notification.List(of.ctx, d, list)
							require.NoError(b, err)
							_, err = list.Items(of.ctx)
							require.NoError(b, err)
							_, err = list.TotalCount(of.ctx)
							require.NoError(b, err)
						}
					})
				}
				b.Run("MarkAllRead", func(b *testing.B) {
					for b.Loop() {
						_, err := in.MarkAllRead(of.ctx)
						require.NoError(b, err)
					}
				})
			})
		}
	}
}

func fill(t testing.TB, b *bundle, size int) *member {
	t.Helper()
	of := b.join(t)
	id := "gen_random_uuid()"
	if b.Dialect() == db.SQLite {
		id = "lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-8' || " +
			"substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))"
	}
	now := entity.Now()
	numbers := "WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < " + strconv.Itoa(size) + ") "
	every := "INSERT INTO notifications (id, created_at, updated_at, firm_id, number, user_id, module, title, message) " + numbers +
		"SELECT " + id + ", $1, $1, $2, n, $3, 'System', 'Synced', 'The templates were synced.' FROM s"
	for _, statement := range []struct {
		query string
		args  []any
	}{
		{every + " WHERE n % 2 = 0", []any{now, b.firm, of.user}},
		{every + " WHERE n % 2 = 1", []any{now, b.firm, notification.Everyone}},
		{
			"INSERT INTO notification_sequences (id, created_at, updated_at, firm_id, last, expired) VALUES ($1, $2, $2, $3, $4, 0)",
			[]any{uuid.New(), now, b.firm, size},
		},
		{
			"INSERT INTO notification_counters (id, created_at, updated_at, firm_id, user_id, sent, expired) " +
				"VALUES ($1, $3, $3, $4, $5, $7, 0), ($2, $3, $3, $4, $6, $7, 0)",
			[]any{uuid.New(), uuid.New(), now, b.firm, of.user, notification.Everyone, size / 2},
		},
		{
			"INSERT INTO notification_states (id, created_at, updated_at, firm_id, membership_id, number, read_at, deleted) " + numbers +
				"SELECT " + id + ", $1, $1, $2, $3, n * 3, $1, n % 10 = 0 FROM s WHERE n <= 1000 AND n * 3 <= " + strconv.Itoa(size),
			[]any{now, b.firm, of.membership},
		},
		{"UPDATE notification_inboxes SET singly = (SELECT count(*) FROM notification_states WHERE firm_id = $1), " +
			"deleted = (SELECT count(*) FROM notification_states WHERE firm_id = $1 AND deleted) WHERE firm_id = $1", []any{b.firm}},
		{"ANALYZE", nil},
	} {
		_, err := dbtest.SQL(b.ctx, b.DB).Exec(statement.query, statement.args...)
		require.NoError(t, err, statement.query)
	}
	return of
}

// counter is a subscriber that does as little as possible.
type counter struct{ received int }

func (c *counter) Receive(*notification.Notification) { c.received++ }
func (*counter) Count(int)                            {}
func (*counter) Lost()                                {}

// BenchmarkDeliver measures the delivery of one notification where a firm has 10,000 subscribers,
// to all and to one of them, and what a subscriber costs in memory.
func BenchmarkDeliver(b *testing.B) {
	const subscribers = 10_000
	d := dbtest.Open(b, db.SQLite)
	in := newBundle(b, d)
	made := in.create(b, nil)
	feed, subscribe := notification.NewFeed(in.Center, in.firm, made.Number)
	var all [subscribers]counter
	before := memory()
	users := make([]uuid.UUID, subscribers)
	for i := range all {
		users[i] = uuid.New()
		subscribe(users[i], &all[i])
	}
	each := float64(memory()-before) / subscribers
	b.Run("Everyone", func(b *testing.B) {
		for b.Loop() {
			feed(made, nil)
		}
		b.ReportMetric(each, "B/subscriber")
	})
	b.Run("One", func(b *testing.B) {
		for b.Loop() {
			feed(made, &users[subscribers/2])
		}
	})
	runtime.KeepAlive(&all)
}

func memory() uint64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}
