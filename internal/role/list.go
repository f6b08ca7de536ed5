package role

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"entgo.io/ent/dialect/sql"
	"github.com/99designs/gqlgen/graphql"
	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/predicate"
	"github.com/firmhub/firmhub/ent/role"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/fold"
	"github.com/firmhub/firmhub/internal/viewer"
)

// List gives the roles of the viewer's firm by name. Their user counts and permissions come along, in a fixed number of
// statements; within a GraphQL operation only those that it selects.
func List(ctx context.Context, d *db.DB) (roles []*ent.Role, err error) {
	defer fault.Wrap(&err, "role.List")
	roles, err = selected(ctx, d.Client.Role.Query()).All(ctx)
	if err != nil {
		return nil, err
	}
	byName(roles)
	return roles, nil
}

// Get gives a role of the viewer's firm as [List] does; NotFound for any other id.
func Get(ctx context.Context, d *db.DB, id uuid.UUID) (found *ent.Role, err error) {
	defer fault.Wrap(&err, "role.Get")
	found, err = selected(ctx, d.Client.Role.Query().Where(role.ID(id))).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, notFound(err)
	}
	return found, err
}

// Lookup gives the active roles of the viewer's firm by name. They hold their names and ids only.
func Lookup(ctx context.Context, d *db.DB) (roles []*ent.Role, err error) {
	defer fault.Wrap(&err, "role.Lookup")
	roles, err = d.Client.Role.Query().Where(role.IsActive(true)).
		Select(role.FieldID, role.FieldName, role.FieldNameKey).All(ctx)
	if err != nil {
		return nil, err
	}
	byName(roles)
	return roles, nil
}

// UserCount is how many users of the firm have the role, active or not. It asks the database unless the role came with it.
func UserCount(ctx context.Context, d *db.DB, r *ent.Role) (int, error) {
	if value, err := r.Value(userCount); err == nil {
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

// byName sorts in Go, without regard to case and accents, since the databases don't agree on the order of letters.
func byName(roles []*ent.Role) {
	slices.SortFunc(roles, func(a, b *ent.Role) int {
		return cmp.Or(cmp.Compare(fold.Text(a.Name), fold.Text(b.Name)), cmp.Compare(a.NameKey, b.NameKey))
	})
}

// userCount is the column that [withUserCount] adds.
const userCount = "user_count"

// withUserCount makes a query of the roles of a firm count their users in the same statement.
func withUserCount(firmID uuid.UUID) predicate.Role {
	return func(s *sql.Selector) {
		users := sql.Dialect(s.Dialect()).Table(membership.Table)
		s.AppendSelectExprAs(sql.Dialect(s.Dialect()).Select(sql.Count("*")).From(users).
			Where(sql.And(
				sql.EQ(users.C(membership.FieldFirmID), firmID),
				sql.ColumnsEQ(users.C(membership.FieldRoleID), s.C(role.FieldID)),
			)), userCount)
	}
}

// selected has a query bring along what would else be asked for role by role.
func selected(ctx context.Context, query *ent.RoleQuery) *ent.RoleQuery {
	if selects(ctx, "userCount") {
		query.Where(withUserCount(viewer.From(ctx).FirmID))
	}
	if selects(ctx, "permissions") {
		query.WithProperties()
	}
	return query
}

// selects tells whether the GraphQL field that is being resolved selects this one; outside of GraphQL all are.
func selects(ctx context.Context, field string) bool {
	if graphql.GetFieldContext(ctx) == nil {
		return true
	}
	return slices.ContainsFunc(graphql.CollectFieldsCtx(ctx, []string{"Role"}),
		func(selected graphql.CollectedField) bool { return selected.Name == field })
}

func notFound(cause error) error {
	return fault.New(fault.NotFound, "The firm has no such role.").Because(cause)
}

// lock reads a role of the viewer's firm and holds it until the transaction ends; NotFound for any other id.
func lock(ctx context.Context, d *db.DB, id uuid.UUID) (*ent.Role, error) {
	r, err := d.Client.Role.Query().Where(role.ID(id), db.ForUpdate).Only(ctx)
	if ent.IsNotFound(err) {
		return nil, notFound(err)
	}
	if err != nil {
		return nil, fmt.Errorf("read the role: %w", err)
	}
	return r, nil
}
