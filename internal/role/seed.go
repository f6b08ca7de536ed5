package role

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"time"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/role"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
)

// Seed creates the permissions of the catalog that the database has never had, and grants them to every Owner role. It runs at
// each start, also of several instances at once. Permissions that the super-firm removed or renamed stay so.
func Seed(ctx context.Context, d *db.DB) (err error) {
	defer fault.Wrap(&err, "role.Seed")
	ctx = rule.AcrossFirms(ctx, "seed the permissions")
	missing, err := unseeded(ctx, d)
	if err != nil || len(missing) == 0 {
		return err
	}
	return d.Tx(ctx, func(ctx context.Context) error {
		owners, err := lockForNew(ctx, d)
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
		_, err = add(ctx, d, owners, builders)
		return err
	})
}

// add creates permissions and grants them to the Owner roles, which [lockForNew] returned.
func add(ctx context.Context, d *db.DB, owners []*ent.Role, builders []*ent.RolePropertyCreate) ([]*ent.RoleProperty, error) {
	if len(builders) == 0 {
		return nil, nil
	}
	made, err := d.Client.RoleProperty.CreateBulk(builders...).Save(ctx)
	if err != nil {
		return nil, fmt.Errorf("save the permissions: %w", err)
	}
	return made, grant(ctx, d, ids(made), owners...)
}

// unseeded returns the permissions of the catalog for which no row exists: neither with the name, which the super-firm may have
// created or removed, nor with the id, which it may have renamed.
func unseeded(ctx context.Context, d *db.DB) (missing []authz.Permission, err error) {
	// Plain SQL, because ent hides removed rows.
	known, err := db.Select[*ent.RoleProperty](ctx, d, "SELECT id, module_name, property_name FROM role_properties")
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

// propertyID returns the id of a permission of the catalog: a UUIDv7 like all ids, but the same in every database, so that a
// renamed permission is recognised.
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

// lockMode is how a transaction locks the permissions until it ends.
type lockMode string

// A transaction that grants all permissions to a new Owner role takes the shared lock; one that adds a permission and grants it
// to all Owner roles takes the exclusive lock. Otherwise a firm that is created concurrently would miss the new permission.
const (
	shared    lockMode = "SHARE"
	exclusive lockMode = "SHARE ROW EXCLUSIVE"
)

// lockForNew locks the permissions for adding some, and returns the Owner role of every firm. It locks these roles as a grant
// does, before anything is written: a change of a role locks the role first and its firm second, and the opposite order would
// cause deadlocks.
func lockForNew(ctx context.Context, d *db.DB) ([]*ent.Role, error) {
	err := lockProperties(ctx, d, exclusive)
	if err != nil {
		return nil, err
	}
	owners, err := d.Client.Role.Query().Where(role.IsSystem(true), keyShare).Order(role.ByID()).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the Owner roles: %w", err)
	}
	return owners, nil
}

// keyShare makes a query lock its roles as an insert that refers to them does.
func keyShare(s *sql.Selector) {
	if s.Dialect() == db.Postgres {
		s.For(sql.LockKeyShare)
	}
}

// lockProperties locks the permissions. It does nothing on SQLite, where transactions that write run one after the other.
func lockProperties(ctx context.Context, d *db.DB, mode lockMode) error {
	if d.Dialect() != db.Postgres {
		return nil
	}
	_, err := d.Exec(ctx, "LOCK TABLE role_properties IN "+string(mode)+" MODE")
	if err != nil {
		return fmt.Errorf("lock the permissions: %w", err)
	}
	return nil
}
