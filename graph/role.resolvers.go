package graph

import (
	"context"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/graph/generated"
	"github.com/firmhub/firmhub/internal/domain/policy"
	"github.com/firmhub/firmhub/internal/domain/role"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/google/uuid"
)

// CreateRole implements createRole.
func (r *mutationResolver) CreateRole(ctx context.Context, input role.CreateInput) (*ent.Role, error) {
	return role.Create(ctx, r.options.DB, input)
}

// UpdateRole implements updateRole.
func (r *mutationResolver) UpdateRole(ctx context.Context, input role.UpdateInput) (*ent.Role, error) {
	return role.Update(ctx, r.options.DB, r.options.Authz, input)
}

// DeleteRole implements deleteRole.
func (r *mutationResolver) DeleteRole(ctx context.Context, id uuid.UUID) (uuid.UUID, error) {
	return id, role.Delete(ctx, r.options.DB, id)
}

// SetRolePermissions implements setRolePermissions.
func (r *mutationResolver) SetRolePermissions(ctx context.Context, input role.SetPermissionsInput) ([]*ent.RoleProperty, error) {
	return role.SetPermissions(ctx, r.options.DB, r.options.Authz, input)
}

// CreateRoleProperties implements createRoleProperties.
func (r *mutationResolver) CreateRoleProperties(ctx context.Context, input role.GroupInput) (*role.Group, error) {
	return role.CreateProperties(ctx, r.options.DB, input)
}

// UpdateRoleProperties implements updateRoleProperties.
func (r *mutationResolver) UpdateRoleProperties(ctx context.Context, input role.GroupInput) (*role.Group, error) {
	return role.UpdateProperties(ctx, r.options.DB, input)
}

// DeleteRoleProperties implements deleteRoleProperties.
func (r *mutationResolver) DeleteRoleProperties(ctx context.Context, moduleName string) (string, error) {
	return moduleName, role.DeleteProperties(ctx, r.options.DB, moduleName)
}

// Roles implements roles.
func (r *queryResolver) Roles(ctx context.Context) ([]*ent.Role, error) {
	return role.List(ctx, r.options.DB, selected(ctx, "Role"))
}

// Role implements role.
func (r *queryResolver) Role(ctx context.Context, id uuid.UUID) (*ent.Role, error) {
	return role.Get(ctx, r.options.DB, id, selected(ctx, "Role"))
}

// RoleLookup implements roleLookup.
func (r *queryResolver) RoleLookup(ctx context.Context) ([]*ent.Role, error) {
	return role.Lookup(ctx, r.options.DB, selected(ctx, "Role"))
}

// RoleProperties implements roleProperties.
func (r *queryResolver) RoleProperties(ctx context.Context) ([]*ent.RoleProperty, error) {
	return role.Properties(ctx, r.options.DB)
}

// RolePermissions implements rolePermissions.
func (r *queryResolver) RolePermissions(ctx context.Context, roleID uuid.UUID) ([]*ent.RoleProperty, error) {
	return role.PermissionsOf(ctx, r.options.DB, roleID)
}

// ExplainAccess implements explainAccess.
func (r *queryResolver) ExplainAccess(ctx context.Context, input policy.ExplainInput) (*policy.Explanation, error) {
	return policy.Explain(ctx, r.options.DB, input)
}

// RolePropertyGroups implements rolePropertyGroups.
func (r *queryResolver) RolePropertyGroups(ctx context.Context, input *role.ListGroupsInput) (*page.Numbered[*role.Group], error) {
	return role.ListGroups(ctx, r.options.DB, given(input))
}

// UserCount implements userCount.
func (r *roleResolver) UserCount(ctx context.Context, obj *ent.Role) (*int, error) {
	count, err := role.UserCount(ctx, r.options.DB, obj)
	return &count, err
}

// Permissions implements permissions.
func (r *roleResolver) Permissions(ctx context.Context, obj *ent.Role) ([]*ent.RoleProperty, error) {
	return role.Permissions(ctx, r.options.DB, obj)
}

func (r *resolver) Role() generated.RoleResolver { return &roleResolver{r} }

type roleResolver struct{ *resolver }
