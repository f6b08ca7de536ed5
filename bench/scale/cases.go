package main

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/domain/contact/query"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/firmhub/firmhub/internal/viewer"
)

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

// measure prints how long each case takes, after some runs that warm up.
func measure(ctx context.Context, d *db.DB, firm uuid.UUID, runs int, only string) error {
	ctx = viewer.NewContext(ctx, &viewer.Viewer{Kind: viewer.System, FirmID: firm})
	const warm = 7 // more than the executions after which PostgreSQL may plan again
	fmt.Fprintf(os.Stdout, "%-28s %8s %21s %21s\n", "", "", "page, ms", "total, ms")
	fmt.Fprintf(os.Stdout, "%-28s %8s %10s %10s %10s %10s\n", "", "matches", "p50", "p99", "p50", "p99")
	for _, c := range cases() {
		if !strings.Contains(c.name, only) {
			continue
		}
		matches := 0
		var pages, totals []time.Duration
		for i := range warm + runs {
			listed, err := query.List(ctx, d, c.in, page.Selection{})
			if err != nil {
				return err
			}
			began := time.Now()
			if _, err := listed.Items(ctx); err != nil {
				return err
			}
			between := time.Now()
			if matches, err = listed.TotalCount(ctx); err != nil {
				return err
			}
			if i >= warm {
				pages, totals = append(pages, between.Sub(began)), append(totals, time.Since(between))
			}
		}
		fmt.Fprintf(os.Stdout, "%-28s %8d %10.1f %10.1f %10.1f %10.1f\n",
			c.name, matches, at(pages, 50), at(pages, 99), at(totals, 50), at(totals, 99))
	}
	return nil
}

// at returns a percentile in milliseconds.
func at(took []time.Duration, percent int) float64 {
	slices.Sort(took)
	return float64(took[(len(took)-1)*percent/100].Microseconds()) / 1000
}
