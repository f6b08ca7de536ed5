package channel

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/channel"
	notificationrow "github.com/firmhub/firmhub/ent/notification"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/fault"
)

// Keep reports whether a channel of the firm of ctx exists. It stays until the transaction of the
// context ends: [Manager.Delete] waits for that, and then sees what the transaction has written.
func Keep(ctx context.Context, d *db.DB, id uuid.UUID) (exists bool, err error) {
	query := "SELECT 1 FROM channels WHERE firm_id = $1 AND id = $2 AND deleted_at IS NULL"
	if d.Dialect() == db.Postgres {
		query += " FOR KEY SHARE"
	}
	var one int
	return d.InFirm(ctx).Row([]any{&one}, query, id)
}

// Line is a channel as whoever sends its messages, or reads the hooks of its provider, sees it.
type Line struct {
	Kind    provider.Kind
	Adapter provider.Adapter
	// Account is the zero value for a deleted channel, whose secrets are gone.
	Account provider.Account
	// PerSecond is how many messages it may send in a second.
	PerSecond int
	// Active reports whether it sends now: it is Active, as is its firm.
	Active, Deleted bool
}

// Line returns a channel of the firm of ctx, which may be deleted, or NotFound. Only the server
// calls it.
func (m *Manager) Line(ctx context.Context, id uuid.UUID) (_ *Line, err error) {
	defer fault.Wrap(&err, "channel.Line")
	row := &ent.Channel{ID: id}
	var (
		kind, status string
		settings     []byte
		secrets      []byte
		active       bool
		line         Line
	)
	found, err := m.db.InFirm(ctx).Row(
		[]any{&row.FirmID, &kind, &settings, &secrets, &line.PerSecond, &status, &line.Deleted, &active}, `
SELECT c.firm_id, c.kind, c.settings, c.secrets, c.messages_per_second, c.status, c.deleted_at IS NOT NULL, f.is_active
FROM channels c JOIN firms f ON f.id = c.firm_id WHERE c.firm_id = $1 AND f.id = $1 AND c.id = $2`, id)
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, fault.New(fault.NotFound, "There is no such channel.")
	}
	row.Kind, row.Settings, row.Secrets = channel.Kind(kind), settings, &secrets
	line.Kind, line.Adapter = provider.Kind(kind), m.adapters[provider.Kind(kind)]
	line.Active = active && !line.Deleted && status == string(channel.StatusActive)
	if line.Deleted {
		return &line, nil
	}
	if line.Account, err = m.account(row); errors.Is(err, secret.ErrSealed) || errors.Is(err, errNoKey) {
		line.Active = false // The messages wait until somebody enters the secrets again, or the operator the key.
		return &line, nil
	}
	return &line, err
}

// Fail makes a channel of the firm of ctx Failing, because its provider refuses it, and notifies
// the firm. A channel that is Paused stays so. Only the server calls it.
func (m *Manager) Fail(ctx context.Context, id uuid.UUID, why provider.Outcome) (err error) {
	defer fault.Wrap(&err, "channel.Fail")
	return m.db.Tx(ctx, func(ctx context.Context) error {
		row, err := m.find(ctx, id, db.ForUpdate)
		if err != nil || row.Status != channel.StatusActive {
			return err
		}
		reason := string(why.Failing)
		if text := provider.Clean(why.Message, maxMessage-len(reason)-len(": ")); text != "" {
			reason += ": " + text
		}
		if row, err = m.setStatus(ctx, row, "channel.fail", channel.StatusFailing, reason); err != nil {
			return err
		}
		if err := event.RaiseAll(ctx, m.db, event.ChannelFailing, row.ID); err != nil {
			return err
		}
		_, err = m.notifications.Create(ctx, notification.Input{
			Title: "Channel refused", Module: notificationrow.ModuleSystem, ModuleID: &row.ID, Metadata: notification.About(notification.Channel),
			Message: fmt.Sprintf("The provider refuses the channel %s. Its messages wait. Correct its settings, then test it.", row.Name),
		})
		return err
	})
}
