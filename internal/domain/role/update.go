package role

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/plaintext"
	"github.com/firmhub/firmhub/internal/viewer"
)

// UpdateInput describes changes of a role. Nil fields do not change.
type UpdateInput struct {
	ID          uuid.UUID
	Name        *string
	Description *string
	IsActive    *bool
}

// Validate trims the texts and returns every fault.
func (in *UpdateInput) Validate() fault.Details {
	var faults fault.Details
	if in.Name != nil {
		plaintext.CheckUnique(&faults, "name", in.Name, maxName)
	}
	if in.Description != nil {
		checkDescription(&faults, in.Description)
	}
	return faults
}

// Update changes a role of the viewer's firm. It returns NotFound for any other id. It returns
// Conflict for a name that the firm has already, and if it would rename Owner or make it inactive.
// It returns Forbidden if it would make the viewer's own role inactive, and if it would activate a
// role whose holders would then hold, with all policy rules, permissions that the viewer does not
// hold.
func Update(ctx context.Context, d *db.DB, may *authz.Enforcer, in UpdateInput) (updated *ent.Role, err error) {
	defer fault.Wrap(&err, "role.Update")
	err = in.Validate().Err()
	if err != nil {
		return nil, err
	}
	err = d.Tx(ctx, func(ctx context.Context) error {
		if in.Name != nil {
			if err := lockNames(ctx, d); err != nil {
				return err
			}
		}
		r, err := find(ctx, d, in.ID, db.ForUpdate)
		if err != nil {
			return err
		}
		updated = r
		in.dropUnchanged(r)
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

// dropUnchanged sets the fields to nil whose values the role already has.
func (in *UpdateInput) dropUnchanged(r *ent.Role) {
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

// allowed returns nil if the viewer may make the change.
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
	if in.Name != nil {
		update.SetName(*in.Name).SetNameKey(plaintext.FoldCase(*in.Name))
	}
	updated, err := update.Save(ctx)
	if db.IsUnique(err) {
		return nil, nameTaken(err, *in.Name)
	}
	if err != nil {
		return nil, fmt.Errorf("save the role: %w", err)
	}
	return updated, audit.RecordUpdate(ctx, d, "role.update", target(updated), auditFieldsOf(r, nil), auditFieldsOf(updated, nil))
}
