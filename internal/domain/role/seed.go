package role

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
)

// Seed creates the permissions of the catalog that the database has never had. It runs at each
// start, also on several instances at once. It does not create again what the super-firm removed or
// renamed.
func Seed(ctx context.Context, d *db.DB) (err error) {
	defer fault.Wrap(&err, "role.Seed")
	ctx = rule.AcrossFirms(ctx, "seed the permissions")
	missing, err := unseeded(ctx, d)
	if err != nil || len(missing) == 0 {
		return err
	}
	return d.Tx(ctx, func(ctx context.Context) error {
		err := lockProperties(ctx, d)
		if err != nil {
			return err
		}
		missing, err := unseeded(ctx, d) // another instance may have seeded meanwhile
		if err != nil || len(missing) == 0 {
			return err
		}
		builders := make([]*ent.RolePropertyCreate, 0, len(missing))
		for _, p := range missing {
			builders = append(builders, d.Client.RoleProperty.Create().SetID(propertyID(p)).
				SetModuleName(p.Module).SetPropertyName(p.Action).SetDisplayName(p.DisplayName))
		}
		_, err = add(ctx, d, builders)
		return err
	})
}

// add creates permissions.
func add(ctx context.Context, d *db.DB, builders []*ent.RolePropertyCreate) ([]*ent.RoleProperty, error) {
	if len(builders) == 0 {
		return nil, nil
	}
	made, err := d.Client.RoleProperty.CreateBulk(builders...).Save(ctx)
	if err != nil {
		return nil, fmt.Errorf("save the permissions: %w", err)
	}
	return made, nil
}

// unseeded returns the permissions of the catalog without a row. A row may have the name: the
// super-firm may have created or removed it. Or it may have the id: the super-firm may have renamed
// it.
func unseeded(ctx context.Context, d *db.DB) (missing []authz.Permission, err error) {
	// Plain SQL, because ent hides removed rows.
	known, err := db.All[*ent.RoleProperty](d.Shared(ctx), "SELECT id, module_name, property_name FROM role_properties")
	if err != nil {
		return nil, fmt.Errorf("read the permissions: %w", err)
	}
	ids, names := map[uuid.UUID]bool{}, map[string]bool{}
	for _, property := range known {
		ids[property.ID], names[name(property)] = true, true
	}
	for _, p := range authz.Catalog() {
		if !ids[propertyID(p)] && !names[p.String()] {
			missing = append(missing, p)
		}
	}
	return missing, nil
}

// propertyID returns the id of a permission of the catalog. It is a UUIDv7 like all ids, but the
// same in every database, so that a renamed permission is recognized.
func propertyID(p authz.Permission) uuid.UUID {
	const (
		timeBytes = 6
		version7  = 0x70
		variant10 = 0x80
	)
	sum := sha256.Sum256([]byte(p.String()))
	id := uuid.UUID(sum[:len(uuid.UUID{})])
	var millis [8]byte
	made := time.Date(2026, time.January, 1, 0, 0, 0, 0, time.UTC)
	binary.BigEndian.PutUint64(millis[:], uint64(made.UnixMilli())) //nolint:gosec // after 1970
	copy(id[:timeBytes], millis[len(millis)-timeBytes:])
	id[6] = version7 | id[6]&0x0f
	id[8] = variant10 | id[8]&0x3f
	return id
}

// lockProperties lets only one transaction at a time change the permissions that exist, because
// names are compared in Go.
func lockProperties(ctx context.Context, d *db.DB) error {
	return d.Lock(ctx, "role properties", uuid.Nil)
}
