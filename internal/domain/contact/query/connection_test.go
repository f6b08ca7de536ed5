package query_test

import (
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"golang.org/x/sync/errgroup"
	"pgregory.net/rapid"

	entcontact "github.com/firmhub/firmhub/ent/contact"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/contact"
	"github.com/firmhub/firmhub/internal/domain/contact/query"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
)

// TestConnect compares windows of contacts with those of a list in memory, with equal names among
// them.
func TestConnect(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		people := make([]contact.CreateInput, 25)
		for i := range people {
			people[i] = contact.CreateInput{FirstName: string(rune('a' + i%7)), LastName: string(rune('a' + i%3))}
		}
		_, err := contact.CreateMany(ctx, d, people)
		require.NoError(t, err)

		rapid.Check(t, func(t *rapid.T) {
			order := &query.Order{
				Field: rapid.SampledFrom([]query.OrderField{
					query.ByCreatedAt, query.ByUpdatedAt, query.ByFirstName, query.ByLastName,
				}).Draw(t, "order"),
				Direction: rapid.SampledFrom([]page.Direction{page.Ascending, page.Descending}).Draw(t, "direction"),
			}
			all, err := query.Connect(ctx, d, query.ConnectionInput{Window: page.Window{First: new(100)}, OrderBy: order}, page.Selection{})
			require.NoError(t, err)
			edges, err := all.Edges(ctx)
			require.NoError(t, err)
			require.Len(t, edges, len(people))

			size := rapid.Ptr(rapid.IntRange(1, 30), true)
			w := page.Window{First: size.Draw(t, "first"), Last: size.Draw(t, "last")}
			after, before := -1, len(edges)
			if rapid.Bool().Draw(t, "has after") {
				after = rapid.IntRange(0, len(edges)-1).Draw(t, "after")
				w.After = &edges[after].Cursor
			}
			if rapid.Bool().Draw(t, "has before") {
				before = rapid.IntRange(0, len(edges)-1).Draw(t, "before")
				w.Before = &edges[before].Cursor
			}
			between := slices.Clone(edges[after+1 : max(before, after+1)])
			if w.Backward() {
				slices.Reverse(between)
			}
			want, previous, next := page.Take(w, between[:min(w.Limit(), len(between))])

			found, err := query.Connect(ctx, d, query.ConnectionInput{Window: w, OrderBy: order}, page.Selection{Columns: []string{entcontact.FieldID}})
			require.NoError(t, err)
			got, err := found.Edges(ctx)
			require.NoError(t, err)
			require.Equal(t, cursors(want), cursors(got))
			info, err := found.PageInfo(ctx)
			require.NoError(t, err)
			hasPrevious, err := info.HasPreviousPage(ctx)
			require.NoError(t, err)
			require.Equal(t, previous != page.None, hasPrevious)
			hasNext, err := info.HasNextPage(ctx)
			require.NoError(t, err)
			require.Equal(t, next != page.None, hasNext)
			if len(got) > 0 {
				require.Equal(t, got[0].Cursor, *info.StartCursor)
				require.Equal(t, got[len(got)-1].Cursor, *info.EndCursor)
			}
		})

		t.Run("OK/the element at the cursor is deleted", func(t *testing.T) {
			byName := &query.Order{Field: query.ByFirstName, Direction: page.Ascending}
			for _, cursor := range []struct {
				value string
				exist bool
			}{{"0", false}, {"c", true}} {
				found, err := query.Connect(ctx, d, query.ConnectionInput{
					Window: page.Window{After: &page.Cursor{ID: uuid.New(), Order: "first_name_key", Value: cursor.value}}, OrderBy: byName,
				}, page.Selection{})
				require.NoError(t, err)
				info, err := found.PageInfo(ctx)
				require.NoError(t, err)
				exist, err := info.HasPreviousPage(ctx)
				require.NoError(t, err)
				require.Equal(t, cursor.exist, exist, "elements up to %q", cursor.value)
			}
		})
	})
}

// A cursor of one order is refused in the others, also where their values have the same type. The
// direction does not matter.
func TestConnect_cursorOfAnotherOrder(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		_, err := contact.Create(ctx, d, contact.CreateInput{FirstName: "Ana", LastName: "Lima"})
		require.NoError(t, err)
		edges := func(in query.ConnectionInput) ([]*query.Edge, error) {
			found, err := query.Connect(ctx, d, in, page.Selection{})
			if err != nil {
				return nil, err
			}
			return found.Edges(ctx)
		}
		fields := []query.OrderField{query.ByCreatedAt, query.ByUpdatedAt, query.ByFirstName, query.ByLastName}
		for _, from := range fields {
			read, err := edges(query.ConnectionInput{OrderBy: &query.Order{Field: from, Direction: page.Descending}})
			require.NoError(t, err)
			for _, to := range fields {
				order := &query.Order{Field: to, Direction: page.Ascending}
				_, err := edges(query.ConnectionInput{
					Window: page.Window{After: &read[0].Cursor, Before: &read[0].Cursor}, OrderBy: order,
				})
				if from == to {
					require.NoError(t, err)
					continue
				}
				require.True(t, fault.Is(err, fault.ValidationError), "%s in %s: %v", from, to, err)
				require.Equal(t, []fault.Detail{
					{Field: "after", Message: "must be a cursor that came with this order"},
					{Field: "before", Message: "must be a cursor that came with this order"},
				}, fault.From(err).Details)
			}
		}
	})
}

func cursors(edges []*query.Edge) []page.Cursor {
	all := make([]page.Cursor, len(edges))
	for i, edge := range edges {
		all[i] = edge.Cursor
	}
	return all
}

// The edges and the total of a connection are read at the same time.
func TestConnect_atOnce(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		_, ctx := dbtest.Firm(t, d, "Acme")
		people := make([]contact.CreateInput, 9)
		for i := range people {
			people[i] = contact.CreateInput{FirstName: "Ana", LastName: string(rune('a' + i))}
		}
		_, err := contact.CreateMany(ctx, d, people)
		require.NoError(t, err)
		in := query.ConnectionInput{Window: page.Window{First: new(3)}, Filter: &query.FilterInput{SearchTerm: "ana"}}
		for range 20 {
			found, err := query.Connect(ctx, d, in, page.Selection{})
			require.NoError(t, err)
			var total int
			var both errgroup.Group
			both.Go(func() (err error) { total, err = found.TotalCount(ctx); return err })
			both.Go(func() error { _, err := found.Edges(ctx); return err })
			require.NoError(t, both.Wait())
			require.Equal(t, len(people), total)
			edges, err := found.Edges(ctx)
			require.NoError(t, err)
			require.Len(t, edges, 3)
			if in.After == nil {
				in.After = &edges[2].Cursor
			}
		}
	})
}
