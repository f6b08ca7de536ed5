package authz_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent/policyrule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

func TestCheck(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		agent := b.role(b.ctx, t, "Agent", "Contact:View")
		ann, here := b.member(t, "ann", agent), b.firm.ID.String()
		user := subject(ann)
		shop, gone := b.client(t, "Shop"), b.client(t, "Gone")
		require.NoError(t, d.Client.APIClient.UpdateOne(gone).SetRevokedAt(entity.Now()).Exec(b.ctx))
		client := "apiclient:" + shop.ID.String()
		other, in := dbtest.Firm(t, d, "Other")
		abroad := b.role(in, t, "Abroad")

		b.rule(t, policyrule.PtypeP, user, here, "Contact", "*", "deny")
		b.rule(t, policyrule.PtypeP, "role:support", "*", "*", "*", "allow")
		b.rule(t, policyrule.PtypeP, "role:"+agent.ID.String(), here, "*", "Delete", "deny")
		b.rule(t, policyrule.PtypeG, user, "role:support", "*")
		b.rule(t, policyrule.PtypeP, client, here, "*", "*", "allow")
		b.rule(t, policyrule.PtypeP, client, "*", "MessagingChat", "*", "deny")
		b.rule(t, policyrule.PtypeG, client, "role:"+agent.ID.String(), here)
		problems, err := authz.Check(t.Context(), d.Client)
		require.NoError(t, err)
		require.Empty(t, problems)

		const p, g = policyrule.PtypeP, policyrule.PtypeG
		for _, test := range []struct {
			ptype   policyrule.Ptype
			values  string
			message string
			invalid bool
		}{
			{p, "ann " + here + " Contact View allow", `the subject "ann" is not`, true},
			{p, "user:ann " + here + " Contact View allow", `the subject "user:ann" is not`, true},
			{p, "role:* " + here + " Contact View allow", `the subject "role:*" is not`, true},
			{p, user + " " + strings.ToUpper(here) + " Contact View allow", "the firm", true},
			{p, user + " " + here + " Cont* View allow", `the module "Cont*"`, true},
			{p, user + " " + here + " Contact View,Edit allow", `the action "View,Edit"`, true},
			{p, user + " " + here + " Contact View Deny", `the effect "Deny" is neither`, true},
			{p, user + " " + here + " Contact View", `the effect "" is neither`, true},
			{g, user + " support " + here, `the role "support" is not`, true},
			{g, user + " role:support Acme", `the firm "Acme" is neither`, true},
			{g, user + " role:support " + here + " Contact", "four values", true},
			{p, "role:" + strings.ToUpper(agent.ID.String()) + " " + here + " Contact View deny", "the subject", true},
			{p, user + " " + here + " Cont\u200bact View deny", "the module", true},
			{g, "role:support role:support " + here, "can't hold itself", true},
			{p, user + " " + userID() + " Contact View deny", "the firm does not exist", false},
			{p, "role:" + userID() + " * Contact View deny", "the role", false},
			{g, user + " role:" + userID() + " *", "the role", false},
			{p, user + " * Contact Fly deny", "no permission is named Contact:Fly", false},
			{p, user + " * Flying * deny", "no permission is named Flying:*", false},
			{p, "user:" + userID() + " * Contact View deny", "the user", false},
			{p, "apiclient:" + userID() + " * Contact View deny", "the API client", false},
			{p, client + " " + other.ID.String() + " Contact View allow", "is of another firm", false},
			{p, "role:" + abroad.ID.String() + " " + here + " Contact View allow", "is of another firm", false},
			{g, user + " role:" + abroad.ID.String() + " " + here, "is of another firm", false},
			{p, "apiclient:" + gone.ID.String() + " * Contact View allow", "is revoked", false},
			{p, client + " " + here + " Users View allow", "API clients can't have Users:View", false},
			{p, client + " " + here + " * Limits allow", "no permission is named *:Limits", false},
			{p, client + " " + here + " Users * deny", "API clients can't have Users:*", false},
			{p, "role:helpdesk " + here + " Contact View deny", "no rule gives role:helpdesk to anybody", false},
			{g, user + " role:helpdesk *", "no rule gives anything to role:helpdesk", false},
			{p, user + " " + other.ID.String() + " Contact View deny", "is neither in the firm nor", false},
		} {
			bad := b.rule(t, test.ptype, strings.Fields(test.values)...)
			problems, err := authz.Check(t.Context(), d.Client)
			require.NoError(t, err)
			require.Len(t, problems, 1, test.values)
			require.Equal(t, bad.ID, problems[0].RuleID)
			require.Contains(t, problems[0].Message, test.message)
			require.Equal(t, test.invalid, problems[0].Invalid, test.values)
			require.NoError(t, d.Client.PolicyRule.DeleteOne(bad).Exec(b.across))
		}
	})
}

// An invalid rule might have been a denial: its firm is refused everything until it is repaired,
// others are not.
func TestInvalidRule(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		ann := b.member(t, "ann", b.role(b.ctx, t, "Agent", "Contact:View"))
		_, other := dbtest.Firm(t, d, "Other")
		bob := b.member(t, "bob", b.role(other, t, "Agent", "Contact:View"))
		require.True(t, b.allowed(t, ann, "Contact", "View"))

		bad := b.rule(t, policyrule.PtypeP, subject(ann), b.firm.ID.String(), "Contact", "View", "forbid")
		for range 2 {
			err := b.enforcer.Can(b.request(t, ann), "Contact", "View")
			require.ErrorContains(t, err, `is invalid: the effect "forbid" is neither allow nor deny`)
			require.Equal(t, fault.Forbidden, fault.From(err).Code)
		}
		_, err := b.enforcer.Permissions(b.request(t, ann))
		require.Error(t, err)
		why, err := authz.Explain(t.Context(), d.Client, b.firm.ID, subject(ann), "Contact", "View")
		require.NoError(t, err)
		require.False(t, why.Allowed)
		require.Contains(t, why.Because, "invalid policy rule")
		require.Equal(t, bad.ID, why.Line.RuleID)
		require.True(t, b.allowed(t, bob, "Contact", "View"))

		lines, err := authz.List(t.Context(), d.Client, b.firm.ID)
		require.NoError(t, err)
		require.Contains(t, lines[0].Problem, "forbid")

		require.NoError(t, d.Client.PolicyRule.UpdateOne(bad).SetV4("deny").Exec(b.across))
		require.False(t, b.allowed(t, ann, "Contact", "View"))
		require.NoError(t, d.Client.PolicyRule.UpdateOne(bad).SetV4("allow").Exec(b.across))
		require.True(t, b.allowed(t, ann, "Contact", "View"))
	})
}
