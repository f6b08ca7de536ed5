package people_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

const keyFields = "{ id name apiKey }"

var (
	createKey = roleOperation{
		method: http.MethodPost, path: "/api/v1/ApiClient", root: "createApiClient", created: true,
		variables: "($input: CreateApiClientInput!)", arguments: "(input: $input)", selection: keyFields,
	}
	updateKey     = byInput(http.MethodPut, "/api/v1/ApiClient/{id}", "updateApiClient", "UpdateApiClientInput", "{ id name }")
	regenerateKey = roleOperation{
		method: http.MethodPost, path: "/api/v1/ApiClient/{id}/regenerate", root: "regenerateApiClient",
		variables: "($id: ID!)", arguments: "(id: $id)", selection: keyFields,
	}
)

// clerked is an api with a clerk, who has all permissions for users and keys, some for roles, and
// few others.
type clerked struct {
	*api

	clerk, firmID, guests, at string
}

func clerks(f *api) *clerked {
	f.t.Helper()
	c := &clerked{api: f, at: "@rest.example"}
	if f.graphQL {
		c.at = "@graphql.example"
	}
	f.newRole("Clerk", "Users:View", "Users:Create", "Users:Edit", "Users:Delete", "ApiClient:View", "ApiClient:Create", "ApiClient:Edit",
		"ApiClient:Regenerate", "Role:View", "Role:Create", "Role:Edit", "Role:ModifyPermissions", "Contact:View")
	c.guests = f.newRole("Guest")
	session := f.newUser("Clerk", "clerk"+c.at)
	c.clerk = session
	var me struct{ Firm struct{ FirmID string } }
	f.REST(http.MethodGet, "/api/v1/auth/me", session, nil).Into(f.t, &me)
	c.firmID = me.Firm.FirmID
	return c
}

func (c *clerked) in(t *testing.T) *clerked {
	t.Helper()
	inner, f := *c, *c.api
	f.t = t
	inner.api = &f
	return &inner
}

// rule adds a policy rule until the end of the test.
func (c *clerked) rule(line string) {
	c.t.Helper()
	answer := c.GraphQL(c.admin, `mutation($input: CreatePolicyRuleInput!) { rule: createPolicyRule(input: $input) { id } }`,
		values{"input": values{"line": line}})
	require.Empty(c.t, answer.Errors, "%s", answer.Body)
	var made struct{ Rule struct{ ID string } }
	answer.Into(c.t, &made)
	c.t.Cleanup(func() {
		c.GraphQL(c.admin, `mutation($id: ID!) { deletePolicyRule(id: $id) }`, values{"id": made.Rule.ID})
	})
}

// person returns the input of a new user with the name and the role.
func (c *clerked) person(name, role string) values {
	return values{
		"firstName": name, "lastName": "Smith", "email": name + c.at, "password": firmhubtest.OwnerPassword, "roleId": role,
	}
}

// join creates a user with the role, and returns the id and an access token.
func (c *clerked) join(name, role string) (id, token string) {
	c.t.Helper()
	token = c.newUser(role, name+c.at)
	var me struct{ User struct{ ID string } }
	c.REST(http.MethodGet, "/api/v1/auth/me", token, nil).Into(c.t, &me)
	return me.User.ID, token
}

func (c *clerked) permissions(token string) []string {
	c.t.Helper()
	var me struct{ Permissions []string }
	c.REST(http.MethodGet, "/api/v1/auth/me", token, nil).Into(c.t, &me)
	return me.Permissions
}

// Nobody can grant what a policy rule adds to a role without holding it, by REST or GraphQL.
func TestRulesAreNotForgotten(t *testing.T) {
	t.Parallel()
	eachAPI(t, func(f *api) {
		c := clerks(f)
		f.t.Run("Role", func(t *testing.T) { c.in(t).grantRole() })
		f.t.Run("Key", func(t *testing.T) { c.in(t).takeAKey() })
		f.t.Run("Person", func(t *testing.T) { c.in(t).takeAPerson() })
		f.t.Run("InactiveRole", func(t *testing.T) { c.in(t).liftADenial() })
	})
}

// grantRole assigns a role to which a rule adds a permission to a second account.
func (c *clerked) grantRole() {
	plain := c.newRole("Plain", "Contact:View")
	second, _ := c.join("second", "Guest")
	give := values{"id": second, "roleId": plain}
	c.must(c.clerk, updateUser, give, nil)
	c.must(c.clerk, updateUser, values{"id": second, "roleId": c.guests}, nil)
	c.must(c.owner, updateRole, values{"id": plain, "isActive": false}, nil)
	c.rule("p, role:" + plain + ", " + c.firmID + ", Wallet, *, allow")
	require.Contains(c.t, string(c.refused(fault.Forbidden, c.clerk, updateUser, give).Body), "Wallet:View")
	c.refused(fault.Forbidden, c.clerk, updateRole, values{"id": plain, "isActive": true})
	c.must(c.owner, updateRole, values{"id": plain, "isActive": true}, nil)
	c.refused(fault.Forbidden, c.clerk, updateUser, give)
	c.refused(fault.Forbidden, c.clerk, createUser, c.person("third", plain))
	c.must(c.owner, updateUser, give, nil)
	c.refused(fault.Forbidden, c.clerk, updateUser, values{"id": second, "email": "mine" + c.at})
	c.must(c.owner, updateUser, values{"id": second, "isActive": false}, nil)
	c.refused(fault.Forbidden, c.clerk, updateUser, values{"id": second, "isActive": true})
}

// takeAKey regenerates and extends a key to which a rule adds a permission.
func (c *clerked) takeAKey() {
	var made struct{ ID string }
	c.must(c.owner, createKey, values{"name": "Shop", "permissions": []string{"Contact:View"}, "allowedIps": []string{"192.0.2.1"}}, &made)
	id := values{"id": made.ID}
	c.must(c.clerk, regenerateKey, id, nil)
	c.rule("p, apiclient:" + made.ID + ", *, Contact, *, allow")
	require.Contains(c.t, string(c.refused(fault.Forbidden, c.clerk, regenerateKey, id).Body), "Contact:Delete")
	c.refused(fault.Forbidden, c.clerk, updateKey, values{"id": made.ID, "allowedIps": []string{}})
	c.must(c.clerk, updateKey, values{"id": made.ID, "name": "Webshop"}, nil)
	c.must(c.owner, regenerateKey, id, nil)
	c.rule("p, apiclient:" + made.ID + ", *, *, *, deny")
	c.must(c.clerk, regenerateKey, id, nil)
}

// takeAPerson removes a user whom a rule names, and invites her again with a password that the
// clerk knows.
func (c *clerked) takeAPerson() {
	vic, token := c.join("vic", "Guest")
	c.rule("p, user:" + vic + ", " + c.firmID + ", *, *, allow")
	require.Greater(c.t, len(c.permissions(token)), 40)
	c.refused(fault.Forbidden, c.clerk, updateUser, values{"id": vic, "userName": "mine"})
	c.must(c.clerk, removeUser, values{"id": vic}, nil)
	answer := c.ask(c.clerk, createUser, c.person("vic", c.guests))
	if answer.Code() != "" {
		require.Equal(c.t, fault.Forbidden, answer.Code(), "%s", answer.Body)
		return
	}
	require.Empty(c.t, c.permissions(c.Login("vic"+c.at, firmhubtest.OwnerPassword).Token))
}

// liftADenial deactivates a role to which a rule of the super-firm denies a permission.
func (c *clerked) liftADenial() {
	held := c.newRole("Held", "Contact:View", "Contact:Delete")
	ann, token := c.join("ann", "Held")
	bob, other := c.join("bob", "Guest")
	c.rule("p, role:" + held + ", " + c.firmID + ", Contact, Delete, deny")
	c.rule("p, user:" + ann + ", " + c.firmID + ", Contact, *, allow")
	c.rule("g, user:" + bob + ", role:" + held + ", " + c.firmID)
	require.NotContains(c.t, c.permissions(token), "Contact:Delete")
	require.Equal(c.t, []string{"Contact:View"}, c.permissions(other))
	c.must(c.owner, updateRole, values{"id": held, "isActive": false}, nil)
	require.NotContains(c.t, c.permissions(token), "Contact:Delete")
	require.Contains(c.t, c.permissions(token), "Contact:Edit")
	require.Empty(c.t, c.permissions(other))
}
