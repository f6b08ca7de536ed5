package role

import (
	"context"
	"fmt"
	"slices"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/roleproperty"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
)

// named returns permissions by their names, and adds a fault for each unknown name.
func named(ctx context.Context, d *db.DB, names []string) ([]*ent.RoleProperty, error) {
	if len(names) == 0 {
		return nil, nil
	}
	properties, err := d.Client.RoleProperty.Query().
		Select(roleproperty.FieldModuleName, roleproperty.FieldPropertyName).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the permissions: %w", err)
	}
	byName := make(map[string]*ent.RoleProperty, len(properties))
	for _, p := range properties {
		byName[name(p)] = p
	}
	var (
		faults fault.Details
		chosen = make([]*ent.RoleProperty, 0, len(names))
	)
	for i, asked := range names {
		p, exists := byName[asked]
		switch {
		case !exists:
			faults.Add(fmt.Sprintf("permissions[%d]", i), "is not a permission: %q", fault.Shown(asked))
		case !slices.Contains(chosen, p):
			chosen = append(chosen, p)
		}
	}
	return chosen, faults.Err()
}

// name returns the name of a permission in the API, such as Contact:Create.
func name(p *ent.RoleProperty) string { return authz.PermissionOf(p).String() }

// grant grants permissions to a role that has none of them.
func grant(ctx context.Context, d *db.DB, permissions []uuid.UUID, to *ent.Role) error {
	for some := range slices.Chunk(permissions, db.MaxIDs) {
		builders := make([]*ent.RolePermissionCreate, 0, len(some))
		for _, permission := range some {
			builders = append(builders, d.Client.RolePermission.Create().
				SetFirmID(to.FirmID).SetRoleID(to.ID).SetPropertyID(permission))
		}
		err := d.Client.RolePermission.CreateBulk(builders...).Exec(ctx)
		if err != nil {
			return fmt.Errorf("grant permissions: %w", err)
		}
	}
	return nil
}
