package session

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/session"
	"github.com/firmhub/firmhub/ent/user"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/account"
	"github.com/firmhub/firmhub/internal/domain/membership"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// SetFirmInput names a firm by the user's membership in it.
type SetFirmInput struct {
	UserID     uuid.UUID
	RelationID uuid.UUID
	SessionID  uuid.UUID
}

// Validate returns every fault.
func (in *SetFirmInput) Validate() fault.Details {
	var faults fault.Details
	for _, given := range []struct {
		field string
		id    uuid.UUID
	}{{"userId", in.UserID}, {"relationId", in.RelationID}, {"sessionId", in.SessionID}} {
		if given.id == uuid.Nil {
			faults.Add(given.field, "is required")
		}
	}
	return faults
}

// FirmToken is an access token for the chosen firm. The refresh token does not change.
type FirmToken struct {
	secret.Hidden

	Token string
	// ExpiresIn is the life of the token in seconds.
	ExpiresIn  int
	FirmID     uuid.UUID
	RelationID uuid.UUID
}

var (
	errNotCaller  = errors.New("session: user or session are not the caller's")
	errNoRelation = errors.New("session: the relation is not the user's, or not active")
)

func badFirm(cause error) error {
	return fault.New(fault.Forbidden, "This firm can't be chosen by this user in this session.").Because(cause)
}

// SetFirm moves the caller's session to another of the caller's firms. Any signed-in user may call
// it. It returns Forbidden unless the user is the caller, the session is the current one, and the
// relation is active and belongs to the caller.
func (m *Manager) SetFirm(ctx context.Context, in SetFirmInput) (_ *FirmToken, err error) {
	defer fault.Wrap(&err, "session.SetFirm")
	asking, err := viewer.SignedIn(ctx)
	if err != nil {
		return nil, err
	}
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	if in.UserID != asking.UserID || in.SessionID != asking.SessionID {
		return nil, badFirm(errNotCaller)
	}
	ctx = rule.AcrossFirms(ctx, "the user leaves one firm for another")
	var chosen *FirmToken
	err = m.db.Tx(ctx, func(ctx context.Context) error {
		chosen, err = m.choose(ctx, in)
		return err
	})
	if err != nil {
		return nil, err
	}
	return chosen, nil
}

func (m *Manager) choose(ctx context.Context, in SetFirmInput) (*FirmToken, error) {
	caller, err := m.db.Client.User.Query().Where(user.ID(in.UserID)).Only(ctx)
	if err != nil {
		return nil, err //nolint:wrapcheck // SetFirm names the operation.
	}
	choices, err := m.memberships.Choices(ctx, caller)
	if err != nil {
		return nil, err
	}
	chosen, ok := membership.Find(choices, &in.RelationID)
	if !ok {
		return nil, badFirm(errNoRelation)
	}
	if err := m.move(ctx, in.SessionID, chosen, badFirm); err != nil {
		return nil, err
	}
	access, err := m.issueAccess(ctx, in.SessionID, chosen)
	if err != nil {
		return nil, err
	}
	return &FirmToken{
		Token: access, ExpiresIn: m.expiresIn(), FirmID: chosen.Firm.ID, RelationID: chosen.Membership.ID,
	}, nil
}

// move sets the firm of a session, or none, and stores it for the next log-in. It returns
// refuse(errEnded) when the session has ended, and [account.ErrChanged] when the membership was
// deleted.
func (m *Manager) move(ctx context.Context, sessionID uuid.UUID, to membership.Choice, refuse func(error) error) error {
	update := m.db.Client.Session.Update().
		Where(session.ID(sessionID), session.EndedAtIsNil()).
		SetLastUsedAt(m.now())
	if to.HasNoFirm() {
		update.ClearFirmID().ClearMembershipID()
	} else {
		update.SetFirmID(to.Firm.ID).SetMembershipID(to.Membership.ID)
	}
	moved, err := update.Save(ctx)
	if db.IsForeignKey(err) {
		return account.ErrChanged()
	}
	if err != nil {
		return err //nolint:wrapcheck // The caller names the operation.
	}
	if moved == 0 {
		return refuse(errEnded)
	}
	err = to.Use(ctx, m.db, m.now())
	if ent.IsNotFound(err) {
		return account.ErrChanged()
	}
	return err
}
