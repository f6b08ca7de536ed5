package user

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/internal/db"
	accounts "github.com/firmhub/firmhub/internal/domain/account"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/internal/domain/mail"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/firmhub/firmhub/internal/plaintext/email"
	"github.com/firmhub/firmhub/internal/viewer"
)

// InviteInput is an invitation to send again, with a new password.
type InviteInput struct {
	ID uuid.UUID
	// Password may be empty if the invitation is mailed.
	Password string
}

// Validate returns every fault. Without a password the invitation is mailed, so it is one unless
// mails are sent.
func (in *InviteInput) Validate(mails *mail.Mailer) fault.Details {
	var faults fault.Details
	if in.ID == uuid.Nil {
		faults.Add("id", "is required")
	}
	checkPassword(&faults, mails, in.Password)
	return faults
}

// Invite sends an invitation again, with a new password or, if the server sends mail, with a new
// link, for 30 more days, to the person's present e-mail address in the firm. It returns NotFound
// for a person who is not in the firm; Conflict for a user who is not Invited, or whose e-mail
// address [email.CheckAccount] would refuse; and Forbidden if the person would hold permissions
// that the viewer does not hold. It runs its own transaction after the password is hashed, and is
// not called within one.
func Invite(
	ctx context.Context, d *db.DB, may *authz.Enforcer, mails *mail.Mailer, hash SaltedHash, in InviteInput,
) (invited *Member, err error) {
	defer fault.Wrap(&err, "user.Invite")
	if err := in.Validate(mails).Err(); err != nil {
		return nil, err
	}
	read, err := find(ctx, d, in.ID, page.Selection{})
	if err != nil {
		return nil, err
	}
	if read.Status != membership.StatusInvited {
		return nil, fault.New(fault.Conflict, "The user has accepted already.")
	}
	if !email.IsOwn(read.Email) { // it was invited before this was checked
		return nil, fault.New(fault.Conflict, "The e-mail of the user has letters that are taken for others. Change it first.")
	}
	err = mayInvite(ctx, d, may, read.EmailKey, read.RoleID)
	if err != nil {
		return nil, err
	}
	to, err := accountFor(ctx, d, &CreateInput{
		FirstName: read.FirstName, LastName: read.LastName, Email: read.Email, UserName: &read.UserName,
	})
	if err != nil {
		return nil, err
	}
	passwordHash, err := hash(ctx, passwordOf(in.Password), to.InvitationSalt)
	if err != nil {
		return nil, err
	}
	err = d.Tx(ctx, func(ctx context.Context) error {
		invited, err = resend(ctx, d, may, mails, read, to, passwordHash)
		if err != nil {
			return err
		}
		if err := event.RaiseAll(ctx, d, event.UserInvited, invited.ID); err != nil {
			return err
		}
		return audit.Record(ctx, d, audit.Change{
			Action: "user.invite", Target: invited.target(),
			After: map[string]any{"email": invited.Email, "role": invited.Role.Name},
		})
	})
	return invited, err
}

// resend updates the invitation that was read. It returns Unavailable if the invitation has changed
// since.
func resend(
	ctx context.Context, d *db.DB, may *authz.Enforcer, mails *mail.Mailer, read *ent.Membership, to *account, passwordHash string,
) (*Member, error) {
	err := d.LockUsers(ctx, read.UserID, to.ID)
	if err != nil {
		return nil, err
	}
	held, err := lockAccount(ctx, d, to.ID, read.EmailKey)
	if err != nil {
		return nil, err
	}
	invitation, err := d.Client.Membership.Query().Where(
		membership.ID(read.ID), membership.StatusEQ(membership.StatusInvited),
		membership.UserID(read.UserID), membership.EmailKey(read.EmailKey),
	).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, changedMeanwhile()
	}
	if err != nil {
		return nil, fmt.Errorf("read the membership: %w", err)
	}
	err = mayInviteAs(ctx, d, may, held, invitation.RoleID)
	if err != nil {
		return nil, err
	}
	by := viewer.From(ctx)
	update := d.Client.Membership.UpdateOne(invitation).SetInvitedAt(entity.Now()).SetInvitationHash(passwordHash).
		SetInvitedBy(by.UserID).SetInvitedByFirm(by.HomeFirmID)
	if to.ID != invitation.UserID {
		update.SetUserID(to.ID)
	}
	sent, err := update.Save(ctx)
	if err != nil {
		return nil, fmt.Errorf("save the membership: %w", err)
	}
	err = accounts.DeleteUnused(ctx, d, invitation.UserID)
	if err != nil {
		return nil, err
	}
	if err := mails.Invite(ctx, sent); err != nil {
		return nil, err
	}
	return Get(ctx, d, sent.PublicID, whole)
}
