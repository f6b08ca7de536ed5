package campaign_test

import (
	"context"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging/campaign"
	"github.com/firmhub/firmhub/internal/domain/messaging/consent"
)

// visited returns the largest number of rows that a step of a plan had.
func visited(t *testing.T, plan []string) (most int) {
	t.Helper()
	for _, line := range plan {
		for _, found := range regexp.MustCompile(`rows=(\d+)|Removed by Filter: (\d+)`).FindAllStringSubmatch(line, -1) {
			n, err := strconv.Atoi(found[1] + found[2])
			require.NoError(t, err)
			most = max(most, n)
		}
	}
	return most
}

// explain returns what PostgreSQL does for a query. It uses the indexes as for a large table.
func (b *bundle) explain(t *testing.T, query string, args ...any) (plan []string) {
	t.Helper()
	require.NoError(t, b.Tx(context.Background(), func(ctx context.Context) (err error) {
		for _, setting := range []string{"enable_seqscan", "enable_bitmapscan", "enable_sort"} {
			if _, err := dbtest.SQL(ctx, b.DB).Exec("SET LOCAL " + setting + " = off"); err != nil {
				return err
			}
		}
		plan, err = db.All[string](dbtest.SQL(ctx, b.DB), "EXPLAIN (ANALYZE, TIMING OFF, COSTS OFF) "+query, args...)
		return err
	}))
	return plan
}

// pages reads all pages of a list, from the last one to the first, and returns the recipients in
// the order of the list.
func (b *bundle) pages(t *testing.T, in campaign.RecipientsInput, size int) (all []uuid.UUID) {
	t.Helper()
	in.PageSize, in.Page = &size, new(1)
	list, err := b.Recipients(b.ctx, in)
	require.NoError(t, err)
	total, err := list.TotalCount(b.ctx)
	require.NoError(t, err)
	for n := (total+size-1)/size + 1; n > 0; n-- {
		in.Page = &n
		list, err := b.Recipients(b.ctx, in)
		require.NoError(t, err)
		items, err := list.Items(b.ctx)
		require.NoError(t, err)
		require.Len(t, items, min(size, max(0, total-(n-1)*size)), n)
		ids := make([]uuid.UUID, 0, len(items)+len(all))
		for _, item := range items {
			ids = append(ids, item.ID)
		}
		all = append(ids, all...)
	}
	return all
}

// TestDeepPages compares pages of all lists with their order, and how many rows PostgreSQL reads
// for a page with how many it may read.
func TestDeepPages(t *testing.T) {
	t.Parallel()
	const n, every, size = 600, 50, 7
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		b := newBundle(t, d)
		b.SetMarksEvery(every)
		b.SetBatch(33)
		b.credit(t, n*price)
		b.contacts(t, n)
		for i := range 40 {
			b.consent(t, phone(i*3), consent.OptedOut)
		}
		id := b.create(t).ID
		b.execute(t, id)
		b.prepare(t, id)
		for range 2 {
			b.work(t, id)
		}
		_, err := b.InFirm(b.ctx).Exec(`UPDATE campaigns SET queued = 300, waiting = 260 WHERE firm_id = $1 AND id = $2`, id)
		require.NoError(t, err)
		_, err = b.InFirm(b.ctx).Exec(`UPDATE campaign_recipients SET state = 'Waiting' WHERE firm_id = $1 AND campaign_id = $2 AND id IN (
  SELECT id FROM campaign_recipients WHERE firm_id = $1 AND campaign_id = $2 AND state = 'Entered' ORDER BY contact_id LIMIT 260)`, id)
		require.NoError(t, err)
		require.NoError(t, d.Optimize(b.ctx, "campaign_recipients"))
		for name, in := range map[string]struct {
			campaign.RecipientsInput

			where, order string
			// most is how many rows are read for a page at most. Instead of it, fromEnds is how
			// many are read for each one between the page and the nearer end of the list.
			most, fromEnds int
		}{
			"All":     {campaign.RecipientsInput{}, "", "id", every + size, 0},
			"Queued":  {campaign.RecipientsInput{State: new(campaign.State("Queued"))}, " AND state <> 'Skipped'", "state, due_at, id", 0, 2},
			"Skipped": {campaign.RecipientsInput{State: new(campaign.SkippedState)}, " AND state = 'Skipped'", "id", 0, 1},
			"Reason":  {campaign.RecipientsInput{Reason: new("OptedOut")}, " AND reason = 'OptedOut'", "id", 0, 1},
		} {
			t.Run(name, func(t *testing.T) {
				in.ID = id
				want, err := db.All[uuid.UUID](d.InFirm(b.ctx),
					"SELECT id FROM campaign_recipients WHERE firm_id = $1 AND campaign_id = $2"+in.where+" ORDER BY "+in.order, id)
				require.NoError(t, err)
				require.Equal(t, want, b.pages(t, in.RecipientsInput, size))
				if d.Dialect() != db.Postgres {
					return
				}
				last := (len(want) + size - 1) / size
				in.PageSize = new(size)
				for page := 1; page <= last; page++ {
					in.Page = &page
					query, args, err := b.PageQuery(b.ctx, in.RecipientsInput)
					require.NoError(t, err)
					plan := b.explain(t, query, append([]any{b.firm.ID}, args...)...)
					most := in.most
					if in.fromEnds > 0 {
						most = in.fromEnds * (size*min(page, last-page+2) + 1)
					}
					require.LessOrEqual(t, visited(t, plan), most, "page %d\n%s", page, strings.Join(plan, "\n"))
				}
			})
		}
	})
}
