package auth

import (
	"context"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/ent/session"
	"github.com/firmhub/firmhub/ent/user"
	"github.com/firmhub/firmhub/internal/audit"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// AcceptInvitationInput is an invitation and the password that its firm typed.
type AcceptInvitationInput struct {
	secret

	ID       uuid.UUID
	Password string
}

// Validate notes every fault.
func (in *AcceptInvitationInput) Validate() fault.Details {
	var faults fault.Details
	if in.ID == uuid.Nil {
		faults.Add("id", "is required")
	}
	checkGivenPassword(&faults, "password", in.Password)
	return faults
}

// checkGivenPassword notes a password that can't be right: it only has to be there, and no longer than passwords are.
func checkGivenPassword(faults *fault.Details, field, password string) {
	switch {
	case password == "":
		faults.Add(field, "is required")
	case utf8.RuneCountInString(password) > maxPassword:
		faults.Add(field, "must have at most %d characters", maxPassword)
	}
}

// AcceptInvitation makes the caller, who knows the password that the inviting firm typed, an active user of that firm, and
// returns the firm as it can be chosen now. A session without a firm changes to this one at its next refresh. Any
// signed-in user may call it. NotFound for what is not an open invitation of the caller; ValidationError for a wrong password;
// Conflict for who is in the firm already; Forbidden where whoever sent the invitation can't give now what it holds;
// TooManyRequests after 10 tries a minute. As with [Login], it must be the first
// thing in its transaction.
func (a *Authority) AcceptInvitation(ctx context.Context, in AcceptInvitationInput) (_ *FirmEntry, err error) {
	defer fault.Wrap(&err, "auth.AcceptInvitation")
	asking, err := signedIn(ctx)
	if err != nil {
		return nil, err
	}
	if err := in.Validate().Err(); err != nil {
		return nil, err
	}
	if err := a.limits.user(a.now(), asking.UserID); err != nil {
		return nil, err
	}
	ctx = rule.AcrossFirms(ctx, "a person answers the invitation of another firm")
	invited, err := a.ownInvitation(db.Outside(ctx), asking.UserID, in.ID)
	if err != nil {
		return nil, err
	}
	if err := a.checkPassword(ctx, invited.InvitationHash, "password", in.Password); err != nil {
		return nil, err
	}
	err = a.db.Tx(ctx, func(ctx context.Context) error {
		err := a.holdInvitation(ctx, invited)
		if err != nil {
			return err
		}
		err = a.activate(ctx, invited)
		if err != nil {
			return err
		}
		return a.setSessionFirm(ctx, asking, invited.ID)
	})
	if err != nil {
		return nil, err
	}
	entry := place{membership: invited, firm: invited.Edges.Firm}.entry(asking.SessionID)
	return &entry, nil
}

// DeclineInvitation deletes an invitation of the caller. Any signed-in user may call it. NotFound for what is not an open
// invitation of the caller.
func (a *Authority) DeclineInvitation(ctx context.Context, id uuid.UUID) (err error) {
	defer fault.Wrap(&err, "auth.DeclineInvitation")
	asking, err := signedIn(ctx)
	if err != nil {
		return err
	}
	ctx = rule.AcrossFirms(ctx, "a person answers the invitation of another firm")
	return a.db.Tx(ctx, func(ctx context.Context) error { //nolint:wrapcheck // Wrapped above.
		invited, err := a.ownInvitation(ctx, asking.UserID, id)
		if err != nil {
			return err
		}
		err = a.holdInvitation(ctx, invited)
		if err != nil {
			return err
		}
		err = a.db.Client.Membership.DeleteOne(invited).Exec(ctx)
		if err != nil {
			return err //nolint:wrapcheck // As above.
		}
		return recordAnswer(ctx, a.db, declined, invited, invited.PublicID, audit.Change{
			Before: map[string]any{"status": membership.StatusInvited},
		})
	})
}

// holdInvitation keeps account and invitation as they are until the transaction ends, in the order in which all do who
// change a user. It is Unavailable where one of them was changed since it was read; another try finds what is left.
func (a *Authority) holdInvitation(ctx context.Context, invited *ent.Membership) error {
	active, err := a.db.Client.User.Query().Where(user.ID(invited.UserID), user.IsActive(true), db.ForUpdate).Exist(ctx)
	if err != nil {
		return err //nolint:wrapcheck // The caller names the operation.
	}
	if !active {
		return changedMeanwhile()
	}
	same, err := a.db.Client.Membership.Query().
		Where(membership.ID(invited.ID), membership.InvitationHash(invited.InvitationHash), a.isOpenTo(invited.UserID), db.ForUpdate).
		Exist(ctx)
	if err != nil {
		return err //nolint:wrapcheck // As above.
	}
	if !same {
		return changedMeanwhile()
	}
	return nil
}

// setSessionFirm sets the firm of the caller's session to the one just joined, if the session has none.
func (a *Authority) setSessionFirm(ctx context.Context, asking *viewer.Viewer, membershipID uuid.UUID) error {
	return a.db.Client.Session.Update(). //nolint:wrapcheck // The caller names the operation.
						Where(session.ID(asking.SessionID), session.MembershipIDIsNil(), session.EndedAtIsNil()).
						SetMembershipID(membershipID).
						Exec(ctx)
}
