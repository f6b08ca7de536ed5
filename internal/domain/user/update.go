package user

import (
	"context"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/internal/db"
	accounts "github.com/firmhub/firmhub/internal/domain/account"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/domain/session"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext/email"
)

// UpdateInput describes changes of a user. Nil fields do not change.
type UpdateInput struct {
	ID uuid.UUID
	// FirstName, LastName, Email and UserName belong to the membership. The account has its own.
	FirstName *string
	LastName  *string
	Email     *string
	UserName  *string
	RoleID    *uuid.UUID
	IsActive  *bool

	// older is the present e-mail address if a user could not get it now. It may stay.
	older string
}

// Validate trims the texts and returns every fault. Update checks whether the firm has the role.
func (in *UpdateInput) Validate() fault.Details {
	var faults fault.Details
	if in.ID == uuid.Nil {
		faults.Add("id", "is required")
	}
	accounts.CheckNames(&faults, &in.FirstName, &in.LastName, &in.UserName)
	if in.Email != nil {
		trimmed := *in.Email
		check := email.CheckAccount
		if in.older != "" && trimmed == in.older {
			check = email.Check
		}
		check(&faults, "email", &trimmed)
		in.Email = &trimmed
	}
	if in.RoleID != nil && *in.RoleID == uuid.Nil {
		faults = append(faults, foreignRole)
	}
	return faults
}

// Update changes a user of the viewer's firm. A deactivation ends the sessions and connections
// there at once. If the e-mail address changes, an invitation becomes invalid until it is sent
// again. Update returns
//   - NotFound for a person who is not in the firm;
//   - ValidationError for a role of another firm;
//   - Forbidden if the user would hold permissions that the viewer does not hold, by a new role or
//     by activation; for the e-mail address or user name of another user who holds such
//     permissions; and for the viewer's own role or activity;
//   - Conflict for the e-mail address of another user of the firm, for the activation of an invited
//     user, and for taking the role Owner or the activity from the last active user who has it.
func Update(ctx context.Context, d *db.DB, may *authz.Enforcer, sessions *session.Manager, in UpdateInput) (updated *Member, err error) {
	defer fault.Wrap(&err, "user.Update")
	if err := in.readOlder(ctx, d); err != nil {
		return nil, err
	}
	faults := in.Validate()
	err = checkRole(ctx, d, &faults, in.RoleID)
	if err == nil {
		err = faults.Err()
	}
	if err != nil {
		return nil, err
	}
	err = d.Tx(ctx, func(ctx context.Context) error {
		user, err := lock(ctx, d, in.ID)
		if err != nil {
			return err
		}
		c, err := in.change(user)
		if err != nil {
			return err
		}
		err = c.check(ctx, d, may)
		if err != nil {
			return err
		}
		err = c.save(ctx, d, sessions)
		if err != nil {
			return err
		}
		updated, err = Get(ctx, d, in.ID, whole)
		if err != nil {
			return err
		}
		return audit.RecordUpdate(ctx, d, "user.update", c.from.target(), c.from.auditFields(), updated.auditFields())
	})
	return updated, err
}

// readOlder reads the present e-mail address of the user if the input names one that no user could
// get now.
func (in *UpdateInput) readOlder(ctx context.Context, d *db.DB) error {
	if in.Email == nil || !email.IsValid(*in.Email) || email.IsOwn(*in.Email) {
		return nil
	}
	present, err := Get(ctx, d, in.ID, whole)
	if fault.Is(err, fault.NotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	in.older = present.Email
	return nil
}
