package role

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"entgo.io/ent/dialect/sql"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/predicate"
	"github.com/firmhub/firmhub/ent/role"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/firmhub/firmhub/internal/plaintext"
	"github.com/firmhub/firmhub/internal/viewer"
)

// ColumnUserCount selects the number of users of a role, which is counted in the statement that
// reads the role.
const ColumnUserCount = "user_count"

// List returns the roles of the viewer's firm by name. They are at most 200.
func List(ctx context.Context, d *db.DB, sel page.Selection) (roles []*ent.Role, err error) {
	defer fault.Wrap(&err, "role.List")
	roles, err = Read(d.Client.Role.Query(), sel).All(ctx)
	if err != nil {
		return nil, err
	}
	sortByName(roles)
	return roles, nil
}

// Lookup returns the active roles of the viewer's firm, by name.
func Lookup(ctx context.Context, d *db.DB, sel page.Selection) (roles []*ent.Role, err error) {
	defer fault.Wrap(&err, "role.Lookup")
	roles, err = Read(d.Client.Role.Query().Where(role.IsActive(true)), sel).All(ctx)
	if err != nil {
		return nil, err
	}
	sortByName(roles)
	return roles, nil
}

// Get returns a role of the viewer's firm, or NotFound.
func Get(ctx context.Context, d *db.DB, id uuid.UUID, sel page.Selection) (_ *ent.Role, err error) {
	defer fault.Wrap(&err, "role.Get")
	found, err := Read(d.Client.Role.Query().Where(role.ID(id)), sel).Only(ctx)
	return found, db.NotFound(err, "role")
}

// find returns a role of the viewer's firm, or NotFound. With [db.ForUpdate] it is locked.
func find(ctx context.Context, d *db.DB, id uuid.UUID, conditions ...predicate.Role) (*ent.Role, error) {
	found, err := d.Client.Role.Query().Where(append(conditions, role.ID(id))...).Only(ctx)
	return found, db.NotFound(err, "role")
}

// Read makes a query read the selected edges and the number of users, if selected. The other
// columns are always read.
func Read(query *ent.RoleQuery, sel page.Selection) *ent.RoleQuery {
	if sel.Column(ColumnUserCount) {
		query.Where(withUserCount)
	}
	if sel.Edge(role.EdgeProperties) {
		query.WithProperties()
	}
	return query
}

// withUserCount adds [ColumnUserCount] to a query of roles of the viewer's firm.
func withUserCount(s *sql.Selector) {
	users := sql.Dialect(s.Dialect()).Table(membership.Table)
	s.AppendSelectExprAs(sql.Dialect(s.Dialect()).Select(sql.Count("*")).From(users).
		Where(sql.And(
			sql.EQ(users.C(membership.FieldFirmID), viewer.From(s.Context()).FirmID),
			sql.ColumnsEQ(users.C(membership.FieldRoleID), s.C(role.FieldID)),
		)), ColumnUserCount)
}

// UserCount returns how many users of the firm have the role, active or not. It queries the
// database unless the count was read with the role.
func UserCount(ctx context.Context, d *db.DB, r *ent.Role) (int, error) {
	if value, err := r.Value(ColumnUserCount); err == nil {
		if count, ok := value.(int64); ok {
			return int(count), nil
		}
	}
	count, err := d.Client.Membership.Query().Where(membership.RoleID(r.ID)).Count(ctx)
	if err != nil {
		return 0, fmt.Errorf("role.UserCount: %w", err)
	}
	return count, nil
}

// sortByName sorts roles without regard to case and accents. The databases do not agree on the
// order of letters.
func sortByName(roles []*ent.Role) {
	slices.SortFunc(roles, func(a, b *ent.Role) int {
		return cmp.Or(cmp.Compare(plaintext.Fold(a.Name), plaintext.Fold(b.Name)), cmp.Compare(a.NameKey, b.NameKey))
	})
}
