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

// Seed makes the permissions of the catalog that the database has never had, and gives them to every Owner role. It
// runs at each start, also of several instances at once. What the super-firm removed or renamed stays so.
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
		missing, err := unseeded(ctx, d) // another instance may have been faster
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

// add makes permissions and gives them to every Owner role, which [lockForNew] gave.
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

// unseeded gives the permissions of the catalog of which there is no record: neither one under the name, which the
// super-firm may have made or removed, nor one under the id, which it may have renamed.
func unseeded(ctx context.Context, d *db.DB) (missing []authz.Permission, err error) {
	// Raw, because ent shows no removed rows.
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

// propertyID is the id of a permission of the catalog: a UUIDv7 like all ids, but the same in every database, so that
// a permission is known again under whatever name.
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

// lockMode is how a transaction holds the permissions still until it ends.
type lockMode string

// Who reads all permissions to give them to a new Owner locks shared; who adds one and gives it to all Owners locks
// exclusive. Without it, a firm that is made at the same moment would miss the new permission.
const (
	shared    lockMode = "SHARE"
	exclusive lockMode = "SHARE ROW EXCLUSIVE"
)

// lockForNew holds the permissions still for whoever adds some, and gives the Owner role of every firm. These are held as
// a grant will hold them, before anything is written: who changes a role holds it first and its firm second, and whoever
// did it the other way round would come to a deadlock with them.
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

// keyShare has a query of roles hold them as a row that refers to one does.
func keyShare(s *sql.Selector) {
	if s.Dialect() == db.Postgres {
		s.For(sql.LockKeyShare)
	}
}

// lockProperties needs to do nothing on SQLite, where transactions that write come one after the other.
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
