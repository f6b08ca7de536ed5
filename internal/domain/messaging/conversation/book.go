package conversation

import (
	"context"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
	"github.com/firmhub/firmhub/internal/entity"
)

// Book has the conversations of some addresses, in a transaction that adds messages to them. Only
// one transaction of a firm at a time may have one: the caller has the lock of the firm's messages.
type Book struct {
	threads map[threadKey]*Thread
	known   map[string]bool
	changed []*Thread
}

type threadKey struct {
	channel uuid.UUID
	address string
}

// Thread is a conversation in a [Book].
type Thread struct {
	ID, ChannelID uuid.UUID
	Address       consent.Address
	// ContactID is nil if there is no contact, or if it is deleted.
	ContactID  *uuid.UUID
	AssignedTo *uuid.UUID
	// WasUnread reports whether messages were unread before the transaction.
	WasUnread bool

	// wroteAt is when the other side has written before the transaction, or nil.
	wroteAt       *time.Time
	arrived       int
	inboundAt     *time.Time
	lastMessage   uuid.UUID
	lastMessageAt time.Time
	touched       bool
}

// ReadBook returns the conversations of the firm of ctx with addresses, by the keys of the
// addresses.
func ReadBook(ctx context.Context, d *db.DB, keys []string) (*Book, error) {
	b := &Book{threads: map[threadKey]*Thread{}, known: map[string]bool{}}
	if len(keys) == 0 {
		return b, nil
	}
	among, list := d.Among("c.address_key", 2, keys)
	rows, err := db.All[struct {
		ID         uuid.UUID
		ChannelID  uuid.UUID  `sql:"channel_id"`
		AddressKey string     `sql:"address_key"`
		ContactID  *uuid.UUID `sql:"contact_id"`
		AssignedTo *uuid.UUID `sql:"assigned_to"`
		Unread     int
		InboundAt  *time.Time `sql:"inbound_at"`
	}](d.InFirm(ctx), `
SELECT c.id, c.channel_id, c.address_key, k.id AS contact_id, c.assigned_to, c.unread, c.inbound_at FROM conversations c
`+joinContact(d)+"WHERE c.firm_id = $1 AND "+among, list)
	for _, row := range rows {
		b.known[row.AddressKey] = true
		b.threads[threadKey{row.ChannelID, row.AddressKey}] = &Thread{
			ID: row.ID, ChannelID: row.ChannelID, ContactID: row.ContactID, AssignedTo: row.AssignedTo,
			WasUnread: row.Unread > 0, wroteAt: row.InboundAt,
		}
	}
	return b, err
}

// Knows reports whether the firm has a conversation with an address, by any channel.
func (b *Book) Knows(addressKey string) bool { return b.known[addressKey] }

// Of returns the conversation of a channel with an address, or nil.
func (b *Book) Of(channel uuid.UUID, addressKey string) *Thread {
	return b.threads[threadKey{channel, addressKey}]
}

// Add adds a message to the conversation of a channel with an address, which is made if there is
// none. It returns the conversation.
func (b *Book) Add(channel uuid.UUID, address consent.Address, contact *uuid.UUID, message uuid.UUID, at time.Time) *Thread {
	key := threadKey{channel, address.Key}
	t := b.threads[key]
	if t == nil {
		t = &Thread{ID: entity.NewID(), ChannelID: channel}
		b.threads[key], b.known[address.Key] = t, true
	}
	t.Address = address
	now := entity.Now()
	if t.lastMessageAt.After(now) || !at.Before(t.lastMessageAt) && (t.lastMessageAt.IsZero() || !at.After(now)) {
		t.lastMessage, t.lastMessageAt = message, at
	}
	if t.ContactID == nil {
		t.ContactID = contact
	}
	if !t.touched {
		t.touched = true
		b.changed = append(b.changed, t)
	}
	return t
}

// IsOpen reports whether the firm may write freely by WhatsApp. It is false for nil.
func (t *Thread) IsOpen(now time.Time) bool {
	return t != nil && t.wroteAt != nil && now.Sub(*t.wroteAt) < Window
}

// Arrived notes that the message that was added last has arrived.
func (t *Thread) Arrived(at time.Time) {
	t.arrived++
	if t.inboundAt == nil || at.After(*t.inboundAt) {
		t.inboundAt = &at
	}
}

// ArrivedIn returns the conversations in which messages have arrived.
func (b *Book) ArrivedIn() (threads []*Thread) {
	for _, t := range b.changed {
		if t.arrived > 0 {
			threads = append(threads, t)
		}
	}
	return threads
}

// put adds to what is stored, since people change conversations at the same time. Another contact
// replaces one that is deleted: the book has no such contact. A message may come after later ones.
// One that waits for its time is the last one only if no other is there, until [Due].
const put = ` ON CONFLICT (firm_id, address_key, channel_id) DO UPDATE SET
  updated_at = excluded.updated_at, address = excluded.address, active_at = excluded.active_at,
  contact_id = coalesce(excluded.contact_id, conversations.contact_id),
  status = CASE WHEN excluded.unread > 0 THEN 'Open' ELSE conversations.status END,
  unread = conversations.unread + excluded.unread, inbound_at = CASE
    WHEN conversations.inbound_at IS NULL OR excluded.inbound_at > conversations.inbound_at THEN excluded.inbound_at
    ELSE conversations.inbound_at END,
  last_message_id = CASE WHEN ` + staysLast + ` THEN conversations.last_message_id ELSE excluded.last_message_id END,
  last_message_at = CASE WHEN ` + staysLast + ` THEN conversations.last_message_at ELSE excluded.last_message_at END`

// staysLast is the condition that the last message that is stored stays the last one.
const staysLast = `conversations.last_message_at <= excluded.updated_at AND
    (excluded.last_message_at < conversations.last_message_at OR excluded.last_message_at > excluded.updated_at)`

// Save stores the conversations to which messages were added, with one statement.
func (b *Book) Save(ctx context.Context, d *db.DB, firm uuid.UUID, now time.Time) error {
	columns := []string{
		"id", "created_at", "updated_at", "firm_id", "channel_id", "address", "address_kind", "address_key", "contact_id", "status", "unread",
		"inbound_at", "active_at", "last_message_id", "last_message_at",
	}
	return d.InFirm(ctx).Insert("conversations", columns, len(b.changed), func(i int) []any {
		t := b.changed[i]
		return []any{
			t.ID, now, now, firm, t.ChannelID, t.Address.Value, string(t.Address.Kind), t.Address.Key, t.ContactID, string(Open), t.arrived,
			t.inboundAt, now, t.lastMessage, t.lastMessageAt,
		}
	}, db.OnConflict(put))
}

// Due makes a message that has waited for its time the last one of its conversation, unless a later
// one is. The caller has the lock of the firm's messages.
func Due(ctx context.Context, d *db.DB, id, message uuid.UUID, at, now time.Time) error {
	return d.InFirm(ctx).Later(`
UPDATE conversations SET last_message_id = $3, last_message_at = $4, updated_at = $5
WHERE firm_id = $1 AND id = $2
  AND (last_message_at < $4 OR last_message_at = $4 AND last_message_id < $3 OR last_message_at > $5)`, id, message, at, now)
}
