package page_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
)

func TestFromSlice(t *testing.T) {
	t.Parallel()
	list := make([]int, 25)
	for i := range list {
		list[i] = i
	}
	for _, c := range []struct {
		number, size *int
		want         []int
	}{
		{nil, nil, list[:20]},
		{new(2), nil, list[20:]},
		{new(3), nil, []int{}},
		{new(2), new(3), []int{3, 4, 5}},
		{new(page.MaxNumber), new(page.MaxSize), []int{}},
	} {
		p := page.FromSlice(c.number, c.size, list)
		items, err := p.Items(t.Context())
		require.NoError(t, err)
		require.Equal(t, c.want, items)
		count, err := p.TotalCount(t.Context())
		require.NoError(t, err)
		require.Equal(t, 25, count)
	}
	p := page.FromSlice(nil, nil, list)
	require.Equal(t, 1, p.Page)
	require.Equal(t, page.DefaultSize, p.PageSize)
}

func TestCheck(t *testing.T) {
	t.Parallel()
	var faults fault.Details
	page.Check(&faults, nil, nil)
	page.Check(&faults, new(1), new(page.MaxSize))
	require.Empty(t, faults)
	page.Check(&faults, new(0), new(page.MaxSize+1))
	page.Check(&faults, new(page.MaxNumber+1), new(0))
	require.Equal(t, fault.Details{
		{Field: "page", Message: "must be from 1 to 100000000"},
		{Field: "pageSize", Message: "must be from 1 to 100"},
		{Field: "page", Message: "must be from 1 to 100000000"},
		{Field: "pageSize", Message: "must be from 1 to 100"},
	}, faults)
}
