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

// Permissions returns those of a role, by module and action: of Owner all that exist. It queries the database unless the role
// was loaded with them. No role has a removed permission.
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
	held = slices.Clone(held) // fields of one answer may ask at once
	byModule(held)
	return held, nil
}

// PermissionsOf are those of the role of the viewer's firm with this id; NotFound for any other id.
func PermissionsOf(ctx context.Context, d *db.DB, id uuid.UUID) (held []*ent.RoleProperty, err error) {
	defer fault.Wrap(&err, "role.PermissionsOf")
	r, err := d.Client.Role.Query().Where(role.ID(id)).WithProperties().Only(ctx)
	if ent.IsNotFound(err) {
		return nil, notFound(err)
	}
	if err != nil {
		return nil, err
	}
	return Permissions(ctx, d, r)
}

// MayGive returns nil when the viewer holds everything that the user would hold with the role, as if it was active, by the
// policy with all its rules; else Forbidden. The user's id is zero for an account that is not made yet. A role that is not
// of the viewer's firm is a ValidationError of roleId. It is to be called in the transaction of the change: see
// [authz.Enforcer.Covers].
func MayGive(ctx context.Context, d *db.DB, may *authz.Enforcer, userID, roleID uuid.UUID) (err error) {
	defer fault.Wrap(&err, "role.MayGive")
	// The role is locked before the policy, which Covers locks: whoever changes a role locks the two in this order.
	_, err = d.Client.Role.Query().Where(role.ID(roleID), role.FirmID(viewer.From(ctx).FirmID), keyShare).OnlyID(ctx)
	if ent.IsNotFound(err) {
		return fault.Details{{Field: "roleId", Message: "is not a role of the firm"}}.Err()
	}
	if err != nil {
		return err
	}
	return may.Covers(ctx, authz.Subject{UserID: userID, RoleID: roleID})
}

// keyShare locks the roles of a query against deletion, as a row that refers to one does.
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

// byModule sorts in Go, since the databases don't agree on the order of letters.
func byModule(properties []*ent.RoleProperty) {
	slices.SortFunc(properties, func(a, b *ent.RoleProperty) int {
		return cmp.Or(cmp.Compare(a.ModuleName, b.ModuleName), cmp.Compare(a.PropertyName, b.PropertyName))
	})
}

// names are those of permissions in the API, sorted.
func names(properties []*ent.RoleProperty) []string {
	all := make([]string, 0, len(properties))
	for _, p := range properties {
		all = append(all, name(p))
	}
	slices.Sort(all)
	return all
}
