package scale_test

import (
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/bench"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/contact/query"
	"github.com/firmhub/firmhub/internal/page"
)

// measureContacts measures pages and totals of the largest firm's contacts.
func measureContacts(b *testing.B, d *db.DB) {
	ctx := bench.Within(b.Context(), fill(b, d))
	if !d.MaintainsItself() { // A server does so every ten minutes.
		require.NoError(b, d.Optimize(b.Context()))
	}
	var readings []reading
	for _, c := range cases() {
		readings = append(readings, reading{c.name, func() (matches int, took []time.Duration, err error) {
			listed, err := query.List(ctx, d, c.in, page.Selection{})
			require.NoError(b, err)
			began := time.Now()
			_, err = listed.Items(ctx)
			require.NoError(b, err)
			between := time.Now()
			matches, err = listed.TotalCount(ctx)
			return matches, []time.Duration{between.Sub(began), time.Since(between)}, err
		}})
	}
	measure(b, readings, "page", "total")
}

type listCase struct {
	name string
	in   query.ListInput
}

// cases are the requests for the largest firm.
func cases() []listCase {
	crowd, half, rare := tagNames("crowd", crowds), tagNames("half", halves), tagNames("rare", rares)
	return []listCase{
		{"newest", query.ListInput{}},
		{"newest, page 5000", query.ListInput{Page: new(5000)}},
		{"by createdAt", query.ListInput{SortBy: "createdAt"}},
		{"by updatedAt", query.ListInput{SortBy: "updatedAt", SortDesc: true}},
		{"by firstName", query.ListInput{SortBy: "firstName"}},
		{"by lastName", query.ListInput{SortBy: "lastName"}},
		{"by lastName, page 5000", query.ListInput{SortBy: "lastName", Page: new(5000)}},

		{"word of one", query.ListInput{SearchTerm: "zdzislaw blaszczyk"}},
		{"word of 1 %", query.ListInput{SearchTerm: "silva"}},
		{"word of 1 %, by lastName", query.ListInput{SearchTerm: "silva", SortBy: "lastName"}},
		{"common word", query.ListInput{SearchTerm: "example"}},
		{"common word, page 5000", query.ListInput{SearchTerm: "example", Page: new(5000)}},
		{"two common words", query.ListInput{SearchTerm: "example com"}},
		{"short word", query.ListInput{SearchTerm: "zd"}},
		{"part of a phone", query.ListInput{SearchTerm: "98765"}},
		{"Chinese", query.ListInput{SearchTerm: "王小明"}},
		{"no such word", query.ListInput{SearchTerm: "qqqqq"}},

		{"one rare tag", query.ListInput{Tags: rare[:1]}},
		{"three rare tags", query.ListInput{Tags: rare[:3]}},
		{"fifty rare tags", query.ListInput{Tags: rare}},
		{"a tag of 1 %", query.ListInput{Tags: []string{"hundredth"}}},
		{"a tag of 1 %, by lastName", query.ListInput{Tags: []string{"hundredth"}, SortBy: "lastName"}},
		{"one half", query.ListInput{Tags: half[:1]}},
		{"one half, by lastName", query.ListInput{Tags: half[:1], SortBy: "lastName"}},
		{"one half, page 2000", query.ListInput{Tags: half[:1], Page: new(2000)}},
		{"three halves", query.ListInput{Tags: half[:3]}},
		{"ten halves", query.ListInput{Tags: half}},
		{"three of the crowd", query.ListInput{Tags: crowd[:3]}},
		{"forty of the crowd", query.ListInput{Tags: crowd}},
		{"forty and ten halves", query.ListInput{Tags: slices.Concat(crowd, half)}},
		{"rare and half", query.ListInput{Tags: []string{"hundredth", half[0]}}},
		{"no such tag", query.ListInput{Tags: []string{"none", half[0]}}},
		{"tag and word", query.ListInput{Tags: half[:1], SearchTerm: "silva"}},
		{"tag and common word", query.ListInput{Tags: half[:1], SearchTerm: "example"}},
	}
}
