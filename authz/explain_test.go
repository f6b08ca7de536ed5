package authz_test

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/policyrule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/fault"
)

func TestExplain(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		agent := b.role(b.ctx, t, "Agent", "Contact:View", "Contact:Delete")
		ann, bob, cat := b.member(t, "ann", agent), b.member(t, "bob", agent), b.member(t, "cat", agent)
		retired := b.member(t, "eve", b.role(b.ctx, t, "Retired", "Contact:View"))
		require.NoError(t, d.Client.Role.UpdateOneID(retired.RoleID).SetIsActive(false).Exec(b.ctx))
		require.NoError(t, d.Client.Membership.UpdateOne(bob).SetStatus(membership.StatusInactive).Exec(b.ctx))
		require.NoError(t, d.Client.User.UpdateOneID(cat.UserID).SetIsActive(false).Exec(b.across))
		head, err := d.Client.Firm.Create().SetName("Head").SetNameKey("head").SetCurrency("EUR").SetIsSuperFirm(true).Save(b.across)
		require.NoError(t, err)
		staff, err := d.Client.Role.Create().SetFirmID(head.ID).SetName("Staff").SetNameKey("staff").Save(b.across)
		require.NoError(t, err)
		helper, visitor := b.member(t, "dan", staff), b.member(t, "fay", staff)

		shop, gone, old := b.client(t, "Shop", "Contact:View"), b.client(t, "Gone", "Contact:View"), b.client(t, "Old", "Contact:View")
		require.NoError(t, d.Client.APIClient.UpdateOne(gone).SetRevokedAt(entity.Now()).Exec(b.ctx))
		require.NoError(t, d.Client.APIClient.UpdateOne(old).SetExpiresAt(entity.Now().Add(-time.Second)).Exec(b.ctx))

		role, here := "role:"+agent.ID.String(), b.firm.ID.String()
		denial := b.rule(t, policyrule.PtypeP, role, "*", "Contact", "Delete", "deny")
		support := b.rule(t, policyrule.PtypeP, "role:support", "*", "*", "View", "allow")
		given := b.rule(t, policyrule.PtypeG, subject(helper), "role:support", here)
		own := b.rule(t, policyrule.PtypeP, subject(ann), here, "Users", "*", "allow")
		b.rule(t, policyrule.PtypeP, subject(bob), here, "Contact", "*", "allow")
		b.rule(t, policyrule.PtypeP, "apiclient:"+gone.ID.String(), here, "Contact", "*", "allow")

		for name, test := range map[string]struct {
			subject, permission string
			allowed             bool
			because             string
			rule                *string
		}{
			"Role":       {subject(ann), "Contact:View", true, `the role "Agent" has Contact:View`, nil},
			"RoleItself": {role, "Contact:View", true, `the role "Agent" has Contact:View`, nil},
			"Denial": {
				subject(ann), "Contact:Delete", false,
				"policy rule " + denial.ID.String() + ` of the super-firm denies Contact:Delete to the role "Agent" in every firm`, new(denial.ID.String()),
			},
			"OwnRule": {
				subject(ann), "Users:Edit", true,
				"policy rule " + own.ID.String() + " of the super-firm allows Users:* to the user", new(own.ID.String()),
			},
			"RoleByRule": {
				subject(helper), "Contact:View", true,
				"policy rule " + support.ID.String() + " of the super-firm allows *:View to the role support in every firm, and policy rule " +
					given.ID.String() + " gives that role to the user", new(support.ID.String()),
			},
			"Client":              {"apiclient:" + shop.ID.String(), "Contact:View", true, `the API client "Shop" has Contact:View`, nil},
			"ClientWithout":       {"apiclient:" + shop.ID.String(), "Contact:Edit", false, `the API client "Shop" does not have Contact:Edit`, nil},
			"ClientNever":         {"apiclient:" + shop.ID.String(), "Users:View", false, "API clients can't have Users:View, which is for people who sign in", nil},
			"ClientRevoked":       {"apiclient:" + gone.ID.String(), "Contact:View", false, `the API client "Gone" is revoked`, nil},
			"ClientExpired":       {"apiclient:" + old.ID.String(), "Contact:View", false, `the API client "Old" has expired`, nil},
			"NoClient":            {"apiclient:" + userID(), "Contact:View", false, "the firm has no such API client", nil},
			"NotInRole":           {subject(ann), "Contact:Edit", false, `the role "Agent" does not have Contact:Edit`, nil},
			"NotInRoleByRule":     {subject(helper), "Contact:Edit", false, `the role support does not have Contact:Edit`, nil},
			"NoPermission":        {subject(ann), "Contact:Fly", false, "no permission is named Contact:Fly", nil},
			"NoPermissionClient":  {"apiclient:" + shop.ID.String(), "Sky:Fly", false, "no permission is named Sky:Fly", nil},
			"InactiveRole":        {subject(retired), "Contact:View", false, `the role "Retired" is not active`, nil},
			"InactiveRoleItself":  {"role:" + retired.RoleID.String(), "Contact:View", false, `the role "Retired" is not active`, nil},
			"InactiveMembership":  {subject(bob), "Contact:View", false, "the user's membership is not active", nil},
			"InactiveUser":        {subject(cat), "Contact:View", false, "the user's account is not active", nil},
			"NoMember":            {"user:" + userID(), "Contact:View", false, "the user is no member of the firm", nil},
			"Visitor":             {subject(visitor), "Contact:View", false, "no policy rule gives Contact:View to the user, who only visits the firm", nil},
			"NoRole":              {"role:" + userID(), "Contact:View", false, "the firm has no such role", nil},
			"RoleOfRules":         {"role:support", "Contact:Edit", false, "the role support does not have Contact:Edit", nil},
			"RoleOfRulesItAllows": {"role:support", "Contact:View", true, "policy rule " + support.ID.String() + " of the super-firm allows *:View to the role support in every firm", new(support.ID.String())},
		} {
			t.Run(name, func(t *testing.T) {
				module, action, _ := strings.Cut(test.permission, ":")
				got, err := authz.Explain(t.Context(), d.Client, b.firm.ID, test.subject, module, action)
				require.NoError(t, err)
				require.Equal(t, test.because, got.Because)
				require.Equal(t, test.allowed, got.Allowed)
				if test.rule != nil {
					require.Equal(t, *test.rule, got.Line.RuleID.String())
				}
				require.Equal(t, strings.HasPrefix(got.Because, "policy rule"), test.rule != nil)
			})
		}
		t.Run("ErrSubject", func(t *testing.T) {
			_, err := authz.Explain(t.Context(), d.Client, b.firm.ID, "ann", "Contact", "View")
			require.True(t, fault.Is(err, fault.ValidationError), "%v", err)
		})
		t.Run("InactiveFirm", func(t *testing.T) {
			require.NoError(t, d.Client.Firm.UpdateOne(b.firm).SetIsActive(false).Exec(b.across))
			for _, subject := range []string{subject(ann), "apiclient:" + shop.ID.String()} {
				got, err := authz.Explain(t.Context(), d.Client, b.firm.ID, subject, "Contact", "View")
				require.NoError(t, err)
				require.False(t, got.Allowed)
				require.Equal(t, "the firm is not active", got.Because)
			}
		})
	})
}
