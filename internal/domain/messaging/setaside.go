package messaging

import (
	"context"
	"encoding/json"
	"log/slog"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/entity"
)

// setAside stores a call that can't be worked on so that it holds up no others. One with several
// events becomes calls with one event each, of which the next ones to fail are set aside. An event
// is kept for 7 days, with all that it says: somebody may find out why it fails. However many of
// them fail, all are kept.
func (m *Manager) setAside(ctx context.Context, id uuid.UUID, why error) error {
	return m.db.Tx(ctx, func(ctx context.Context) error {
		query := "SELECT channel_id, received_at, events FROM hook_events WHERE firm_id = $1 AND id = $2"
		if m.db.Dialect() == db.Postgres {
			query += " FOR UPDATE"
		}
		var (
			channel uuid.UUID
			at      time.Time
			encoded []byte
			events  []storedEvent
		)
		found, err := m.db.InFirm(ctx).Row([]any{&channel, &at, &encoded}, query, id)
		if err != nil || !found { // Another instance has worked on it.
			return err
		}
		if json.Unmarshal(encoded, &events) != nil {
			events = []storedEvent{{Event: provider.Event{Raw: encoded}}}
		}
		due := entity.Now()
		if len(events) == 1 {
			slog.ErrorContext(ctx, "an event of a provider can't be worked on", "channel", channel, "received", at, "error", why)
			due, events[0].Err = due.Add(unreadLife), provider.Clean(why.Error(), unreadBytes)
		}
		for i := range events {
			if err := insertEvents(ctx, m.db, channel, at, due, events[i:i+1]); err != nil {
				return err
			}
		}
		return m.db.InFirm(ctx).Delete("hook_events", "id = $2", id)
	})
}
