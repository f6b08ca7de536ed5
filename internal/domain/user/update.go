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

// UpdateInput describes changes of a user; nil fields stay.
type UpdateInput struct {
	ID uuid.UUID
	// FirstName, LastName, Email and UserName are those of the membership; the account has its own.
	FirstName *string
	LastName  *string
	Email     *string
	UserName  *string
	RoleID    *uuid.UUID
	IsActive  *bool
}

// Validate trims the texts and returns every fault. Whether the firm has the role, Update checks.
func (in *UpdateInput) Validate() fault.Details {
	var faults fault.Details
	if in.ID == uuid.Nil {
		faults.Add("id", "is required")
	}
	accounts.CheckNames(&faults, &in.FirstName, &in.LastName, &in.UserName)
	if in.Email != nil {
		trimmed := *in.Email
		email.Check(&faults, "email", &trimmed)
		in.Email = &trimmed
	}
	if in.RoleID != nil && *in.RoleID == uuid.Nil {
		faults = append(faults, foreignRole)
	}
	return faults
}

// Update changes a user of the viewer's firm; a deactivation ends the sessions and connections there at once. With another
// e-mail, an invitation becomes invalid until it is sent again. It returns
//   - NotFound for somebody who is not in the firm;
//   - a ValidationError for a role of another firm;
//   - Forbidden if the user would hold what the viewer does not, by a new role or by activation; for the e-mail or user name
//     of another user who does; and for the viewer's own role or activity;
//   - a Conflict for the e-mail of another user of the firm, for the activation of an invited user, and for taking the role
//     Owner or the activity from the last active user who has it.
func Update(ctx context.Context, d *db.DB, may *authz.Enforcer, sessions *session.Manager, in UpdateInput) (updated *Member, err error) {
	defer fault.Wrap(&err, "user.Update")
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
