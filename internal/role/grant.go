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

// grantBatch keeps an INSERT under the number of parameters that SQLite takes.
const grantBatch = 1000

// grant grants each permission to each role. The roles must hold none of them.
func grant(ctx context.Context, d *db.DB, permissions []uuid.UUID, roles ...*ent.Role) error {
	builders := make([]*ent.RolePermissionCreate, 0, min(grantBatch, len(permissions)*len(roles)))
	flush := func() error {
		err := d.Client.RolePermission.CreateBulk(builders...).Exec(ctx)
		if err != nil {
			return fmt.Errorf("grant permissions: %w", err)
		}
		builders = builders[:0]
		return nil
	}
	for _, r := range roles {
		for _, permission := range permissions {
			builders = append(builders, d.Client.RolePermission.Create().
				SetFirmID(r.FirmID).SetRoleID(r.ID).SetPropertyID(permission))
			if len(builders) < grantBatch {
				continue
			}
			err := flush()
			if err != nil {
				return err
			}
		}
	}
	if len(builders) == 0 {
		return nil
	}
	return flush()
}
