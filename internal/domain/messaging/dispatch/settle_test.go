package dispatch_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging"
	"github.com/firmhub/firmhub/internal/domain/messaging/dispatch"
)

// refuseSent makes the database refuse that a message becomes Sent.
func refuseSent(t *testing.T, d *db.DB, id uuid.UUID) {
	t.Helper()
	create := fmt.Sprintf(`CREATE TRIGGER test_refuse_sent BEFORE UPDATE ON messages WHEN NEW.id = '%s' AND NEW.status = 'Sent'
BEGIN SELECT RAISE(ABORT, 'refused by the test'); END`, id)
	drop := "DROP TRIGGER test_refuse_sent"
	if d.Dialect() == db.Postgres {
		_, err := dbtest.SQL(t.Context(), d).Exec(`CREATE FUNCTION test_refuse_sent() RETURNS trigger LANGUAGE plpgsql AS
'BEGIN RAISE EXCEPTION ''refused by the test''; END'`)
		require.NoError(t, err)
		create = fmt.Sprintf(`CREATE TRIGGER test_refuse_sent BEFORE UPDATE ON messages FOR EACH ROW
WHEN (NEW.id = '%s' AND NEW.status = 'Sent') EXECUTE FUNCTION test_refuse_sent()`, id)
		drop += " ON messages"
	}
	_, err := dbtest.SQL(t.Context(), d).Exec(create)
	require.NoError(t, err)
	t.Cleanup(func() {
		_, err := dbtest.SQL(context.Background(), d).Exec(drop)
		require.NoError(t, err)
	})
}

// A message whose outcome can't be stored is Unknown soon, although its channel goes on to send.
// Others of the same transaction are not.
func TestDispatcher_lostOutcome(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d, 1000)
		id := b.send(t, 20, utility)[7]
		refuseSent(t, d, id)
		b.startWith(t, dispatch.Config{Lease: time.Second}, (*dispatch.Dispatcher).GiveUpSoon)
		require.Eventually(t, func() bool {
			b.send(t, 1, utility)
			m, err := messaging.Get(b.ctx, d, id)
			return err == nil && m.Status == message.StatusUnknown
		}, 30*time.Second, 50*time.Millisecond)
		require.Eventually(t, func() bool {
			n := b.statuses(t)
			return n[message.StatusQueued]+n[message.StatusSending] == 0
		}, 30*time.Second, 10*time.Millisecond)
		require.Equal(t, 1, b.statuses(t)[message.StatusUnknown])
	})
}
