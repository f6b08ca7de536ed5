package audit_test

import (
	"context"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/audit"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
)

// TestConnect reads windows of a log while entries are added. Its entries come in turn from the
// firm and from all firms.
func TestConnect(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		add := func(i int) {
			c := change()
			c.Target.Name = strconv.Itoa(i)
			if i%3 == 1 {
				require.NoError(t, audit.RecordGlobally(ctx, d, nil, c, c))
				return
			}
			require.NoError(t, audit.Record(ctx, d, c))
		}
		for i := range 10 {
			add(i)
		}
		window := func(w page.Window) (names []string, info *page.Info) {
			c, err := audit.Connect(ctx, d, audit.ConnectionInput{Window: w, FilterInput: audit.FilterInput{Action: "role"}})
			require.NoError(t, err)
			edges, err := c.Edges(ctx)
			require.NoError(t, err)
			for _, edge := range edges {
				names = append(names, edge.Node.Target.Name)
			}
			info, err = c.PageInfo(ctx)
			require.NoError(t, err)
			return names, info
		}
		has := func(info *page.Info) [2]bool {
			previous, err := info.HasPreviousPage(ctx)
			require.NoError(t, err)
			next, err := info.HasNextPage(ctx)
			require.NoError(t, err)
			return [2]bool{previous, next}
		}

		t.Run("OK", func(t *testing.T) {
			names, info := window(page.Window{First: new(4)})
			require.Equal(t, []string{"9", "8", "7", "6"}, names)
			require.Equal(t, [2]bool{false, true}, has(info))
			add(10)
			add(11)
			names, info = window(page.Window{First: new(4), After: info.EndCursor})
			require.Equal(t, []string{"5", "4", "3", "2"}, names, "what was added before them changes nothing")
			require.Equal(t, [2]bool{true, true}, has(info))
			names, _ = window(page.Window{First: new(4), After: info.EndCursor})
			require.Equal(t, []string{"1", "0"}, names)

			names, info = window(page.Window{Last: new(3), Before: info.StartCursor})
			require.Equal(t, []string{"8", "7", "6"}, names)
			require.Equal(t, [2]bool{true, true}, has(info))
			names, info = window(page.Window{First: new(9), Before: info.EndCursor})
			require.Equal(t, []string{"11", "10", "9", "8", "7"}, names)
			require.Equal(t, [2]bool{false, false}, has(info), "with first, what follows is that of the window")
			names, _ = window(page.Window{Last: new(2)})
			require.Equal(t, []string{"1", "0"}, names)
			c, err := audit.Connect(ctx, d, audit.ConnectionInput{})
			require.NoError(t, err)
			count, err := c.TotalCount(ctx)
			require.NoError(t, err)
			require.Equal(t, 12, count)
		})
		t.Run("ErrValidation", func(t *testing.T) {
			w := page.Window{First: new(0), Last: new(101), After: &page.Cursor{Value: "text"}}
			_, err := audit.Connect(ctx, d, audit.ConnectionInput{Window: w, FilterInput: audit.FilterInput{Action: "a\nb"}})
			var fields []string
			for _, detail := range fault.From(err).Details {
				fields = append(fields, detail.Field)
			}
			require.Equal(t, []string{"action", "first", "last", "after"}, fields)
		})
		t.Run("ErrForbidden", func(t *testing.T) {
			other, _ := dbtest.Firm(t, d, "Other")
			_, err := audit.Connect(ctx, d, audit.ConnectionInput{FilterInput: audit.FilterInput{FirmID: &other.ID}})
			require.True(t, fault.Is(err, fault.Forbidden), "%v", err)
			gone, leave := context.WithCancel(ctx)
			leave()
			_, err = audit.Connect(gone, d, audit.ConnectionInput{})
			require.ErrorIs(t, err, context.Canceled)
		})
	})
}
