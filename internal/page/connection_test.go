package page_test

import (
	"context"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/firmhub/firmhub/internal/page"
)

// TestTake compares windows of a list of numbers with the algorithms of the Relay specification.
func TestTake(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		list := make([]int, rapid.IntRange(0, 50).Draw(t, "length"))
		for i := range list {
			list[i] = i
		}
		size := rapid.Ptr(rapid.IntRange(1, 30), true)
		w := page.Window{First: size.Draw(t, "first"), Last: size.Draw(t, "last")}
		after, before := -1, len(list)
		if len(list) > 0 && rapid.Bool().Draw(t, "has after") {
			after, w.After = rapid.IntRange(0, len(list)-1).Draw(t, "after"), &page.Cursor{}
		}
		if len(list) > 0 && rapid.Bool().Draw(t, "has before") {
			before, w.Before = rapid.IntRange(0, len(list)-1).Draw(t, "before"), &page.Cursor{}
		}
		between := list[after+1 : max(before, after+1)]

		read := slices.Clone(between)
		if w.Backward() {
			slices.Reverse(read)
		}
		taken, previous, next := page.Take(w, read[:min(w.Limit(), len(read))])
		info := &page.Info{Previous: previous, Next: next, ExistsBeyond: func(_ context.Context, next bool) (bool, error) {
			require.True(t, next && w.Before != nil || !next && w.After != nil)
			return true, nil // the element at the cursor
		}}
		hasPrevious, err := info.HasPreviousPage(t.Context())
		require.NoError(t, err)
		hasNext, err := info.HasNextPage(t.Context())
		require.NoError(t, err)

		want := relay{after: after, before: before, length: len(list), first: w.First, last: w.Last}
		want.defaults()
		require.Equal(t, want.edges(between), append([]int{}, taken...))
		require.Equal(t, want.hasPreviousPage(between, w.Last != nil), hasPrevious, "previous")
		require.Equal(t, want.hasNextPage(between, w.First != nil), hasNext, "next")
	})
}

// relay has the algorithms of https://relay.dev/graphql/connections.htm, section 4. Its words are
// in the comments.
type relay struct {
	after, before, length int
	first, last           *int
	// cut is set where a size of ours, not the client's, cut off the end of the edges, or their
	// beginning.
	cutNext, cutPrevious bool
}

// defaults sets the size of a window without one. The specification has none: it returns all edges.
func (r *relay) defaults() {
	if r.first != nil || r.last != nil {
		return
	}
	size := page.DefaultSize
	if r.before < r.length && r.after < 0 {
		r.last, r.cutPrevious = &size, true
	} else {
		r.first, r.cutNext = &size, true
	}
}

// EdgesToReturn.
func (r *relay) edges(edges []int) []int {
	edges = append([]int{}, edges...)
	if r.first != nil && len(edges) > *r.first { // "Slice edges to be of length first by removing edges from the end."
		edges = edges[:*r.first]
	}
	if r.last != nil && len(edges) > *r.last { // "Slice edges to be of length last by removing edges from the start."
		edges = edges[len(edges)-*r.last:]
	}
	return edges
}

// HasPreviousPage.
func (r *relay) hasPreviousPage(edges []int, lastGiven bool) bool {
	if lastGiven { // "If edges contains more than last elements return true, otherwise false."
		return len(edges) > *r.last
	}
	if r.cutPrevious && len(edges) > *r.last {
		return true
	}
	return r.after >= 0 // "If the server can efficiently determine that elements exist prior to after, return true."
}

// HasNextPage.
func (r *relay) hasNextPage(edges []int, firstGiven bool) bool {
	if firstGiven { // "If edges contains more than first elements return true, otherwise false."
		return len(edges) > *r.first
	}
	if r.cutNext && len(edges) > *r.first {
		return true
	}
	return r.before < r.length // "If the server can efficiently determine that elements exist following before, return true."
}
