package people_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// TestRoleFields reads the fields of a role that need Role:View in every operation that returns a
// role.
func TestRoleFields(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		f := &api{App: a, t: t, firm: "Torra", owner: a.NewFirm("Torra", "olga@torra.example").Token}
		f.newRole("Clerk", "Users:View")
		clerk := f.newUser("Clerk", "cleo@torra.example")
		f.newRole("Maker", "Role:Create", "Users:View")
		maker := f.newUser("Maker", "max@torra.example")

		const document = `{ me { role { id name description userCount permissions { id } } }
			userPage { items { role { name permissions { moduleName } } } }
			roleLookup { name isActive description } }`

		t.Run("OK", func(t *testing.T) {
			answer := a.GraphQL(f.owner, document, nil)
			require.Empty(t, answer.Errors, "%s", answer.Body)
			require.NotContains(t, string(answer.Data), "null")
			require.Contains(t, string(answer.Data), `"userCount":1`)
			require.Contains(t, string(answer.Data), `{"role":{"name":"Clerk","permissions":[{"moduleName":"Users"}]}}`)
		})
		t.Run("ErrForbidden", func(t *testing.T) {
			answer := a.GraphQL(clerk, document, nil)
			var data struct {
				Me       struct{ Role map[string]any }
				UserPage struct {
					Items []struct{ Role map[string]any }
				}
				RoleLookup []map[string]any
			}
			require.NoError(t, json.Unmarshal(answer.Data, &data))
			require.Equal(t, "Clerk", data.Me.Role["name"])
			require.Len(t, data.UserPage.Items, 3)
			require.Len(t, data.RoleLookup, 3)
			paths := map[string]bool{}
			for _, refused := range answer.Errors {
				require.Equal(t, fault.Forbidden, refused.Extensions.Code)
				paths[strings.Trim(fmt.Sprint(refused.Path), "[]")] = true
			}
			want := map[string]bool{}
			for _, field := range []string{"description", "userCount", "permissions"} {
				require.Nil(t, data.Me.Role[field])
				want["me role "+field] = true
			}
			for i := range 3 {
				require.Nil(t, data.UserPage.Items[i].Role["permissions"])
				require.Nil(t, data.RoleLookup[i]["description"])
				want[fmt.Sprintf("userPage items %d role permissions", i)] = true
				want[fmt.Sprintf("roleLookup %d description", i)] = true
			}
			require.Equal(t, want, paths)
		})
		t.Run("OKWhatTheCallerCreates", func(t *testing.T) {
			answer := a.GraphQL(maker, `mutation { createRole(input: {name: "New", description: "Fresh."}) { description userCount permissions { id } } }`, nil)
			require.JSONEq(t, `{"createRole": {"description": "Fresh.", "userCount": 0, "permissions": []}}`, string(answer.Data), "%s", answer.Body)
			created := a.REST(http.MethodPost, "/api/v1/roles/create", maker, values{"name": "Newer"})
			require.Equal(t, http.StatusCreated, created.Status, "%s", created.Body)
			require.Equal(t, fault.Forbidden, a.REST(http.MethodGet, "/api/v1/roles", maker, nil).Code())
		})
	})
}

// TestNullClearsNothing sends null for fields of updates that can't be cleared.
func TestNullClearsNothing(t *testing.T) {
	t.Parallel()
	a := firmhubtest.New(t, db.SQLite)
	admin := a.Login(firmhubtest.AdminEmail, firmhubtest.AdminPassword)
	const id = "01a1fc5b-ad92-74f9-a051-f2edc12f4d82"
	for operation, c := range map[string]struct {
		method, path, fields string
	}{
		"updateMe(input: UpdateMeInput)":                  {http.MethodPut, "/api/v1/auth/me", "firstName lastName userName email currentPassword"},
		"updateRole(input: UpdateRoleInput!)":             {http.MethodPut, "/api/v1/roles/update", "name description isActive"},
		"updateUser(input: UpdateUserInput!)":             {http.MethodPut, "/api/v1/users/update", "firstName lastName email userName roleId isActive"},
		"updateApiClient(input: UpdateApiClientInput!)":   {http.MethodPut, "/api/v1/ApiClient/" + id, "name description allowedIps permissions"},
		"updatePolicyRule(input: UpdatePolicyRuleInput!)": {"", "", "line note"},
	} {
		name, rest, _ := strings.Cut(operation, "(input: ")
		typ := strings.TrimSuffix(rest, ")")
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			input := values{}
			for field := range strings.FieldsSeq(c.fields) {
				input[field] = nil
			}
			if name != "updateMe" {
				input["id"] = id
			}
			answers := []*firmhubtest.Answer{
				a.GraphQL(admin.Token, "mutation($input: "+typ+") { "+name+"(input: $input) { id } }", values{"input": input}),
			}
			if c.path != "" {
				answers = append(answers, a.REST(c.method, c.path, admin.Token, input))
				require.Equal(t, http.StatusBadRequest, answers[1].Status)
			}
			for _, answer := range answers {
				require.Equal(t, fault.ValidationError, answer.Code(), "%s", answer.Body)
				var named []string
				for _, detail := range answer.Details() {
					named = append(named, detail.Field)
				}
				require.ElementsMatch(t, strings.Fields(c.fields), named, "%s", answer.Body)
			}
		})
	}
	t.Run("OKNothingToChange", func(t *testing.T) {
		t.Parallel()
		answer := a.GraphQL(admin.Token, `mutation { updateMe { email } }`, nil)
		require.JSONEq(t, `{"updateMe": {"email": "`+firmhubtest.AdminEmail+`"}}`, string(answer.Data), "%s", answer.Body)
		answer = a.GraphQL(admin.Token, `{ contactPage { totalCount } userPage { page } auditLog { pageSize } rolePropertyGroups { page } apiClientPage { page } }`, nil)
		require.Empty(t, answer.Errors, "%s", answer.Body)
	})
}
