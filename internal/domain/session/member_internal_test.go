package session

import (
	"testing"

	"github.com/stretchr/testify/require"

	entmembership "github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/ent/rule"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/viewer"
)

// A membership is used at the version at which it was read, also by a request that has read an
// older version of the firm's policy, and only for its own user and firm.
func TestMembers(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		firm, ctx := dbtest.Firm(t, d, "Acme")
		user := d.Client.User.Create().SetEmail("ann@example.com").SetEmailKey("ann@example.com").SetUserName("ann").
			SetFirstName("Ann").SetLastName("Lee").SetPasswordHash("x").SaveX(rule.AcrossFirms(t.Context(), "a test makes a user"))
		role := d.Client.Role.Create().SetName("Sales").SetNameKey("sales").SaveX(ctx)
		row := dbtest.Member(d.Client).SetUserID(user.ID).SetRoleID(role.ID).SaveX(ctx)
		of := func(version int64) *viewer.Viewer {
			return &viewer.Viewer{
				Kind: viewer.User, FirmID: firm.ID, UserID: row.UserID, RelationID: row.ID, PolicyVersion: viewer.PolicyVersion{Firm: version},
			}
		}
		version := func() int64 { return dbtest.PolicyVersion(d, firm.ID).Firm }
		members := newMembers(d)
		add := func(v *viewer.Viewer) bool {
			t.Helper()
			isActive, err := members.addTo(ctx, v)
			require.NoError(t, err)
			return isActive
		}
		first := version()
		v := of(first)
		require.True(t, add(v))
		require.Equal(t, row.Email, v.Email)
		require.Equal(t, row.RoleID, v.RoleID)

		d.Client.Membership.UpdateOne(row).SetEmail("ann@example.org").ExecX(ctx)
		require.Greater(t, version(), first)
		for _, seen := range []int64{version(), first} {
			v = of(seen)
			require.True(t, add(v))
			require.Equal(t, "ann@example.org", v.Email)
			require.Equal(t, version(), v.PolicyVersion.Firm)
		}

		if d.Dialect() == db.Postgres {
			// A standby takes over that lacks the change of the address, and the policy changes
			// there: nothing is at the version of the lost change.
			_, err := dbtest.SQL(ctx, d).Exec("UPDATE memberships SET email = 'ann@example.com' WHERE firm_id = $1", firm.ID)
			require.NoError(t, err)
			_, err = dbtest.SQL(ctx, d).Exec("UPDATE firms SET policy_version = $2 WHERE id = $1", firm.ID, first)
			require.NoError(t, err)
			d.Client.Role.Create().SetName("Other").SetNameKey("other").SaveX(ctx)
			v = of(version())
			require.True(t, add(v))
			require.Equal(t, "ann@example.com", v.Email)
		}

		other := of(version())
		other.UserID = entity.NewID()
		require.False(t, add(other))
		elsewhere, _ := dbtest.Firm(t, d, "Beta")
		other = of(version())
		other.FirmID = elsewhere.ID
		require.False(t, add(other))
		require.True(t, add(of(version())))

		d.Client.Membership.UpdateOne(row).SetStatus(entmembership.StatusInactive).ExecX(ctx)
		require.False(t, add(of(version())))
	})
}
