// Package outgoing is the queue of the messages that firmhub sends. A message is in it until it is
// sent or has failed, and longer while its price is held.
//
// The messages of a channel are a lane. One instance at a time has the lease of a lane. It claims
// messages in a transaction, and calls the provider after the commit. So a message that was claimed
// may have been sent, whatever happens to the instance.
package outgoing

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/walletentry"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/pricing"
	"github.com/firmhub/firmhub/internal/domain/wallet"
)

// State is the state of a message in the queue.
type State string

// The states.
const (
	Queued  State = "Queued"
	Sending State = "Sending" // claimed: the provider may have been called
	Unknown State = "Unknown" // the provider was called, and its answer was lost
	Holding State = "Holding" // sent or failed, while the price is held
)

// Class is the order of work within a channel: lower ones first.
type Class int

// The classes.
const (
	Authentication Class = iota
	Single
	Campaign
)

var classes = []Class{Authentication, Single, Campaign}

// Content is what is sent.
type Content struct {
	To       provider.Address `json:"to"`
	Category string           `json:"category"`
	Subject  string           `json:"subject,omitempty"`
	Body     string           `json:"body,omitempty"`
	HTML     string           `json:"html,omitempty"`
	// Template is set where the provider fills in the template. Body is its text then.
	Template *provider.Template `json:"template,omitempty"`
	// Media is a file. Body is its caption then.
	Media *Media `json:"media,omitempty"`
	// ReplyTo is the provider's id of the message that this one answers, or "".
	ReplyTo string `json:"replyTo,omitempty"`
}

// Media is a file that is sent. Key is where its content is kept.
type Media struct {
	ID          uuid.UUID `json:"id"`
	Key         string    `json:"key"`
	ContentType string    `json:"contentType"`
	Name        string    `json:"name"`
	Size        int64     `json:"size"`
}

// Message is a message in the queue.
type Message struct {
	ID         uuid.UUID
	OccurredAt time.Time
	ChannelID  uuid.UUID
	Class      Class
	State      State
	// DueAt is when it is to be sent. It is nil unless the message is Queued.
	DueAt *time.Time
	// CheckAt is when its state ends by itself. It is nil while the message is Sending, or waits
	// for its campaign to go on.
	CheckAt   *time.Time
	ExpiresAt time.Time
	// Claims is how often it was claimed. So it is the number of the present claim while the
	// message is Sending.
	Claims int
	// Price is what is held.
	Price    money.Amount
	ChargeOn pricing.ChargeOn
	// Resend reports whether the message is sent again if the outcome of a call stays unknown.
	Resend bool
	// Actor is named in the debit.
	Actor wallet.Actor
	// TemplateID is the template from which it was made, or nil. It is not sent while that is
	// paused.
	TemplateID *uuid.UUID
	// CampaignID is the campaign to which it belongs, or nil. It waits unless that is running.
	CampaignID *uuid.UUID
	Content    Content
}

// Queue makes the message Queued from a time on.
func (m *Message) Queue(due time.Time) {
	m.State, m.DueAt, m.CheckAt = Queued, &due, &m.ExpiresAt
}

// Wait makes the message wait in another state, until a time.
func (m *Message) Wait(in State, until time.Time) {
	m.State, m.DueAt, m.CheckAt = in, nil, &until
}

var columns = []string{
	"id", "firm_id", "occurred_at", "channel_id", "class", "state", "due_at", "check_at", "expires_at", "attempts", "price", "charge_on",
	"resend", "actor_kind", "actor_id", "actor_name", "template_id", "campaign_id", "content",
}

// Insert adds messages to the queue, in the transaction of the context that holds their prices.
func Insert(ctx context.Context, d *db.DB, firm uuid.UUID, messages []*Message) error {
	if len(messages) == 0 {
		return nil
	}
	lanes := map[uuid.UUID]time.Time{}
	for _, m := range messages {
		if first, ok := lanes[m.ChannelID]; !ok || m.DueAt.Before(first) {
			lanes[m.ChannelID] = *m.DueAt
		}
	}
	var failed error
	err := d.InFirm(ctx).Insert("outgoing_messages", columns, len(messages), func(i int) []any {
		m := messages[i]
		content, err := json.Marshal(m.Content) // here, since COPY keeps one at a time
		failed = cmp.Or(failed, err)
		return []any{
			m.ID, firm, m.OccurredAt, m.ChannelID, int(m.Class), string(m.State), m.DueAt, m.CheckAt, m.ExpiresAt, m.Claims, int64(m.Price),
			string(m.ChargeOn), m.Resend, string(m.Actor.Kind), m.Actor.ID, m.Actor.Name, m.TemplateID, m.CampaignID,
			string(content),
		}
	})
	if err := cmp.Or(failed, err); err != nil {
		return fmt.Errorf("insert messages into the queue: %w", err)
	}
	return Wake(ctx, d, lanes)
}

// selected are the columns of a message, in the order of into.
const selected = "o.id, o.occurred_at, o.channel_id, o.class, o.state, o.due_at, o.check_at, o.expires_at, o.attempts, o.price, " +
	"o.charge_on, o.resend, o.actor_kind, o.actor_id, o.actor_name, o.template_id, o.campaign_id, o.content"

// read returns the messages that a query in the firm of the context selects.
func read(ctx context.Context, d *db.DB, query string, args ...any) (messages []*Message, err error) {
	rows, err := d.InFirm(ctx).Query(query, args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // rows.Err has the error
	for rows.Next() {
		m := &Message{}
		var state, chargeOn, kind string
		var content []byte
		err := rows.Scan(&m.ID, &m.OccurredAt, &m.ChannelID, &m.Class, &state, &m.DueAt, &m.CheckAt, &m.ExpiresAt, &m.Claims, &m.Price,
			&chargeOn, &m.Resend, &kind, &m.Actor.ID, &m.Actor.Name, &m.TemplateID, &m.CampaignID, &content)
		if err != nil {
			return nil, fmt.Errorf("read a message of the queue: %w", err)
		}
		if err := json.Unmarshal(content, &m.Content); err != nil {
			return nil, fmt.Errorf("read the content of the message %s: %w", m.ID, err)
		}
		m.State, m.ChargeOn, m.Actor.Kind = State(state), pricing.ChargeOn(chargeOn), walletentry.ActorKind(kind)
		messages = append(messages, m)
	}
	return messages, rows.Err()
}

// Lock returns those of the messages that are in the queue, by id. Nobody else changes them until
// the transaction of the context ends.
func Lock(ctx context.Context, d *db.DB, ids []uuid.UUID) (map[uuid.UUID]*Message, error) {
	found := make(map[uuid.UUID]*Message, len(ids))
	if len(ids) == 0 {
		return found, nil
	}
	among, list := d.AmongIDs("o.id", 2, ids)
	messages, err := read(ctx, d,
		"SELECT "+selected+" FROM outgoing_messages o WHERE o.firm_id = $1 AND "+among+" ORDER BY o.id"+forUpdate(d), list)
	for _, m := range messages {
		found[m.ID] = m
	}
	return found, err
}

// Save stores changed messages: the state and its times. A message whose price is
// only held is not sent again, so that its content is dropped: a mail has its whole HTML there.
func Save(ctx context.Context, d *db.DB, messages []*Message) error {
	lanes := map[uuid.UUID]time.Time{}
	for _, m := range messages {
		dropped := ""
		if m.State == Holding {
			dropped = ", content = '{}'"
		}
		err := d.InFirm(ctx).Later(
			"UPDATE outgoing_messages SET state = $3, due_at = $4, check_at = $5, expires_at = $6"+dropped+
				" WHERE firm_id = $1 AND id = $2", m.ID, string(m.State), m.DueAt, m.CheckAt, m.ExpiresAt)
		if err != nil {
			return err
		}
		if m.DueAt == nil {
			continue
		}
		if first, ok := lanes[m.ChannelID]; !ok || m.DueAt.Before(first) {
			lanes[m.ChannelID] = *m.DueAt
		}
	}
	return Wake(ctx, d, lanes)
}

// Delete removes messages from the queue.
func Delete(ctx context.Context, d *db.DB, ids []uuid.UUID) error {
	if len(ids) == 0 {
		return nil
	}
	among, list := d.AmongIDs("id", 2, ids)
	return d.InFirm(ctx).Later("DELETE FROM outgoing_messages WHERE firm_id = $1 AND "+among, list)
}

// Waits reports whether messages of a channel of the viewer's firm are to be sent, or may have
// been.
func Waits(ctx context.Context, d *db.DB, channel uuid.UUID) (bool, error) {
	var one int
	return d.InFirm(ctx).Row([]any{&one}, `
SELECT 1 FROM outgoing_messages WHERE firm_id = $1 AND channel_id = $2 AND state <> 'Holding' LIMIT 1`, channel)
}

// forUpdate is the clause that locks what a query selects. SQLite has one writer anyway.
func forUpdate(d *db.DB) string {
	if d.Dialect() == db.Postgres {
		return " FOR UPDATE"
	}
	return ""
}
