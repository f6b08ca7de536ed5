package webhook

import (
	"context"
	"encoding/json"
	"time"

	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

// maxReplays is how many replays of a webhook may wait.
const maxReplays = 10

// Replay queues past events for a webhook of the viewer's firm, also those that were delivered, or
// returns NotFound. It returns ValidationError with every fault, and TooManyRequests while 10
// replays of the webhook wait.
func (m *Manager) Replay(ctx context.Context, in ReplayInput) (w *Webhook, err error) {
	defer fault.Wrap(&err, "webhook.Replay")
	if err := m.available(); err != nil {
		return nil, err
	}
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	until := m.config.Now()
	if in.Until != nil && in.Until.Before(until) {
		until = in.Until.UTC().Truncate(time.Microsecond)
	}
	types, err := json.Marshal(append([]string{}, in.EventTypes...))
	if err != nil {
		return nil, err
	}
	err = m.db.Tx(ctx, func(ctx context.Context) error {
		if w, err = m.find(ctx, in.ID, true); err != nil {
			return err
		}
		var count int
		_, err = m.db.InFirm(ctx).Row([]any{&count}, "SELECT count(*) FROM webhook_replays WHERE firm_id = $1 AND webhook_id = $2", in.ID)
		if err != nil {
			return err
		}
		if count >= maxReplays {
			return fault.New(fault.TooManyRequests, "%d replays of this webhook are not done yet.", maxReplays)
		}
		_, err = m.db.InFirm(ctx).Exec(`
INSERT INTO webhook_replays (id, firm_id, webhook_id, since, until, event_types, position) VALUES ($2, $1, $3, $4, $5, $6, 0)`,
			entity.NewID(), in.ID, in.Since.UTC().Truncate(time.Microsecond), until, string(types))
		if err != nil {
			return err
		}
		if err := m.wake(ctx); err != nil {
			return err
		}
		type fields struct {
			Since      time.Time `json:"since"`
			Until      time.Time `json:"until"`
			EventTypes []string  `json:"eventTypes,omitempty"`
		}
		return audit.Record(ctx, m.db, audit.Change{
			Action: "webhook.replay", Target: w.target(), After: fields{in.Since, until, in.EventTypes},
		})
	})
	if err != nil {
		return nil, err
	}
	return w, m.addLast(ctx, w)
}
