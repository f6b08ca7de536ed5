package membership

import (
	"context"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/session"
	"github.com/firmhub/firmhub/ent/user"
	"github.com/firmhub/firmhub/internal/domain/account"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/internal/domain/password"
	"github.com/firmhub/firmhub/internal/domain/secret"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// AcceptInvitationInput is an invitation and the password that its firm chose.
type AcceptInvitationInput struct {
	secret.Hidden

	ID       uuid.UUID
	Password string
}

// Validate returns every fault.
func (in *AcceptInvitationInput) Validate() fault.Details {
	var faults fault.Details
	if in.ID == uuid.Nil {
		faults.Add("id", "is required")
	}
	password.CheckGiven(&faults, "password", in.Password)
	return faults
}

// AcceptInvitation makes the caller an active user of the inviting firm, and returns that firm for
// the list of firms to choose. Any signed-in user may call it. The caller must know the password
// that the firm chose. A session without a firm changes to this firm at its next refresh.
//
// AcceptInvitation returns NotFound unless the caller has this open invitation, ValidationError for
// a wrong password, and Conflict for a person who is in the firm already. It returns Forbidden if
// the sender of the invitation could not grant its permissions now, and TooManyRequests after 10
// attempts in a minute. It opens its own transaction after hashing.
func (m *Manager) AcceptInvitation(ctx context.Context, in AcceptInvitationInput) (_ *FirmEntry, err error) {
	defer fault.Wrap(&err, "membership.AcceptInvitation")
	asking, err := viewer.SignedIn(ctx)
	if err != nil {
		return nil, err
	}
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	if err := m.passwords.Attempt(asking.UserID); err != nil {
		return nil, err
	}
	ctx = rule.AcrossFirms(ctx, "a person answers the invitation of another firm")
	invited, err := m.ownInvitation(ctx, asking.UserID, in.ID)
	if err != nil {
		return nil, err
	}
	if err := m.passwords.CheckOwn(ctx, invited.InvitationHash, "password", in.Password); err != nil {
		return nil, err
	}
	err = m.db.Tx(ctx, func(ctx context.Context) error {
		err := m.lockInvitation(ctx, invited)
		if err != nil {
			return err
		}
		err = m.Activate(ctx, invited)
		if err != nil {
			return err
		}
		return m.setSessionFirm(ctx, asking, invited)
	})
	if err != nil {
		return nil, err
	}
	entry := Choice{Membership: invited, Firm: invited.Edges.Firm}.Entry(asking.SessionID)
	return &entry, nil
}

// DeclineInvitation deletes an invitation of the caller. Any signed-in user may call it. It returns
// NotFound unless the caller has this open invitation.
func (m *Manager) DeclineInvitation(ctx context.Context, id uuid.UUID) (err error) {
	defer fault.Wrap(&err, "membership.DeclineInvitation")
	asking, err := viewer.SignedIn(ctx)
	if err != nil {
		return err
	}
	ctx = rule.AcrossFirms(ctx, "a person answers the invitation of another firm")
	return m.db.Tx(ctx, func(ctx context.Context) error { //nolint:wrapcheck // Wrapped above.
		invited, err := m.ownInvitation(ctx, asking.UserID, id)
		if err != nil {
			return err
		}
		err = m.lockInvitation(ctx, invited)
		if err != nil {
			return err
		}
		err = m.db.Client.Membership.DeleteOne(invited).Where(membership.FirmID(invited.FirmID)).Exec(ctx)
		if err != nil {
			return err //nolint:wrapcheck // As above.
		}
		inFirm := rule.ForFirm(ctx, invited.FirmID, "raise the event of an invitation that was declined")
		if err := event.RaiseAll(inFirm, m.db, event.UserRemoved, invited.PublicID); err != nil {
			return err //nolint:wrapcheck // As above.
		}
		return recordAnswer(ctx, m.db, declined, invited, invited.PublicID, audit.Change{
			Before: map[string]any{"status": membership.StatusInvited},
		})
	})
}

// lockInvitation locks the account, and with it the invitation, until the transaction ends. It
// returns [account.ErrChanged] when one of them was changed since it was read.
func (m *Manager) lockInvitation(ctx context.Context, invited *ent.Membership) error {
	if err := m.db.LockUsers(ctx, invited.UserID); err != nil {
		return err //nolint:wrapcheck // The caller names the operation.
	}
	active, err := m.db.Client.User.Query().Where(user.ID(invited.UserID), user.IsActive(true)).Exist(ctx)
	if err != nil {
		return err //nolint:wrapcheck // The caller names the operation.
	}
	if !active {
		return account.ErrChanged()
	}
	_, err = m.Unchanged(ctx, invited)
	return err
}

// setSessionFirm sets the firm of the caller's session to the firm just joined, if the session has
// none.
func (m *Manager) setSessionFirm(ctx context.Context, asking *viewer.Viewer, joined *ent.Membership) error {
	return m.db.Client.Session.Update(). //nolint:wrapcheck // The caller names the operation.
						Where(session.ID(asking.SessionID), session.MembershipIDIsNil(), session.EndedAtIsNil()).
						SetFirmID(joined.FirmID).SetMembershipID(joined.ID).
						Exec(ctx)
}
