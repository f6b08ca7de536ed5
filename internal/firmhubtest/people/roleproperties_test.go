package people_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

type groupAnswer struct {
	ModuleName string
	Properties []propertyAnswer
}

// The role properties of the contract, by REST and GraphQL.
func TestRoleProperties(t *testing.T) {
	t.Parallel()
	eachAPI(t, func(f *api) {
		t := f.t
		module := map[bool]string{true: "LoyaltyG", false: "LoyaltyR"}[f.graphQL]
		group := func(properties ...values) values {
			return values{"moduleName": module, "properties": append([]values{}, properties...)}
		}
		actions := func(g groupAnswer) (names []string) {
			for _, p := range g.Properties {
				names = append(names, p.PropertyName+" "+p.DisplayName)
			}
			return names
		}
		var made, changed groupAnswer
		f.must(f.admin, createGroup, group(values{"propertyName": "View", "displayName": "See points"}, values{"propertyName": "Burn"}), &made)
		require.Equal(t, module, made.ModuleName)
		require.Equal(t, []string{"Burn Burn", "View See points"}, actions(made))
		var held []propertyAnswer
		f.must(f.owner, permissionsOf, values{"roleId": f.ownerRole()}, &held)
		require.Subset(t, permissionNames(held), []string{module + ":View", module + ":Burn"})
		f.must(f.owner, setPermissions, values{"roleId": f.managerRole, "propertyIds": f.ids("Role:View", module+":View", module+":Burn")}, nil)

		f.refused(fault.Conflict, f.admin, createGroup, group(values{"propertyName": "VIEW"}))
		f.refused(fault.Conflict, f.admin, createGroup,
			values{"moduleName": strings.ToUpper(module), "properties": []values{{"propertyName": "New"}}})
		f.refused(fault.ValidationError, f.admin, createGroup, group(), "properties")
		f.refused(fault.ValidationError, f.admin, createGroup,
			values{"moduleName": "a b", "properties": []values{{"propertyName": "A"}, {"propertyName": "a"}, {"propertyName": "x:y"}}},
			"moduleName", "properties[1].propertyName", "properties[2].propertyName")
		f.refused(fault.ValidationError, f.admin, createGroup, values{}, "moduleName", "properties")

		f.must(f.admin, updateGroup,
			group(values{"id": made.Properties[1].ID, "propertyName": "Look"}, values{"propertyName": "Earn"}), &changed)
		require.Equal(t, []string{"Earn Earn", "Look See points"}, actions(changed))
		require.Equal(t, made.Properties[1].ID, changed.Properties[1].ID)
		f.must(f.manager, permissionsOf, values{"roleId": f.managerRole}, &held)
		require.Equal(t, []string{module + ":Look", "Role:View"}, permissionNames(held))
		f.refused(fault.NotFound, f.admin, updateGroup, values{"moduleName": "Flying", "properties": []values{{"propertyName": "View"}}})
		f.refused(fault.Conflict, f.admin, updateGroup, group(values{"propertyName": "look"}, values{"propertyName": "Earn"}))
		f.refused(fault.ValidationError, f.admin, updateGroup,
			group(values{"id": f.ids("Contact:View")[0], "propertyName": "Fly"}, values{"propertyName": "x y"}),
			"properties[1].propertyName")
		f.refused(fault.ValidationError, f.admin, updateGroup,
			group(values{"id": f.ids("Contact:View")[0], "propertyName": "Fly"}), "properties[0].id")

		var page struct {
			Items                      []groupAnswer
			TotalCount, Page, PageSize int
		}
		f.must(f.admin, listGroups, values{"searchTerm": strings.ToUpper(module), "page": 1, "pageSize": 5}, &page)
		require.Equal(t, []int{1, 1, 5}, []int{page.TotalCount, page.Page, page.PageSize})
		require.Equal(t, []groupAnswer{changed}, page.Items)
		f.must(f.admin, listGroups, values{}, &page)
		require.GreaterOrEqual(t, page.TotalCount, 14)
		require.Len(t, page.Items, page.TotalCount)
		f.refused(fault.ValidationError, f.admin, listGroups, values{"page": 0, "pageSize": 101}, "page", "pageSize")

		f.must(f.admin, deleteGroup, values{"moduleName": module}, nil)
		f.refused(fault.NotFound, f.admin, deleteGroup, values{"moduleName": module})
		f.must(f.manager, permissionsOf, values{"roleId": f.managerRole}, &held)
		require.Equal(t, []string{"Role:View"}, permissionNames(held))
		f.must(f.admin, createGroup, group(values{"propertyName": "View"}), &made)
		f.must(f.manager, permissionsOf, values{"roleId": f.managerRole}, &held)
		require.Equal(t, []string{"Role:View"}, permissionNames(held), "it is another one")
		f.must(f.admin, updateGroup, group(), &changed)
		require.Empty(t, changed.Properties)
	})
}

// A permission that the super-firm removes is gone with the next request, although the decision was
// cached.
func TestRemovedPropertyRefusesAtOnce(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		f := &api{App: a, t: t}
		f.owner = a.NewFirm("Torra", "olga@torra.example").Token
		f.admin = a.Login(firmhubtest.AdminEmail, firmhubtest.AdminPassword).Token
		list := func() int { return a.REST(http.MethodPost, "/api/V1/Contact/getall", f.owner, values{}).Status }
		for range 2 {
			require.Equal(t, http.StatusOK, list())
		}
		f.must(f.admin, deleteGroup, values{"moduleName": "Contact"}, nil)
		require.Equal(t, http.StatusForbidden, list())
		f.must(f.admin, createGroup, values{"moduleName": "Contact", "properties": []values{{"propertyName": "View"}}}, nil)
		require.Equal(t, http.StatusOK, list(), "every Owner has it again")
		for range 2 {
			f.must(f.owner, listRoles, nil, nil)
		}
		f.must(f.admin, updateGroup, values{"moduleName": "Role", "properties": []values{{"propertyName": "Edit"}}}, nil)
		f.refused(fault.Forbidden, f.owner, listRoles, nil)
	})
}
