package authz

import (
	"cmp"
	"context"
	"fmt"
	"slices"
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

// readWhole reads the permissions of every role and API client of the firm, and who holds which
// role.
func readWhole(ctx context.Context, client *ent.Client, s *snapshot) error {
	if err := s.readRoles(ctx, client); err != nil {
		return err
	}
	if err := s.readHolders(ctx, client); err != nil {
		return err
	}
	return s.readAPIClients(ctx, client)
}

// readRoles reads roles of the firm with their permissions. It reads all roles if ids is empty.
// Owner has every existing permission, without rows.
func (s *snapshot) readRoles(ctx context.Context, client *ent.Client, asked ...predicate.Role) error {
	roles, err := client.Role.Query().Where(role.FirmID(s.firm)).Where(asked...).
		Order(role.ByNameKey()).Select(role.FieldID, role.FieldName, role.FieldNameKey, role.FieldIsActive, role.FieldIsSystem).
		WithPermissions(func(q *ent.RolePermissionQuery) {
			q.Where(rolepermission.FirmID(s.firm)).Select(rolepermission.FieldRoleID, rolepermission.FieldPropertyID)
		}).All(ctx)
	if err != nil {
		return fmt.Errorf("authz: read the roles: %w", err)
	}
	for _, r := range roles {
		granted := make(map[uuid.UUID]bool, len(r.Edges.Permissions))
		for _, p := range r.Edges.Permissions {
			granted[p.PropertyID] = true
		}
		s.roles[r.ID] = r
		s.allow(roleSubject(r.ID), originOf(r), func(id uuid.UUID) bool { return r.IsSystem || granted[id] })
	}
	return nil
}

func originOf(r *ent.Role) string { return "role " + strconv.Quote(r.Name) }

// readHolders adds the holders of the roles that were read, role by role. Inactive memberships hold
// none.
func (s *snapshot) readHolders(ctx context.Context, client *ent.Client) error {
	holders, err := client.Membership.Query().Where(membership.FirmID(s.firm), membership.StatusEQ(membership.StatusActive)).
		Order(membership.ByID()).Select(membership.FieldUserID, membership.FieldRoleID).All(ctx)
	if err != nil {
		return fmt.Errorf("authz: read who holds the roles: %w", err)
	}
	slices.SortStableFunc(holders, func(a, b *ent.Membership) int {
		return cmp.Compare(s.roles[a.RoleID].NameKey, s.roles[b.RoleID].NameKey)
	})
	for _, m := range holders {
		s.group(subjectUser+m.UserID.String(), roleSubject(m.RoleID), originOf(s.roles[m.RoleID]))
	}
	return nil
}

// readAPIClients reads API clients of the firm that are not revoked, with their permissions. It
// reads all of them if ids is empty.
func (s *snapshot) readAPIClients(ctx context.Context, client *ent.Client, asked ...uuid.UUID) error {
	clients := client.APIClient.Query().Where(apiclient.FirmID(s.firm), apiclient.RevokedAtIsNil())
	grants := client.APIClientPermission.Query().Where(apiclientpermission.FirmID(s.firm))
	if len(asked) > 0 {
		clients.Where(apiclient.IDIn(asked...))
		grants.Where(apiclientpermission.APIClientIDIn(asked...))
	}
	found, err := clients.Order(apiclient.ByID()).Select(apiclient.FieldID, apiclient.FieldName).All(ctx)
	if err != nil {
		return fmt.Errorf("authz: read the API clients: %w", err)
	}
	forPeople := map[uuid.UUID]bool{}
	for _, p := range s.properties {
		forPeople[p.ID] = !PermissionOf(p).ForAPIClients()
	}
	granted := make(map[uuid.UUID]map[uuid.UUID]bool, len(found))
	for _, c := range found {
		granted[c.ID] = map[uuid.UUID]bool{}
	}
	rows, err := grants.Select(apiclientpermission.FieldAPIClientID, apiclientpermission.FieldPropertyID).All(ctx)
	if err != nil {
		return fmt.Errorf("authz: read the permissions of API clients: %w", err)
	}
	for _, g := range rows {
		if of := granted[g.APIClientID]; of != nil { // not revoked
			of[g.PropertyID] = !forPeople[g.PropertyID]
		}
	}
	for _, c := range found {
		s.allow(subjectAPIClient+c.ID.String(), "API client "+strconv.Quote(c.Name), func(id uuid.UUID) bool { return granted[c.ID][id] })
	}
	return nil
}
