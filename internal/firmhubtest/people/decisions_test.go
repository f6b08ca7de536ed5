package people_test

import (
	"net/http"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/firmhubtest"
)

type decision struct {
	Permission string `sql:"permission"`
	Allowed    bool   `sql:"allowed"`
	Calls      int64  `sql:"calls"`
}

// Every call counts once, over REST as over GraphQL, whatever checks it makes.
func TestDecisions(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		p := newPolicies(t, a)
		counted := func(call func()) map[string]int64 {
			taken := func() map[string]int64 {
				// A rehearsal first stores what was counted.
				p.GraphQL(p.super.Token, `query($add: [String!]!) { rehearsePolicyRule(input: {add: $add}) { isComplete } }`,
					map[string]any{"add": []string{"p, role:" + p.roleID + ", *, Contact, View, deny"}})
				rows, err := db.All[decision](dbtest.SQL(t.Context(), a.DB), `
SELECT module || ':' || action AS permission, allowed, calls FROM decision_counts WHERE subject_id = $1`, p.agentID)
				require.NoError(t, err)
				_, err = dbtest.SQL(t.Context(), a.DB).Exec("DELETE FROM decision_counts")
				require.NoError(t, err)
				found := map[string]int64{}
				for _, row := range rows {
					if !row.Allowed {
						row.Permission = "not " + row.Permission
					}
					found[row.Permission] = row.Calls
				}
				return found
			}
			taken()
			call()
			return taken()
		}
		for name, test := range map[string]struct {
			call func()
			want map[string]int64
		}{
			"REST":          {func() { p.contacts(p.agent.Token) }, map[string]int64{"Contact:View": 1}},
			"RESTRefused":   {func() { p.REST(http.MethodGet, "/api/v1/users", p.agent.Token, nil) }, map[string]int64{"not Users:View": 1}},
			"RESTStream":    {func() { p.REST(http.MethodGet, "/api/V1/Contact/export", p.agent.Token, nil) }, map[string]int64{"Contact:View": 1}},
			"GraphQL":       {func() { p.GraphQL(p.agent.Token, `{ contactPage { items { id } } }`, nil) }, map[string]int64{"Contact:View": 1}},
			"GraphQLFields": {func() { p.GraphQL(p.agent.Token, `{ roles { id } userPage { items { id } } }`, nil) }, map[string]int64{"Role:View": 1, "not Users:View": 1}},
			"NoPermission":  {func() { p.GraphQL(p.agent.Token, `{ me { user { id } } policyRules { id } }`, nil) }, map[string]int64{}},
		} {
			require.Equal(t, test.want, counted(test.call), name)
		}
	})
}

// A rehearsal replays the calls that the server has just answered.
func TestRehearsePolicyRule(t *testing.T) {
	t.Parallel()
	firmhubtest.Each(t, func(t *testing.T, a *firmhubtest.App) {
		p := newPolicies(t, a)
		rehearse := func(input map[string]any) *firmhubtest.Answer {
			return p.GraphQL(p.super.Token, `query($input: RehearsePolicyRuleInput!) { rehearsed: rehearsePolicyRule(input: $input) {
				warnings { kind line ruleId message } subjectCount isComplete
				subjects { subject { userId apiClientId name firmId firmName } gained lost }
				calls { subject { userId } permission isAllowed calls }
				refused { calls people apiClients } allowed { calls people apiClients } } }`, map[string]any{"input": input})
		}
		for range 14 {
			p.contacts(p.agent.Token)
		}
		rule := "p, role:" + p.roleID + ", *, Contact, View, deny"
		t.Run("OK", func(t *testing.T) {
			require.JSONEq(t, `{"rehearsed": {
				"warnings": [], "subjectCount": 1, "isComplete": true,
				"subjects": [{"subject": {"userId": "`+p.agentID+`", "apiClientId": null, "name": "Ann Agent", "firmId": "`+p.firmID+`",
					"firmName": "Acme"}, "gained": [], "lost": ["Contact:View"]}],
				"calls": [{"subject": {"userId": "`+p.agentID+`"}, "permission": "Contact:View", "isAllowed": false, "calls": 14}],
				"refused": {"calls": 14, "people": 1, "apiClients": 0}, "allowed": {"calls": 0, "people": 0, "apiClients": 0}
			}}`, string(rehearse(map[string]any{"add": []string{rule}}).Data))
			require.Equal(t, http.StatusOK, p.contacts(p.agent.Token), "nothing is stored")
		})
		t.Run("OKConflict", func(t *testing.T) {
			made := p.added(rule, "")
			require.Contains(t, string(rehearse(map[string]any{"add": []string{rule}}).Data), `"warnings":[{"kind":"Conflict","line":"`+rule+
				`","ruleId":"`+made.ID+`","message":"The rule `+rule+` is there already."}]`)
			require.Empty(t, rehearse(map[string]any{"add": []string{}, "remove": []string{made.ID}}).Errors)
		})
		t.Run("ErrValidation", func(t *testing.T) {
			answer := rehearse(map[string]any{"add": []string{rule, "p, ann, *, *, *, deny"}})
			require.Equal(t, fault.ValidationError, answer.Code())
			require.Equal(t, "add[1]", answer.Details()[0].Field)
		})
	})
}
