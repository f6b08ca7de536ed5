package user_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/ent/membership"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/user"
)

func TestLookup(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := open(t, d)
		ada := o.join(t, "Ada", "Lovelace", o.clerk)
		off := o.join(t, "Bo", "Off", o.clerk)
		o.d.Client.Membership.UpdateOne(off).SetStatus(membership.StatusInactive).ExecX(o.across)
		o.join(t, "bob", "Li", o.clerk)
		o.join(t, "Foreign", "Ada", o.elsewhere(t, "Other"))
		names, err := user.Lookup(o.as(t, o.max), d)
		require.NoError(t, err)
		var all []string
		for _, each := range names {
			all = append(all, each.Name)
		}
		require.Equal(t, user.Name{ID: ada.UserID, Name: "Ada Lovelace"}, *names[0])
		require.Equal(t, "bob Li", all[1])
		require.NotContains(t, all, "Bo Off")
		require.NotContains(t, all, "Foreign Ada")
		require.Len(t, all, 4, "and those who were there: Max and Olga")
	})
}
