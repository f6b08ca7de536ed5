package authz_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/policyrule"
	"github.com/firmhub/firmhub/ent/roleproperty"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/viewer"
)

// drawn is a policy rule that may be written.
type drawn struct {
	ptype  policyrule.Ptype
	values [5]string
}

// The remembered decisions for a role, a key, a visitor or a user named by a rule are those of
// casbin by the whole policy, for any rules: on existing permissions, on those that the super-firm
// has added or removed, and on unknown ones.
func TestRememberedAsCasbinDecides(t *testing.T) {
	t.Parallel()
	b := setup(t, dbtest.Open(t, db.SQLite))
	other, _ := dbtest.Firm(t, b.d, "Other")
	require.NoError(t, b.d.Client.RoleProperty.Create().SetModuleName("Ticket").SetPropertyName("Close").SetDisplayName("Close").Exec(b.across))
	_, err := b.d.Client.RoleProperty.Delete().
		Where(roleproperty.ModuleName("Wallet"), roleproperty.PropertyName("View")).Exec(b.across)
	require.NoError(t, err)
	permissions := append(authz.Catalog(), authz.Permission{Module: "Ticket", Action: "Close"}, authz.Permission{Module: "Ticket", Action: "Fly"})

	agent, analyst := b.role(b.ctx, t, "Agent", matching("Contact:*", "Users:View")...), b.role(b.ctx, t, "Analyst", "Dashboard:View", "Ticket:Close")
	roles := []string{"role:support", "role:audit", "role:" + agent.ID.String(), "role:" + analyst.ID.String()}
	subjects := append([]string(nil), roles...)
	var askers []asker
	for _, r := range []*ent.Role{agent, analyst} {
		for _, name := range []string{"named", "unnamed"} {
			m := b.member(t, name+r.Name, r)
			if name == "named" {
				subjects = append(subjects, subject(m))
			}
			askers = append(askers, asker{subject(m), func() context.Context { return b.request(t, m) }})
		}
	}
	for _, name := range []string{"named", "unnamed"} {
		id := userID()
		if name == "named" {
			subjects = append(subjects, "user:"+id)
		}
		askers = append(askers, asker{"user:" + id, func() context.Context {
			return viewer.NewContext(t.Context(), &viewer.Viewer{
				Kind: viewer.User, FirmID: b.firm.ID, UserID: uuid.MustParse(id), HomeFirmID: other.ID,
				PolicyVersion: dbtest.PolicyVersion(b.d, b.firm.ID),
			})
		}})
	}
	shop := b.client(t, "Shop", "Contact:View")
	subjects = append(subjects, "apiclient:"+shop.ID.String())
	askers = append(askers, asker{"apiclient:" + shop.ID.String(), func() context.Context { return b.call(t, shop) }})

	rules := rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) drawn {
		firm := rapid.SampledFrom([]string{b.firm.ID.String(), "*", other.ID.String()}).Draw(t, "firm")
		who := rapid.SampledFrom(subjects).Draw(t, "subject")
		if rapid.IntRange(0, 2).Draw(t, "kind") == 0 {
			return drawn{policyrule.PtypeG, [5]string{who, rapid.SampledFrom(roles).Filter(func(r string) bool { return r != who }).Draw(t, "role"), firm}}
		}
		return drawn{policyrule.PtypeP, [5]string{
			who, firm, rapid.SampledFrom([]string{"*", "Contact", "Ticket", "Wallet", "MessagingChat"}).Draw(t, "module"),
			rapid.SampledFrom([]string{"*", "View", "Close", "Fly", "SendMessage"}).Draw(t, "action"),
			rapid.SampledFrom([]string{"allow", "deny"}).Draw(t, "effect"),
		}}
	}), 0, 12, rapid.ID[drawn])

	rapid.Check(t, func(rt *rapid.T) {
		_, err := b.d.Client.PolicyRule.Delete().Exec(b.across)
		require.NoError(t, err)
		for _, r := range rules.Draw(rt, "rules") {
			b.rule(t, r.ptype, r.values[:]...)
		}
		plain := stockCasbin(t, b)
		for _, who := range askers {
			ctx := who.ctx()
			held, err := b.enforcer.Held(ctx, permissions...)
			require.NoError(t, err)
			var want []authz.Permission
			for _, p := range permissions {
				allowed, err := plain.Enforce(who.subject, b.firm.ID.String(), p.Module, p.Action)
				require.NoError(t, err)
				if allowed {
					want = append(want, p)
				}
				for range 2 { // when it is decided, and when it is remembered
					if got := b.allows(ctx, t, p.Module, p.Action); got != allowed {
						rt.Errorf("%s %s: %v is remembered, but casbin says %v", who.subject, p, got, allowed)
					}
				}
			}
			if fmt.Sprint(held) != fmt.Sprint(want) {
				rt.Errorf("%s holds %v, but casbin says %v", who.subject, held, want)
			}
		}
	})
}
