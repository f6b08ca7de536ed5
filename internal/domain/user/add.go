package user

import (
	"cmp"
	"context"
	"crypto/rand"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	entrole "github.com/firmhub/firmhub/ent/role"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/domain/event"
	"github.com/firmhub/firmhub/internal/domain/mail"
	"github.com/firmhub/firmhub/internal/domain/password"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext/email"
	"github.com/firmhub/firmhub/internal/viewer"
)

// AddInput describes a person who is invited to the viewer's firm.
type AddInput struct {
	CreateInput

	RoleID uuid.UUID
}

// Validate trims the texts and returns every fault. Without a password the invitation is mailed, so
// it is a fault unless mails are sent. Add checks whether the firm has the role.
func (in *AddInput) Validate(mails *mail.Mailer) fault.Details {
	faults := in.validatePerson()
	checkPassword(&faults, mails, in.Password)
	if in.RoleID == uuid.Nil {
		faults.Add("roleId", "is required")
	}
	return faults
}

// Add invites a person to the viewer's firm, and mails the invitation if the server sends mail.
// Only then the password may be empty. Neither the result nor the time it takes depends on whether
// the e-mail address has an account. It returns ValidationError for a role of another firm,
// Forbidden for a role that gives the person permissions that the viewer does not hold, and
// Conflict for the e-mail address of a user of the firm. It runs its own transaction after the
// password is hashed, and is not called within one.
func Add(
	ctx context.Context, d *db.DB, may *authz.Enforcer, mails *mail.Mailer, hash SaltedHash, in AddInput,
) (added *Member, err error) {
	defer fault.Wrap(&err, "user.Add")
	faults := in.Validate(mails)
	err = checkRole(ctx, d, &faults, &in.RoleID)
	if err == nil {
		err = faults.Err()
	}
	if err != nil {
		return nil, err
	}
	err = mayInvite(ctx, d, may, email.Key(in.Email), in.RoleID)
	if err != nil {
		return nil, err
	}
	listed, err := d.Client.Membership.Query().Where(membership.EmailKey(email.Key(in.Email))).Exist(ctx)
	if err != nil {
		return nil, fmt.Errorf("look for the e-mail: %w", err)
	}
	if listed {
		return nil, emailTaken()
	}
	to, err := accountFor(ctx, d, &in.CreateInput)
	if err != nil {
		return nil, err
	}
	passwordHash, err := hash(ctx, passwordOf(in.Password), to.InvitationSalt)
	if err != nil {
		return nil, err
	}
	err = d.Tx(ctx, func(ctx context.Context) error {
		added, err = in.invite(ctx, d, may, mails, to, passwordHash)
		if err != nil {
			return err
		}
		if err := event.RaiseAll(ctx, d, event.UserInvited, added.ID); err != nil {
			return err
		}
		return audit.Record(ctx, d, audit.Change{Action: "user.create", Target: added.target(), After: added.auditFields()})
	})
	return added, err
}

func (in *AddInput) invite(
	ctx context.Context, d *db.DB, may *authz.Enforcer, mails *mail.Mailer, to *account, passwordHash string,
) (*Member, error) {
	held, err := lockAccount(ctx, d, to.ID, email.Key(in.Email))
	if err != nil {
		return nil, err
	}
	err = mayInviteAs(ctx, d, may, held, in.RoleID)
	if err != nil {
		return nil, err
	}
	by := viewer.From(ctx)
	invited, err := in.membership(d).SetStatus(membership.StatusInvited).
		SetUserID(held.ID).SetRoleID(in.RoleID).SetPublicID(to.publicID()).
		SetInvitedAt(entity.Now()).SetInvitationHash(passwordHash).
		SetInvitedBy(by.UserID).SetInvitedByFirm(by.HomeFirmID).
		Save(ctx)
	if db.IsUnique(err) {
		return nil, emailTaken().Because(err)
	}
	if db.IsForeignKey(err) { // the role was deleted meanwhile
		return nil, fault.Details{foreignRole}.Err()
	}
	if err != nil {
		return nil, fmt.Errorf("save the membership: %w", err)
	}
	if err := mails.Invite(ctx, invited); err != nil {
		return nil, err
	}
	return Get(ctx, d, invited.PublicID, whole)
}

// checkPassword adds the faults of the password of an invitation. It may be empty if the invitation
// is mailed.
func checkPassword(faults *fault.Details, mails *mail.Mailer, given string) {
	if given != "" || !mails.Sends() {
		password.Validate(faults, "password", given)
	}
}

// passwordOf returns the password of an invitation. Without one it is a random one, which nobody
// knows.
func passwordOf(given string) string { return cmp.Or(given, rand.Text()) }

// checkRole adds a fault for a role that the viewer's firm does not have. Validate handles nil and
// the zero id.
func checkRole(ctx context.Context, d *db.DB, faults *fault.Details, id *uuid.UUID) error {
	if id == nil || *id == uuid.Nil {
		return nil
	}
	_, err := d.Client.Role.Query().Where(entrole.ID(*id)).OnlyID(ctx)
	if ent.IsNotFound(err) {
		*faults = append(*faults, foreignRole)
		return nil
	}
	if err != nil {
		return fmt.Errorf("look for the role: %w", err)
	}
	return nil
}
