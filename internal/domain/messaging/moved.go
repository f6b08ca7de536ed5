package messaging

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging/conversation"
	"github.com/firmhub/firmhub/internal/domain/messaging/outgoing"
	"github.com/firmhub/firmhub/internal/domain/money"
)

// moved is a message whose status changes.
type moved struct {
	Counted
	state

	campaign string
	// campaignID is nil for a message of no campaign of firmhub.
	campaignID *uuid.UUID
	category   Category
	price      money.Amount
	// channel is nil for a message that was reported, and address also for one whose person was
	// erased.
	address *string
	channel *uuid.UUID
	// conversation is nil for a message that is in none.
	conversation *uuid.UUID
	// waited reports whether the message was to be sent at a time.
	waited bool
	// queued is the message in the queue, or nil.
	queued  *outgoing.Message
	changed bool
	// requeued reports whether queued has changed, and left whether the message leaves the queue.
	requeued, left bool
	// renamed reports whether its provider has given it an id.
	renamed bool
}

// isErased reports whether a message that firmhub has sent is that of a person who was erased.
func (m *moved) isErased() bool { return m.own() && m.address == nil }

// byProviderID returns messages by the ids that their providers gave them.
func (c *changes) byProviderID(ctx context.Context, ids []string) (map[string]*moved, error) {
	among, list := c.db.Among("k.provider_message_id", 2, ids)
	found, err := c.find(ctx, among, list)
	byID := make(map[string]*moved, len(found))
	for _, m := range found {
		byID[m.providerID] = m
	}
	return byID, err
}

// byID returns messages by their ids.
func (c *changes) byID(ctx context.Context, ids []uuid.UUID) (map[uuid.UUID]*moved, error) {
	among, list := c.db.AmongIDs("k.id", 2, ids)
	found, err := c.find(ctx, among, list)
	byID := make(map[uuid.UUID]*moved, len(found))
	for _, m := range found {
		byID[m.ID] = m
	}
	return byID, err
}

// find returns the messages that a condition for their keys selects. Those in the queue are locked.
func (c *changes) find(ctx context.Context, condition string, list any) ([]*moved, error) {
	found, err := c.read(ctx, condition, list)
	if err != nil {
		return nil, err
	}
	return found, c.lock(ctx, found)
}

// holds reports whether something is held for the message.
func (m *moved) holds() bool { return m.price > 0 && optional(m.charge) == string(message.ChargeHeld) }

// keyed joins messages to keys k of the firm $1. If m.firm_id were a parameter as well, SQLite
// without statistics would read all messages of the firm, and look for the keys of each. PostgreSQL
// without statistics, as in the first minutes of a month's partition, would do so in any case,
// unless a LIMIT makes it look for the message of each key.
func keyed(d *db.DB) string {
	if d.Dialect() == db.SQLite {
		return " JOIN messages m ON m.firm_id = k.firm_id AND m.occurred_at = k.occurred_at AND m.id = k.id "
	}
	return ` CROSS JOIN LATERAL (
	SELECT * FROM messages o WHERE o.firm_id = $1 AND o.occurred_at = k.occurred_at AND o.id = k.id LIMIT 1) m `
}

// read selects by the keys.
func (c *changes) read(ctx context.Context, condition string, list any) (found []*moved, err error) {
	rows, err := c.db.InFirm(ctx).Query(`
SELECT m.provider_message_id, m.id, m.occurred_at, m.direction, m.status, m.template_name, m.person_key, coalesce(m.phone, ''),
	m.delivered_at, m.read_at, m.failed_at, m.error_code, m.error_text, coalesce(m.campaign, ''), m.attempts, m.sent_at, m.provider_code,
	m.charge, m.events, m.address, m.channel_id, m.conversation_id, m.category, coalesce(m.price, 0),
	m.campaign_id, m.not_before IS NOT NULL
FROM message_keys k`+keyed(c.db)+`WHERE k.firm_id = $1 AND `+condition, list)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // rows.Err has the error
	for rows.Next() {
		m := &moved{}
		var direction, status, category string
		var events []byte
		err := rows.Scan(&m.providerID, &m.ID, &m.OccurredAt, &direction, &status, &m.Template, &m.PersonKey, &m.Phone,
			&m.deliveredAt, &m.readAt, &m.failedAt, &m.errorCode, &m.errorText, &m.campaign, &m.attempts, &m.sentAt, &m.providerCode,
			&m.charge, &events, &m.address, &m.channel, &m.conversation, &category, &m.price, &m.campaignID, &m.waited)
		if err != nil {
			return nil, fmt.Errorf("read a message: %w", err)
		}
		m.Direction, m.state.status, m.category = Direction(direction), Status(status), Category(category)
		if m.own() {
			if err := json.Unmarshal(events, &m.events); err != nil {
				return nil, fmt.Errorf("read the events of the message %s: %w", m.ID, err)
			}
		}
		found = append(found, m)
	}
	return found, rows.Err()
}

// lock locks the messages that are in the queue. Their status there is the present one: a claim may
// have changed it meanwhile.
func (c *changes) lock(ctx context.Context, found []*moved) error {
	var own []uuid.UUID
	for _, m := range found {
		if m.own() {
			own = append(own, m.ID)
		}
	}
	queued, err := outgoing.Lock(ctx, c.db, own)
	if err != nil {
		return err
	}
	for _, m := range found {
		if m.queued = queued[m.ID]; m.queued != nil && m.queued.State != outgoing.Holding {
			m.state.status = Status(m.queued.State)
		}
		m.Counted.Status = m.state.status
	}
	return nil
}

// movedRow is the new state of a message in the form sent to PostgreSQL.
type movedRow struct {
	ID           uuid.UUID       `json:"id"`
	OccurredAt   time.Time       `json:"occurred_at"`
	ProviderID   string          `json:"provider_message_id"`
	Status       Status          `json:"status"`
	DeliveredAt  *time.Time      `json:"delivered_at"`
	ReadAt       *time.Time      `json:"read_at"`
	FailedAt     *time.Time      `json:"failed_at"`
	ErrorCode    *string         `json:"error_code"`
	ErrorText    *string         `json:"error_text"`
	Attempts     *int            `json:"attempts"`
	SentAt       *time.Time      `json:"sent_at"`
	ProviderCode *string         `json:"provider_code"`
	Charge       *string         `json:"charge"`
	Events       json.RawMessage `json:"events,omitempty"`
}

// events returns the events for SQLite, or nil for a message that was reported.
func (r *movedRow) events() any {
	if r.Events == nil {
		return nil
	}
	return string(r.Events)
}

func (m *moved) row() (r movedRow, err error) {
	r = movedRow{
		m.ID, m.OccurredAt, m.providerID, m.state.status, m.deliveredAt, m.readAt, m.failedAt, m.errorCode, m.errorText, m.attempts, m.sentAt,
		m.providerCode, m.charge, nil,
	}
	if m.own() {
		if r.Events, err = json.Marshal(m.events); err != nil {
			return r, fmt.Errorf("encode the events of a message: %w", err)
		}
	}
	return r, nil
}

// save stores the changed messages. It takes one statement on PostgreSQL, and one for each message
// on SQLite, which has no round trips.
func (c *changes) save(ctx context.Context, messages iter.Seq[*moved]) error {
	var (
		changed  []movedRow
		requeued []*outgoing.Message
		left     []uuid.UUID
	)
	var renamed, due []*moved
	for m := range messages {
		if m.renamed {
			renamed = append(renamed, m)
		}
		if m.changed {
			row, err := m.row()
			if err != nil {
				return err
			}
			changed = append(changed, row)
			if m.conversation != nil {
				c.entered(*m.conversation, m.ID, m.OccurredAt)
				if m.waited && !m.OccurredAt.After(c.now) {
					due = append(due, m)
				}
			}
		}
		switch {
		case m.left:
			left = append(left, m.ID)
		case m.requeued:
			requeued = append(requeued, m.queued)
		}
	}
	if err := c.rename(ctx, renamed); err != nil {
		return err
	}
	if err := c.update(ctx, changed); err != nil {
		return err
	}
	for _, m := range due {
		if err := conversation.Due(ctx, c.db, *m.conversation, m.ID, m.OccurredAt, c.now); err != nil {
			return err
		}
	}
	if err := outgoing.Delete(ctx, c.db, left); err != nil {
		return err
	}
	return outgoing.Save(ctx, c.db, requeued)
}

// rename stores the ids that providers have given to messages. It takes as many statements as save.
func (c *changes) rename(ctx context.Context, messages []*moved) error {
	if c.db.Dialect() == db.SQLite {
		for _, m := range messages {
			err := c.db.InFirm(ctx).Later("UPDATE message_keys SET provider_message_id = $3 WHERE firm_id = $1 AND id = $2", m.ID, m.providerID)
			if err != nil {
				return err
			}
		}
		return nil
	}
	if len(messages) == 0 {
		return nil
	}
	own, given := make([]uuid.UUID, len(messages)), make([]string, len(messages))
	for i, m := range messages {
		own[i], given[i] = m.ID, m.providerID
	}
	return c.db.InFirm(ctx).Later(`
UPDATE message_keys k SET provider_message_id = r.given FROM unnest($2::uuid[], $3::text[]) AS r(id, given)
WHERE k.firm_id = $1 AND k.id = ANY($2) AND k.id = r.id`, own, given)
}

func (c *changes) update(ctx context.Context, changed []movedRow) error {
	if len(changed) == 0 {
		return nil
	}
	if c.db.Dialect() == db.SQLite {
		for _, m := range changed {
			_, err := c.db.InFirm(ctx).Exec(`
UPDATE messages SET provider_message_id = $4, status = $5, updated_at = $6, delivered_at = $7, read_at = $8, failed_at = $9,
	error_code = $10, error_text = $11, attempts = $12, sent_at = $13, provider_code = $14, charge = $15, events = $16
WHERE firm_id = $1 AND occurred_at = $2 AND id = $3`,
				m.OccurredAt, m.ID, m.ProviderID, string(m.Status), c.now, m.DeliveredAt, m.ReadAt, m.FailedAt, m.ErrorCode, m.ErrorText,
				m.Attempts, m.SentAt, m.ProviderCode, m.Charge, m.events())
			if err != nil {
				return err
			}
		}
		return nil
	}
	encoded, err := json.Marshal(changed)
	if err != nil {
		return fmt.Errorf("encode statuses: %w", err)
	}
	byTime := func(a, b movedRow) int { return a.OccurredAt.Compare(b.OccurredAt) }
	first, last := slices.MinFunc(changed, byTime), slices.MaxFunc(changed, byTime)
	_, err = c.db.InFirm(ctx).Exec(`
UPDATE messages m SET provider_message_id = r.provider_message_id, status = r.status, updated_at = $3, delivered_at = r.delivered_at,
	read_at = r.read_at, failed_at = r.failed_at, error_code = r.error_code, error_text = r.error_text, attempts = r.attempts,
	sent_at = r.sent_at, provider_code = r.provider_code, charge = r.charge, events = r.events
FROM json_to_recordset($2::json) AS r(id uuid, occurred_at timestamptz, provider_message_id text, status text, delivered_at timestamptz,
	read_at timestamptz, failed_at timestamptz, error_code text, error_text text, attempts bigint, sent_at timestamptz, provider_code text,
	charge text, events jsonb)
WHERE m.firm_id = $1 AND m.occurred_at >= $4 AND m.occurred_at <= $5 AND m.occurred_at = r.occurred_at AND m.id = r.id`,
		string(encoded), c.now, first.OccurredAt, last.OccurredAt) // the times select the partitions
	return err
}
