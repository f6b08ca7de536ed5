package notification

import (
	"context"
	"encoding/json"
	"errors"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/notification"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/rule/scope"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
)

// The maximum lengths of the texts in characters.
const (
	MaxTitle   = 150
	MaxMessage = 500
)

const maxMetadata = 4 << 10

// Input describes a notification. Texts in it that come from elsewhere, such as those of providers,
// are made fit by [plaintext.Fit] before: [Center.Create] refuses what is too long or has control
// characters, and the transaction fails in which it is told.
type Input struct {
	Title string
	// Message may have several lines.
	Message string
	Module  notification.Module
	// ModuleID is the id of the record that it concerns.
	ModuleID *uuid.UUID
	// UserID is the recipient; nil means everyone in the firm.
	UserID *uuid.UUID
	// Metadata is any JSON of at most 4 KiB. Nil or null means none.
	Metadata json.RawMessage
}

// Record is the kind of the record that ModuleID names in firmhub's own notifications.
type Record string

// The kinds of records that firmhub's own notifications are about.
const (
	Campaign     Record = "campaign"
	Channel      Record = "channel"
	Conversation Record = "conversation"
	Import       Record = "import"
	Session      Record = "session"
	Template     Record = "template"
	Wallet       Record = "wallet"
	Webhook      Record = "webhook"
)

// About returns the metadata of firmhub's own notifications, for links.
func About(kind Record) json.RawMessage {
	metadata, err := json.Marshal(map[string]Record{"about": kind})
	if err != nil {
		panic(err) // A map of texts can be encoded.
	}
	return metadata
}

// Validate trims the texts and returns every fault.
func (in *Input) Validate() fault.Details {
	var faults fault.Details
	plaintext.CheckName(&faults, "title", &in.Title, MaxTitle)
	plaintext.CheckLines(&faults, "message", &in.Message, MaxMessage)
	if notification.ModuleValidator(in.Module) != nil {
		faults.Add("module", "must be Messaging, Contact, Workflow, Template or System")
	}
	if string(in.Metadata) == "null" {
		in.Metadata = nil
	}
	switch {
	case len(in.Metadata) > maxMetadata:
		faults.Add("metadata", "must have at most %d bytes as JSON", maxMetadata)
	case in.Metadata != nil && (!json.Valid(in.Metadata) || !utf8.Valid(in.Metadata)):
		faults.Add("metadata", "must be JSON")
	}
	return faults
}

// Raise creates a notification for a client. It does the same as [Center.Create], but returns
// ValidationError unless the user is in the viewer's firm and has accepted the invitation.
func (c *Center) Raise(ctx context.Context, in Input) (_ *Notification, err error) {
	defer fault.Wrap(&err, "notification.Raise")
	faults := in.Validate()
	if in.UserID != nil {
		exists, err := c.db.Client.Membership.Query().
			Where(membership.UserID(*in.UserID), membership.StatusNEQ(membership.StatusInvited)).Exist(ctx)
		if err != nil {
			return nil, err
		}
		if !exists {
			faults.Add("userId", "must be a user of your firm who has accepted the invitation")
		}
	}
	if err := faults.Err(); err != nil {
		return nil, err
	}
	return c.Create(ctx, in)
}

// Create stores a notification in the viewer's firm, and delivers it after the commit. It does not
// check the caller: the viewer may be a user, an API client or firmhub itself. A notification to a
// user who is not in the firm is shown to nobody.
//
// Create runs in the transaction of the caller if there is one, and locks the sequence of the firm
// until the transaction ends. So numbers are in the order of commits. Another Create of the same
// firm waits, but none of other firms. The caller should call Create last.
func (c *Center) Create(ctx context.Context, in Input) (_ *Notification, err error) {
	defer fault.Wrap(&err, "notification.Create")
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	firm, err := scope.Firm(ctx, "Notification")
	if err != nil {
		return nil, err
	}
	user := Everyone
	if in.UserID != nil {
		user = *in.UserID
	}
	var created *Notification
	err = c.db.Tx(ctx, func(ctx context.Context) error {
		number, sent, err := next(ctx, c.db, firm, user)
		if err != nil {
			return err
		}
		row, err := c.db.Client.Notification.Create().
			SetFirmID(firm).SetNumber(number).SetUserID(user).SetModule(in.Module).SetNillableModuleID(in.ModuleID).
			SetTitle(in.Title).SetMessage(in.Message).SetMetadata(string(in.Metadata)).
			Save(ctx)
		if err != nil {
			return err
		}
		created = newNotification(row, nil)
		c.publish(ctx, firm, message{Created: newCreatedMessage(created, sent)})
		return nil
	})
	return created, err
}

var errNoNumber = errors.New("notification: the sequence returned no number")

// next returns the number of a new notification. It also returns how many notifications there are
// now to the user, or to everyone.
func next(ctx context.Context, d *db.DB, firm, user uuid.UUID) (number, sent int64, err error) {
	s := d.InFirm(rule.ForFirm(ctx, firm, "number a notification to a firm"))
	found, err := s.Row([]any{&number}, `
INSERT INTO notification_sequences (id, created_at, updated_at, firm_id, last, expired) VALUES ($2, $3, $3, $1, 1, 0)
ON CONFLICT (firm_id) DO UPDATE SET last = notification_sequences.last + 1, updated_at = excluded.updated_at
RETURNING last`, entity.NewID(), entity.Now())
	if err != nil {
		return 0, 0, err
	}
	if !found {
		return 0, 0, errNoNumber
	}
	found, err = s.Row([]any{&sent}, `
INSERT INTO notification_counters (id, created_at, updated_at, firm_id, user_id, sent, expired) VALUES ($2, $3, $3, $1, $4, 1, 0)
ON CONFLICT (firm_id, user_id) DO UPDATE SET sent = notification_counters.sent + 1, updated_at = excluded.updated_at
RETURNING sent`, entity.NewID(), entity.Now(), user)
	if err == nil && !found {
		err = errNoNumber
	}
	return number, sent, err
}
