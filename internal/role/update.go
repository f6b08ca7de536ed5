package role

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/audit"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/fold"
	"github.com/firmhub/firmhub/internal/line"
	"github.com/firmhub/firmhub/internal/viewer"
)

// UpdateInput changes a role; nil keeps what is.
type UpdateInput struct {
	ID          uuid.UUID
	Name        *string
	Description *string
	IsActive    *bool
}

// Validate trims the texts and notes everything that is wrong.
func (in *UpdateInput) Validate() fault.Details {
	var faults fault.Details
	if in.Name != nil {
		line.CheckUnique(&faults, "name", in.Name, maxName)
	}
	if in.Description != nil {
		checkDescription(&faults, in.Description)
	}
	return faults
}

// Update changes a role of the viewer's firm. NotFound for any other id; Conflict for a name that the firm has already,
// and for another name or activity of Owner; Forbidden to make a role active by which, with all policy rules,
// somebody would hold what the viewer does not, and to make the viewer's own inactive.
func Update(ctx context.Context, d *db.DB, may *authz.Enforcer, in UpdateInput) (updated *ent.Role, err error) {
	defer fault.Wrap(&err, "role.Update")
	err = in.Validate().Err()
	if err != nil {
		return nil, err
	}
	err = d.Tx(ctx, func(ctx context.Context) error {
		r, err := lock(ctx, d, in.ID)
		if err != nil {
			return err
		}
		updated = r
		in.keep(r)
		if in == (UpdateInput{ID: in.ID}) {
			return nil
		}
		err = in.allowed(ctx, may, r)
		if err != nil {
			return err
		}
		updated, err = in.save(ctx, d, r)
		return err
	})
	return updated, err
}

// keep forgets what is already as it shall be.
func (in *UpdateInput) keep(r *ent.Role) {
	if in.Name != nil && *in.Name == r.Name {
		in.Name = nil
	}
	if in.Description != nil && *in.Description == r.Description {
		in.Description = nil
	}
	if in.IsActive != nil && *in.IsActive == r.IsActive {
		in.IsActive = nil
	}
}

// allowed is nil when the viewer may change the role so.
func (in *UpdateInput) allowed(ctx context.Context, may *authz.Enforcer, r *ent.Role) error {
	switch {
	case r.IsSystem && (in.Name != nil || in.IsActive != nil):
		return fault.New(fault.Conflict, "The role %s can't be renamed or made inactive.", r.Name)
	case in.IsActive == nil:
		return nil
	case !*in.IsActive && r.ID == viewer.From(ctx).RoleID:
		return fault.New(fault.Forbidden, "You can't make your own role inactive: that would lock you out.")
	case *in.IsActive:
		return may.Covers(ctx, authz.Subject{RoleID: r.ID})
	}
	return nil
}

func (in *UpdateInput) save(ctx context.Context, d *db.DB, r *ent.Role) (*ent.Role, error) {
	update := d.Client.Role.UpdateOne(r).SetNillableDescription(in.Description).SetNillableIsActive(in.IsActive)
	before, after := map[string]any{}, map[string]any{}
	if in.Name != nil {
		update.SetName(*in.Name).SetNameKey(fold.Case(*in.Name))
		before["name"], after["name"] = r.Name, *in.Name
	}
	if in.Description != nil {
		before["description"], after["description"] = r.Description, *in.Description
	}
	if in.IsActive != nil {
		before["isActive"], after["isActive"] = r.IsActive, *in.IsActive
	}
	updated, err := update.Save(ctx)
	if db.IsUnique(err) {
		return nil, taken(*in.Name, err)
	}
	if err != nil {
		return nil, fmt.Errorf("save the role: %w", err)
	}
	return updated, audit.Record(ctx, d, audit.Change{
		Action: "role.update", Target: target(updated), Before: before, After: after,
	})
}
