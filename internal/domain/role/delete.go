package role

import (
	"context"
	"fmt"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/rolepermission"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/fault"
)

// Delete deletes a role of the viewer's firm. It returns NotFound for any other id, and Conflict
// for Owner and while users, active or not, have the role.
func Delete(ctx context.Context, d *db.DB, id uuid.UUID) (err error) {
	defer fault.Wrap(&err, "role.Delete")
	return d.Tx(ctx, func(ctx context.Context) error {
		r, err := find(ctx, d, id, db.ForUpdate)
		if err != nil {
			return err
		}
		if r.IsSystem {
			return fault.New(fault.Conflict, "The role %s can't be deleted.", r.Name)
		}
		users, err := d.Client.Membership.Query().Where(membership.RoleID(id)).Count(ctx)
		if err != nil {
			return fmt.Errorf("count the users: %w", err)
		}
		if users > 0 {
			return inUse(r)
		}
		held, err := Permissions(ctx, d, r)
		if err != nil {
			return err
		}
		_, err = d.Client.RolePermission.Delete().Where(rolepermission.RoleID(id)).Exec(ctx)
		if err != nil {
			return fmt.Errorf("delete the permissions: %w", err)
		}
		err = d.Client.Role.DeleteOne(r).Exec(ctx)
		if db.IsForeignKey(err) { // a user has just been given it
			return inUse(r).Because(err)
		}
		if err != nil {
			return fmt.Errorf("delete the role: %w", err)
		}
		return audit.Record(ctx, d, audit.Change{Action: "role.delete", Target: target(r), Before: auditFieldsOf(r, names(held))})
	})
}

func inUse(r *ent.Role) *fault.Error {
	return fault.New(fault.Conflict, "The role %q is in use: give its users another one first.", r.Name)
}
