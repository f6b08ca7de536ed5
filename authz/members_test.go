package authz_test

import (
	"fmt"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/authz"
	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/policyrule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
)

func TestMembers(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		view := authz.Permission{Module: "MessagingChat", Action: "View"}
		without, with := b.role(b.ctx, t, "Clerk", "Contact:View"), b.role(b.ctx, t, "Agent", "MessagingChat:View")
		first := b.member(t, "first", without)
		b.addMembers(t, 1100, without)
		var agents []uuid.UUID
		for i := range 3 {
			agents = append(agents, b.member(t, fmt.Sprintf("agent%d", i), with).UserID)
		}
		members := func(t *testing.T, limit int, users ...uuid.UUID) []uuid.UUID {
			t.Helper()
			found, err := b.enforcer.Members(t.Context(), b.firm.ID, view, limit, users...)
			require.NoError(t, err)
			return found
		}
		t.Run("OK", func(t *testing.T) {
			require.ElementsMatch(t, agents, members(t, 101), "those after the first thousand")
			require.Len(t, members(t, 2), 2)
			require.Empty(t, members(t, 101, first.UserID))
			require.Equal(t, agents[1:2], members(t, 101, first.UserID, agents[1]))
		})
		t.Run("OKRules", func(t *testing.T) {
			firm := b.firm.ID.String()
			denied := b.rule(t, policyrule.PtypeP, "user:"+agents[0].String(), firm, "MessagingChat", "View", "deny")
			granted := b.rule(t, policyrule.PtypeP, subject(first), "*", "MessagingChat", "View", "allow")
			require.ElementsMatch(t, []uuid.UUID{first.UserID, agents[1], agents[2]}, members(t, 101))
			require.Len(t, members(t, 2), 2)
			require.Len(t, members(t, 3), 3)
			for _, rule := range []*ent.PolicyRule{denied, granted} {
				require.NoError(t, b.d.Client.PolicyRule.DeleteOne(rule).Exec(b.across))
			}
			require.ElementsMatch(t, agents, members(t, 101))
		})
		t.Run("OKInactive", func(t *testing.T) {
			last := b.d.Client.Membership.Query().Where(membership.UserID(agents[2])).OnlyX(b.across)
			require.NoError(t, b.d.Client.Membership.UpdateOne(last).SetStatus(membership.StatusInactive).Exec(b.across))
			require.ElementsMatch(t, agents[:2], members(t, 101))
			require.Empty(t, members(t, 101, agents[2]))
		})
	})
}

// addMembers adds users who hold a role.
func (b *bundle) addMembers(tb testing.TB, count int, r *ent.Role) {
	tb.Helper()
	var users []*ent.UserCreate
	for i := range count {
		email := fmt.Sprintf("clerk%d@example.com", i)
		users = append(users, b.d.Client.User.Create().SetEmail(email).SetEmailKey(email).SetUserName(email).
			SetFirstName("Clerk").SetLastName("Test").SetPasswordHash("none"))
	}
	var members []*ent.MembershipCreate
	for _, user := range b.d.Client.User.CreateBulk(users...).SaveX(b.across) {
		members = append(members, dbtest.Member(b.d.Client).SetFirmID(r.FirmID).SetUserID(user.ID).SetRoleID(r.ID))
	}
	b.d.Client.Membership.CreateBulk(members...).SaveX(b.across)
}
