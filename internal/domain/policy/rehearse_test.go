package policy_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/policy"
	"github.com/firmhub/firmhub/internal/domain/role"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/viewer"
)

// shown is a rehearsal in short lines.
func shown(out *policy.Rehearsal) (subjects, calls []string) {
	of := func(s *policy.Subject) string {
		if s.FirmName == nil {
			return s.Name + " elsewhere"
		}
		return s.Name + " of " + *s.FirmName
	}
	for _, e := range out.Subjects {
		subjects = append(subjects, of(e.Subject)+" +"+strings.Join(e.Gained, ",")+" -"+strings.Join(e.Lost, ","))
	}
	for _, e := range out.Calls {
		calls = append(calls, fmt.Sprintf("%s %s %d %v", of(e.Subject), e.Permission, e.Calls, e.IsAllowed))
	}
	slices.Sort(subjects)
	return subjects, calls
}

func TestRehearse(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		enforcer := authz.New(d.Client, 0)
		recorder := policy.NewRecorder(d, enforcer)
		t.Cleanup(func() { require.NoError(t, recorder.Close(t.Context())) })
		rehearse := func(in policy.RehearseInput) *policy.Rehearsal {
			out, err := policy.Rehearse(b.super, d, recorder, in)
			require.NoError(t, err)
			require.True(t, out.IsComplete)
			return out
		}
		ann, bob := b.member(t, "ann", b.agent), b.member(t, "bob", b.agent)
		support, err := role.Create(viewer.NewContext(t.Context(), &viewer.Viewer{Kind: viewer.System, FirmID: b.head.ID}), d, role.CreateInput{Name: "Support"})
		require.NoError(t, err)
		sue, shop := b.member(t, "sue", support), b.client(t, "Shop")
		agent, here := "role:"+b.agent.ID.String(), b.firm.ID.String()
		b.remember(t, decided(b.firm, ann.UserID, "Edit", true), 0, 9)
		b.remember(t, decided(b.firm, ann.UserID, "Edit", true), 29, 2)
		b.remember(t, decided(b.firm, ann.UserID, "Edit", true), 30, 100)
		b.remember(t, decided(b.firm, ann.UserID, "View", true), 1, 50)
		b.remember(t, decided(b.firm, ann.UserID, "Edit", false), 1, 60)
		b.remember(t, decided(b.other, ann.UserID, "Edit", true), 1, 70)
		b.remember(t, decided(b.other, sue.UserID, "View", false), 1, 4)
		b.remember(t, decided(b.firm, sue.UserID, "View", false), 1, 5)
		b.remember(t, decided(b.firm, shop.ID, "Edit", false), 1, 6)

		t.Run("OKRefuses", func(t *testing.T) {
			enforcer.SwapDecisions(authz.Decisions{decided(b.firm, bob.UserID, "Edit", true): 3})
			out := rehearse(policy.RehearseInput{Add: []string{"p, " + agent + ", " + here + ", Contact, Edit, deny"}})
			subjects, calls := shown(out)
			require.Equal(t, []string{"ann Test of Acme + -Contact:Edit", "bob Test of Acme + -Contact:Edit"}, subjects)
			require.Equal(t, []string{"ann Test of Acme Contact:Edit 11 false", "bob Test of Acme Contact:Edit 3 false"}, calls)
			require.Equal(t, policy.CallSum{Calls: 14, People: 2}, out.Refused)
			require.Zero(t, out.Allowed)
			require.Equal(t, 2, out.SubjectCount)
			require.Empty(t, out.Warnings)
			require.Equal(t, ann.UserID, *out.Calls[0].Subject.UserID)
		})
		t.Run("OKAllows", func(t *testing.T) {
			out := rehearse(policy.RehearseInput{Add: []string{
				"p, apiclient:" + shop.ID.String() + ", *, Contact, Edit, allow",
				"p, user:" + sue.UserID.String() + ", *, Contact, View, allow", "p, user:" + sue.UserID.String() + ", " + here + ", Contact, View, deny",
			}})
			subjects, calls := shown(out)
			require.Equal(t, []string{"Shop of Acme +Contact:Edit -", "sue Test elsewhere +Contact:View -", "sue Test of Head +Contact:View -"}, subjects)
			require.Equal(t, []string{"Shop of Acme Contact:Edit 6 true", "sue Test of Other Contact:View 4 true"}, calls,
				"the visits to Acme stay refused")
			require.Equal(t, policy.CallSum{Calls: 10, People: 1, APIClients: 1}, out.Allowed)
			require.Equal(t, shop.ID, *out.Calls[0].Subject.APIClientID)
		})
		t.Run("OKNamedApart", func(t *testing.T) {
			rule := b.add(t, "p, user:"+ann.UserID.String()+", "+here+", Contact, Edit, deny", "")
			out := rehearse(policy.RehearseInput{Add: []string{"p, " + agent + ", " + here + ", Contact, Edit, deny"}})
			_, calls := shown(out)
			require.Equal(t, []string{"bob Test of Acme Contact:Edit 3 false"}, calls, "ann is refused already")
			require.Equal(t, 1, out.SubjectCount)
			out = rehearse(policy.RehearseInput{Remove: []uuid.UUID{rule.ID}})
			_, calls = shown(out)
			require.Equal(t, []string{"ann Test of Acme Contact:Edit 60 true"}, calls)
			require.NoError(t, policy.Delete(b.super, d, rule.ID))
		})
		t.Run("OKNotThoseWhoCanNotLogIn", func(t *testing.T) {
			setActive := func(active bool) {
				require.NoError(t, d.Client.User.UpdateOneID(ann.UserID).SetIsActive(active).Exec(b.across))
			}
			setActive(false)
			defer setActive(true)
			subjects, calls := shown(rehearse(policy.RehearseInput{Add: []string{"p, " + agent + ", " + here + ", Contact, Edit, deny"}}))
			require.Equal(t, []string{"bob Test of Acme + -Contact:Edit"}, subjects)
			require.Equal(t, []string{"bob Test of Acme Contact:Edit 3 false"}, calls)
		})
		t.Run("Idle", func(t *testing.T) {
			out := rehearse(policy.RehearseInput{Add: []string{"p, " + agent + ", *, Contact, View, allow"}})
			require.Len(t, out.Warnings, 1)
			require.Equal(t, authz.Idle, out.Warnings[0].Kind)
			require.Zero(t, out.SubjectCount)
		})
		// One conflict of each line is named.
		t.Run("OKManyConflicts", func(t *testing.T) {
			line := "p, user:" + ann.UserID.String() + ", " + here + ", Contact, Delete, deny"
			require.Len(t, rehearse(policy.RehearseInput{Add: slices.Repeat([]string{line}, 100)}).Warnings, 99)
		})
		t.Run("NothingIsStored", func(t *testing.T) {
			rules, err := policy.List(b.super, d)
			require.NoError(t, err)
			require.Empty(t, rules)
		})
		t.Run("ErrInput", func(t *testing.T) {
			_, err := policy.Rehearse(b.super, d, recorder, policy.RehearseInput{
				Add:    []string{"p, " + agent + ", *, Contact, View, allow", "x", "p, " + agent + ", *, Contact, Fly, deny"},
				Remove: []uuid.UUID{uuid.New()},
			})
			require.True(t, fault.Is(err, fault.ValidationError), "%v", err)
			details := fault.From(err).Details
			require.Len(t, details, 3)
			require.Equal(t, fault.Detail{Field: "add[1]", Message: `is not a valid rule: it begins with "x", neither p nor g`}, details[0])
			require.Equal(t, fault.Detail{Field: "add[2]", Message: "has no effect: no permission is named Contact:Fly"}, details[1])
			require.Equal(t, fault.Detail{Field: "remove[0]", Message: "is not the id of a policy rule"}, details[2])
		})
		t.Run("ErrTooMany", func(t *testing.T) {
			_, err := policy.Rehearse(b.super, d, recorder, policy.RehearseInput{Remove: make([]uuid.UUID, 101)})
			require.True(t, fault.Is(err, fault.ValidationError), "%v", err)
		})
	})
}
