package messaging_test

import (
	"context"
	"errors"
	"maps"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/ent/messagecount"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/calendar"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/money"
)

// recountBundle is a firm in UTC with counts of days long before its messages, and with messages on
// days that are not counted again and on later ones.
type recountBundle struct {
	*bundle

	// kept is when the kept messages begin.
	kept time.Time
	ids  []string
}

var errCrash = errors.New("the process died")

func newRecountBundle(t *testing.T, d *db.DB) *recountBundle {
	t.Helper()
	now := time.Now().UTC()
	b := &recountBundle{bundle: newBundle(t, d), kept: messaging.Kept(now)}
	across := rule.AcrossFirms(t.Context(), "a test")
	b.Client.Firm.Update().Where(firm.ID(b.firm.ID)).SetTimeZone("UTC").ExecX(across)
	b.exec(t, "UPDATE firms SET created_at = $2 WHERE id = $1", now.AddDate(-5, 0, 0))
	b.credit(t, 100*money.Unit)
	counts := messaging.Counts{}
	for i := range 24 { // 8 months, without messages
		counts.Add(&messaging.Counted{
			OccurredAt: b.kept.AddDate(0, 0, -2-10*i), Direction: message.DirectionOutbound, Status: message.StatusDelivered,
			Template: new("welcome"), PersonKey: phones[i%len(phones)], Phone: phones[i%len(phones)],
		}, time.UTC)
	}
	for i := range 12 {
		id := strconv.Itoa(i)
		age := time.Duration(i) * 28 * 24 * time.Hour
		b.add(t, id, i, now.Add(-age-time.Minute))
		if i < 3 { // in the month in which the kept messages begin
			at := b.kept.AddDate(0, 0, 9+i)
			b.exec(t, "UPDATE messages SET occurred_at = $2 WHERE firm_id = $1 AND provider_message_id = $3", at, id)
			b.exec(t, "UPDATE message_keys SET occurred_at = $2 WHERE firm_id = $1 AND provider_message_id = $3", at, id)
		}
	}
	for _, m := range b.Client.Message.Query().AllX(b.ctx) {
		counts.Add(&messaging.Counted{
			OccurredAt: m.OccurredAt, Direction: m.Direction, Status: m.Status, Template: m.TemplateName, PersonKey: m.PersonKey, Phone: *m.Phone,
		}, time.UTC)
	}
	b.Client.MessageCount.Delete().ExecX(b.ctx)
	require.NoError(t, messaging.WriteCounts(b.ctx, d, b.firm.ID, 1, counts))
	require.Empty(t, b.verify(t))
	return b
}

func (b *recountBundle) exec(t *testing.T, query string, args ...any) {
	t.Helper()
	n, err := b.InFirm(b.ctx).Exec(query, args...)
	require.NoError(t, err)
	require.NotZero(t, n, query)
}

// add reports a message from or to the i-th person.
func (b *recountBundle) add(t *testing.T, id string, i int, at time.Time) {
	t.Helper()
	b.report(t, with(outbound(id), func(m *messaging.MessageInput) {
		m.OccurredAt, m.Phone, m.TemplateName = at, &phones[i%len(phones)], new("welcome")
	}))
	b.ids = append(b.ids, id)
}

func (b *recountBundle) zone(t *testing.T, name string) {
	t.Helper()
	b.exec(t, "UPDATE firms SET time_zone = $2 WHERE id = $1", name)
}

// step takes a step, which fails at its end if crash is set.
func (b *recountBundle) step(t *testing.T, crash bool) (more bool) {
	t.Helper()
	err := b.Tx(t.Context(), func(ctx context.Context) error {
		var err error
		if more, err = messaging.RecountSome(ctx, b.DB, 5); err == nil && crash {
			err = errCrash
		}
		return err
	})
	if crash {
		require.ErrorIs(t, err, errCrash)
		return true
	}
	require.NoError(t, err)
	return more
}

// forget erases a person.
func (b *recountBundle) forget(t *testing.T, i int) {
	t.Helper()
	subject := &messaging.Subject{Keys: []string{phones[i%len(phones)]}, Until: time.Now()}
	for more := true; more; {
		require.NoError(t, b.Tx(b.ctx, func(ctx context.Context) error {
			done, err := b.Forget(ctx, subject, func(string) bool { return false })
			more = done.More
			return err
		}))
	}
}

type countOf struct {
	sent, received, delivered, read, failed int64
	phone                                   string
	lastAt                                  time.Time
}

// charts returns what charts read, and the version that they read.
func (b *recountBundle) charts(t *testing.T) (all map[messaging.Key]countOf, version int) {
	t.Helper()
	clock := b.Client.MessageClock.Query().OnlyX(b.ctx)
	all = map[messaging.Key]countOf{}
	for _, row := range b.Client.MessageCount.Query().Where(messagecount.Version(clock.Version)).AllX(b.ctx) {
		key := messaging.Key{Kind: row.Kind, Day: calendar.Day(row.Day), Key: row.Key}
		all[key] = countOf{row.Sent, row.Received, row.Delivered, row.Read, row.Failed, row.Phone, row.LastAt.UTC()}
	}
	return all, clock.Version
}

// isOld reports whether a count is not computed again.
func isOld(key messaging.Key, last calendar.Day) bool {
	if key.Kind == messaging.PersonHalf {
		return key.Day.AddMonths(calendar.HalfYear) <= last.Add(1)
	}
	return key.Day <= last
}

func old(counts map[messaging.Key]countOf, last calendar.Day) map[messaging.Key]countOf {
	counts = maps.Clone(counts)
	maps.DeleteFunc(counts, func(key messaging.Key, _ countOf) bool { return !isOld(key, last) })
	return counts
}

// requireHalves requires that what a version counts of people in half a year is the sum of its
// months.
func requireHalves(t *testing.T, counts map[messaging.Key]countOf) {
	t.Helper()
	sums := map[messaging.Key]int64{}
	for key, n := range counts {
		switch key.Kind {
		case messaging.PersonMonth:
			sums[messaging.Key{Kind: messaging.PersonHalf, Day: key.Day.Half(), Key: key.Key}] += n.sent + n.received
		case messaging.PersonHalf:
			sums[key] -= n.sent + n.received
		default:
		}
	}
	for key, n := range sums {
		require.Zero(t, n, "%v", key)
	}
}

// advance takes a step. It requires that charts stay the same until a step that replaces the
// counts, which leaves the old ones as they are.
func (b *recountBundle) advance(t *testing.T) (more bool) {
	t.Helper()
	before, version := b.charts(t)
	more = b.step(t, false)
	after, present := b.charts(t)
	if present == version {
		require.Equal(t, before, after)
		return more
	}
	zone, err := time.LoadLocation(b.Client.MessageClock.Query().OnlyX(b.ctx).TimeZone)
	require.NoError(t, err)
	last := messaging.LastKeptDay(time.Now(), zone)
	require.Equal(t, old(before, last), old(after, last))
	requireHalves(t, after)
	require.Empty(t, b.verify(t))
	return more
}

// stored returns how many counts of any version meet a condition.
func (b *recountBundle) stored(t *testing.T, condition string, args ...any) (n int) {
	t.Helper()
	_, err := b.InFirm(b.ctx).Row([]any{&n}, "SELECT count(*) FROM message_counts WHERE firm_id = $1 AND ("+condition+")", args...)
	require.NoError(t, err)
	return n
}

// finish takes the steps that are left, and requires that the counts are right and nothing else is
// stored.
func (b *recountBundle) finish(t *testing.T) {
	t.Helper()
	for steps := 0; b.advance(t); steps++ {
		require.Less(t, steps, 1000, "the recount does not end")
	}
	clock, across := b.Client.MessageClock.Query().OnlyX(b.ctx), rule.AcrossFirms(t.Context(), "a test")
	require.Equal(t, b.Client.Firm.Query().Where(firm.ID(b.firm.ID)).OnlyX(across).TimeZone, clock.TimeZone)
	require.Empty(t, clock.NextTimeZone)
	require.Nil(t, clock.DoneAt)
	require.Zero(t, b.stored(t, "version <> $2 OR day = 0", clock.Version))
	require.Empty(t, b.verify(t))
}

// Whatever happens between the steps, charts show the counts of one time zone, and in the end those
// of the new one.
func TestRecount_Steps(t *testing.T) {
	t.Parallel()
	zones := []string{"UTC", "Pacific/Kiritimati", "Pacific/Pago_Pago", "America/Sao_Paulo"} // UTC+14, UTC-11
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		rapid.Check(t, func(rt *rapid.T) {
			b := newRecountBundle(t, d)
			b.zone(t, rapid.SampledFrom(zones[1:]).Draw(rt, "zone"))
			rt.Repeat(map[string]func(*rapid.T){
				"step":  func(*rapid.T) { b.advance(t) },
				"steps": func(*rapid.T) { b.advance(t); b.advance(t); b.advance(t) },
				"crash": func(*rapid.T) { b.step(t, true) },
				"status": func(rt *rapid.T) {
					id := rapid.OneOf(rapid.SampledFrom(b.ids[:3]), rapid.SampledFrom(b.ids)).Draw(rt, "id")
					b.reportStatuses(t, status(id, rapid.SampledFrom([]messaging.Status{
						message.StatusDelivered, message.StatusRead, message.StatusFailed,
					}).Draw(rt, "status")))
				},
				"report": func(rt *rapid.T) {
					i, days := len(b.ids), rapid.IntRange(0, 360).Draw(rt, "days")
					b.add(t, strconv.Itoa(i), i, time.Now().AddDate(0, 0, -days).Add(-time.Minute))
				},
				"forget": func(rt *rapid.T) { b.forget(t, rapid.IntRange(0, len(phones)-1).Draw(rt, "person")) },
				"zone":   func(rt *rapid.T) { b.zone(t, rapid.SampledFrom(zones).Draw(rt, "zone")) },
			})
			b.finish(t)
		})
	})
}

// A person who is erased after any step is not named by any count.
func TestRecount_Forget(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for after := 0; ; after += 4 {
			b := newRecountBundle(t, d)
			b.zone(t, "Pacific/Kiritimati")
			more := true
			for range after {
				more = b.advance(t)
			}
			for i := range phones {
				b.forget(t, i)
			}
			require.Zero(t, b.stored(t, "phone <> '' OR key LIKE '+%'"), "after %d steps", after)
			b.finish(t)
			if !more {
				break
			}
		}
	})
}

// What cannot be continued begins again: release 0.2 has no mark and copies nothing, and in another
// month other days are old.
func TestRecount_Again(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		kiritimati, err := time.LoadLocation("Pacific/Kiritimati")
		require.NoError(t, err)
		for _, name := range []string{"begun", "in the middle", "a step between others", "in another month"} {
			t.Run(name, func(t *testing.T) {
				b := newRecountBundle(t, d)
				b.zone(t, "Pacific/Kiritimati")
				done := b.message(t, "5")
				switch name {
				case "begun":
					b.exec(t, "UPDATE message_clocks SET next_time_zone = $2, done_at = NULL, done_id = NULL WHERE firm_id = $1", "Pacific/Kiritimati")
				case "in another month":
					b.advance(t)
					b.advance(t)
					b.exec(t, "UPDATE message_counts SET key = '2020-01-31' WHERE firm_id = $1 AND day = 0")
				default:
					for range map[string]int{"a step between others": 20}[name] {
						b.advance(t)
					}
					require.Equal(t, name != "in the middle", b.Client.MessageClock.Query().OnlyX(b.ctx).NextTimeZone != "")
					counts := messaging.Counts{}
					counts.Add(&messaging.Counted{OccurredAt: done.OccurredAt, PersonKey: phones[0], Phone: phones[0]}, kiritimati)
					require.NoError(t, messaging.WriteCounts(b.ctx, d, b.firm.ID, 2, counts))
					b.exec(t, "UPDATE message_clocks SET next_time_zone = $2, done_at = $3, done_id = $4 WHERE firm_id = $1",
						"Pacific/Kiritimati", done.OccurredAt, done.ID)
				}
				b.finish(t)
			})
		}
	})
}

// Firms take turns, and a firm that somebody else counts again is not waited for.
func TestRecount_Turns(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		large, small := newRecountBundle(t, d), newBundle(t, d)
		small.report(t, with(outbound("a"), func(m *messaging.MessageInput) { m.Category = "Service" }))
		large.zone(t, "Pacific/Kiritimati")
		small.Client.Firm.Update().Where(firm.ID(small.firm.ID)).SetTimeZone("Pacific/Kiritimati").
			ExecX(rule.AcrossFirms(t.Context(), "a test"))
		for range 20 {
			require.True(t, large.step(t, false))
		}
		require.Equal(t, "Pacific/Kiritimati", small.Client.MessageClock.Query().OnlyX(small.ctx).TimeZone)
		require.Equal(t, "UTC", large.Client.MessageClock.Query().OnlyX(large.ctx).TimeZone)
		large.finish(t)
		if d.Dialect() == db.SQLite {
			return
		}
		large.zone(t, "UTC")
		require.NoError(t, d.Tx(large.ctx, func(ctx context.Context) error {
			_, err := d.InFirm(ctx).Row([]any{new(int)}, "SELECT version FROM message_clocks WHERE firm_id = $1 FOR UPDATE")
			require.False(t, large.step(t, false))
			return err
		}))
		large.finish(t)
	})
}
