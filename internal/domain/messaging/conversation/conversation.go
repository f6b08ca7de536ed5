// Package conversation manages the conversations of a firm: what it and an address have written to
// each other by a channel, who answers, and what is still unread.
package conversation

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/message"
	"github.com/firmhub/firmhub/ent/user"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/messaging/provider"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/realtime/broker"
)

// Status is whether a conversation is worked on.
type Status string

// The statuses.
const (
	Open   Status = "Open"
	Closed Status = "Closed"
)

// Window is how long after a person's last message a firm may write freely by WhatsApp.
const Window = 24 * time.Hour

// Conversation is a conversation as the API shows it.
type Conversation struct {
	ID          uuid.UUID
	ChannelID   uuid.UUID
	ChannelName string
	ChannelKind provider.Kind
	Address     string
	AddressKind provider.AddressKind
	// ContactID and ContactName are nil if there is no contact, or if it is deleted.
	ContactID   *uuid.UUID
	ContactName *string
	Status      Status
	AssignedTo  *Person
	UnreadCount int
	// WindowUntil is until when the firm may write freely by WhatsApp. It is nil before the person
	// has written, and for other kinds.
	WindowUntil *time.Time
	// LastMessage is nil once that is deleted with its month.
	LastMessage *LastMessage
	// ActiveAt is when it got its last message or note, by which lists are ordered.
	ActiveAt  time.Time
	UpdatedAt time.Time

	addressKey string
	// contactUpdatedAt is when the contact has changed last; nil without one.
	contactUpdatedAt *time.Time
}

// Person is a user to whom conversations are assigned.
type Person struct {
	ID   uuid.UUID
	Name string
}

// LastMessage is the last message of a conversation.
type LastMessage struct {
	ID         uuid.UUID
	Direction  message.Direction
	Body       *string
	Status     message.Status
	OccurredAt time.Time
}

// Manager manages the conversations of firms.
type Manager struct {
	db            *db.DB
	notifications *notification.Center
	broker        broker.Broker
	readers       Readers
	// lookEvery and overlap are those of the looks of feeds. Tests have others.
	lookEvery, overlap time.Duration

	mu    sync.Mutex
	feeds map[uuid.UUID]*feed // by firm
}

// Readers returns users of a firm who may read its conversations: among those that are named, else
// among all, but at most limit. Without a limit it may return any number.
type Readers func(ctx context.Context, firm uuid.UUID, limit int, users ...uuid.UUID) ([]uuid.UUID, error)

// NewManager returns a manager.
func NewManager(d *db.DB, notifications *notification.Center, messages broker.Broker, readers Readers) *Manager {
	return &Manager{
		db: d, notifications: notifications, broker: messages, readers: readers, feeds: map[uuid.UUID]*feed{},
		lookEvery: broker.LookEvery, overlap: overlap,
	}
}

// selected returns the statement of conversations c that a condition selects, with an order and a
// limit if there may be many. What belongs to them is read for those alone.
func selected(d *db.DB, condition string) string {
	return `
SELECT c.id, c.channel_id, h.name, h.kind, c.address, c.address_kind, k.id, k.updated_at,
  coalesce(k.first_name || ' ' || k.last_name, ''), c.status, c.assigned_to, c.unread, c.inbound_at, c.active_at, c.updated_at,
  c.address_key, m.id, coalesce(m.direction, ''), m.body,
  coalesce(m.status, ''), m.occurred_at
FROM (SELECT * FROM conversations c WHERE c.firm_id = $1` + condition + `) c
JOIN channels h ON h.firm_id = $1 AND h.id = c.channel_id
` + joinContact(d) +
		d.LeftJoinOne("messages", "m", "m.firm_id = $1 AND m.occurred_at = c.last_message_at AND m.id = c.last_message_id", "TRUE") + newest
}

// joinContact joins the contact k of a conversation c. A contact that was deleted is none.
func joinContact(d *db.DB) string {
	return d.LeftJoinOne("contacts", "k", "k.firm_id = $1 AND k.id = c.contact_id", "k.deleted_at IS NULL")
}

// newest is the order of conversations, those with the newest messages first.
const newest = " ORDER BY c.active_at DESC, c.id DESC"

// read returns the conversations of the firm of ctx that a condition selects.
func read(ctx context.Context, d *db.DB, condition string, args ...any) (all []*Conversation, err error) {
	if all, err = readRows(ctx, d, condition, args...); err != nil {
		return nil, err
	}
	return all, nameAssigned(ctx, d, all)
}

func readRows(ctx context.Context, d *db.DB, condition string, args ...any) (all []*Conversation, err error) {
	rows, err := d.InFirm(ctx).Query(selected(d, condition), args...)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }() // rows.Err has the error
	for rows.Next() {
		var (
			c                               Conversation
			kind, addressKind, status, name string
			assigned, lastID                *uuid.UUID
			inboundAt, lastAt               *time.Time
			direction, lastStatus           string
			body                            *string
		)
		err := rows.Scan(&c.ID, &c.ChannelID, &c.ChannelName, &kind, &c.Address, &addressKind, &c.ContactID, &c.contactUpdatedAt, &name, &status,
			&assigned, &c.UnreadCount, &inboundAt, &c.ActiveAt, &c.UpdatedAt, &c.addressKey, &lastID, &direction, &body, &lastStatus, &lastAt)
		if err != nil {
			return nil, fmt.Errorf("read a conversation: %w", err)
		}
		c.ChannelKind, c.AddressKind, c.Status = provider.Kind(kind), provider.AddressKind(addressKind), Status(status)
		c.ActiveAt, c.UpdatedAt = c.ActiveAt.UTC(), c.UpdatedAt.UTC()
		if name != "" {
			c.ContactName = &name
		}
		if assigned != nil {
			c.AssignedTo = &Person{ID: *assigned}
		}
		if inboundAt != nil && c.ChannelKind == provider.WhatsApp {
			c.WindowUntil = new(inboundAt.UTC().Add(Window))
		}
		if lastID != nil {
			c.LastMessage = &LastMessage{
				ID: *lastID, Direction: message.Direction(direction), Body: body, Status: message.Status(lastStatus), OccurredAt: lastAt.UTC(),
			}
		}
		all = append(all, &c)
	}
	return all, rows.Err()
}

// nameAssigned adds the names of the people to whom conversations are assigned.
func nameAssigned(ctx context.Context, d *db.DB, all []*Conversation) error {
	var ids []uuid.UUID
	for _, c := range all {
		if c.AssignedTo != nil {
			ids = append(ids, c.AssignedTo.ID)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	people, err := d.Client.User.Query().Where(user.IDIn(ids...)).Select(user.FieldFirstName, user.FieldLastName).All(ctx)
	if err != nil {
		return fmt.Errorf("read the names of people: %w", err)
	}
	for _, person := range people {
		for _, c := range all {
			if c.AssignedTo != nil && c.AssignedTo.ID == person.ID {
				c.AssignedTo.Name = person.FirstName + " " + person.LastName
			}
		}
	}
	return nil
}

// Get returns a conversation of the viewer's firm, or NotFound.
func (m *Manager) Get(ctx context.Context, id uuid.UUID) (_ *Conversation, err error) {
	defer fault.Wrap(&err, "conversation.Get")
	found, err := read(ctx, m.db, " AND c.id = $2", id)
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, fault.New(fault.NotFound, "There is no such conversation.")
	}
	return found[0], nil
}
