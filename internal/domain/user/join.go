package user

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/role"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/audit"
	memberships "github.com/firmhub/firmhub/internal/domain/membership"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext/email"
	"github.com/firmhub/firmhub/internal/viewer"
)

// foreignRole is the fault of a role that the firm does not have.
var foreignRole = fault.Detail{Field: "roleId", Message: "is not a role of the firm"}

// Join makes a person an active user of a firm at once, with a role of that firm. If the e-mail
// address has an account, that account joins and keeps its name and password. The password is
// hashed in any case. Join returns Conflict for a person who is in the firm or invited, and for an
// older account that may be of another mailbox. Only the operator of firmhub may call it; firms
// invite people, see [Add]. It crosses firms by itself.
func Join(ctx context.Context, d *db.DB, hash Hash, firmID, roleID uuid.UUID, in CreateInput) (
	joined *ent.User, m *ent.Membership, err error,
) {
	defer fault.Wrap(&err, "user.Join")
	err = in.Validate().Err()
	if err != nil {
		return nil, nil, err
	}
	passwordHash, err := hash(ctx, in.Password)
	if err != nil {
		return nil, nil, err
	}
	err = d.Tx(ctx, func(ctx context.Context) error {
		joined, m, err = JoinWith(ctx, d, firmID, roleID, in, passwordHash)
		if err != nil {
			return err
		}
		return audit.RecordIn(ctx, d, []uuid.UUID{firmID}, audit.Change{
			Action: "user.create", Target: audit.Of("user", joined.ID, in.Email),
			After: map[string]any{"firstName": in.FirstName, "lastName": in.LastName, "email": in.Email},
		})
	})
	return joined, m, err
}

// JoinWith does the same as [Join] with a valid input and the hash of its password, for callers
// that do more in the same transaction. Only the super-firm and the operator of firmhub may call
// it.
func JoinWith(ctx context.Context, d *db.DB, firmID, roleID uuid.UUID, in CreateInput, passwordHash string) (
	joined *ent.User, m *ent.Membership, err error,
) {
	ctx = rule.AcrossFirms(ctx, "a person joins a firm")
	err = d.Tx(ctx, func(ctx context.Context) error {
		ours, err := d.Client.Role.Query().Where(role.ID(roleID), role.FirmID(firmID)).Exist(ctx)
		if err != nil {
			return fmt.Errorf("look for the role: %w", err)
		}
		if !ours {
			return fault.Details{foreignRole}.Err()
		}
		joined, err = person(ctx, d, in, passwordHash)
		if err != nil {
			return err
		}
		err = memberships.RenameOthers(ctx, d, &ent.Membership{FirmID: firmID, UserID: joined.ID})
		if err != nil {
			return err
		}
		m, err = in.membership(d).SetStatus(membership.StatusActive).
			SetFirmID(firmID).SetUserID(joined.ID).SetRoleID(roleID).SetPublicID(joined.ID).
			Save(ctx)
		if db.IsUnique(err) {
			return emailTaken().Because(err)
		}
		if db.IsForeignKey(err) { // the role was deleted meanwhile
			return fault.Details{foreignRole}.Err()
		}
		if err != nil {
			return fmt.Errorf("save the membership: %w", err)
		}
		return nil
	})
	return joined, m, err
}

func emailTaken() *fault.Error {
	return fault.New(fault.Conflict, "The firm has a user with this e-mail already.")
}

// membership returns a builder of a membership with the fields of the input.
func (in *CreateInput) membership(d *db.DB) *ent.MembershipCreate {
	return d.Client.Membership.Create().
		SetFirstName(in.FirstName).SetLastName(in.LastName).SetUserName(in.userName()).
		SetEmail(in.Email).SetEmailKey(email.Key(in.Email))
}

// person returns the account with the e-mail address, creating it if needed, and locks it. If the
// account was only invited so far, it gets the names and the password of the input, and no
// invitation can be used to log in to it any more. An account of another mailbox with the same key
// is Conflict: nobody who has a log-in of it may become a member in place of the other.
func person(ctx context.Context, d *db.DB, in CreateInput, passwordHash string) (*ent.User, error) {
	if err := lockByEmail(ctx, d, email.Key(in.Email)); err != nil {
		return nil, err
	}
	found, err := accountFor(ctx, d, &in)
	if err != nil {
		return nil, err
	}
	held, err := lockAccount(ctx, d, found.ID, email.Key(in.Email))
	switch {
	case err != nil:
		return nil, err
	case held.PasswordHash != "" && !email.SameMailbox(held.Email, in.Email):
		return nil, fault.New(fault.Conflict,
			"An older account has an e-mail that can't be told apart from this one. It has to be changed there first.")
	case held.PasswordHash != "":
		return held, nil
	}
	held, err = d.Client.User.UpdateOne(held).
		SetFirstName(in.FirstName).SetLastName(in.LastName).
		SetEmail(in.Email).SetUserName(in.userName()).
		SetPasswordHash(passwordHash).
		SetMustChangePassword(viewer.From(ctx).Kind == viewer.User). // another person chose it
		Save(ctx)
	if err != nil {
		return nil, fmt.Errorf("save the account: %w", err)
	}
	return held, nil
}
