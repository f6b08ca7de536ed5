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
// events becomes calls with one event each, however old it is, of which those that fail are set
// aside again. An event is kept for 7 days, with all that it says and its error. It is tried again
// each time after half of its age, since what fails may be mended, and then an opt-out must count.
func (m *Manager) setAside(ctx context.Context, id uuid.UUID, why error) error {
	return m.db.Tx(ctx, func(ctx context.Context) error {
		query := "SELECT channel_id, received_at, events FROM hook_events WHERE firm_id = $1 AND id = $2"
		if m.db.Dialect() == db.Postgres {
			query += " FOR UPDATE"
		}
		call := received{id: id}
		var encoded []byte
		found, err := m.db.InFirm(ctx).Row([]any{&call.channel, &call.at, &encoded}, query, id)
		if err != nil || !found { // Another instance has worked on it.
			return err
		}
		now := entity.Now()
		age, due := now.Sub(call.at), now
		unknown := json.Unmarshal(encoded, &call.events)
		switch again := now.Add(max(unknownRetry, min(age/2, unreadLife-age))); {
		case age > unreadLife && (unknown != nil || len(call.events) == 1):
			slog.WarnContext(ctx, "an event of a provider is dropped that could not be worked on",
				"channel", call.channel, "call", id, "error", why)
			call.events = nil
		case unknown != nil: // An instance of another version may know what it says.
			slog.ErrorContext(ctx, "a call of a provider can't be worked on", "channel", call.channel, "call", id, "error", why)
			return m.db.InFirm(ctx).Later("UPDATE hook_events SET due_at = $3 WHERE firm_id = $1 AND id = $2", id, again)
		case len(call.events) == 1:
			due = call.events[0].fail(ctx, &call, why, now, again)
		}
		for i := range call.events {
			if err := insertEvents(ctx, m.db, call.channel, call.at, due, call.events[i:i+1]); err != nil {
				return err
			}
		}
		return m.db.InFirm(ctx).Delete("hook_events", "id = $2", id)
	})
}

// fail notes why an event can't be worked on, and returns when it is due: at a time at which it is
// tried again, or dropped. News about an account has no time of its own, so what is old is not
// tried again: it could replace what is newer.
func (e *storedEvent) fail(ctx context.Context, call *received, why error, now, again time.Time) (due time.Time) {
	if e.Failed == "" {
		slog.ErrorContext(ctx, "an event of a provider can't be worked on", "channel", call.channel, "call", call.id, "error", why)
	}
	text := provider.Clean(why.Error(), unreadBytes)
	if e.Alert != nil {
		e.Err = text
		return now.Add(unreadLife)
	}
	e.Failed = text
	return again
}
