package messaging

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging/media"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/fault"
)

// Message is a message as the API shows it.
type Message struct {
	*ent.Message

	// ChannelName and ChannelKind are those of the channel, which may be deleted. They are nil for
	// a message that was reported, as is Price.
	ChannelName *string
	ChannelKind *provider.Kind
	Price       *money.Amount
	// Media is the file, or nil.
	Media *media.Media
}

// Error is why a message has failed.
type Error struct{ Code, ProviderCode, Message *string }

// Failure returns why the message has failed, or nil.
func (m *Message) Failure() *Error {
	if m.Status != message.StatusFailed {
		return nil
	}
	return &Error{m.ErrorCode, m.ProviderCode, m.ErrorText}
}

// Events returns what became of the message, in order.
func (m *Message) Events() (events []Event, err error) {
	if m.Attempts == nil {
		return m.reached(), nil
	}
	if err := json.Unmarshal(m.Message.Events, &events); err != nil {
		return nil, fmt.Errorf("read the events of the message %s: %w", m.ID, err)
	}
	return append([]Event{{Status: message.StatusQueued, At: m.CreatedAt}}, events...), nil
}

// reached returns what is known of a message that was reported.
func (m *Message) reached() []Event {
	first := Event{Status: message.StatusSent, At: m.OccurredAt}
	if m.Status == message.StatusQueued {
		first.Status = message.StatusQueued
	}
	events := []Event{first}
	if m.DeliveredAt != nil {
		events = append(events, Event{Status: message.StatusDelivered, At: *m.DeliveredAt})
	}
	if m.ReadAt != nil {
		events = append(events, Event{Status: message.StatusRead, At: *m.ReadAt})
	}
	if m.FailedAt != nil {
		events = append(events, Event{Status: message.StatusFailed, At: *m.FailedAt, Code: m.ErrorCode})
	}
	return events
}

// Get returns a message of the viewer's firm, or NotFound.
func Get(ctx context.Context, d *db.DB, id uuid.UUID) (_ *Message, err error) {
	defer fault.Wrap(&err, "messaging.Get")
	var at time.Time
	found, err := d.InFirm(ctx).Row([]any{&at}, "SELECT occurred_at FROM message_keys WHERE firm_id = $1 AND id = $2", id)
	if err != nil {
		return nil, err
	}
	if !found {
		return nil, fault.New(fault.NotFound, "There is no such message.")
	}
	row, err := d.Client.Message.Query().Where(message.OccurredAt(at), message.ID(id)).Only(ctx)
	if err != nil {
		return nil, db.NotFound(err, "message")
	}
	shown, err := show(ctx, d, []*ent.Message{row})
	if err != nil {
		return nil, err
	}
	return shown[0], nil
}

// showMedia adds the files to messages.
func showMedia(ctx context.Context, d *db.DB, shown []*Message) error {
	var ids []uuid.UUID
	for _, m := range shown {
		if m.MediaID != nil {
			ids = append(ids, *m.MediaID)
		}
	}
	files, err := media.Of(ctx, d, ids)
	for _, m := range shown {
		if m.MediaID != nil {
			m.Media = files[*m.MediaID].With(m.Body)
		}
	}
	return err
}

// show adds the names of the channels to messages.
func show(ctx context.Context, d *db.DB, rows []*ent.Message) ([]*Message, error) {
	var ids []uuid.UUID
	shown := make([]*Message, len(rows))
	for i, row := range rows {
		shown[i] = &Message{Message: row}
		if row.ChannelID != nil {
			ids = append(ids, *row.ChannelID)
		}
		if row.Price != nil {
			shown[i].Price = new(money.Amount(*row.Price))
		}
	}
	if err := showMedia(ctx, d, shown); err != nil {
		return nil, err
	}
	if len(ids) == 0 {
		return shown, nil
	}
	among, list := d.AmongIDs("id", 2, ids)
	found, err := db.All[struct {
		ID         uuid.UUID
		Name, Kind string
	}](d.InFirm(ctx), "SELECT id, name, kind FROM channels WHERE firm_id = $1 AND "+among, list)
	if err != nil {
		return nil, fmt.Errorf("read the names of channels: %w", err)
	}
	for _, channel := range found {
		for _, m := range shown {
			if m.ChannelID != nil && *m.ChannelID == channel.ID {
				m.ChannelName, m.ChannelKind = &channel.Name, new(provider.Kind(channel.Kind))
			}
		}
	}
	return shown, nil
}
