package privacy_test

import (
	"context"
	"encoding/json"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/job"
)

// awaitWait runs the erasure until it waits for rows that are stored late.
func (b *bundle) awaitWait(t *testing.T) {
	t.Helper()
	stop := b.start(t)
	require.Eventually(t, func() bool { return len(b.jobs(t, job.Scheduled)) == 1 }, time.Minute, 20*time.Millisecond)
	stop()
}

// What had read the person before the erasure stores it afterwards: an event gets its number, and a
// receiver answers with the event that it gets. Both are erased, too.
func TestErase_storedLate(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		b.Wait()
		id := b.create(t, firstName, lastName, number, mail).ID
		require.NoError(t, event.RaiseAll(b.ctx, d, event.ContactUpdated, id))
		read, store, stored := make(chan struct{}, 10), make(chan struct{}), make(chan error)
		log := event.NewLog(d, nil)
		log.ReadBy(func(context.Context, string, uuid.UUID) (json.RawMessage, error) {
			read <- struct{}{}
			<-store
			return json.RawMessage(`{"id":"` + id.String() + `","phone":"` + number + `"}`), nil
		})
		go func() {
			_, err := log.Advance(b.ctx)
			stored <- err
		}()
		<-read
		require.NoError(t, b.Erase(b.ctx, id))
		b.awaitWait(t)
		close(store)
		require.NoError(t, <-stored)
		require.Equal(t, []string{"numbered_events.data"}, b.mentions(t, number))
		b.setErasures(t, "available", entity.Now())
		b.awaitWait(t)
		require.Empty(t, b.mentions(t, number))
		b.insert(t, "webhook_deliveries", map[string]any{
			"webhook_id": uuid.New(), "event_id": uuid.New(), "event_type": "contact.updated", "status": "Delivered", "attempts": 1, "step": 1,
			"response_body": "got " + number, "created_at": entity.Now(),
		})
		b.setErasures(t, "available", entity.Now())
		b.finish(t)
		for _, needle := range []string{firstName, lastName, number, mail} {
			require.Empty(t, b.mentions(t, needle), needle)
		}
	})
}
