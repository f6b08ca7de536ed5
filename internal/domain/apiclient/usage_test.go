package apiclient_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/apiclient"
	"github.com/firmhub/firmhub/internal/fault"
	"github.com/firmhub/firmhub/internal/page"
)

func TestUsage(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		r := b.recorder(t)
		made, other := b.create(t, apiclient.CreateInput{}), b.create(t, apiclient.CreateInput{})
		today := time.Now().UTC().Truncate(24 * time.Hour)
		at := func(days int, after time.Duration) *time.Time {
			when := today.AddDate(0, 0, days).Add(after)
			return &when
		}
		for i, when := range []*time.Time{at(-9, 0), at(-6, 0), at(-6, 24*time.Hour-time.Microsecond), at(-4, time.Hour), at(-4, time.Hour)} {
			call := b.call(made.ID, *when)
			call.Status = 200 + 100*i // 200, 300, 400, 500, 600
			r.Record(call)
		}
		r.Record(b.call(other.ID, *at(-4, 0)))
		r.Record(b.call(made.ID, time.Now()))
		read := func(in apiclient.UsageInput) (items []*apiclient.Call, total int, sum *apiclient.Summary) {
			in.ID = made.ID
			usage, err := apiclient.ReadUsage(b.ctx, d, r, in)
			require.NoError(t, err)
			items, err = usage.Items(b.ctx)
			require.NoError(t, err)
			total, err = usage.TotalCount(b.ctx)
			require.NoError(t, err)
			sum, err = usage.Summary(b.ctx)
			require.NoError(t, err)
			require.Equal(t, total, sum.TotalRequests)
			return items, total, sum
		}
		t.Run("OK", func(t *testing.T) {
			items, total, sum := read(apiclient.UsageInput{})
			require.Len(t, items, 5)
			require.Equal(t, 5, total)
			require.Equal(t, 3, sum.ErrorCount)
			require.Equal(t, apiclient.Call{
				ID: items[4].ID, Timestamp: *at(-6, 0), Method: "GET", Path: "/api/V1/Contact/search", StatusCode: 300, IPAddress: "192.0.2.1", DurationMs: 1.5,
			}, *items[4])
			for i := range items[1:] {
				require.False(t, items[i].Timestamp.Before(items[i+1].Timestamp), "the newest first")
			}
			require.Len(t, sum.ByDay, 8, "a week touches eight days")
			for i, day := range sum.ByDay {
				require.Equal(t, at(i-7, 0).Format(time.DateOnly), day.Date)
				require.Equal(t, map[int]int{1: 2, 3: 2, 7: 1}[i], day.Count, day.Date)
			}
		})
		t.Run("OKWindow", func(t *testing.T) {
			items, total, sum := read(apiclient.UsageInput{From: at(-6, 0), To: at(-5, 0)})
			require.Len(t, items, 2)
			require.Equal(t, 2, total)
			require.Equal(t, []apiclient.Day{{Date: at(-6, 0).Format(time.DateOnly), Count: 2}}, sum.ByDay)
			items, total, sum = read(apiclient.UsageInput{From: at(-6, time.Microsecond), To: at(-6, 24*time.Hour-time.Microsecond)})
			require.Empty(t, items)
			require.Zero(t, total)
			require.Len(t, sum.ByDay, 1)
			_, total, sum = read(apiclient.UsageInput{From: at(-6, 0), To: at(-6, 0)})
			require.Zero(t, total)
			require.Equal(t, []apiclient.Day{}, sum.ByDay)
			_, total, sum = read(apiclient.UsageInput{From: at(-365, 0), To: at(1, 0)})
			require.Equal(t, 6, total)
			require.Len(t, sum.ByDay, 366)
		})
		t.Run("OKPages", func(t *testing.T) {
			items, total, sum := read(apiclient.UsageInput{PageNumber: new(2), PageSize: new(2)})
			require.Len(t, items, 2)
			require.Equal(t, 5, total)
			require.Equal(t, 5, sum.TotalRequests)
			items, _, _ = read(apiclient.UsageInput{PageNumber: new(9)})
			require.Empty(t, items)
		})
		t.Run("OKConnection", func(t *testing.T) {
			window := func(w page.Window) (times []time.Time, info *page.Info) {
				c, err := apiclient.ConnectCalls(b.ctx, d, r, apiclient.CallsInput{Window: w, ID: made.ID})
				require.NoError(t, err)
				edges, err := c.Edges(b.ctx)
				require.NoError(t, err)
				for _, edge := range edges {
					times = append(times, edge.Node.Timestamp)
				}
				info, err = c.PageInfo(b.ctx)
				require.NoError(t, err)
				count, err := c.TotalCount(b.ctx)
				require.NoError(t, err)
				require.Equal(t, 5, count)
				return times, info
			}
			all, _ := window(page.Window{})
			require.Len(t, all, 5)
			first, info := window(page.Window{First: new(2)})
			require.Equal(t, all[:2], first)
			second, info := window(page.Window{First: new(2), After: info.EndCursor})
			require.Equal(t, all[2:4], second)
			back, _ := window(page.Window{Last: new(9), Before: info.StartCursor})
			require.Equal(t, all[:2], back)
			_, err := apiclient.ConnectCalls(b.elsewhere, d, r, apiclient.CallsInput{ID: made.ID})
			requireCode(t, fault.NotFound, err)
			w := page.Window{First: new(0), Before: &page.Cursor{}}
			_, err = apiclient.ConnectCalls(b.ctx, d, r, apiclient.CallsInput{
				Window: w, ID: made.ID, CallFilterInput: apiclient.CallFilterInput{From: at(1, 0)},
			})
			require.Equal(t, []string{"to", "first", "before"}, fields(refusal(t, fault.ValidationError, err)))
		})
		t.Run("ErrValidation", func(t *testing.T) {
			for _, in := range []apiclient.UsageInput{
				{From: at(-1, 0), To: at(-2, 0)}, {To: at(-8, 0)}, {From: at(1, 0)}, {From: at(-366, 0), To: at(1, 0)},
			} {
				_, err := apiclient.ReadUsage(b.ctx, d, r, in)
				require.Equal(t, []string{"to"}, fields(refusal(t, fault.ValidationError, err)))
			}
			_, err := apiclient.ReadUsage(b.ctx, d, r, apiclient.UsageInput{From: at(1, 0), PageNumber: new(0), PageSize: new(101)})
			require.Equal(t, []string{"pageNumber", "pageSize", "to"}, fields(refusal(t, fault.ValidationError, err)))
		})
		t.Run("ErrNotFound", func(t *testing.T) {
			_, err := apiclient.ReadUsage(b.elsewhere, d, r, apiclient.UsageInput{ID: made.ID})
			requireCode(t, fault.NotFound, err)
			_, err = apiclient.ReadUsage(b.ctx, d, nil, apiclient.UsageInput{ID: uuid.New()})
			requireCode(t, fault.NotFound, err)
		})
	})
}

func TestCleanup(t *testing.T) {
	t.Parallel()
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := setup(t, d)
		r := b.recorder(t)
		made := b.create(t, apiclient.CreateInput{})
		for range 2100 {
			r.Record(b.call(made.ID, time.Now().Add(-90*24*time.Hour)))
		}
		r.Record(b.call(made.ID, time.Now().Add(-90*24*time.Hour+time.Minute)))
		require.NoError(t, r.Flush(t.Context()))
		for more := true; more; {
			var err error
			more, err = apiclient.Cleanup(t.Context(), d)
			require.NoError(t, err)
		}
		require.Len(t, b.calls(b.ctx), 1)
	})
}
