package factor

import (
	"context"
	"strings"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	entnotification "github.com/firmhub/firmhub/ent/notification"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/domain/mail"
	"github.com/firmhub/firmhub/internal/domain/notification"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Event is what happened to the factors of a person.
type Event string

// The events.
const (
	Added   Event = "factor.add"
	Removed Event = "factor.remove"
	Renewed Event = "factor.renew"
)

// factorState is a factor in the audit log.
type factorState struct {
	Factor string `json:"factor"`
	// Name is that of a passkey.
	Name string `json:"name,omitempty"`
}

// detail names the factor in mails.
func (s factorState) detail() string {
	return strings.NewReplacer(MethodTOTP, "TOTP", MethodPasskey, "Passkey").Replace(s.Factor)
}

var notices = map[Event]struct {
	// passkey is the message about a passkey, and message the one about anything else.
	title, message, passkey, end string
	mail                         mail.Notice
}{
	Added: {
		"A second factor was added", "Your account has an authenticator now, which is asked for at each log-in.",
		"Your account has a new passkey, which signs in without a password.",
		" If that was not you, change your password and ask your administrator.", mail.FactorAdded,
	},
	Removed: {
		"A second factor was removed", "Your account has no authenticator any more.", "A passkey of your account was removed.",
		" If that was not you, change your password and end your other sessions.", mail.FactorRemoved,
	},
	Renewed: {
		"New recovery codes were made", "Your account has ten new recovery codes. The old ones can't be used any more.", "",
		" If that was not you, change your password and end your other sessions.", mail.RecoveryCodesRenewed,
	},
}

// announce mails the caller what has changed, and if there is an active firm, records it in the
// audit log there and notifies the caller.
func (m *Manager) announce(ctx context.Context, asking *viewer.Viewer, what Event, state factorState) error {
	if err := m.mail(ctx, asking.UserID, what, state); err != nil {
		return err
	}
	if asking.FirmID == uuid.Nil {
		return nil
	}
	change := audit.Change{Action: string(what), Target: audit.Of("user", asking.UserID, asking.Email)}
	if what == Removed {
		change.Before = state
	} else {
		change.After = state
	}
	if err := audit.Record(ctx, m.db, change); err != nil {
		return err //nolint:wrapcheck // The caller names the operation.
	}
	return m.notify(ctx, asking.UserID, what, state)
}

// announceReset records in the audit log of the super-firm that the factors of a user were removed
// by somebody else, and tells the user by mail and in every firm.
func (m *Manager) announceReset(ctx context.Context, of *ent.User, had factorState) error {
	if err := m.mail(ctx, of.ID, Removed, had); err != nil {
		return err
	}
	super, err := audit.SuperFirm(ctx, m.db)
	if err != nil {
		return err //nolint:wrapcheck // The caller names the operation.
	}
	err = audit.RecordIn(ctx, m.db, super, audit.Change{
		Action: string(Removed), Target: audit.Of("user", of.ID, of.Email), Before: had,
	})
	if err != nil {
		return err //nolint:wrapcheck // as above
	}
	firms, err := db.All[uuid.UUID](m.db.Shared(ctx), `SELECT firm_id FROM user_firms WHERE user_id = $1 ORDER BY firm_id`, of.ID)
	if err != nil {
		return err //nolint:wrapcheck // as above
	}
	for _, firm := range firms {
		ctx := rule.ForFirm(ctx, firm, "tell a person in every firm")
		ctx = viewer.NewContext(ctx, &viewer.Viewer{Kind: viewer.System, FirmID: firm})
		active, err := m.db.Client.Membership.Query().Where(membership.UserID(of.ID), membership.StatusEQ(membership.StatusActive)).Exist(ctx)
		if err != nil {
			return err //nolint:wrapcheck // as above
		}
		if active {
			if err := m.notify(ctx, of.ID, Removed, had); err != nil {
				return err
			}
		}
	}
	return nil
}

func (m *Manager) mail(ctx context.Context, user uuid.UUID, what Event, state factorState) error {
	about := mail.About{Detail: state.detail()}
	return m.mails.Notify(ctx, user, notices[what].mail, about) //nolint:wrapcheck // The caller names the operation.
}

func (m *Manager) notify(ctx context.Context, user uuid.UUID, what Event, state factorState) error {
	text := notices[what]
	message := text.message
	if state.Factor == MethodPasskey {
		message = text.passkey
	}
	_, err := m.notifications.Create(ctx, notification.Input{
		Title: text.title, Message: message + text.end, Module: entnotification.ModuleSystem, UserID: &user,
	})
	return err //nolint:wrapcheck // The caller names the operation.
}
