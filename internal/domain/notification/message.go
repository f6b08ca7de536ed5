package notification

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/notification"
	"github.com/firmhub/firmhub/internal/db"
)

// message is a message between instances about a firm. One of its fields is set.
type message struct {
	Created *createdMessage `json:"created,omitempty"`
	Unread  *unreadMessage  `json:"unread,omitempty"`
	// Expired is set when the notifications up to this number have expired.
	Expired int64 `json:"expired,omitempty"`
}

// createdMessage is a whole new notification, so that nobody has to query for it.
type createdMessage struct {
	ID       uuid.UUID           `json:"id"`
	Number   int64               `json:"number"`
	UserID   *uuid.UUID          `json:"userId,omitempty"`
	Module   notification.Module `json:"module"`
	ModuleID *uuid.UUID          `json:"moduleId,omitempty"`
	Title    string              `json:"title"`
	Message  string              `json:"message"`
	// Metadata is a string, since JSON within JSON would be changed.
	Metadata  string    `json:"metadata,omitempty"`
	CreatedAt time.Time `json:"createdAt"`
	// Sent is the number of notifications to this user, or to everyone, including this one.
	Sent int64 `json:"sent"`
}

// unreadMessage is the unread count of a member.
type unreadMessage struct {
	UserID       uuid.UUID `json:"userId"`
	MembershipID uuid.UUID `json:"membershipId"`
	Unread       int64     `json:"unread"`
	// Shared and Own are the numbers of notifications sent to everyone and to the user at the time
	// of that count.
	Shared int64 `json:"shared"`
	Own    int64 `json:"own"`
	// Version and Expired order the counts of a member; see unread.
	Version int64 `json:"version"`
	Expired int64 `json:"expired"`
}

// subject is the broker's subject for the messages of a firm.
func subject(firm uuid.UUID) string { return "notification." + firm.String() }

// publish sends a message after the transaction of ctx has committed.
func (c *Center) publish(ctx context.Context, firm uuid.UUID, m message) {
	db.AfterCommit(ctx, func(context.Context) error {
		encoded, err := json.Marshal(m)
		if err != nil {
			return fmt.Errorf("encode a message: %w", err)
		}
		c.broker.Publish(subject(firm), encoded)
		return nil
	})
}

func newCreatedMessage(n *Notification, sent int64) *createdMessage {
	return &createdMessage{
		ID: n.ID, Number: n.Number, UserID: n.UserID, Module: n.Module, ModuleID: n.ModuleID, Title: n.Title, Message: n.Message,
		Metadata: string(n.Metadata), CreatedAt: n.CreatedAt, Sent: sent,
	}
}

func (m *createdMessage) notification(firm uuid.UUID) *Notification {
	n := &Notification{
		ID: m.ID, FirmID: firm, UserID: m.UserID, Module: m.Module, ModuleID: m.ModuleID, Title: m.Title, Message: m.Message,
		Number: m.Number, CreatedAt: m.CreatedAt.UTC(),
	}
	if m.Metadata != "" {
		n.Metadata = json.RawMessage(m.Metadata)
	}
	return n
}

func newUnreadMessage(b *inbox) unreadMessage {
	return unreadMessage{
		UserID: b.user, MembershipID: b.membership, Unread: int64(b.unread()),
		Shared: b.sent.shared, Own: b.sent.own, Version: b.version, Expired: b.expired,
	}
}

var errMalformed = errors.New("a message is malformed")

// readMessage decodes a message. It returns an error for one that no instance sends, because anyone
// who reaches the broker can send anything.
func readMessage(encoded []byte) (m message, err error) {
	if err := json.Unmarshal(encoded, &m); err != nil {
		return message{}, fmt.Errorf("decode a message: %w", err)
	}
	if n := m.Created; n != nil {
		in := Input{Title: n.Title, Message: n.Message, Module: n.Module, Metadata: json.RawMessage(n.Metadata)}
		if len(in.Metadata) == 0 {
			in.Metadata = nil
		}
		if n.ID == uuid.Nil || n.Number < 1 || n.Sent < 1 || n.CreatedAt.IsZero() || in.Validate().Err() != nil {
			return message{}, errMalformed
		}
	}
	if u := m.Unread; u != nil && min(u.Unread, u.Shared, u.Own, u.Version, u.Expired) < 0 {
		return message{}, errMalformed
	}
	return m, nil
}
