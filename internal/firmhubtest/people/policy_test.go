package people_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/casbin/casbin/v2"
	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

// policies is an app with a user of the super-firm, and a firm with an owner, an agent and an API
// client.
type policies struct {
	*firmhubtest.App

	t            *testing.T
	super, owner *firmhubtest.Session
	firmID       string
	roleID       string
	agentID      string
	agent        *firmhubtest.Session
	clientID     string
}

func newPolicies(t *testing.T, a *firmhubtest.App) *policies {
	t.Helper()
	p := &policies{App: a, t: t, super: a.Login(firmhubtest.AdminEmail, firmhubtest.AdminPassword)}
	p.owner = a.NewFirm("Acme", "olga@acme.example")
	p.firmID = p.owner.Firms[0].FirmID
	p.roleID = p.create("/api/v1/roles/create", map[string]any{"name": "Agent"})
	var permissions []struct{ ID, ModuleName, PropertyName string }
	p.rest(http.MethodGet, "/api/v1/roles/properties", nil).Into(t, &permissions)
	var held []string
	for _, one := range permissions {
		if one.ModuleName == "Contact" || one.ModuleName == "Role" && one.PropertyName == "View" {
			held = append(held, one.ID)
		}
	}
	p.rest(http.MethodPut, "/api/v1/roles/"+p.roleID+"/permissions", map[string]any{"propertyIds": held})
	p.agentID = p.create("/api/v1/users/create", map[string]any{
		"firstName": "Ann", "lastName": "Agent", "email": "ann@acme.example", "password": firmhubtest.OwnerPassword, "roleId": p.roleID,
	})
	p.agent = a.Login("ann@acme.example", firmhubtest.OwnerPassword)
	p.clientID = p.create("/api/v1/ApiClient", map[string]any{"name": "Shop", "permissions": []string{"Contact:View", "Contact:Edit"}})
	return p
}

// rest sends a REST request that must succeed.
func (p *policies) rest(method, path string, body any) *firmhubtest.Answer {
	p.t.Helper()
	answer := p.REST(method, path, p.owner.Token, body)
	require.Less(p.t, answer.Status, http.StatusBadRequest, "%s %s: %s", method, path, answer.Body)
	return answer
}

func (p *policies) create(path string, body map[string]any) string {
	p.t.Helper()
	var made struct{ ID string }
	p.rest(http.MethodPost, path, body).Into(p.t, &made)
	return made.ID
}

type policyRule struct {
	ID, Line, Note string
	Problem        *string
}

const ruleFields = ` { id line note problem } }`

func (p *policies) addRule(line, note string) *firmhubtest.Answer {
	p.t.Helper()
	return p.GraphQL(p.super.Token, `mutation($input: CreatePolicyRuleInput!) { rule: createPolicyRule(input: $input)`+ruleFields,
		map[string]any{"input": map[string]any{"line": line, "note": note}})
}

func (p *policies) added(line, note string) policyRule {
	p.t.Helper()
	answer := p.addRule(line, note)
	require.Empty(p.t, answer.Errors)
	var made struct{ Rule policyRule }
	answer.Into(p.t, &made)
	return made.Rule
}

func (p *policies) remove(id string) *firmhubtest.Answer {
	p.t.Helper()
	return p.GraphQL(p.super.Token, `mutation($id: ID!) { deletePolicyRule(id: $id) }`, map[string]any{"id": id})
}

// contacts returns the status of a request that needs Contact:View.
func (p *policies) contacts(token string) int {
	p.t.Helper()
	return p.REST(http.MethodPost, "/api/V1/Contact/getall", token, map[string]any{"page": 1}).Status
}

type explanation struct {
	Allowed         bool
	Reason, Subject string
	Role            *struct{ ID, Name string }
	Property        *struct{ ID, ModuleName, PropertyName, DisplayName string }
	RuleID, Line    *string
}

// explain returns the explanation, which must be the same by REST and GraphQL.
func (p *policies) explain(token string, asked map[string]any) (got explanation, refused *firmhubtest.Answer) {
	p.t.Helper()
	query := url.Values{}
	for name, value := range asked {
		query.Set(name, value.(string))
	}
	overREST := p.REST(http.MethodGet, "/api/v1/roles/explain?"+query.Encode(), token, nil)
	overGraphQL := p.GraphQL(token, `query($input: ExplainAccessInput!) { data: explainAccess(input: $input) {
		allowed reason subject role { id name } property { id moduleName propertyName displayName } ruleId line } }`,
		map[string]any{"input": asked})
	require.Equal(p.t, overREST.Code(), overGraphQL.Code())
	require.ElementsMatch(p.t, overREST.Details(), overGraphQL.Details())
	if overREST.Code() != "" {
		return got, overREST
	}
	var second struct{ Data explanation }
	overREST.Into(p.t, &got)
	overGraphQL.Into(p.t, &second)
	require.Equal(p.t, got, second.Data)
	return got, nil
}

func TestPolicyRules(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		p := newPolicies(t, a)
		line := "p, role:" + p.roleID + ", " + p.firmID + ", Contact, View, deny"

		t.Run("OK", func(t *testing.T) {
			require.Equal(t, http.StatusOK, p.contacts(p.agent.Token))
			rule := p.added(line, "Secret reasons.")
			require.Equal(t, policyRule{ID: rule.ID, Line: line, Note: "Secret reasons."}, rule)
			require.Equal(t, http.StatusForbidden, p.contacts(p.agent.Token), "the next request knows")
			require.Equal(t, http.StatusOK, p.contacts(p.owner.Token))

			moved := "p, user:" + p.super.User.ID + ", *, Contact, View, deny"
			answer := p.GraphQL(p.super.Token, `mutation($input: UpdatePolicyRuleInput!) { rule: updatePolicyRule(input: $input)`+ruleFields,
				map[string]any{"input": map[string]any{"id": rule.ID, "line": moved}})
			require.Empty(t, answer.Errors)
			require.Equal(t, http.StatusOK, p.contacts(p.agent.Token))
			require.Equal(t, http.StatusForbidden, p.contacts(p.super.Token))

			answer = p.GraphQL(p.super.Token, `{ rules: policyRules`+ruleFields, nil)
			var all struct{ Rules []policyRule }
			answer.Into(t, &all)
			require.Equal(t, []policyRule{{ID: rule.ID, Line: moved, Note: "Secret reasons."}}, all.Rules)

			require.Empty(t, p.remove(rule.ID).Errors)
			require.Equal(t, http.StatusOK, p.contacts(p.super.Token))
			require.Equal(t, fault.NotFound, p.remove(rule.ID).Code())

			log := p.rest(http.MethodGet, "/api/v1/audit?action=policy", nil)
			require.Contains(t, string(log.Body), "policy.delete")
			require.NotContains(t, string(log.Body), "Secret")
			log = p.REST(http.MethodGet, "/api/v1/audit?action=policy", p.super.Token, nil)
			require.Contains(t, string(log.Body), "Secret reasons.")
		})
		t.Run("ErrConflict", func(t *testing.T) {
			rule := p.added(line, "")
			require.Equal(t, fault.Conflict, p.addRule(line, "again").Code())
			require.Empty(t, p.remove(rule.ID).Errors)
		})
		t.Run("ErrValidation", func(t *testing.T) {
			for text, said := range map[string]string{
				"p, ann, *, *, *, deny":                                    `is not a valid rule: the subject "ann" is not user:<id>, apiclient:<id> or role:<id or name>`,
				"p, apiclient:" + p.clientID + ", *, Users, View, allow":   "has no effect: API clients can't have Users:View",
				"p, user:" + p.agentID + ", " + p.agentID + ", *, *, deny": "has no effect: the firm does not exist",
			} {
				answer := p.addRule(text, "")
				require.Equal(t, fault.ValidationError, answer.Code())
				require.Equal(t, fault.Details{{Field: "line", Message: said}}, answer.Details())
			}
		})
		t.Run("ErrForbidden", func(t *testing.T) {
			for _, document := range []string{
				`{ policyRules` + ruleFields, `{ policyExport(firmId: "` + p.firmID + `") { policy } }`,
				`mutation { deletePolicyRule(id: "` + p.firmID + `") }`, `{ rehearsePolicyRule(input: {add: []}) { isComplete } }`,
			} {
				require.Equal(t, fault.Forbidden, p.GraphQL(p.owner.Token, document, nil).Code())
				require.Equal(t, fault.Unauthorized, p.GraphQL("", document, nil).Code())
			}
		})
	})
}

func TestExplainAccess(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		p := newPolicies(t, a)
		denial := p.added("p, role:"+p.roleID+", *, Contact, Edit, deny", "Secret reasons.")

		t.Run("OKUser", func(t *testing.T) {
			got, _ := p.explain(p.agent.Token, map[string]any{"userId": p.agentID, "module": "Contact", "action": "View"})
			require.True(t, got.Allowed)
			require.Equal(t, `The role "Agent" has Contact:View.`, got.Reason)
			require.Equal(t, "user:"+p.agentID, got.Subject)
			require.Equal(t, "Agent", got.Role.Name)
			require.Equal(t, "View contacts", got.Property.DisplayName)
			require.Nil(t, got.RuleID)
			require.Equal(t, "p, role:"+p.roleID+", "+p.firmID+", Contact, View, allow", *got.Line)
		})
		t.Run("OKDenied", func(t *testing.T) {
			got, _ := p.explain(p.owner.Token, map[string]any{"userId": p.agentID, "module": "Contact", "action": "Edit"})
			require.False(t, got.Allowed)
			require.Equal(t, denial.ID, *got.RuleID)
			require.Equal(t, denial.Line, *got.Line)
			require.NotContains(t, got.Reason, "Secret")
		})
		t.Run("OKClient", func(t *testing.T) {
			got, _ := p.explain(p.owner.Token, map[string]any{"apiClientId": p.clientID, "module": "Contact", "action": "Edit"})
			require.True(t, got.Allowed)
			require.Equal(t, `The API client "Shop" has Contact:Edit.`, got.Reason)
			require.Nil(t, got.Role)
			got, _ = p.explain(p.owner.Token, map[string]any{"apiClientId": p.clientID, "module": "Users", "action": "View"})
			require.False(t, got.Allowed)
			p.rest(http.MethodPost, "/api/v1/ApiClient/"+p.clientID+"/revoke", nil)
			got, _ = p.explain(p.owner.Token, map[string]any{"apiClientId": p.clientID, "module": "Contact", "action": "Edit"})
			require.False(t, got.Allowed)
			require.Equal(t, `The API client "Shop" is revoked.`, got.Reason)
		})
		t.Run("OKInactive", func(t *testing.T) {
			p.rest(http.MethodPut, "/api/v1/users/update", map[string]any{"id": p.agentID, "isActive": false})
			got, _ := p.explain(p.owner.Token, map[string]any{"userId": p.agentID, "module": "Contact", "action": "View"})
			require.False(t, got.Allowed)
			require.Equal(t, "The user's membership is not active.", got.Reason)
		})
		t.Run("ErrNotFound", func(t *testing.T) {
			for _, asked := range []map[string]any{
				{"userId": p.super.User.ID, "module": "Contact", "action": "View"},
				{"apiClientId": uuid.NewString(), "module": "Contact", "action": "View"},
			} {
				_, refused := p.explain(p.owner.Token, asked)
				require.Equal(t, fault.NotFound, refused.Code())
			}
		})
		t.Run("ErrValidation", func(t *testing.T) {
			_, refused := p.explain(p.owner.Token, map[string]any{"module": "Contact", "action": "View"})
			require.Equal(t, fault.ValidationError, refused.Code())
			require.Len(t, refused.Details(), 2)
			_, refused = p.explain(p.owner.Token, map[string]any{"module": "Contact", "action": "View", "userId": p.agentID, "apiClientId": p.clientID})
			require.Equal(t, fault.ValidationError, refused.Code())
		})
	})
}

// TestPolicyExport compares the decisions of casbin on the exported policy with the permissions
// that the server returns for each user, and with its explanation of every permission of a key.
func TestPolicyExport(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		p := newPolicies(t, a)
		p.added("p, role:support, *, *, View, allow", "")
		p.added("g, user:"+p.agentID+", role:support, *", "")
		p.added("p, role:"+p.roleID+", "+p.firmID+", Contact, Delete, deny", "")
		p.added("p, apiclient:"+p.clientID+", "+p.firmID+", *, *, allow", "")

		answer := p.GraphQL(p.super.Token, `query($id: ID!) { policyExport(firmId: $id) { model policy } }`, map[string]any{"id": p.firmID})
		require.Empty(t, answer.Errors)
		var got struct {
			PolicyExport struct{ Model, Policy string }
		}
		answer.Into(t, &got)
		dir := t.TempDir()
		model, lines := filepath.Join(dir, "model.conf"), filepath.Join(dir, "policy.csv")
		require.NoError(t, os.WriteFile(model, []byte(got.PolicyExport.Model), 0o600))
		require.NoError(t, os.WriteFile(lines, []byte(got.PolicyExport.Policy), 0o600))
		plain, err := casbin.NewEnforcer(model, lines)
		require.NoError(t, err)

		for _, session := range []*firmhubtest.Session{p.owner, p.agent} {
			var want []string
			for _, permission := range authz.Catalog() {
				allowed, err := plain.Enforce("user:"+session.User.ID, p.firmID, permission.Module, permission.Action)
				require.NoError(t, err)
				if allowed {
					want = append(want, permission.String())
				}
			}
			var me struct{ Permissions []string }
			require.NoError(t, json.Unmarshal(p.REST(http.MethodGet, "/api/v1/auth/me", session.Token, nil).Data, &me))
			require.ElementsMatch(t, want, me.Permissions)
		}
		for _, permission := range authz.Catalog() {
			want, err := plain.Enforce("apiclient:"+p.clientID, p.firmID, permission.Module, permission.Action)
			require.NoError(t, err)
			require.Equal(t, want, permission.ForAPIClients(), permission)
			got, _ := p.explain(p.owner.Token, map[string]any{"apiClientId": p.clientID, "module": permission.Module, "action": permission.Action})
			require.Equal(t, want, got.Allowed, "%s: %s", permission, got.Reason)
		}
		unknown := p.GraphQL(p.super.Token, `{ policyExport(firmId: "`+uuid.NewString()+`") { policy } }`, nil)
		require.Equal(t, fault.NotFound, unknown.Code())
	})
}

// TestSupport checks that a user of the super-firm has exactly the permissions in another firm that
// rules grant.
func TestSupport(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		p := newPolicies(t, a)
		visit := func(method, path, body string) int {
			request, err := http.NewRequestWithContext(t.Context(), method, p.URL+path, strings.NewReader(body))
			require.NoError(t, err)
			request.Header.Set("Content-Type", "application/json")
			request.Header.Set("Authorization", "Bearer "+p.super.Token)
			request.Header.Set("X-Firm-Id", p.firmID)
			return p.Do(request).Status
		}
		view := func() int { return visit(http.MethodPost, "/api/V1/Contact/getall", `{"page":1}`) }
		require.Equal(t, http.StatusForbidden, view())
		held := p.added("g, user:"+p.super.User.ID+", role:support, "+p.firmID, "")
		p.added("p, role:support, *, *, View, allow", "")
		require.Equal(t, http.StatusOK, view())
		require.Equal(t, http.StatusOK, visit(http.MethodGet, "/api/v1/roles", ""))
		require.Equal(t, http.StatusForbidden, visit(http.MethodPost, "/api/V1/Contact/create", `{"firstName":"X"}`))
		require.Empty(t, p.remove(held.ID).Errors)
		require.Equal(t, http.StatusForbidden, view())
	})
}
