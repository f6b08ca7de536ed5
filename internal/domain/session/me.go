package session

import (
	"context"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/domain/membership"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Me is the caller, with the active firm.
type Me struct {
	User *ent.User
	// Firm is the active firm. It is nil for a user who has only invitations.
	Firm *ActiveFirm
	// Role is the role in that firm. It is nil if Firm is nil, and on a visit.
	Role *ent.Role
	// IsSuperFirm is set if the active firm is the super-firm.
	IsSuperFirm bool
	// MustChangePassword is set if somebody else chose the password.
	MustChangePassword bool
	// MfaDue is set if the active firm requires a second factor and the caller has none.
	MfaDue bool

	memberships *membership.Manager
	sessionID   uuid.UUID
}

// ActiveFirm is the firm in which a user now works.
type ActiveFirm struct {
	FirmID uuid.UUID
	// RelationID is nil on a visit.
	RelationID                   *uuid.UUID
	FirmName, Currency, TimeZone string
	SessionID                    uuid.UUID
}

// Me returns the caller. Any signed-in user may call it, also on a visit and without an active
// firm.
func (m *Manager) Me(ctx context.Context) (_ *Me, err error) {
	defer fault.Wrap(&err, "session.Me")
	asking, err := viewer.SignedIn(ctx)
	if err != nil {
		return nil, err
	}
	across := rule.AcrossFirms(ctx, "a person's account is the same in all firms")
	caller, err := m.db.Client.User.Get(across, asking.UserID)
	if err != nil {
		return nil, err
	}
	me := &Me{
		User: caller, IsSuperFirm: asking.SuperFirm, MustChangePassword: caller.MustChangePassword, MfaDue: asking.MfaDue,
		memberships: m.memberships, sessionID: asking.SessionID,
	}
	if asking.FirmID == uuid.Nil {
		return me, nil
	}
	me.Firm, err = m.activeFirm(ctx, asking)
	if err != nil || asking.RoleID == uuid.Nil {
		return me, err
	}
	me.Role, err = m.db.Client.Role.Get(ctx, asking.RoleID)
	return me, err
}

func (m *Manager) activeFirm(ctx context.Context, asking *viewer.Viewer) (*ActiveFirm, error) {
	in, err := m.db.Client.Firm.Get(ctx, asking.FirmID)
	if err != nil {
		return nil, err //nolint:wrapcheck // The caller names the operation.
	}
	active := &ActiveFirm{
		FirmID: in.ID, FirmName: in.Name, Currency: in.Currency, TimeZone: in.TimeZone, SessionID: asking.SessionID,
	}
	if asking.RelationID != uuid.Nil {
		active.RelationID = &asking.RelationID
	}
	return active, nil
}

// Firms returns the firms that the caller can choose, by name.
func (m *Me) Firms(ctx context.Context) (_ []membership.FirmEntry, err error) {
	defer fault.Wrap(&err, "session.Me")
	choices, err := m.memberships.Choices(rule.AcrossFirms(ctx, "a person belongs to several firms"), m.User)
	if err != nil {
		return nil, err
	}
	return membership.Entries(choices, m.sessionID), nil
}

// Invitations returns the open invitations of the caller.
func (m *Me) Invitations(ctx context.Context) ([]*membership.Invitation, error) {
	return m.memberships.Invitations(ctx)
}
