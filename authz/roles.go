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
	if err := s.readRoles(ctx, client); err != nil {
		return err
	}
	if err := s.readHolders(ctx, client); err != nil {
		return err
	}
	return s.readAPIClients(ctx, client)
}

// readRoles adds what the roles of the firm may do, of those that are asked for. A permission that was removed is in no role.
func (s *snapshot) readRoles(ctx context.Context, client *ent.Client, asked ...predicate.Role) error {
	roles, err := client.Role.Query().Where(role.FirmID(s.firm)).Where(asked...).
		Order(role.ByNameKey()).Select(role.FieldID, role.FieldName, role.FieldIsActive).
		WithPermissions(func(q *ent.RolePermissionQuery) {
			q.Select(rolepermission.FieldRoleID, rolepermission.FieldPropertyID)
		}).All(ctx)
	if err != nil {
		return fmt.Errorf("authz: read the roles: %w", err)
	}
	for _, r := range roles {
		given := make(map[uuid.UUID]bool, len(r.Edges.Permissions))
		for _, p := range r.Edges.Permissions {
			given[p.PropertyID] = true
		}
		s.roles[r.ID] = r
		s.allow(roleSubject(r.ID), originOf(r), given)
	}
	return nil
}

func originOf(r *ent.Role) string { return "role " + strconv.Quote(r.Name) }

// readHolders adds who holds the roles that were read, role by role. Active memberships alone hold one.
func (s *snapshot) readHolders(ctx context.Context, client *ent.Client) error {
	holders, err := client.Membership.Query().Where(membership.FirmID(s.firm), membership.StatusEQ(membership.StatusActive)).
		Order(membership.ByRoleField(role.FieldNameKey), membership.ByID()).
		Select(membership.FieldUserID, membership.FieldRoleID).All(ctx)
	if err != nil {
		return fmt.Errorf("authz: read who holds the roles: %w", err)
	}
	for _, m := range holders {
		s.group(subjectUser+m.UserID.String(), roleSubject(m.RoleID), originOf(s.roles[m.RoleID]))
	}
	return nil
}

// readAPIClients adds what the API clients of the firm may do, of those that are asked for and are not revoked.
func (s *snapshot) readAPIClients(ctx context.Context, client *ent.Client, asked ...predicate.APIClient) error {
	asked = append(asked, apiclient.FirmID(s.firm), apiclient.RevokedAtIsNil())
	clients, err := client.APIClient.Query().Where(asked...).
		Order(apiclient.ByID()).Select(apiclient.FieldID, apiclient.FieldName).All(ctx)
	if err != nil {
		return fmt.Errorf("authz: read the API clients: %w", err)
	}
	// Not with the clients: that would list their ids, of which there may be more than a statement takes.
	grants, err := client.APIClientPermission.Query().Where(apiclientpermission.HasAPIClientWith(asked...)).
		Select(apiclientpermission.FieldAPIClientID, apiclientpermission.FieldPropertyID).All(ctx)
	if err != nil {
		return fmt.Errorf("authz: read the permissions of API clients: %w", err)
	}
	forPeople := map[uuid.UUID]bool{}
	for _, p := range s.properties {
		forPeople[p.ID] = !PermissionOf(p).ForAPIClients()
	}
	given := make(map[uuid.UUID]map[uuid.UUID]bool, len(clients))
	for _, g := range grants {
		if given[g.APIClientID] == nil {
			given[g.APIClientID] = map[uuid.UUID]bool{}
		}
		given[g.APIClientID][g.PropertyID] = !forPeople[g.PropertyID]
	}
	for _, c := range clients {
		s.allow(subjectAPIClient+c.ID.String(), "API client "+strconv.Quote(c.Name), given[c.ID])
	}
	return nil
}
