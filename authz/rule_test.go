package authz_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent/policyrule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/fault"
)

func TestExplain(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		agent := b.role(b.ctx, t, "Agent", "Contact:View", "Contact:Delete")
		ann, bob := b.member(t, "ann", agent), b.member(t, "bob", agent)
		retired := b.member(t, "eve", b.role(b.ctx, t, "Retired", "Contact:View"))
		require.NoError(t, d.Client.Role.UpdateOneID(retired.RoleID).SetIsActive(false).Exec(b.ctx))
		require.NoError(t, d.Client.Membership.UpdateOne(bob).SetIsActive(false).Exec(b.ctx))
		denial := b.rule(t, policyrule.PtypeP, "role:"+agent.ID.String(), "*", "Contact", "Delete", "deny")

		for name, test := range map[string]struct {
			subject, action string
			allowed         bool
			because         string
		}{
			"Role":               {subject(ann), "View", true, `role "Agent" allows Contact:View to role:` + agent.ID.String()},
			"RoleItself":         {"role:" + agent.ID.String(), "View", true, `role "Agent" allows Contact:View`},
			"Rule":               {subject(ann), "Delete", false, "policy rule " + denial.ID.String() + " (a test) denies Contact:Delete"},
			"NotInRole":          {subject(ann), "Edit", false, `role "Agent" does not hold Contact:Edit`},
			"NoPermission":       {subject(ann), "Fly", false, "no permission is named Contact:Fly"},
			"InactiveRole":       {subject(retired), "View", false, `the role "Retired" is not active`},
			"InactiveMembership": {subject(bob), "View", false, "the user's membership is not active"},
			"NoMember":           {"user:" + userID(), "View", false, "the user is no member of the firm"},
			"OtherSubject":       {"apiclient:" + userID(), "View", false, "no role or policy rule gives Contact:View to apiclient:"},
		} {
			t.Run(name, func(t *testing.T) {
				got, err := authz.Explain(t.Context(), d.Client, b.firm.ID, test.subject, "Contact", test.action)
				require.NoError(t, err)
				require.Equal(t, test.allowed, got.Allowed)
				require.True(t, strings.HasPrefix(got.Because, test.because), got.Because)
			})
		}
	})
}

func TestCheck(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		agent := b.role(b.ctx, t, "Agent", "Contact:View")
		user, here := "user:"+userID(), b.firm.ID.String()

		b.rule(t, policyrule.PtypeP, user, here, "Contact", "*", "deny")
		b.rule(t, policyrule.PtypeP, "role:support", "*", "*", "*", "allow")
		b.rule(t, policyrule.PtypeP, "role:"+agent.ID.String(), here, "*", "Delete", "deny")
		b.rule(t, policyrule.PtypeG, user, "role:support", "*")
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
			{g, user + " role:support " + here + " Contact", "three values only", true},
			{g, "role:support role:support " + here, "can't hold itself", true},
			{p, user + " " + userID() + " Contact View deny", "the firm does not exist", false},
			{p, "role:" + userID() + " * Contact View deny", "the role", false},
			{g, user + " role:" + userID() + " *", "the role", false},
			{p, user + " * Contact Fly deny", "no permission is named Contact:Fly", false},
			{p, user + " * Flying * deny", "no permission is named Flying:*", false},
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

// An invalid rule might have been a denial: its firm is refused everything until it is repaired, others are not.
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
			require.Equal(t, fault.InternalError, fault.From(err).Code)
		}
		_, err := b.enforcer.Permissions(b.request(t, ann))
		require.Error(t, err)
		_, err = authz.Explain(t.Context(), d.Client, b.firm.ID, subject(ann), "Contact", "View")
		require.Error(t, err)
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
