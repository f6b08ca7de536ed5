package db_test

import (
	"context"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/policyrule"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
)

// The rules of 0002_rules.sql hold on both databases.

func TestRules_OneSuperFirm(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		across := rule.AcrossFirms(b.ctx, "a test makes super-firms")
		add := func(name string) error {
			return b.Client.Firm.Create().SetName(name).SetNameKey(name).SetCurrency("EUR").SetIsSuperFirm(true).Exec(across)
		}
		require.NoError(t, add("one"))
		require.True(t, db.IsUnique(add("two")))
	})
}

func addUser(ctx context.Context, b *bundle, email string) *ent.User {
	return b.Client.User.Create().SetEmail(email).SetEmailKey(email).SetUserName(email).
		SetFirstName("F").SetLastName("L").SetPasswordHash("x").SaveX(rule.AcrossFirms(ctx, "a test makes a user"))
}

func addRole(ctx context.Context, b *bundle, name string) *ent.Role {
	return b.Client.Role.Create().SetName(name).SetNameKey(name).SaveX(ctx)
}

func addMember(ctx context.Context, b *bundle, user, role uuid.UUID) *ent.Membership {
	return dbtest.Member(b.Client).SetUserID(user).SetRoleID(role).SaveX(ctx)
}

func TestRules_SessionIsOfItsUser(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		across := rule.AcrossFirms(b.ctx, "a test makes sessions")
		role := addRole(b.ctx, b, "r")
		mine, other := addUser(b.ctx, b, "a@x"), addUser(b.ctx, b, "b@x")
		place, otherPlace := addMember(b.ctx, b, mine.ID, role.ID), addMember(b.ctx, b, other.ID, role.ID)

		session, err := b.Client.Session.Create().SetUserID(mine.ID).SetFirmID(place.FirmID).SetMembershipID(place.ID).Save(across)
		require.NoError(t, err)
		_, err = b.Client.Session.Create().SetUserID(mine.ID).SetFirmID(otherPlace.FirmID).SetMembershipID(otherPlace.ID).Save(across)
		require.True(t, db.IsForeignKey(err), err)
		err = session.Update().SetMembershipID(otherPlace.ID).Exec(across)
		require.True(t, db.IsForeignKey(err), err)
	})
}

func TestRules_PolicyVersion(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		_, other := dbtest.Firm(t, b.DB, "Other")
		across := rule.AcrossFirms(b.ctx, "a test changes policies")
		versions := func() [2]int64 {
			global := b.Client.PolicyVersion.Query().OnlyX(across).Version
			return [2]int64{
				global + b.Client.Firm.Query().OnlyX(b.ctx).PolicyVersion, global + b.Client.Firm.Query().OnlyX(other).PolicyVersion,
			}
		}
		before := versions()
		expect := func(what string, here, there bool) {
			t.Helper()
			now := versions()
			require.Equal(t, here, now[0] > before[0], "%s: here %d, %d", what, before[0], now[0])
			require.Equal(t, there, now[1] > before[1], "%s: there %d, %d", what, before[1], now[1])
			before = now
		}
		client := b.Client

		role, second := addRole(b.ctx, b, "r"), addRole(b.ctx, b, "s")
		expect("new role", true, false)
		role = role.Update().SetIsActive(false).SaveX(b.ctx)
		expect("role changed", true, false)

		property := client.RoleProperty.Create().SetModuleName("M").SetPropertyName("p").SetDisplayName("x").SaveX(across)
		expect("new property", true, true)
		property = property.Update().SetDisplayName("y").SaveX(across)
		expect("display name", false, false)
		property = property.Update().SetPropertyName("q").SaveX(across)
		expect("property changed", true, true)

		permission := client.RolePermission.Create().SetRoleID(role.ID).SetPropertyID(property.ID).SaveX(b.ctx)
		expect("new permission", true, false)
		client.RolePermission.DeleteOne(permission).ExecX(b.ctx)
		expect("permission deleted", true, false)
		client.RolePermission.Delete().ExecX(b.ctx)
		expect("no permission deleted", false, false)

		member := addMember(b.ctx, b, addUser(b.ctx, b, "a@x").ID, role.ID)
		expect("new member", true, false)
		member = member.Update().SetLastUsedAt(member.CreatedAt).SaveX(b.ctx)
		expect("log-in", false, false)
		member = member.Update().SetRoleID(role.ID).SaveX(b.ctx)
		expect("same role", false, false)
		member = member.Update().SetRoleID(second.ID).SaveX(b.ctx)
		expect("other role", true, false)
		member = member.Update().SetStatus(membership.StatusInactive).SaveX(b.ctx)
		expect("member switched off", true, false)
		client.Membership.DeleteOne(member).ExecX(b.ctx)
		expect("member deleted", true, false)
		client.Role.DeleteOne(role).ExecX(b.ctx)
		expect("role deleted", true, false)

		line := client.PolicyRule.Create().SetPtype(policyrule.PtypeP).SetV0("u").SetV1("*").SetV2("*").SaveX(across)
		expect("new rule", true, true)
		line = line.Update().SetNote("why").SaveX(across)
		expect("note", false, false)
		line = line.Update().SetV4("deny").SaveX(across)
		expect("rule changed", true, true)
		client.PolicyRule.DeleteOne(line).ExecX(across)
		expect("rule deleted", true, true)
		client.RoleProperty.DeleteOne(property).ExecX(across)
		expect("property deleted", true, true)

		err := b.Tx(b.ctx, func(ctx context.Context) error {
			addRole(ctx, b, "t")
			return errRefused
		})
		require.ErrorIs(t, err, errRefused)
		expect("rolled back", false, false)
	})
}
