package wallet_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"github.com/firmhub/firmhub/ent/walletentry"
	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/domain/wallet"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
)

var allTypes = []walletentry.Type{
	walletentry.TypeDebit, walletentry.TypeCredit, walletentry.TypeDiscount, walletentry.TypeAdjustment,
}

// listed is a transaction of the model: the newest is the first.
type listed struct {
	kind   walletentry.Type
	amount int
	at     time.Time
}

// selects reports whether a filter selects a transaction; the firm of the test counts days in UTC.
func selects(in wallet.FilterInput, l listed) bool {
	return (len(in.Types) == 0 || slices.Contains(in.Types, l.kind)) &&
		(in.Year == nil || l.at.Year() == *in.Year) && (in.Month == nil || int(l.at.Month()) == *in.Month)
}

// fill posts transactions of many types, days and months, and returns them, the newest first.
func (b *bundle) fill(t *testing.T, count int) []listed {
	t.Helper()
	at := time.Date(2098, 11, 29, 0, 0, 0, 0, time.UTC)
	all := make([]listed, 0, count)
	for i := range count {
		l := listed{kind: allTypes[i%3*i%4], amount: 100 + i, at: at}
		if l.kind == walletentry.TypeDebit && i > 0 {
			l.amount = -1
		}
		require.NoError(t, wallet.PostAt(b.own, b.DB, b.firm, l.kind, unit*money.Amount(l.amount), at))
		all = append(all, l)
		at = at.Add(time.Duration(i%5) * 7 * time.Hour)
	}
	slices.Reverse(all)
	return all
}

func drawFilter(rt *rapid.T) (in wallet.FilterInput) {
	in.Types = rapid.SliceOfNDistinct(rapid.SampledFrom(allTypes), 0, 4, rapid.ID).Draw(rt, "types")
	if rapid.Bool().Draw(rt, "with year") {
		in.Year = new(rapid.IntRange(2097, 2100).Draw(rt, "year"))
		if rapid.Bool().Draw(rt, "with month") {
			in.Month = new(rapid.SampledFrom([]int{1, 2, 11, 12}).Draw(rt, "month"))
		}
	}
	return in
}

// TestList compares pages and windows with a list in memory.
func TestList(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		all := b.fill(t, 60)
		require.Empty(t, b.faults(t))
		rapid.Check(t, func(rt *rapid.T) {
			in := wallet.ListInput{FilterInput: drawFilter(rt)}
			in.Page, in.PageSize = new(rapid.IntRange(1, 12).Draw(rt, "page")), new(rapid.IntRange(1, 20).Draw(rt, "size"))
			want := selected(all, in.FilterInput)

			got, err := wallet.List(b.own, d, b.firm, in)
			require.NoError(rt, err)
			items, err := got.Items(b.own)
			require.NoError(rt, err)
			from := min((*in.Page-1)**in.PageSize, len(want))
			require.Equal(rt, want[from:min(from+*in.PageSize, len(want))], reasons(items))
			count, err := got.TotalCount(b.own)
			require.NoError(rt, err)
			require.Equal(rt, len(want), count)
		})
		rapid.Check(t, func(rt *rapid.T) {
			filter := drawFilter(rt)
			want := selected(all, filter)
			size := rapid.IntRange(1, 20).Draw(rt, "size")
			walk(rt, b, filter, size, want)
		})
	})
}

// selected returns the reasons of what a filter selects.
func selected(all []listed, in wallet.FilterInput) []string {
	found := []string{}
	for _, l := range all {
		if selects(in, l) {
			found = append(found, l.at.Format(time.RFC3339)+" "+string(l.kind))
		}
	}
	return found
}

func reasons(items []*wallet.Transaction) []string {
	found := []string{}
	for _, item := range items {
		found = append(found, item.Reason+" "+string(item.Type))
	}
	return found
}

// walk follows the cursors of a connection to its end and back.
func walk(rt *rapid.T, b *bundle, filter wallet.FilterInput, size int, want []string) {
	window := func(w page.Window) (found []string, info *page.Info) {
		c, err := wallet.Connect(b.own, b.DB, b.firm, wallet.ConnectionInput{Window: w, FilterInput: filter})
		require.NoError(rt, err)
		count, err := c.TotalCount(b.own)
		require.NoError(rt, err)
		require.Equal(rt, len(want), count)
		edges, err := c.Edges(b.own)
		require.NoError(rt, err)
		for _, edge := range edges {
			found = append(found, reasons([]*wallet.Transaction{edge.Node})...)
		}
		info, err = c.PageInfo(b.own)
		require.NoError(rt, err)
		return found, info
	}
	var walked []string
	var w page.Window
	for more := true; more; {
		w.First = &size
		found, info := window(w)
		walked = append(walked, found...)
		previous, err := info.HasPreviousPage(b.own)
		require.NoError(rt, err)
		require.Equal(rt, len(walked) > len(found), previous)
		more, err = info.HasNextPage(b.own)
		require.NoError(rt, err)
		require.Equal(rt, len(walked) < len(want), more)
		w.After = info.EndCursor
	}
	require.ElementsMatch(rt, want, walked)
	require.True(rt, slices.Equal(want, walked), "in order")

	var back []string
	w = page.Window{Last: &size}
	for more := true; more; {
		found, info := window(w)
		back = append(slices.Clone(found), back...)
		next, err := info.HasNextPage(b.own)
		require.NoError(rt, err)
		require.Equal(rt, len(back) > len(found), next)
		more, err = info.HasPreviousPage(b.own)
		require.NoError(rt, err)
		w.Before = info.StartCursor
	}
	require.True(rt, slices.Equal(want, back), "and back")
}

func TestListErrors(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		t.Run("NotFound", func(t *testing.T) {
			_, err := wallet.List(b.admin, d, uuid.New(), wallet.ListInput{})
			require.True(t, fault.Is(err, fault.NotFound), "%v", err)
		})
		for name, in := range map[string]wallet.ListInput{
			"MonthAlone": {FilterInput: wallet.FilterInput{Month: new(1)}}, "Year": {FilterInput: wallet.FilterInput{Year: new(1999)}},
			"Month": {FilterInput: wallet.FilterInput{Year: new(2026), Month: new(13)}}, "Page": {Page: new(0)}, "PageSize": {PageSize: new(101)},
		} {
			t.Run(name, func(t *testing.T) {
				_, err := wallet.List(b.admin, d, b.firm, in)
				require.True(t, fault.Is(err, fault.ValidationError), "%v", err)
				require.Len(t, fault.From(err).Details, 1)
			})
		}
		for _, text := range []string{"", "1", "20261122.0", "20261122.-1", "20261122.1x", "20261122.99999999999999999999", "1.1", "020261122.1"} {
			t.Run("Cursor "+text, func(t *testing.T) {
				_, err := wallet.Connect(b.own, d, b.firm, wallet.ConnectionInput{Window: page.Window{After: &page.Cursor{Value: text}}})
				require.True(t, fault.Is(err, fault.ValidationError), "%v", err)
			})
		}
	})
}
