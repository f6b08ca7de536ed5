package people_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/domain/firm"
	"github.com/firmhub/firmhub/internal/domain/role"
	"github.com/firmhub/firmhub/internal/domain/user"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
	"github.com/firmhub/firmhub/internal/viewer"
)

// roleOperation is an operation on roles in REST and GraphQL. Values that are not in the path are
// sent in the body.
type roleOperation struct {
	method, path string
	created      bool
	root         string
	// variables are "($id: ID!)", or empty for none.
	variables, arguments, selection string
}

const (
	roleFields     = "{ id name description isActive isSystem userCount createdAt updatedAt }"
	propertyFields = "{ id moduleName propertyName displayName }"
	groupFields    = "{ moduleName properties { id propertyName displayName } }"
)

func byInput(method, path, root, input, selection string) roleOperation {
	return roleOperation{
		method: method, path: path, root: root, created: strings.HasSuffix(path, "/create"),
		variables: "($input: " + input + "!)", arguments: "(input: $input)", selection: selection,
	}
}

func byArgument(method, path, root, name, kind, selection string) roleOperation {
	return roleOperation{
		method: method, path: path, root: root,
		variables: "($" + name + ": " + kind + "!)", arguments: "(" + name + ": $" + name + ")", selection: selection,
	}
}

var (
	listRoles  = roleOperation{method: http.MethodGet, path: "/api/v1/roles", root: "roles", selection: roleFields}
	lookUp     = roleOperation{method: http.MethodGet, path: "/api/v1/roles/lookup", root: "roleLookup", selection: "{ id name }"}
	properties = roleOperation{
		method: http.MethodGet, path: "/api/v1/roles/properties", root: "roleProperties", selection: propertyFields,
	}
	getRole = byArgument(http.MethodGet, "/api/v1/roles/{id}", "role", "id", "ID",
		strings.Replace(roleFields, "name", "name permissions "+propertyFields, 1))
	createRole     = byInput(http.MethodPost, "/api/v1/roles/create", "createRole", "CreateRoleInput", roleFields)
	updateRole     = byInput(http.MethodPut, "/api/v1/roles/update", "updateRole", "UpdateRoleInput", roleFields)
	deleteRole     = byArgument(http.MethodDelete, "/api/v1/roles/delete/{id}", "deleteRole", "id", "ID", "")
	permissionsOf  = byArgument(http.MethodGet, "/api/v1/roles/{roleId}/permissions", "rolePermissions", "roleId", "ID", propertyFields)
	setPermissions = byInput(http.MethodPut, "/api/v1/roles/{roleId}/permissions", "setRolePermissions",
		"SetRolePermissionsInput", propertyFields)

	listGroups = byInput(http.MethodPost, "/api/v1/admin/roleproperty/getall", "rolePropertyGroups", "RolePropertyPageInput",
		"{ items "+groupFields+" totalCount page pageSize }")
	createGroup = byInput(http.MethodPost, "/api/v1/admin/roleproperty/create", "createRoleProperties",
		"RolePropertyGroupInput", groupFields)
	updateGroup = byInput(http.MethodPut, "/api/v1/admin/roleproperty/update", "updateRoleProperties",
		"RolePropertyGroupInput", groupFields)
	deleteGroup = byArgument(http.MethodDelete, "/api/v1/admin/roleproperty/delete/{moduleName}", "deleteRoleProperties",
		"moduleName", "String", "")
)

type values = map[string]any

// api is the REST or the GraphQL API of an app, with the callers of the tests.
type api struct {
	*firmhubtest.App

	t       *testing.T
	graphQL bool
	// admin is of the super-firm; owner and manager are of an ordinary one.
	admin, owner, manager string
	firm, managerRole     string
}

// eachAPI runs the test by REST and by GraphQL, each in its own firm.
func eachAPI(t *testing.T, test func(f *api)) {
	t.Helper()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		t.Helper()
		for _, name := range []string{"REST", "GraphQL"} {
			t.Run(name, func(t *testing.T) {
				f := &api{App: a, t: t, graphQL: name == "GraphQL"}
				at := "@" + strings.ToLower(name) + ".example"
				f.firm = "Torra " + name
				f.owner = a.NewFirm(f.firm, "olga"+at).Token
				f.admin = a.Login(firmhubtest.AdminEmail, firmhubtest.AdminPassword).Token
				f.managerRole = f.newRole("Manager", "Role:View", "Role:Create", "Role:Edit", "Role:Delete", "Role:ModifyPermissions",
					"Contact:View")
				f.manager = f.newUser("Manager", "max"+at)
				test(f)
			})
		}
	})
}

func (f *api) newUser(roleName, email string) (token string) {
	f.t.Helper()
	ctx := f.t.Context()
	employer, err := firm.Find(ctx, f.DB, f.firm)
	require.NoError(f.t, err)
	inFirm := viewer.NewContext(ctx, &viewer.Viewer{Kind: viewer.System, FirmID: employer.ID})
	given, err := role.Find(inFirm, f.DB, roleName)
	require.NoError(f.t, err)
	_, _, err = user.Join(ctx, f.DB, f.Passwords.Hash, employer.ID, given.ID, user.CreateInput{
		FirstName: "Max", LastName: "Manager", Email: email, Password: firmhubtest.OwnerPassword,
	})
	require.NoError(f.t, err)
	return f.Login(email, firmhubtest.OwnerPassword).Token
}

// ask sends a request. Data of the answer is the data of the operation in both APIs.
func (f *api) ask(token string, o roleOperation, given values) *firmhubtest.Answer {
	f.t.Helper()
	if !f.graphQL {
		path, body := o.path, values{}
		for name, value := range given {
			if parameter := "{" + name + "}"; strings.Contains(path, parameter) {
				text, ok := value.(string)
				require.True(f.t, ok, name)
				path = strings.Replace(path, parameter, text, 1)
				continue
			}
			body[name] = value
		}
		if o.method == http.MethodGet || o.method == http.MethodDelete {
			return f.REST(o.method, path, token, nil)
		}
		return f.REST(o.method, path, token, body)
	}
	kind := "query"
	if o.method == http.MethodPut || o.method == http.MethodDelete || o.method == http.MethodPost && !strings.HasSuffix(o.path, "/getall") {
		kind = "mutation"
	}
	if strings.Contains(o.variables, "$input") {
		given = values{"input": given}
	}
	answer := f.GraphQL(token, kind+" "+o.variables+" { data: "+o.root+o.arguments+o.selection+" }", given)
	var whole struct{ Data json.RawMessage }
	_ = json.Unmarshal(answer.Data, &whole) // null of a refusal leaves it empty
	answer.Data = whole.Data
	return answer
}

// must sends a request that must succeed.
func (f *api) must(token string, o roleOperation, given values, into any) {
	f.t.Helper()
	answer := f.ask(token, o, given)
	require.Empty(f.t, answer.Code(), "%s: %s", o.root, answer.Body)
	expected := http.StatusOK
	if o.created && !f.graphQL {
		expected = http.StatusCreated
	}
	require.Equal(f.t, expected, answer.Status, "%s: %s", o.root, answer.Body)
	if into != nil {
		answer.Into(f.t, into)
	}
}

// refused sends a request that must fail with the code, and with these fields in its details.
func (f *api) refused(code fault.Code, token string, o roleOperation, given values, fields ...string) *firmhubtest.Answer {
	f.t.Helper()
	answer := f.ask(token, o, given)
	require.Equal(f.t, code, answer.Code(), "%s: %s", o.root, answer.Body)
	if !f.graphQL {
		require.Equal(f.t, code.Status(), answer.Status, "%s: %s", o.root, answer.Body)
	}
	if len(fields) > 0 {
		require.ElementsMatch(f.t, fields, f.fields(answer), "%s: %s", o.root, answer.Body)
	}
	return answer
}

// fields returns the fields in the details of an answer, by their names in the body.
func (f *api) fields(answer *firmhubtest.Answer) (named []string) {
	for _, detail := range answer.Details() {
		named = append(named, strings.TrimPrefix(detail.Field, "input."))
	}
	return named
}

type roleAnswer struct {
	ID, Name, Description string
	IsActive, IsSystem    bool
	UserCount             *int
	CreatedAt, UpdatedAt  string
	Permissions           []propertyAnswer
}

type propertyAnswer struct{ ID, ModuleName, PropertyName, DisplayName string }

func (f *api) ids(names ...string) []string {
	f.t.Helper()
	var all []propertyAnswer
	f.must(f.owner, properties, nil, &all)
	chosen := []string{}
	for _, name := range names {
		for _, p := range all {
			if p.ModuleName+":"+p.PropertyName == name {
				chosen = append(chosen, p.ID)
			}
		}
	}
	require.Len(f.t, chosen, len(names))
	return chosen
}

func (f *api) newRole(name string, permissions ...string) (id string) {
	f.t.Helper()
	var made roleAnswer
	f.must(f.owner, createRole, values{"name": name}, &made)
	f.must(f.owner, setPermissions, values{"roleId": made.ID, "propertyIds": f.ids(permissions...)}, nil)
	return made.ID
}

func (f *api) ownerRole() string {
	f.t.Helper()
	var roles []roleAnswer
	f.must(f.owner, listRoles, nil, &roles)
	for _, r := range roles {
		if r.IsSystem {
			return r.ID
		}
	}
	f.t.Fatal("there is no Owner")
	return ""
}

// foreign returns a role of another firm.
func (f *api) foreign() string {
	f.t.Helper()
	var roles []roleAnswer
	f.must(f.admin, listRoles, nil, &roles)
	return roles[0].ID
}

func permissionNames(held []propertyAnswer) []string {
	names := []string{}
	for _, p := range held {
		names = append(names, p.ModuleName+":"+p.PropertyName)
	}
	return names
}
