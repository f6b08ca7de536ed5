package user

import (
	"context"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/internal/audit"
	"github.com/firmhub/firmhub/internal/auth"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/line"
)

// UpdateInput changes a user; nil keeps what is.
type UpdateInput struct {
	ID uuid.UUID
	// FirstName, LastName, Email and UserName are the person's own, the same in all firms.
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
	for _, text := range []struct {
		field string
		given **string
		limit int
	}{
		{"firstName", &in.FirstName, maxName}, {"lastName", &in.LastName, maxName}, {"userName", &in.UserName, maxUserName},
	} {
		if *text.given != nil {
			trimmed := **text.given
			line.CheckName(&faults, text.field, &trimmed, text.limit)
			*text.given = &trimmed
		}
	}
	if in.Email != nil {
		trimmed := *in.Email
		checkEmail(&faults, &trimmed)
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
// It is Forbidden to give a role that holds what the viewer does not, to activate somebody who has such a role, to change
// the e-mail address or user name of another one who has, and to change one's own role or activity. It is a Conflict to
// change the name or e-mail address of a person who is in other firms too, to take an e-mail address that another person
// has, and to take the role Owner, or the activity, from the last active user who has it.
func Update(ctx context.Context, d *db.DB, may *authz.Enforcer, sessions *auth.Authority, in UpdateInput) (updated *Member, err error) {
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
		place, err := hold(ctx, d, in.ID)
		if err != nil {
			return err
		}
		c := in.change(place)
		for _, step := range []func() error{
			func() error { return c.check(ctx, d, may) },
			func() error { return c.person(ctx, d) },
			func() error { return c.place(ctx, d, sessions) },
		} {
			err := step()
			if err != nil {
				return err
			}
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
