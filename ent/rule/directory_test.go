package rule_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent"
	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
)

// The tables by which firms are found have the same rows as the tables of firms, after every kind
// of change.
func TestDirectory(t *testing.T) {
	t.Parallel()
	each(t, func(t *testing.T, b *bundle) {
		_, err := dbtest.SQL(b.across, b.DB).Exec("DELETE FROM firm_names WHERE id NOT IN (SELECT id FROM firms)") // those of the bundle
		require.NoError(t, err)
		_, err = dbtest.SQL(b.across, b.DB).Exec("DELETE FROM api_keys WHERE id NOT IN (SELECT id FROM api_clients)")
		require.NoError(t, err)
		_, err = dbtest.SQL(b.across, b.DB).Exec("DELETE FROM user_firms WHERE id NOT IN (SELECT id FROM memberships)")
		require.NoError(t, err)
		same := func(after string) {
			t.Helper()
			for name, queries := range map[string][2]string{
				"firm_names": {"SELECT id, name_key, is_super_firm FROM firm_names", "SELECT id, name_key, is_super_firm FROM firms"},
				"api_keys":   {"SELECT id, firm_id, key_id FROM api_keys", "SELECT id, firm_id, key_id FROM api_clients"},
				"user_firms": {"SELECT id, firm_id, user_id FROM user_firms", "SELECT id, firm_id, user_id FROM memberships"},
			} {
				for _, both := range [][2]string{queries, {queries[1], queries[0]}} {
					count, err := db.All[int](dbtest.SQL(b.across, b.DB), "SELECT count(*) FROM ("+both[0]+" EXCEPT "+both[1]+") AS differ")
					require.NoError(t, err)
					require.Equal(t, []int{0}, count, "%s after %s", name, after)
				}
			}
		}
		same("inserts")
		b.Client.Firm.UpdateOneID(b.mine["Firm"]).SetName("N").SetNameKey("n").ExecX(b.across)
		same("a new name")
		err = b.Tx(b.across, func(ctx context.Context) error {
			return b.Client.Firm.UpdateOneID(b.theirs["Firm"]).SetNameKey("n").Exec(ctx)
		})
		require.True(t, db.IsUnique(err), "%v", err)
		same("a name that is taken")

		invited := func(user string) *ent.Membership {
			return b.Client.Membership.Create().SetUserID(b.mine["User"]).SetRoleID(b.mine["Role"]).
				SetStatus(membership.StatusInvited).SetFirstName("F").SetLastName("L").SetEmail(user).SetEmailKey(user).
				SetUserName(user).SaveX(b.ctx)
		}
		one, two := invited("1@x"), invited("2@x")
		same("invitations")
		one.Update().SetUserID(b.theirs["User"]).ExecX(b.ctx)
		same("another user")
		require.True(t, ent.IsNotFound(b.Client.Membership.DeleteOneID(b.theirs["Membership"]).Exec(b.ctx)))
		same("a deletion that was refused")
		b.Client.Membership.DeleteOne(one).ExecX(b.ctx)
		b.Client.Membership.Delete().Where(membership.ID(two.ID)).ExecX(b.ctx)
		same("deletions")

		client := b.Client.APIClient.Create().SetName("k").SetKeyID("abcdefghijkl").SetSecretHash([]byte("x")).SaveX(b.ctx)
		same("a key")
		b.Client.APIClient.DeleteOne(client).ExecX(b.ctx)
		same("a deleted key")
	})
}
