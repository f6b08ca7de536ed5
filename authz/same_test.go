package authz_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/policyrule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/viewer"
)

// asker is somebody whose decisions are compared: as a viewer, and by the name in plain casbin.
type asker struct {
	subject string
	ctx     func() context.Context
}

// Whatever the rules, and although it loads only the part of the policy that speaks of who asks,
// the enforcer decides as plain casbin does on the whole of it.
func TestSameAsPlainCasbin(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		other, in := dbtest.Firm(t, d, "Other")
		abroad := b.role(in, t, "Abroad", matching("*:*")...)
		roles := []*ent.Role{
			b.role(b.ctx, t, "Agent", matching("Contact:*", "Users:View")...),
			b.role(b.ctx, t, "Analyst", matching("*:View")...),
			b.role(b.ctx, t, "Guest"),
			b.role(b.ctx, t, "Retired", matching("*:*")...),
		}
		require.NoError(t, d.Client.Role.UpdateOne(roles[3]).SetIsActive(false).Exec(b.ctx))
		roleSubjects := []string{"role:support", "role:audit", "role:" + abroad.ID.String()}
		var (
			askers   []asker
			subjects []string // of rules
		)
		for _, r := range roles {
			roleSubjects = append(roleSubjects, "role:"+r.ID.String())
			named, unnamed := b.member(t, "named-"+r.Name, r), b.member(t, "unnamed-"+r.Name, r)
			for _, m := range []*ent.Membership{named, unnamed} {
				askers = append(askers, asker{subject(m), func() context.Context { return b.request(t, m) }})
			}
			subjects = append(subjects, subject(named))
		}
		left := b.member(t, "left", roles[0])
		require.NoError(t, d.Client.Membership.UpdateOne(left).SetStatus(membership.StatusInactive).Exec(b.ctx))
		askers = append(askers, asker{subject(left), func() context.Context { return b.request(t, left) }})
		for _, m := range []*ent.Membership{b.member(t, "visitor", abroad), b.member(t, "stranger", abroad)} {
			subjects = append(subjects, subject(m))
			askers = append(askers, asker{subject(m), func() context.Context {
				version := viewer.From(b.request(t, b.member(t, entity.NewID().String(), roles[2]))).PolicyVersion
				return viewer.NewContext(t.Context(), &viewer.Viewer{
					Kind: viewer.User, FirmID: b.firm.ID, UserID: m.UserID, HomeFirmID: other.ID, PolicyVersion: version,
				})
			}})
		}
		for _, c := range []*ent.APIClient{
			b.client(t, "Full", matching("Contact:*", "MessagingAnalytics:*", "MessagingChat:SendMessage")...),
			b.client(t, "Some", "Contact:View"), b.client(t, "Revoked", "Contact:View"),
		} {
			if c.Name == "Revoked" {
				require.NoError(t, d.Client.APIClient.UpdateOne(c).SetRevokedAt(entity.Now()).Exec(b.ctx))
			}
			name := "apiclient:" + c.ID.String()
			subjects = append(subjects, name)
			askers = append(askers, asker{name, func() context.Context { return b.call(t, c) }})
		}
		subjects = append(subjects, roleSubjects...)

		random := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // The rules need to be different, not secret.
		allowed := 0
		for range 8 {
			rules := b.randomRules(t, random, other, subjects, roleSubjects)
			plain := stockCasbin(t, b)
			for _, who := range askers {
				ctx := who.ctx()
				for _, p := range authz.Catalog() {
					want, err := plain.Enforce(who.subject, b.firm.ID.String(), p.Module, p.Action)
					require.NoError(t, err)
					require.Equal(t, want, b.allows(ctx, t, p.Module, p.Action), "%s %s of\n%v", who.subject, p, rules)
					if want {
						allowed++
					}
				}
			}
			_, err := d.Client.PolicyRule.Delete().Exec(b.across)
			require.NoError(t, err)
		}
		require.Greater(t, allowed, 100)
	})
}

// randomRules adds rules of every kind about these subjects and roles: for the firm, for all, and
// for another one.
func (b *bundle) randomRules(t *testing.T, random *rand.Rand, other *ent.Firm, subjects, roles []string) (made []authz.Line) {
	t.Helper()
	one := func(from ...string) string { return from[random.IntN(len(from))] }
	seen := map[string]bool{}
	for len(made) < 16 {
		ptype, firm := policyrule.PtypeP, one(b.firm.ID.String(), b.firm.ID.String(), "*", other.ID.String())
		values := []string{
			one(subjects...), firm, one("Contact", "Users", "MessagingChat", "Settings", "*"),
			one("View", "Create", "SendMessage", "Edit", "*"), one("allow", "allow", "deny"),
		}
		if random.IntN(3) == 0 {
			ptype, values = policyrule.PtypeG, []string{one(subjects...), one(roles...), firm}
		}
		key := fmt.Sprint(ptype, values)
		if values[0] == values[1] || seen[key] {
			continue
		}
		seen[key] = true
		line := authz.LineOf(b.rule(t, ptype, values...))
		require.Empty(t, line.Problem)
		made = append(made, line)
	}
	return made
}

// What API clients can have is said twice: in Go, and in the model, so that plain casbin knows it
// too.
func TestModelKnowsAPIClients(t *testing.T) {
	t.Parallel()
	b := setup(t, dbtest.Open(t, db.SQLite))
	shop := b.client(t, "Shop")
	b.rule(t, policyrule.PtypeP, "apiclient:"+shop.ID.String(), "*", "*", "*", "allow")
	plain := stockCasbin(t, b)
	for _, p := range append(authz.Catalog(), authz.Permission{Module: "Contact", Action: "New"}, authz.Permission{Module: "New", Action: "View"}) {
		allowed, err := plain.Enforce("apiclient:"+shop.ID.String(), b.firm.ID.String(), p.Module, p.Action)
		require.NoError(t, err)
		require.Equal(t, p.ForAPIClients(), allowed, p)
	}
}
