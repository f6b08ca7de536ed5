package authz_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/policyrule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/viewer"
)

var unlimited = authz.Limits{Subjects: 1000, Time: time.Minute}

func lines(tb testing.TB, texts ...string) (parsed []authz.Line) {
	tb.Helper()
	for _, text := range texts {
		line, err := authz.ParseLine(text)
		require.NoError(tb, err)
		parsed = append(parsed, line)
	}
	return parsed
}

func (b *bundle) rehearse(tb testing.TB, change authz.Change) *authz.Rehearsal {
	tb.Helper()
	out, err := authz.Rehearse(tb.Context(), b.d.Client, change, unlimited)
	require.NoError(tb, err)
	require.True(tb, out.Complete)
	return out
}

// visitor makes a user of the super-firm, which it makes if need be.
func (b *bundle) visitor(tb testing.TB, name string) *ent.Membership {
	tb.Helper()
	head, err := b.d.Client.Firm.Create().SetName("Head").SetNameKey("head").SetCurrency("EUR").SetIsSuperFirm(true).Save(b.across)
	require.NoError(tb, err)
	in := viewer.NewContext(tb.Context(), &viewer.Viewer{Kind: viewer.System, FirmID: head.ID})
	return b.member(tb, name, b.role(in, tb, "Support"))
}

func names(permissions []authz.Permission) string {
	all := make([]string, 0, len(permissions))
	for _, p := range permissions {
		all = append(all, p.String())
	}
	slices.Sort(all)
	return strings.Join(all, " ")
}

func TestRehearse(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		here := b.firm.ID.String()
		agent, idle := b.role(b.ctx, t, "Agent", "Contact:View", "Contact:Edit"), b.role(b.ctx, t, "Idle")
		ann, _ := b.member(t, "ann", agent), b.member(t, "bob", agent)
		shop := b.client(t, "Shop", "Contact:View")
		sue := b.visitor(t, "sue")
		role := "role:" + agent.ID.String()

		t.Run("OKRole", func(t *testing.T) {
			out := b.rehearse(t, authz.Change{Add: lines(t, "p, "+role+", "+here+", Contact, Edit, deny")})
			require.Len(t, out.Effects, 1)
			require.Equal(t, []uuid.UUID{b.firm.ID, agent.ID}, []uuid.UUID{out.Effects[0].FirmID, out.Effects[0].RoleID})
			require.Equal(t, []string{"", "Contact:Edit"}, []string{names(out.Effects[0].Gained), names(out.Effects[0].Lost)})
			require.Equal(t, 2, out.Effects[0].Holders)
			require.Empty(t, out.Warnings)
		})
		t.Run("OKUserIsNoneOfTheHolders", func(t *testing.T) {
			out := b.rehearse(t, authz.Change{Add: lines(t, "p, "+role+", *, Contact, Edit, deny", "p, "+subject(ann)+", *, Wallet, View, allow")})
			require.Len(t, out.Effects, 2)
			require.Equal(t, ann.UserID, out.Effects[0].UserID)
			require.Equal(t, []string{"Wallet:View", "Contact:Edit"}, []string{names(out.Effects[0].Gained), names(out.Effects[0].Lost)})
			require.Equal(t, agent.ID, out.Effects[1].RoleID)
			require.Equal(t, 1, out.Effects[1].Holders)
			require.Equal(t, []uuid.UUID{ann.UserID}, out.Named)
		})
		t.Run("OKClient", func(t *testing.T) {
			out := b.rehearse(t, authz.Change{Add: lines(t, "g, apiclient:"+shop.ID.String()+", "+role+", "+here)})
			require.Len(t, out.Effects, 1)
			require.Equal(t, shop.ID, out.Effects[0].APIClientID)
			require.Equal(t, "Contact:Edit", names(out.Effects[0].Gained))
		})
		t.Run("OKVisits", func(t *testing.T) {
			out := b.rehearse(t, authz.Change{Add: lines(t,
				"p, role:support, *, Wallet, View, allow", "g, "+subject(sue)+", role:support, *", "p, role:support, "+here+", Wallet, *, deny")})
			require.Len(t, out.Effects, 2, "at home, and everywhere but where the denial is")
			require.Equal(t, []uuid.UUID{sue.FirmID, uuid.Nil}, []uuid.UUID{out.Effects[0].FirmID, out.Effects[1].FirmID})
			require.Equal(t, sue.UserID, out.Effects[1].UserID)
		})
		t.Run("OKReplace", func(t *testing.T) {
			old := b.rule(t, policyrule.PtypeP, role, here, "Contact", "Edit", "deny")
			out := b.rehearse(t, authz.Change{Remove: []uuid.UUID{old.ID, uuid.New()}, Add: lines(t, "p, "+role+", "+here+", Contact, View, deny")})
			require.Len(t, out.Effects, 1)
			require.Equal(t, []string{"Contact:Edit", "Contact:View"}, []string{names(out.Effects[0].Gained), names(out.Effects[0].Lost)})
			require.NoError(t, d.Client.PolicyRule.DeleteOne(old).Exec(b.across))
		})
		t.Run("Idle", func(t *testing.T) {
			for text, why := range map[string]string{
				"p, " + role + ", *, Contact, View, allow":                         "Nobody's permissions change.",
				"p, role:" + idle.ID.String() + ", " + here + ", Contact, *, deny": "Nobody's permissions change.",
				"p, role:nobody, *, Contact, View, deny":                           "The rule has no effect: no rule gives role:nobody to anybody.",
			} {
				out := b.rehearse(t, authz.Change{Add: lines(t, text)})
				require.Empty(t, out.Effects)
				require.Len(t, out.Warnings, 1, text)
				require.Equal(t, authz.Idle, out.Warnings[0].Kind)
				require.Equal(t, why, out.Warnings[0].Message)
			}
		})
		t.Run("Conflict", func(t *testing.T) {
			old := b.rule(t, policyrule.PtypeP, subject(ann), here, "Contact", "*", "deny")
			for text, why := range map[string]string{
				"p, " + subject(ann) + ", " + here + ", Contact, Edit, allow": "denies all of it",
				"p, " + subject(ann) + ", " + here + ", Contact, *, deny":     "is there already",
			} {
				out := b.rehearse(t, authz.Change{Add: lines(t, text)})
				require.Len(t, out.Warnings, 1)
				require.Equal(t, authz.Conflict, out.Warnings[0].Kind)
				require.Equal(t, old.ID, out.Warnings[0].RuleID)
				require.Contains(t, out.Warnings[0].Message, why)
			}
			exception := "p, " + subject(ann) + ", *, *, View, allow"
			require.Empty(t, b.rehearse(t, authz.Change{Add: lines(t, exception)}).Warnings, "the denial is an exception")
			require.Empty(t, b.rehearse(t, authz.Change{Remove: []uuid.UUID{old.ID}, Add: lines(t, exception)}).Warnings)
			twice := b.rehearse(t, authz.Change{Add: lines(t, exception, exception)})
			require.Len(t, twice.Warnings, 1)
			require.Equal(t, uuid.Nil, twice.Warnings[0].RuleID)
			void := b.rehearse(t, authz.Change{Add: lines(t, exception, "p, "+subject(ann)+", *, *, *, deny")})
			require.Contains(t, void.Warnings[0].Message, "It takes away all that the rule "+exception)
			require.NoError(t, d.Client.PolicyRule.DeleteOne(old).Exec(b.across))
		})
		t.Run("Invalid", func(t *testing.T) {
			broken := b.rule(t, policyrule.PtypeP, subject(ann), here, "Contact", "View", "forbid")
			for _, change := range []authz.Change{
				{Add: lines(t, "p, "+role+", "+here+", Contact, Edit, deny")},
				{Add: lines(t, "p, "+role+", *, Contact, Edit, deny")},
				{Remove: []uuid.UUID{broken.ID}},
			} {
				out := b.rehearse(t, change)
				require.Empty(t, out.Effects)
				require.Len(t, out.Warnings, 1)
				require.Equal(t, authz.Invalid, out.Warnings[0].Kind)
				require.Equal(t, broken.ID, out.Warnings[0].RuleID)
			}
			require.NoError(t, d.Client.PolicyRule.DeleteOne(broken).Exec(b.across))
		})
		t.Run("Limits", func(t *testing.T) {
			change := authz.Change{Add: lines(t, "p, "+role+", *, Contact, Edit, deny", "p, "+subject(ann)+", *, Wallet, View, allow")}
			out, err := authz.Rehearse(t.Context(), d.Client, change, authz.Limits{Subjects: 1, Time: time.Minute})
			require.NoError(t, err)
			require.False(t, out.Complete)
			require.Len(t, out.Effects, 1)
			out, err = authz.Rehearse(t.Context(), d.Client, change, authz.Limits{Subjects: 1000})
			require.NoError(t, err)
			require.False(t, out.Complete)
			require.Empty(t, out.Effects)
			require.Empty(t, out.Warnings, "nobody knows whether it is idle")
		})
		t.Run("NotThoseWhoCanNotLogIn", func(t *testing.T) {
			change := authz.Change{Add: lines(t, "p, "+subject(ann)+", *, Wallet, View, allow", "p, apiclient:"+shop.ID.String()+", *, *, *, deny")}
			require.Len(t, b.rehearse(t, change).Effects, 2)
			require.NoError(t, d.Client.User.UpdateOneID(ann.UserID).SetIsActive(false).Exec(b.across))
			require.NoError(t, d.Client.APIClient.UpdateOne(shop).SetRevokedAt(entity.Now()).Exec(b.ctx))
			require.Empty(t, b.rehearse(t, change).Effects)
		})
	})
}

// What a rehearsal says of a change of any rules is what the server then decides.
func TestRehearse_AsTheServerDecides(t *testing.T) {
	t.Parallel()
	b := setup(t, dbtest.Open(t, db.SQLite))
	agent, analyst := b.role(b.ctx, t, "Agent", matching("Contact:*", "Users:View")...), b.role(b.ctx, t, "Analyst", "Dashboard:View")
	shop, sue := b.client(t, "Shop", "Contact:View"), b.visitor(t, "sue")
	unnamed, _ := dbtest.Firm(t, b.d, "Unnamed")
	roles := []string{"role:support", "role:audit", "role:" + agent.ID.String(), "role:" + analyst.ID.String()}
	subjects := append(slices.Clone(roles), "apiclient:"+shop.ID.String(), subject(sue))
	type who struct {
		ctx        func() context.Context
		user, role uuid.UUID
		firm       uuid.UUID
		client     uuid.UUID
	}
	all := []who{
		{func() context.Context { return b.call(t, shop) }, uuid.Nil, uuid.Nil, b.firm.ID, shop.ID},
		{func() context.Context { return b.request(t, sue) }, sue.UserID, sue.RoleID, sue.FirmID, uuid.Nil},
	}
	for _, visited := range []uuid.UUID{b.firm.ID, unnamed.ID} {
		all = append(all, who{func() context.Context {
			return viewer.NewContext(t.Context(), &viewer.Viewer{
				Kind: viewer.User, FirmID: visited, UserID: sue.UserID, HomeFirmID: sue.FirmID, PolicyVersion: dbtest.PolicyVersion(b.d, visited),
			})
		}, sue.UserID, uuid.Nil, visited, uuid.Nil})
	}
	for _, r := range []*ent.Role{agent, analyst} {
		for _, name := range []string{"named", "unnamed"} {
			m := b.member(t, name+r.Name, r)
			if name == "named" {
				subjects = append(subjects, subject(m))
			}
			all = append(all, who{func() context.Context { return b.request(t, m) }, m.UserID, m.RoleID, m.FirmID, uuid.Nil})
		}
	}
	rules := rapid.SliceOfNDistinct(rapid.Custom(func(t *rapid.T) string {
		firm := rapid.SampledFrom([]string{b.firm.ID.String(), "*", sue.FirmID.String()}).Draw(t, "firm")
		subject := rapid.SampledFrom(subjects).Draw(t, "subject")
		if rapid.IntRange(0, 2).Draw(t, "kind") == 0 {
			role := rapid.SampledFrom(roles).Filter(func(r string) bool { return r != subject }).Draw(t, "role")
			return strings.Join([]string{"g", subject, role, firm}, ", ")
		}
		return strings.Join([]string{
			"p", subject, firm, rapid.SampledFrom([]string{"*", "Contact", "Wallet", "Users"}).Draw(t, "module"),
			rapid.SampledFrom([]string{"*", "View", "Edit"}).Draw(t, "action"), rapid.SampledFrom([]string{"allow", "deny"}).Draw(t, "effect"),
		}, ", ")
	}), 0, 12, rapid.ID[string])

	rapid.Check(t, func(rt *rapid.T) {
		_, err := b.d.Client.PolicyRule.Delete().Exec(b.across)
		require.NoError(t, err)
		drawn := rules.Draw(rt, "rules")
		cut := rapid.IntRange(0, len(drawn)).Draw(rt, "stored")
		var stored []*ent.PolicyRule
		for _, line := range lines(t, drawn[:cut]...) {
			stored = append(stored, b.rule(t, policyrule.Ptype(line.Values[0]), line.Values[1:]...))
		}
		var change authz.Change
		change.Add = lines(t, drawn[cut:]...)
		for _, r := range stored {
			if rapid.Bool().Draw(rt, "remove") {
				change.Remove = append(change.Remove, r.ID)
			}
		}
		held := func() (of [][]string) {
			for _, w := range all {
				permissions, err := b.enforcer.Permissions(w.ctx())
				require.NoError(t, err)
				of = append(of, permissions)
			}
			return of
		}
		before := held()
		out := b.rehearse(t, change)
		for _, id := range change.Remove {
			require.NoError(t, b.d.Client.PolicyRule.DeleteOneID(id).Exec(b.across))
		}
		for _, line := range change.Add {
			b.rule(t, policyrule.Ptype(line.Values[0]), line.Values[1:]...)
		}
		isSomebodys := make([]bool, len(out.Effects))
		for i, after := range held() {
			w, want := all[i], [2]string{minus(after, before[i]), minus(before[i], after)}
			var got [2]string
			for j, e := range out.Effects {
				isUser, isClient := w.user != uuid.Nil && e.UserID == w.user, w.client != uuid.Nil && e.APIClientID == w.client
				isHolder := e.RoleID != uuid.Nil && e.RoleID == w.role && !slices.Contains(out.Named, w.user)
				isThere := e.FirmID == w.firm || e.FirmID == uuid.Nil && !slices.Contains(e.Others, w.firm)
				if (isUser || isClient || isHolder) && isThere {
					isSomebodys[j] = true
					got = [2]string{names(e.Gained), names(e.Lost)}
				}
			}
			if got != want {
				rt.Errorf("%v: %v was rehearsed, but %v happened", w.user, got, want)
			}
		}
		for j, e := range out.Effects {
			if !isSomebodys[j] {
				rt.Errorf("%+v was rehearsed, but happened to nobody", e)
			}
		}
	})
}

// minus returns the names that are only in the first list.
func minus(all, others []string) string {
	return strings.Join(slices.DeleteFunc(slices.Clone(all), func(one string) bool { return slices.Contains(others, one) }), " ")
}
