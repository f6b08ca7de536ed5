package role

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/rolepermission"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

const maxPermissions = 1000

// modifyPermissions is the permission that [SetPermissions] needs.
const modifyPermissions = "Role:ModifyPermissions"

// SetPermissionsInput replaces the permissions of a role.
type SetPermissionsInput struct {
	RoleID uuid.UUID
	// PropertyIDs are the ids of all permissions that the role will hold. Repeated ids count once.
	PropertyIDs []uuid.UUID
	// ExpectedPropertyIDs are the permissions that the caller has seen. Nil means any. They are not
	// compared if nothing would change.
	ExpectedPropertyIDs []uuid.UUID
}

// Validate returns every fault. [SetPermissions] checks whether the permissions exist.
func (in *SetPermissionsInput) Validate() fault.Details {
	var faults fault.Details
	if len(in.PropertyIDs) > maxPermissions {
		faults.Add("propertyIds", "must have at most %d entries", maxPermissions)
	}
	if len(in.ExpectedPropertyIDs) > maxPermissions {
		faults.Add("expectedPropertyIds", "must have at most %d entries", maxPermissions)
	}
	return faults
}

// SetPermissions replaces the permissions of a role of the viewer's firm, and returns the new ones
// by module and action. It returns NotFound for any other role, ValidationError for a permission
// that does not exist, and Conflict for any change of Owner, which holds everything, and for a
// change of a role whose permissions are not those expected. It returns Forbidden if the viewer
// does not hold a new permission, or if the change would take Role:ModifyPermissions from the
// viewer's own role.
func SetPermissions(ctx context.Context, d *db.DB, may *authz.Enforcer, in SetPermissionsInput) (
	held []*ent.RoleProperty, err error,
) {
	defer fault.Wrap(&err, "role.SetPermissions")
	err = in.Validate().Err()
	if err != nil {
		return nil, err
	}
	err = d.Tx(ctx, func(ctx context.Context) error {
		live, err := d.Client.RoleProperty.Query().All(ctx)
		if err != nil {
			return fmt.Errorf("read the permissions: %w", err)
		}
		held, err = in.wanted(live)
		if err != nil {
			return err
		}
		r, err := find(ctx, d, in.RoleID, db.ForUpdate)
		if err != nil {
			return err
		}
		return in.replace(ctx, d, may, r, live, held)
	})
	return held, err
}

// wanted returns the permissions with the ids, by module and action, out of all that exist. A
// ValidationError names every id that does not exist.
func (in *SetPermissionsInput) wanted(live []*ent.RoleProperty) ([]*ent.RoleProperty, error) {
	byID := make(map[uuid.UUID]*ent.RoleProperty, len(live))
	for _, p := range live {
		byID[p.ID] = p
	}
	var faults fault.Details
	chosen := make([]*ent.RoleProperty, 0, len(in.PropertyIDs))
	for i, id := range in.PropertyIDs {
		if byID[id] == nil {
			faults.Add(fmt.Sprintf("propertyIds[%d]", i), "is not a permission")
			continue
		}
		chosen = append(chosen, byID[id])
	}
	sortByModule(chosen)
	return slices.Compact(chosen), faults.Err()
}

// replace sets the permissions of a locked role to those wanted, out of all live ones. It keeps the
// role's removed permissions, which grant nothing and which the caller can't see.
func (in *SetPermissionsInput) replace(
	ctx context.Context, d *db.DB, may *authz.Enforcer, r *ent.Role, live, wanted []*ent.RoleProperty,
) error {
	granted, err := d.Client.RolePermission.Query().Where(rolepermission.RoleID(r.ID)).
		Select(rolepermission.FieldPropertyID).All(ctx)
	if err != nil {
		return fmt.Errorf("read the permissions of the role: %w", err)
	}
	had := make(map[uuid.UUID]bool, len(granted))
	for _, g := range granted {
		had[g.PropertyID] = true
	}
	gets := make(map[uuid.UUID]bool, len(wanted))
	for _, p := range wanted {
		gets[p.ID] = true
	}
	var before, added, removed []*ent.RoleProperty
	for _, p := range live {
		has := r.IsSystem || had[p.ID]
		if has {
			before = append(before, p)
		}
		switch {
		case gets[p.ID] && !has:
			added = append(added, p)
		case !gets[p.ID] && has:
			removed = append(removed, p)
		}
	}
	if len(added)+len(removed) == 0 {
		return nil
	}
	if !in.expects(before) {
		return fault.New(fault.Conflict, "The permissions of the role %s were changed in the meantime.", r.Name)
	}
	err = mayReplace(ctx, may, r, added, removed)
	if err != nil {
		return err
	}
	for part := range slices.Chunk(ids(removed), db.MaxIDs) {
		_, err = d.Client.RolePermission.Delete().
			Where(rolepermission.RoleID(r.ID), rolepermission.PropertyIDIn(part...)).Exec(ctx)
		if err != nil {
			return fmt.Errorf("take permissions away: %w", err)
		}
	}
	err = grant(ctx, d, ids(added), r)
	if err != nil {
		return err
	}
	return audit.RecordUpdate(ctx, d, "role.permissions", target(r),
		auditFields{Permissions: names(before)}, auditFields{Permissions: names(wanted)})
}

// expects reports whether the permissions of the role are those that the caller has seen.
func (in *SetPermissionsInput) expects(present []*ent.RoleProperty) bool {
	if in.ExpectedPropertyIDs == nil {
		return true
	}
	seen := make(map[uuid.UUID]bool, len(in.ExpectedPropertyIDs))
	for _, id := range in.ExpectedPropertyIDs {
		seen[id] = true
	}
	return len(seen) == len(present) && !slices.ContainsFunc(present, func(p *ent.RoleProperty) bool { return !seen[p.ID] })
}

func mayReplace(ctx context.Context, may *authz.Enforcer, r *ent.Role, added, removed []*ent.RoleProperty) error {
	if r.IsSystem {
		return fault.New(fault.Conflict, "The role %s holds every permission; that can't be changed.", r.Name)
	}
	if r.ID == viewer.From(ctx).RoleID && slices.Contains(names(removed), modifyPermissions) {
		return fault.New(fault.Forbidden, "You can't take %s from your own role: that would lock you out.", modifyPermissions)
	}
	return may.Holds(ctx, permissions(added)...)
}

func ids(properties []*ent.RoleProperty) []uuid.UUID {
	all := make([]uuid.UUID, 0, len(properties))
	for _, p := range properties {
		all = append(all, p.ID)
	}
	return all
}
