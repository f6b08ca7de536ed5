package authz_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/policyrule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
)

// An inactive role grants nothing, however somebody gets it, and what it denies stays.
func TestInactiveRole(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		p, g, here := policyrule.PtypeP, policyrule.PtypeG, b.firm.ID.String()
		agents := b.role(b.ctx, t, "Agent", "Contact:View", "Contact:Delete")
		guests := b.role(b.ctx, t, "Guest")
		ann, bob := b.member(t, "ann", agents), b.member(t, "bob", guests)
		shop := b.client(t, "Shop", "Contact:Import")
		agent, key := "role:"+agents.ID.String(), "apiclient:"+shop.ID.String()
		// The super-firm helps Ann, except with what it denies to her role, directly or by a role
		// that her role holds.
		b.rule(t, p, subject(ann), here, "Contact", "*", "allow")
		b.rule(t, p, agent, here, "Contact", "Delete", "deny")
		b.rule(t, g, agent, "role:careful", "*")
		b.rule(t, g, "role:careful", "role:more-careful", "*")
		b.rule(t, p, "role:more-careful", "*", "Contact", "Import", "deny")
		b.rule(t, p, agent, here, "Wallet", "View", "allow")
		b.rule(t, p, "role:careful", "*", "Dashboard", "View", "allow")
		b.rule(t, g, subject(bob), agent, here)
		b.rule(t, g, key, agent, here)

		set := func(active bool) { require.NoError(t, d.Client.Role.UpdateOne(agents).SetIsActive(active).Exec(b.ctx)) }
		decisions := func(permissions ...string) (allowed []string) {
			plain := stockCasbin(t, b)
			for _, asked := range permissions {
				module, action, _ := strings.Cut(asked, ":")
				for name, can := range map[string]bool{
					subject(ann): b.allowed(t, ann, module, action),
					subject(bob): b.allowed(t, bob, module, action),
					key:          b.allows(b.call(t, shop), t, module, action),
				} {
					stock, err := plain.Enforce(name, here, module, action)
					require.NoError(t, err)
					require.Equal(t, stock, can, "casbin by itself: %s %s", name, asked)
					why, err := authz.Explain(t.Context(), d.Client, b.firm.ID, name, module, action)
					require.NoError(t, err)
					require.Equal(t, can, why.Allowed, why.Because)
					if can {
						who := map[string]string{subject(ann): "ann", subject(bob): "bob", key: "key"}[name]
						allowed = append(allowed, who+" "+asked)
					}
				}
			}
			return allowed
		}
		asked := []string{"Contact:View", "Contact:Edit", "Contact:Delete", "Contact:Import", "Wallet:View", "Dashboard:View"}
		require.ElementsMatch(t, []string{
			"ann Contact:View", "ann Contact:Edit", "ann Wallet:View", "ann Dashboard:View",
			"bob Contact:View", "bob Wallet:View", "bob Dashboard:View", "key Contact:View",
		}, decisions(asked...))
		set(false)
		require.ElementsMatch(t, []string{"ann Contact:View", "ann Contact:Edit"}, decisions(asked...), "no grant, every denial")
		set(true)
		require.Len(t, decisions(asked...), 8)
		// A role that is gone is no way around its denials either.
		require.NoError(t, d.Client.Membership.UpdateOne(ann).SetRoleID(guests.ID).Exec(b.ctx))
		b.rule(t, g, subject(ann), agent, here)
		_, err := d.Client.RolePermission.Delete().Exec(b.ctx)
		require.NoError(t, err)
		require.NoError(t, d.Client.Role.DeleteOne(agents).Exec(b.ctx))
		require.ElementsMatch(t, []string{"ann Contact:View", "ann Contact:Edit"}, decisions(asked...))
	})
}

func TestExplainInactiveRole(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		here := b.firm.ID.String()
		retired, asleep := b.role(b.ctx, t, "Retired", "Contact:View"), b.role(b.ctx, t, "Asleep", "Contact:View")
		for _, r := range []*ent.Role{retired, asleep} {
			require.NoError(t, d.Client.Role.UpdateOne(r).SetIsActive(false).Exec(b.ctx))
		}
		ann, shop := b.member(t, "ann", retired), b.client(t, "Shop")
		key := "apiclient:" + shop.ID.String()
		given := b.rule(t, policyrule.PtypeG, key, "role:"+asleep.ID.String(), here)
		allowed := b.rule(t, policyrule.PtypeP, "role:"+retired.ID.String(), here, "Contact", "View", "allow")
		because := func(subject, permission string) string {
			module, action, _ := strings.Cut(permission, ":")
			why, err := authz.Explain(t.Context(), d.Client, b.firm.ID, subject, module, action)
			require.NoError(t, err)
			require.False(t, why.Allowed)
			return why.Because
		}
		require.Equal(t, `the role "Retired" is not active`, because(subject(ann), "Contact:View"))
		require.Equal(t, `the role "Asleep" is not active`, because(key, "Contact:View"))
		problems := func() map[string]string {
			found, err := authz.Check(t.Context(), d.Client)
			require.NoError(t, err)
			messages := map[string]string{}
			for _, problem := range found {
				require.False(t, problem.Invalid)
				messages[problem.RuleID.String()] = problem.Message
			}
			return messages
		}
		require.Equal(t, map[string]string{
			given.ID.String():   "the role " + asleep.ID.String() + " is not active",
			allowed.ID.String(): "the role " + retired.ID.String() + " is not active",
		}, problems())
		denial := b.rule(t, policyrule.PtypeP, "role:"+asleep.ID.String(), here, "Contact", "View", "deny")
		require.Len(t, problems(), 1, "a denial, and what hands it out, has its effect")
		require.Equal(t, "policy rule "+denial.ID.String()+` of the super-firm denies Contact:View to the role "Asleep", and policy rule `+
			given.ID.String()+` gives that role to the API client "Shop"`, because(key, "Contact:View"))
	})
}
