package user

import (
	"context"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	accounts "github.com/firmhub/firmhub/internal/account"
	"github.com/firmhub/firmhub/internal/audit"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/email"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/session"
)

// UpdateInput changes a user; nil keeps what is.
type UpdateInput struct {
	ID uuid.UUID
	// FirstName, LastName, Email and UserName are what the firm has in its list; the person's account has its own.
	FirstName *string
	LastName  *string
	Email     *string
	UserName  *string
	// RoleID and IsActive are those in the firm.
	RoleID   *uuid.UUID
	IsActive *bool
}

// Validate trims the texts and notes everything that is wrong. Whether the firm has the role, only Update can tell.
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

// Update changes a user of the viewer's firm; deactivation ends the sessions and connections there at once. NotFound for
// anybody else; a role that is not the firm's is a ValidationError.
//
// It is Forbidden to give a role with which the user would hold what the viewer does not, to activate somebody who would, to
// change the e-mail address or user name of another one whose role holds more, and to change one's own role or activity. It
// is a Conflict to take an e-mail address that another user has in the firm's list, to activate an invited user, and to take
// the role Owner, or the activity, from the last active user who has it. Another e-mail makes an invitation invalid until it
// is sent again, to that address.
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
		user, err := hold(ctx, d, in.ID)
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
		updated, err = Get(ctx, d, in.ID)
		if err != nil {
			return err
		}
		return recordUpdate(ctx, d, c.from, updated)
	})
	return updated, err
}

func recordUpdate(ctx context.Context, d *db.DB, from, to *Member) error {
	before, after := from.changes(to)
	if len(before) == 0 {
		return nil
	}
	return audit.Record(ctx, d, audit.Change{Action: "user.update", Target: from.target(), Before: before, After: after})
}
