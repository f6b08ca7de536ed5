package messaging_test

import (
	"context"
	"strconv"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/firm"
	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/ent/messagecount"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/money"
)

func (b *bundle) maintain(t *testing.T, now time.Time) {
	t.Helper()
	for more := true; more; {
		var err error
		require.NoError(t, b.Tx(t.Context(), func(ctx context.Context) error {
			more, err = messaging.Maintain(ctx, b.DB, now)
			return err
		}))
	}
}

// Messages go a month at a time, with their keys, and what was counted of them stays.
func TestMaintain(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		b.credit(t, money.Unit)
		now := time.Now()
		b.report(t, outbound("new"), with(outbound("old"), func(m *messaging.MessageInput) { m.OccurredAt = now.AddDate(0, 0, -300) }))
		b.maintain(t, now)
		require.Equal(t, 2, b.Client.Message.Query().CountX(b.ctx))

		later := now.AddDate(0, 0, 200)
		b.maintain(t, later)
		require.Equal(t, "new", b.Client.Message.Query().OnlyX(b.ctx).ProviderMessageID)
		keys, err := db.All[string](dbtest.SQL(t.Context(), d), "SELECT provider_message_id FROM message_keys")
		require.NoError(t, err)
		require.Equal(t, []string{"new"}, keys)
		require.Equal(t, 2, b.Client.MessageCount.Query().Where(messagecount.KindEQ(messaging.Day)).CountX(b.ctx))
		if d.Dialect() == db.Postgres {
			months, err := db.All[string](dbtest.SQL(t.Context(), d), `
SELECT c.relname::text FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'messages'::regclass ORDER BY 1`)
			require.NoError(t, err)
			require.Equal(t, "messages_"+messaging.Kept(later).Format("200601"), months[0])
			require.GreaterOrEqual(t, months[len(months)-1], "messages_"+later.AddDate(0, 11, 0).Format("200601"), "created ahead")
		}
	})
}

func (b *bundle) verify(t *testing.T) (faults []string) {
	t.Helper()
	verified, err := messaging.Verify(t.Context(), b.DB, &b.firm.ID, func(f messaging.Fault) { faults = append(faults, f.What) })
	require.NoError(t, err)
	require.EqualValues(t, len(faults), verified.Faults)
	return faults
}

func TestVerify(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		require.Empty(t, b.verify(t), "without messages")
		b.credit(t, money.Unit)
		b.report(t, with(outbound("a"), func(m *messaging.MessageInput) { m.TemplateName = new("welcome") }), outbound("b"))
		b.reportStatuses(t, status("a", message.StatusRead))
		require.Empty(t, b.verify(t))

		b.Client.MessageCount.Update().Where(messagecount.KindEQ(messaging.Template)).AddRead(1).ExecX(b.ctx)
		b.Client.MessageCount.Delete().Where(messagecount.KindEQ(messaging.PersonMonth)).ExecX(b.ctx)
		faults := b.verify(t)
		require.Len(t, faults, 3)
		require.Contains(t, faults[0], "Template welcome counts [1 0 1 2 0]")
		require.Contains(t, faults[1], "PersonMonth "+phones[0]+" does not count [2 0 0 0 0]")
		require.Contains(t, faults[2], "PersonHalf "+phones[0]+" counts 2 sent and 0 received more than its months")
	})
}

func TestVerify_FaultsOfEachFirm(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		const templates, reported = 25, 20
		for range 2 {
			b := newBundle(t, d)
			var all []*messaging.MessageInput
			for i := range templates {
				id := strconv.Itoa(i)
				all = append(all, with(outbound(id), func(m *messaging.MessageInput) { m.TemplateName = &id }))
			}
			b.credit(t, templates*money.Unit)
			b.report(t, all...)
			b.Client.MessageCount.Update().Where(messagecount.KindEQ(messaging.Template)).AddRead(1).ExecX(b.ctx)
		}
		found := map[uuid.UUID]int{}
		verified, err := messaging.Verify(t.Context(), d, nil, func(f messaging.Fault) { found[f.FirmID]++ })
		require.NoError(t, err)
		require.EqualValues(t, 2*templates, verified.Faults)
		require.Len(t, found, 2)
		for _, n := range found {
			require.Equal(t, reported, n)
		}
	})
}

// After a change of the time zone, messages counted before and messages reported meanwhile are in
// the end all counted in the new one.
func TestRecount(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		b.credit(t, money.Unit)
		step := func() (more bool) {
			var err error
			require.NoError(t, d.Tx(t.Context(), func(ctx context.Context) error {
				more, err = messaging.RecountSome(ctx, d, 2)
				return err
			}))
			return more
		}
		zone := func(name string) {
			b.Client.Firm.Update().Where(firm.ID(b.firm.ID)).SetTimeZone(name).ExecX(rule.AcrossFirms(t.Context(), "a test"))
		}
		at := func(id string, hours int) *messaging.MessageInput {
			return with(outbound(id), func(m *messaging.MessageInput) { m.OccurredAt = time.Now().Add(-time.Duration(hours) * time.Hour) })
		}
		b.report(t, at("a", 50), at("b", 30), at("c", 1))
		require.False(t, step(), "nothing to do")

		zone("Pacific/Kiritimati") // UTC+14
		require.True(t, step())
		b.report(t, at("d", 40))
		zone("Pacific/Pago_Pago") // UTC-11: it changes once more
		require.True(t, step())
		require.True(t, step())
		b.reportStatuses(t, status("a", message.StatusRead))
		for step() {
			b.report(t, at("e", 60), at("f", 3), at("g", 35))
			b.reportStatuses(t, status("e", message.StatusFailed))
		}
		clock := b.Client.MessageClock.Query().OnlyX(b.ctx)
		require.Equal(t, "Pacific/Pago_Pago", clock.TimeZone)
		require.Empty(t, clock.NextTimeZone)
		require.Empty(t, b.verify(t))
		sent := 0
		for _, row := range b.Client.MessageCount.Query().Where(messagecount.Version(clock.Version), messagecount.KindEQ(messaging.Day)).AllX(b.ctx) {
			sent += int(row.Sent)
		}
		require.Equal(t, b.Client.Message.Query().CountX(b.ctx), sent)
	})
}
