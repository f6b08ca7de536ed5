package people_test

import (
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// The roles of the contract, by REST and GraphQL.
func TestRoles(t *testing.T) {
	t.Parallel()
	eachAPI(t, func(f *api) {
		agent := f.newRole("agent", "Contact:View", "Wallet:View")
		f.t.Run("Read", func(t *testing.T) { f.readRoles(t, agent) })
		f.t.Run("Change", func(t *testing.T) { f.changeRoles(t, agent) })
		f.t.Run("Permissions", func(t *testing.T) { f.changePermissions(t, agent) })
		f.t.Run("Refused", func(t *testing.T) { f.refuseAll(t, agent) })
	})
}

func (f *api) in(t *testing.T) *api {
	t.Helper()
	inner := *f
	inner.t = t
	return &inner
}

func (f *api) readRoles(t *testing.T, agent string) {
	t.Helper()
	f = f.in(t)
	var roles []roleAnswer
	f.must(f.manager, listRoles, nil, &roles)
	require.Len(t, roles, 3)
	require.Equal(t, []string{"agent", "Manager", "Owner"}, []string{roles[0].Name, roles[1].Name, roles[2].Name})
	require.Equal(t, []int{0, 1, 1}, []int{*roles[0].UserCount, *roles[1].UserCount, *roles[2].UserCount})
	require.True(t, roles[2].IsSystem)
	require.NotEmpty(t, roles[0].CreatedAt)
	require.NotEmpty(t, roles[0].UpdatedAt)

	var one roleAnswer
	f.must(f.manager, getRole, values{"id": agent}, &one)
	require.Equal(t, []string{"Contact:View", "Wallet:View"}, permissionNames(one.Permissions))
	require.Equal(t, "View the wallet", one.Permissions[1].DisplayName)
	var held, all []propertyAnswer
	f.must(f.manager, permissionsOf, values{"roleId": agent}, &held)
	require.Equal(t, one.Permissions, held)
	f.must(f.manager, properties, nil, &all)
	require.IsIncreasing(t, permissionNames(all))
	require.GreaterOrEqual(t, len(all), 48)

	lame := f.newUser("agent", "lame"+uuid.NewString()+"@torra.example")
	var known []map[string]any
	f.must(lame, lookUp, nil, &known)
	require.Len(t, known, 3)
	require.Equal(t, map[string]any{"id": agent, "name": "agent"}, known[0])
	for _, o := range []roleOperation{listRoles, properties} {
		f.refused(fault.Forbidden, lame, o, nil)
	}
	for _, id := range []string{f.foreign(), uuid.NewString()} {
		f.refused(fault.NotFound, f.manager, getRole, values{"id": id})
		f.refused(fault.NotFound, f.manager, permissionsOf, values{"roleId": id})
	}
	f.refused(fault.ValidationError, f.manager, getRole, values{"id": "5"}, "id")
	f.refused(fault.ValidationError, f.manager, permissionsOf, values{"roleId": "5"}, "roleId")
}

func (f *api) changeRoles(t *testing.T, agent string) {
	t.Helper()
	f = f.in(t)
	var made, changed roleAnswer
	f.must(f.manager, createRole, values{"name": " Support ", "description": "Answers.", "isActive": false}, &made)
	require.Equal(t, "Support", made.Name)
	require.False(t, made.IsActive)
	require.Equal(t, 0, *made.UserCount)
	f.refused(fault.Conflict, f.manager, createRole, values{"name": "SUPPORT"})
	f.refused(fault.ValidationError, f.manager, createRole,
		values{"name": strings.Repeat("x", 101), "description": strings.Repeat("x", 501)}, "name", "description")
	f.refused(fault.ValidationError, f.manager, createRole, values{"name": " "}, "name")

	f.must(f.manager, updateRole, values{"id": made.ID, "name": "Help", "isActive": true}, &changed)
	require.Equal(t, []any{"Help", "Answers.", true}, []any{changed.Name, changed.Description, changed.IsActive})
	f.refused(fault.Conflict, f.manager, updateRole, values{"id": made.ID, "name": "owner"})
	f.refused(fault.Conflict, f.owner, updateRole, values{"id": f.ownerRole(), "name": "Boss"})
	f.refused(fault.Conflict, f.owner, updateRole, values{"id": f.ownerRole(), "isActive": false})
	f.must(f.owner, updateRole, values{"id": f.ownerRole(), "name": "Owner", "isActive": true, "description": "All."}, nil)
	f.refused(fault.Forbidden, f.manager, updateRole, values{"id": f.managerRole, "isActive": false})
	f.must(f.manager, updateRole, values{"id": agent, "isActive": false}, nil)
	f.refused(fault.Forbidden, f.manager, updateRole, values{"id": agent, "isActive": true})
	f.must(f.owner, updateRole, values{"id": agent, "isActive": true}, nil)
	f.refused(fault.ValidationError, f.manager, updateRole, values{"id": made.ID, "name": ""}, "name")

	f.must(f.manager, deleteRole, values{"id": made.ID}, nil)
	f.refused(fault.NotFound, f.manager, deleteRole, values{"id": made.ID})
	f.refused(fault.Conflict, f.owner, deleteRole, values{"id": f.ownerRole()})
	f.refused(fault.Conflict, f.owner, deleteRole, values{"id": f.managerRole})
	for _, id := range []string{f.foreign(), uuid.NewString()} {
		f.refused(fault.NotFound, f.owner, updateRole, values{"id": id, "name": "Mine"})
		f.refused(fault.NotFound, f.owner, deleteRole, values{"id": id})
	}
	f.refused(fault.ValidationError, f.owner, updateRole, values{"id": "5"}, "id")
	f.refused(fault.ValidationError, f.owner, deleteRole, values{"id": "5"}, "id")
}

func (f *api) changePermissions(t *testing.T, agent string) {
	t.Helper()
	f = f.in(t)
	set := func(role string, ids ...string) values {
		return values{"roleId": role, "propertyIds": append([]string{}, ids...)}
	}
	var held []propertyAnswer
	f.must(f.manager, setPermissions, set(agent, f.ids("Role:View", "Contact:View", "Role:View")...), &held)
	require.Equal(t, []string{"Contact:View", "Role:View"}, permissionNames(held))
	f.must(f.manager, setPermissions, set(agent), &held)
	require.Empty(t, held)

	f.refused(fault.Forbidden, f.manager, setPermissions, set(agent, f.ids("Contact:View", "Contact:Edit")...))
	f.refused(fault.Forbidden, f.manager, setPermissions, set(f.managerRole, f.ids("Role:View")...))
	f.refused(fault.Conflict, f.owner, setPermissions, set(f.ownerRole(), f.ids("Role:View")...))
	f.refused(fault.Conflict, f.owner, setPermissions, set(f.ownerRole()))
	f.refused(fault.ValidationError, f.manager, setPermissions,
		set(agent, append(f.ids("Role:View"), uuid.NewString(), uuid.NewString())...), "propertyIds[1]", "propertyIds[2]")
	f.refused(fault.ValidationError, f.manager, setPermissions, values{"roleId": agent}, "propertyIds")
	expect := func(expected []string, ids ...string) values {
		return values{"roleId": agent, "propertyIds": ids, "expectedPropertyIds": expected}
	}
	f.must(f.manager, setPermissions, expect([]string{}, f.ids("Role:View")...), &held)
	f.refused(fault.Conflict, f.manager, setPermissions, expect([]string{}, f.ids("Contact:View")...))
	f.must(f.manager, setPermissions, expect(nil, f.ids("Role:View", "Contact:View")...), &held)
	f.must(f.manager, setPermissions, expect(f.ids("Contact:View", "Role:View"), []string{}...), &held)
	f.refused(fault.ValidationError, f.manager, setPermissions, set(agent, "5"), "propertyIds[0]")
	for _, id := range []string{f.foreign(), uuid.NewString()} {
		f.refused(fault.NotFound, f.owner, setPermissions, set(id, f.ids("Role:View")...))
	}
	for range 2 { // allowed, and cached
		f.must(f.manager, getRole, values{"id": agent}, nil)
	}
	f.must(f.owner, setPermissions, set(f.managerRole, f.ids("Role:ModifyPermissions")...), nil)
	f.refused(fault.Forbidden, f.manager, getRole, values{"id": agent})
	f.must(f.owner, setPermissions, set(f.managerRole, f.ids("Role:View", "Role:Create", "Role:Edit", "Role:Delete",
		"Role:ModifyPermissions", "Contact:View")...), nil)
	f.must(f.manager, getRole, values{"id": agent}, nil)
}

// refuseAll calls every operation without the permission, and without a credential.
func (f *api) refuseAll(t *testing.T, agent string) {
	t.Helper()
	f = f.in(t)
	lame := f.newUser("agent", "lame"+uuid.NewString()+"@torra.example")
	for _, ask := range []struct {
		operation roleOperation
		given     values
	}{
		{listRoles, nil},
		{properties, nil},
		{getRole, values{"id": agent}},
		{permissionsOf, values{"roleId": agent}},
		{createRole, values{"name": "Mine"}},
		{updateRole, values{"id": agent, "name": "Mine"}},
		{deleteRole, values{"id": agent}},
		{setPermissions, values{"roleId": agent, "propertyIds": []string{}}},
		{listGroups, values{}},
		{createGroup, values{"moduleName": "Mine", "properties": []values{{"propertyName": "View"}}}},
		{updateGroup, values{"moduleName": "Contact", "properties": []values{}}},
		{deleteGroup, values{"moduleName": "Contact"}},
	} {
		f.refused(fault.Forbidden, lame, ask.operation, ask.given)
		f.refused(fault.Unauthorized, "", ask.operation, ask.given)
		if strings.Contains(ask.operation.path, "/admin/") {
			f.refused(fault.Forbidden, f.owner, ask.operation, ask.given)
		}
	}
	f.refused(fault.Unauthorized, "", lookUp, nil)
}

// One response has all roles, each with its own permissions and users.
func TestRolesWithPermissions(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		f := &api{App: a, t: t, graphQL: true}
		f.owner = a.NewFirm("Torra", "olga@torra.example").Token
		f.newRole("A", "Contact:View")
		f.newRole("B", "Wallet:View", "Contact:Edit")
		answer := a.GraphQL(f.owner,
			`{ roles { ...on Role { name some: userCount permissions { propertyName } again: permissions { moduleName } } } }`, nil)
		require.Empty(t, answer.Code(), "%s", answer.Body)
		var data struct {
			Roles []struct {
				Name        string
				Some        int
				Permissions []propertyAnswer
				Again       []propertyAnswer
			}
		}
		answer.Into(t, &data)
		require.Len(t, data.Roles, 3)
		require.Equal(t, []int{1, 2, 48}, []int{len(data.Roles[0].Permissions), len(data.Roles[1].Permissions), len(data.Roles[2].Permissions)})
		require.Equal(t, "Wallet", data.Roles[1].Again[1].ModuleName)
		require.Equal(t, 1, data.Roles[2].Some)
	})
}
