package user

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	accounts "github.com/firmhub/firmhub/internal/account"
	"github.com/firmhub/firmhub/internal/audit"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/password"
	"github.com/firmhub/firmhub/internal/record"
	"github.com/firmhub/firmhub/internal/viewer"
)

// InviteInput is an invitation to send again, with a new password.
type InviteInput struct {
	ID       uuid.UUID
	Password string
}

// Validate notes everything that is wrong.
func (in *InviteInput) Validate() fault.Details {
	var faults fault.Details
	if in.ID == uuid.Nil {
		faults.Add("id", "is required")
	}
	password.Validate(&faults, "password", in.Password)
	return faults
}

// Invite sends an invitation again: with a new password, open for 30 days more, and to the e-mail address that the firm has
// in its list now. NotFound for who is not in the list, a Conflict for who is not Invited, Forbidden where the person would
// hold what the viewer does not. It must be the first thing in its transaction, if it is in one: see [Hash].
func Invite(ctx context.Context, d *db.DB, may *authz.Enforcer, hash SaltedHash, in InviteInput) (invited *Member, err error) {
	defer fault.Wrap(&err, "user.Invite")
	err = in.Validate().Err()
	if err != nil {
		return nil, err
	}
	outside := db.Outside(ctx)
	place, err := placeOf(outside, d, in.ID)
	if err != nil {
		return nil, err
	}
	if place.Status != membership.StatusInvited {
		return nil, fault.New(fault.Conflict, "The user has accepted already.")
	}
	err = mayInvite(outside, d, may, place.EmailKey, place.RoleID)
	if err != nil {
		return nil, err
	}
	to, err := accountFor(outside, d, &CreateInput{
		FirstName: place.FirstName, LastName: place.LastName, Email: place.Email, UserName: &place.UserName,
	})
	if err != nil {
		return nil, err
	}
	passwordHash, err := hash(ctx, in.Password, to.InvitationSalt)
	if err != nil {
		return nil, err
	}
	err = d.Tx(ctx, func(ctx context.Context) error {
		invited, err = resend(ctx, d, may, place, to, passwordHash)
		if err != nil {
			return err
		}
		return audit.Record(ctx, d, audit.Change{
			Action: "user.invite", Target: invited.target(),
			After: map[string]any{"email": invited.Email, "role": invited.Role.Name},
		})
	})
	return invited, err
}

// resend changes the invitation that was read, if it is still the same.
func resend(ctx context.Context, d *db.DB, may *authz.Enforcer, read *ent.Membership, to *account, passwordHash string) (
	*Member, error,
) {
	err := d.LockUsers(ctx, read.UserID, to.ID)
	if err != nil {
		return nil, err
	}
	held, err := holdAccount(ctx, d, to.ID, read.EmailKey)
	if err != nil {
		return nil, err
	}
	place, err := d.Client.Membership.Query().Where(
		membership.ID(read.ID), membership.StatusEQ(membership.StatusInvited),
		membership.UserID(read.UserID), membership.EmailKey(read.EmailKey),
	).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, changedMeanwhile()
	}
	if err != nil {
		return nil, fmt.Errorf("read the membership: %w", err)
	}
	err = mayInviteAs(ctx, d, may, held, place.RoleID)
	if err != nil {
		return nil, err
	}
	by := viewer.From(ctx)
	update := d.Client.Membership.UpdateOne(place).SetInvitedAt(record.Now()).SetInvitationHash(passwordHash).
		SetInvitedBy(by.UserID).SetInvitedByFirm(by.HomeFirmID)
	if to.ID != place.UserID {
		update.SetUserID(to.ID)
	}
	sent, err := update.Save(ctx)
	if err != nil {
		return nil, fmt.Errorf("save the membership: %w", err)
	}
	err = accounts.DeleteUnused(ctx, d, place.UserID)
	if err != nil {
		return nil, err
	}
	return Get(ctx, d, sent.PublicID)
}
