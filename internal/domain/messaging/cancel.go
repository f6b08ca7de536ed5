package messaging

import (
	"context"
	"maps"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/internal/domain/messaging/outgoing"
	"github.com/firmhub/firmhub/internal/fault"
)

// Ref names a message.
type Ref struct{ ID uuid.UUID }

// Cancel cancels a message of the viewer's firm that is Queued, and releases its price. It returns
// NotFound for a message that does not exist, and Conflict for one that has left the queue. It has
// transactions of its own.
func (m *Manager) Cancel(ctx context.Context, id uuid.UUID) (_ *Message, err error) {
	defer fault.Wrap(&err, "messaging.Cancel")
	err = m.changes.Do(ctx, rowsPerMessage, func(ctx context.Context, c *changes) error {
		messages, err := c.byID(ctx, []uuid.UUID{id})
		if err != nil {
			return err
		}
		m := messages[id]
		switch {
		case m == nil:
			return fault.New(fault.NotFound, "There is no such message.")
		case m.queued == nil || m.queued.State != outgoing.Queued:
			return fault.New(fault.Conflict, "The message can't be cancelled any more: it is %s.", m.state.status)
		}
		err = c.set(m, message.StatusCancelled, c.now, failure{}, func() error { return c.release(m) })
		if err != nil {
			return err
		}
		return c.save(ctx, maps.Values(messages))
	})
	if err != nil {
		return nil, err
	}
	return Get(ctx, m.db, id)
}
