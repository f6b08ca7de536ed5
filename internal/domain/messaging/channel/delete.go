package channel

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/channel"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/domain/messaging/outgoing"
	"github.com/firmhub/firmhub/internal/domain/messaging/pace"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

// Delete deletes a channel of the viewer's firm with its secrets. It returns NotFound, or Conflict
// while messages of the channel wait or a campaign of it has not ended. If it was the default, the
// oldest other channel of its kind becomes the default.
func (m *Manager) Delete(ctx context.Context, id uuid.UUID) (err error) {
	defer fault.Wrap(&err, "channel.Delete")
	if err := m.available(); err != nil {
		return err
	}
	return m.db.Tx(ctx, func(ctx context.Context) error {
		if err := m.lock(ctx); err != nil {
			return err
		}
		row, err := m.find(ctx, id, db.ForUpdate)
		if err != nil {
			return err
		}
		switch waits, err := outgoing.Waits(ctx, m.db, id); {
		case err != nil:
			return err
		case waits:
			return fault.New(fault.Conflict, "Messages of the channel wait to be sent. Cancel them first, or let them be sent.")
		}
		switch uses, err := pace.UsesChannel(ctx, m.db, id); {
		case err != nil:
			return err
		case uses:
			return fault.New(fault.Conflict, "A campaign of the channel is scheduled, or has begun and not ended. Cancel it first.")
		}
		before, err := auditOf(row)
		if err != nil {
			return err
		}
		gone := m.db.Client.Channel.UpdateOne(row).ClearSecrets().SetSecretsSet([]string{}).SetIsDefault(false).SetDeletedAt(entity.Now())
		if err := gone.Exec(ctx); err != nil {
			return fmt.Errorf("delete the channel: %w", err)
		}
		if row.IsDefault {
			if err := m.replaceDefault(ctx, row.Kind); err != nil {
				return err
			}
		}
		return audit.Record(ctx, m.db, audit.Change{Action: "channel.delete", Target: targetOf(row), Before: before})
	})
}

// replaceDefault makes the oldest channel of the kind the default, if there is one.
func (m *Manager) replaceDefault(ctx context.Context, kind channel.Kind) error {
	oldest, err := m.db.Client.Channel.Query().Where(channel.KindEQ(kind)).
		Order(ent.Asc(channel.FieldCreatedAt), ent.Asc(channel.FieldID)).First(ctx)
	if ent.IsNotFound(err) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("find another default channel: %w", err)
	}
	return m.setDefault(ctx, oldest, true)
}
