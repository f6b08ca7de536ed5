package user_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/user"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
)

// TestConnect reads windows of users while users are added.
func TestConnect(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := open(t, d)
		o.join(t, "ada", "Lovelace", o.clerk)
		byron := o.join(t, "Byron", "byron", o.clerk)
		o.d.Client.Membership.UpdateOne(byron).SetFirstName("Ada").ExecX(o.across)
		o.join(t, "Łukasz", "Müller", o.clerk)
		ctx := o.as(t, o.max)
		window := func(w page.Window) (names []string, info *page.Info) {
			c, err := user.Connect(d, user.ConnectionInput{Window: w}, whole)
			require.NoError(t, err)
			edges, err := c.Edges(ctx)
			require.NoError(t, err)
			for _, edge := range edges {
				names = append(names, edge.Node.FirstName+" "+edge.Node.LastName)
			}
			info, err = c.PageInfo(ctx)
			require.NoError(t, err)
			return names, info
		}
		all, _ := window(page.Window{})
		require.Equal(t, []string{"Ada byron", "ada Lovelace"}, all[:2], "case does not matter")
		require.Len(t, all, 5)
		require.Equal(t, "Łukasz Müller", all[4])

		first, info := window(page.Window{First: new(2)})
		require.Equal(t, all[:2], first)
		o.join(t, "Aaron", "First", o.clerk)
		namesake := o.join(t, "Namesake", "lovelace", o.clerk) // before or after the other by the id
		o.d.Client.Membership.UpdateOne(namesake).SetFirstName("Ada").ExecX(o.across)
		second, info := window(page.Window{First: new(9), After: info.EndCursor})
		require.Equal(t, all[2:], second[len(second)-3:])
		previous, err := info.HasPreviousPage(ctx)
		require.NoError(t, err)
		require.True(t, previous)
		back, _ := window(page.Window{Last: new(100), Before: info.StartCursor})
		everybody, _ := window(page.Window{First: new(100)})
		require.Equal(t, everybody, append(back, second...))

		c, err := user.Connect(d, user.ConnectionInput{FilterInput: user.FilterInput{SearchTerm: "ADA"}}, whole)
		require.NoError(t, err)
		count, err := c.TotalCount(ctx)
		require.NoError(t, err)
		require.Equal(t, 3, count)
		_, err = user.Connect(d, user.ConnectionInput{Window: page.Window{First: new(101), After: &page.Cursor{Value: "x"}}}, whole)
		require.True(t, fault.Is(err, fault.ValidationError), "%v", err)
		require.Len(t, fault.From(err).Details, 2)
	})
}
