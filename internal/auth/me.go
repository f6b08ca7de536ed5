package auth

import (
	"context"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Me is who asks, and where.
type Me struct {
	User *ent.User
	// Firm is the active one; nil for a user who has only invitations.
	Firm *ActiveFirm
	// Role is the one held there; nil where Firm is, and on a visit.
	Role *ent.Role
	// IsSuperFirm is whether the active firm is the super-firm.
	IsSuperFirm bool
	// MustChangePassword is whether somebody else typed the password.
	MustChangePassword bool

	authority *Authority
	sessionID uuid.UUID
}

// ActiveFirm is the firm that a user works in now.
type ActiveFirm struct {
	FirmID uuid.UUID
	// RelationID is nil on a visit.
	RelationID                   *uuid.UUID
	FirmName, Currency, TimeZone string
	SessionID                    uuid.UUID
}

// Me says who the caller is. Any signed-in user may call it, also on a visit and without an active firm.
func (a *Authority) Me(ctx context.Context) (_ *Me, err error) {
	defer fault.Wrap(&err, "auth.Me")
	asking, err := signedIn(ctx)
	if err != nil {
		return nil, err
	}
	across := rule.AcrossFirms(ctx, "a person's account is the same in all firms")
	caller, err := a.db.Client.User.Get(across, asking.UserID)
	if err != nil {
		return nil, err
	}
	me := &Me{
		User: caller, IsSuperFirm: asking.SuperFirm, MustChangePassword: caller.MustChangePassword,
		authority: a, sessionID: asking.SessionID,
	}
	if asking.FirmID == uuid.Nil {
		return me, nil
	}
	me.Firm, err = a.activeFirm(ctx, asking)
	if err != nil || asking.RoleID == uuid.Nil {
		return me, err
	}
	me.Role, err = a.db.Client.Role.Get(ctx, asking.RoleID)
	return me, err
}

func (a *Authority) activeFirm(ctx context.Context, asking *viewer.Viewer) (*ActiveFirm, error) {
	in, err := a.db.Client.Firm.Get(ctx, asking.FirmID)
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

// Firms are those that the caller can choose, by name.
func (m *Me) Firms(ctx context.Context) (_ []FirmEntry, err error) {
	defer fault.Wrap(&err, "auth.Me")
	places, err := m.authority.places(rule.AcrossFirms(ctx, "a person belongs to several firms"), m.User)
	if err != nil {
		return nil, err
	}
	return entries(places, m.sessionID), nil
}

// Invitations are those of [Authority.Invitations].
func (m *Me) Invitations(ctx context.Context) ([]*Invitation, error) {
	return m.authority.Invitations(ctx)
}
