// Package notification notifies the users of a firm: one of them, or everyone.
//
// The notifications of a firm are numbered in the order of their commits. What a user has read is
// mostly one number: the last notification that was marked together with all before it. Only
// notifications that are read or deleted one by one have a row. So the unread ones are counted from
// a few stored numbers, however many there are, and marking all as read writes only one of these
// numbers. See inbox.
package notification

import (
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/notification"
)

// Everyone is the stored user id of notifications to everyone in the firm.
var Everyone = uuid.Nil //nolint:gochecknoglobals // a constant

// Notification is a notification as one user sees it.
type Notification struct {
	ID, FirmID uuid.UUID
	// UserID is nil for a notification to everyone in the firm.
	UserID *uuid.UUID
	Module notification.Module
	// ModuleID is the id of the record that it concerns.
	ModuleID       *uuid.UUID
	Title, Message string
	// Metadata is nil if there is none.
	Metadata json.RawMessage
	// Number is higher than the number of every notification of the firm that was committed before.
	Number    int64
	CreatedAt time.Time
	// ReadAt is nil while the notification is Unread.
	ReadAt *time.Time
}

// Status returns Read or Unread.
func (n *Notification) Status() Status {
	if n.ReadAt == nil {
		return Unread
	}
	return Read
}

func newNotification(row *ent.Notification, readAt *time.Time) *Notification {
	n := &Notification{
		ID: row.ID, FirmID: row.FirmID, Module: row.Module, ModuleID: row.ModuleID, Title: row.Title, Message: row.Message,
		Number: row.Number, CreatedAt: row.CreatedAt, ReadAt: readAt,
	}
	if row.UserID != Everyone {
		n.UserID = &row.UserID
	}
	if row.Metadata != "" {
		n.Metadata = json.RawMessage(row.Metadata)
	}
	return n
}

// Status is whether the user has read a notification.
type Status string //nolint:recvcheck // gqlgen writes values and reads into pointers

// A notification is Unread until the user marks it.
const (
	Unread Status = "Unread"
	Read   Status = "Read"
)

// MarshalGQL implements graphql.Marshaler.
func (s Status) MarshalGQL(w io.Writer) { _, _ = io.WriteString(w, strconv.Quote(string(s))) }

// UnmarshalGQL implements graphql.Unmarshaler.
func (s *Status) UnmarshalGQL(v any) error {
	text, _ := v.(string)
	if *s = Status(text); *s != Unread && *s != Read {
		return fmt.Errorf("notification: %q is no status", v)
	}
	return nil
}
