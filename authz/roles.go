package authz

import (
	"context"
	"fmt"
	"strconv"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/apiclient"
	"github.com/firmhub/firmhub/ent/apiclientpermission"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/predicate"
	"github.com/firmhub/firmhub/ent/role"
	"github.com/firmhub/firmhub/ent/rolepermission"
)

// readWhole adds what each role and API client of the firm may do, and who holds which role.
func readWhole(ctx context.Context, client *ent.Client, s *snapshot) error {
	roles, err := s.readRoles(ctx, client)
	if err != nil {
		return err
	}
	if err := s.readHolders(ctx, client, roles); err != nil {
		return err
	}
	return s.readAPIClients(ctx, client)
}

// readRoles adds what the roles of the firm may do, of those that are asked for, and notes which are active. A permission
// that was removed is in no role.
func (s *snapshot) readRoles(ctx context.Context, client *ent.Client, asked ...predicate.Role) ([]*ent.Role, error) {
	roles, err := client.Role.Query().Where(role.FirmID(s.firm)).Where(asked...).
		Order(role.ByNameKey()).Select(role.FieldID, role.FieldName, role.FieldIsActive).
		WithPermissions(func(q *ent.RolePermissionQuery) {
			q.Select(rolepermission.FieldRoleID, rolepermission.FieldPropertyID)
		}).All(ctx)
	if err != nil {
		return nil, fmt.Errorf("authz: read the roles: %w", err)
	}
	for _, r := range roles {
		given := make(map[uuid.UUID]bool, len(r.Edges.Permissions))
		for _, p := range r.Edges.Permissions {
			given[p.PropertyID] = true
		}
		s.active[r.ID] = r.IsActive
		s.allow(roleSubject(r.ID), originOf(r), given)
	}
	return roles, nil
}

func originOf(r *ent.Role) string { return "role " + strconv.Quote(r.Name) }

// readHolders adds who holds the roles: active memberships alone.
func (s *snapshot) readHolders(ctx context.Context, client *ent.Client, roles []*ent.Role) error {
	holders, err := client.Membership.Query().Where(membership.FirmID(s.firm), membership.StatusEQ(membership.StatusActive)).
		Order(membership.ByID()).Select(membership.FieldUserID, membership.FieldRoleID).All(ctx)
	if err != nil {
		return fmt.Errorf("authz: read who holds the roles: %w", err)
	}
	heldBy := make(map[uuid.UUID][]uuid.UUID, len(roles))
	for _, m := range holders {
		heldBy[m.RoleID] = append(heldBy[m.RoleID], m.UserID)
	}
	for _, r := range roles {
		for _, user := range heldBy[r.ID] {
			s.group(subjectUser+user.String(), roleSubject(r.ID), originOf(r))
		}
	}
	return nil
}

// readAPIClients adds what the API clients of the firm may do, of those that are asked for and are not revoked.
func (s *snapshot) readAPIClients(ctx context.Context, client *ent.Client, asked ...predicate.APIClient) error {
	clients, err := client.APIClient.Query().Where(apiclient.FirmID(s.firm), apiclient.RevokedAtIsNil()).Where(asked...).
		Order(apiclient.ByID()).Select(apiclient.FieldID, apiclient.FieldName).
		WithGrants(func(q *ent.APIClientPermissionQuery) {
			q.Select(apiclientpermission.FieldAPIClientID, apiclientpermission.FieldPropertyID)
		}).All(ctx)
	if err != nil {
		return fmt.Errorf("authz: read the API clients: %w", err)
	}
	for _, c := range clients {
		given := make(map[uuid.UUID]bool, len(c.Edges.Grants))
		for _, g := range c.Edges.Grants {
			given[g.PropertyID] = true
		}
		for _, p := range s.properties {
			if !PermissionOf(p).ForAPIClients() {
				delete(given, p.ID)
			}
		}
		s.allow(subjectAPIClient+c.ID.String(), "API client "+strconv.Quote(c.Name), given)
	}
	return nil
}
