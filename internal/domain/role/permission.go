package role

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/role"
	"github.com/firmhub/firmhub/ent/rolepermission"
	"github.com/firmhub/firmhub/ent/roleproperty"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// Permissions returns the permissions of a role, by module and action. For Owner, these are all
// that exist. It queries the database unless the role was read with them.
func Permissions(ctx context.Context, d *db.DB, r *ent.Role) ([]*ent.RoleProperty, error) {
	if r.IsSystem {
		return Properties(ctx, d)
	}
	held, err := r.Edges.PropertiesOrErr()
	if err != nil { // not loaded
		held, err = d.Client.RoleProperty.Query().
			Where(roleproperty.HasGrantsWith(rolepermission.FirmID(r.FirmID), rolepermission.RoleID(r.ID))).All(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("role.Permissions: %w", err)
	}
	held = slices.Clone(held) // resolvers may call this concurrently
	sortByModule(held)
	return held, nil
}

// PermissionsOf returns the permissions of the role of the viewer's firm with this id, or NotFound.
func PermissionsOf(ctx context.Context, d *db.DB, id uuid.UUID) (held []*ent.RoleProperty, err error) {
	defer fault.Wrap(&err, "role.PermissionsOf")
	r, err := find(ctx, d, id)
	if err != nil {
		return nil, err
	}
	return Permissions(ctx, d, r)
}

// MayGive returns Forbidden unless the viewer holds everything that the user would hold with the
// role, as if the role was active, by the policy with all its rules. The user's id is zero for an
// account that does not exist yet. MayGive returns ValidationError of roleId for a role of another
// firm. Call it in the transaction of the change: see [authz.Enforcer.Covers].
func MayGive(ctx context.Context, d *db.DB, may *authz.Enforcer, userID, roleID uuid.UUID) (err error) {
	defer fault.Wrap(&err, "role.MayGive")
	// Lock the role before the policy, which Covers locks. Changes of a role lock the two in this
	// order.
	_, err = d.Client.Role.Query().Where(role.ID(roleID), role.FirmID(viewer.From(ctx).FirmID), keyShare).OnlyID(ctx)
	if ent.IsNotFound(err) {
		return fault.Details{{Field: "roleId", Message: "is not a role of the firm"}}.Err()
	}
	if err != nil {
		return err
	}
	return may.Covers(ctx, authz.Subject{UserID: userID, RoleID: roleID})
}

// keyShare locks the roles of a query against deletion, as a row that refers to a role does.
func keyShare(s *sql.Selector) {
	if s.Dialect() == db.Postgres {
		s.For(sql.LockKeyShare)
	}
}

func permissions(properties []*ent.RoleProperty) []authz.Permission {
	all := make([]authz.Permission, 0, len(properties))
	for _, p := range properties {
		all = append(all, authz.PermissionOf(p))
	}
	return all
}

// sortByModule sorts permissions by module and action. The databases do not agree on the order of
// letters.
func sortByModule(properties []*ent.RoleProperty) {
	slices.SortFunc(properties, func(a, b *ent.RoleProperty) int {
		return cmp.Or(cmp.Compare(a.ModuleName, b.ModuleName), cmp.Compare(a.PropertyName, b.PropertyName))
	})
}

// names returns the sorted names of permissions in the API.
func names(properties []*ent.RoleProperty) []string {
	all := make([]string, 0, len(properties))
	for _, p := range properties {
		all = append(all, name(p))
	}
	slices.Sort(all)
	return all
}
