package campaign_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/domain/messaging/campaign"
	"github.com/firmhub/firmhub/internal/domain/money"
	"github.com/firmhub/firmhub/internal/entity"
	"github.com/firmhub/firmhub/internal/page"
	"github.com/firmhub/firmhub/internal/viewer"
)

// BenchmarkPrepare quotes, executes, counts and prepares a campaign to 100,000 contacts, or to as
// many as FIRMHUB_BENCH_RECIPIENTS says, and reads it and its recipients again and again while it
// is counted and prepared. It reports how many recipients are stored in a second, how long quoting,
// executing and counting took, the 99th percentile and the longest time of a reading, and by how
// much the heap was larger at its largest.
func BenchmarkPrepare(b *testing.B) {
	for _, dialect := range []string{db.SQLite, db.Postgres} {
		b.Run(dialect, func(b *testing.B) { benchmarkPrepare(b, dbtest.Open(b, dialect)) })
	}
}

func benchmarkPrepare(b *testing.B, d *db.DB) {
	b.Helper()
	recipients := benchRecipients(b)
	f := newBundle(b, d)
	f.credit(b, price*money.Amount(recipients))
	const together = 1000
	for made := 0; made < recipients; made += together {
		f.contactsFrom(b, made, min(together, recipients-made))
	}
	// An import of many contacts ends with this.
	require.NoError(b, d.Optimize(b.Context(), "contacts", "contact_phones", "contact_emails", "contact_addresses", "contact_tags", "contact_counts"))
	var quoted, executed, counted time.Duration
	var readings []time.Duration
	var most uint64
	for b.Loop() {
		id := f.create(b).ID
		before := heap()
		began := time.Now()
		_, err := f.Quote(f.ctx, id)
		require.NoError(b, err)
		quoted = time.Since(began)
		began = time.Now()
		f.execute(b, id)
		executed = time.Since(began)
		done := make(chan error, 1)
		go func() {
			began := time.Now()
			if recipients > 50_000 {
				if err := f.runner.Step(viewer.NewContext(f.ctx, &viewer.Viewer{Kind: viewer.System, FirmID: f.firm.ID}), id); err != nil {
					done <- err
					return
				}
			}
			counted = time.Since(began)
			done <- f.prepared(id)
		}()
		readings = f.readings(b, id, done, &most)
		most -= min(most, before)
		require.Equal(b, recipients, f.get(b, id).Counts.Recipients)
	}
	slices.Sort(readings)
	const percent, mega = 100, 1 << 20
	b.ReportMetric(float64(recipients)/(b.Elapsed()-quoted-executed-counted).Seconds(), "recipients/s")
	b.ReportMetric(quoted.Seconds(), "s/quote")
	b.ReportMetric(executed.Seconds(), "s/execute")
	b.ReportMetric(counted.Seconds(), "s/count")
	b.ReportMetric(float64(readings[len(readings)*(percent-1)/percent].Microseconds())/1000, "ms/read-p99")
	b.ReportMetric(float64(readings[len(readings)-1].Microseconds())/1000, "ms/read-max")
	b.ReportMetric(float64(most)/mega, "MB-heap")
}

// benchRecipients is how many recipients the campaign of a benchmark has.
func benchRecipients(b *testing.B) int {
	b.Helper()
	text := os.Getenv("FIRMHUB_BENCH_RECIPIENTS")
	if text == "" {
		return 100_000
	}
	n, err := strconv.Atoi(text)
	require.NoError(b, err)
	return n
}

// BenchmarkRecipients lists the first page of the recipients in each state of a campaign in the
// middle of its run, with its count, while a hundred recipients change their state again and again.
// The states are where a campaign has them: those that are read first, those that wait last, and a
// few of the others at the end. It reports the 99th percentile and the longest time of a list, and
// of a page in the middle and at the end of the lists that are long.
func BenchmarkRecipients(b *testing.B) {
	for _, dialect := range []string{db.SQLite, db.Postgres} {
		b.Run(dialect, func(b *testing.B) { benchmarkRecipients(b, dbtest.Open(b, dialect)) })
	}
}

func benchmarkRecipients(b *testing.B, d *db.DB) {
	b.Helper()
	n := benchRecipients(b)
	f := newBundle(b, d)
	id := f.create(b).ID
	due := entity.Now()
	state := func(i int) string {
		switch {
		case i >= n-20:
			return []string{"Skipped", "Failed", "Unknown", "Cancelled"}[i%4]
		case i < n/2:
			return "Read"
		case i < n/2+n/10:
			return []string{"Sent", "Delivered"}[i%2]
		case i < n/2+n/10+2000:
			return "Entered"
		}
		return "Waiting"
	}
	columns := []string{"id", "firm_id", "campaign_id", "contact_id", "address", "address_kind", "address_key", "parameters", "state", "reason", "due_at"}
	const together = 10_000
	counts := map[string]int{}
	var marks []string
	for from := 0; from < n; from += together {
		require.NoError(b, d.Tx(f.ctx, func(ctx context.Context) error {
			return d.InFirm(ctx).Insert("campaign_recipients", columns, min(together, n-from), func(i int) []any {
				recipient, at, to := entity.NewID(), state(from+i), phone(from+i)
				counts[at]++
				if i == 0 && from > 0 {
					marks = append(marks, recipient.String())
				}
				if at == "Skipped" {
					return []any{recipient, f.firm.ID, id, uuid.New(), "", nil, nil, "{}", at, "NoAddress", nil}
				}
				return []any{recipient, f.firm.ID, id, uuid.New(), to, "Phone", to, `{"name": "Ada", "code": "SALE"}`, at, "", due}
			})
		}))
	}
	checkpoint, err := json.Marshal(map[string]any{"marks": map[string]any{"every": together, "ids": marks}})
	require.NoError(b, err)
	_, err = f.InFirm(f.ctx).Exec(`UPDATE campaigns SET status = 'Running', prepared = TRUE, checkpoint = $3, recipients = $4, skipped = 5,
  queued = 2000, waiting = $5, sent = $6, delivered = $7, "read" = $8, failed = 5, unknown = 5, cancelled = 5 WHERE firm_id = $1 AND id = $2`,
		id, string(checkpoint), n-counts["Skipped"], counts["Waiting"], counts["Sent"], counts["Delivered"], counts["Read"])
	require.NoError(b, err)
	require.NoError(b, d.Optimize(b.Context(), "campaign_recipients"))
	ctx, stop := context.WithCancel(f.ctx)
	moved := make(chan struct{})
	go func() {
		defer close(moved)
		for i := 0; ctx.Err() == nil; i++ {
			to := []string{"Sent", "Entered"}[i%2]
			_, _ = d.InFirm(ctx).Exec(`UPDATE campaign_recipients SET state = $3 WHERE firm_id = $1 AND id IN (
  SELECT id FROM campaign_recipients WHERE firm_id = $1 AND campaign_id = $2 AND state = $4 LIMIT 100)`, id, to, []string{"Entered", "Sent"}[i%2])
		}
	}()
	var took []time.Duration
	sum := map[string]time.Duration{}
	states := []string{"", "Queued", "Sent", "Delivered", "Read", "Failed", "Unknown", "Cancelled", "Skipped"}
	read := func(of string, page int) time.Duration {
		in := campaign.RecipientsInput{ID: id, Page: &page}
		if of != "" {
			in.State = new(campaign.State(of))
		}
		began := time.Now()
		list, err := f.Recipients(f.ctx, in)
		require.NoError(b, err)
		items, err := list.Items(f.ctx)
		require.NoError(b, err)
		require.NotEmpty(b, items, of)
		_, err = list.TotalCount(f.ctx)
		require.NoError(b, err)
		took := time.Since(began)
		sum[fmt.Sprint(of, " page ", page)] += took
		return took
	}
	var deep []time.Duration
	long := map[string]int{"": n, "Read": n / 2, "Queued": n/2 - n/10 - 200}
	for b.Loop() {
		for _, of := range states {
			took = append(took, read(of, 1))
			if n := long[of] / page.DefaultSize; n > 0 {
				deep = append(deep, read(of, n/2), read(of, n))
			}
		}
	}
	stop()
	<-moved
	slices.Sort(took)
	slices.Sort(deep)
	const percent, thousand = 100, 1000
	b.ReportMetric(float64(took[len(took)*(percent-1)/percent].Microseconds())/thousand, "ms/list-p99")
	for of, all := range sum {
		b.Logf("%q: %v on average", of, all/time.Duration(b.N))
	}
	b.ReportMetric(float64(took[len(took)/2].Microseconds())/thousand, "ms/list-median")
	b.ReportMetric(float64(took[len(took)-1].Microseconds())/thousand, "ms/list-max")
	b.ReportMetric(float64(deep[len(deep)*(percent-1)/percent].Microseconds())/thousand, "ms/deep-p99")
	b.ReportMetric(float64(deep[len(deep)-1].Microseconds())/thousand, "ms/deep-max")
}

// readings reads a campaign and a page of its recipients in turn until done, and returns how long
// each took. most becomes the largest heap.
func (b *bundle) readings(t testing.TB, id uuid.UUID, done <-chan error, most *uint64) (all []time.Duration) {
	ticks := time.NewTicker(20 * time.Millisecond)
	defer ticks.Stop()
	for i := 0; ; i++ {
		select {
		case err := <-done:
			require.NoError(t, err)
			return all
		case <-ticks.C:
		}
		began := time.Now()
		if i%2 == 0 {
			b.get(t, id)
		} else {
			list, err := b.Recipients(b.ctx, campaign.RecipientsInput{ID: id})
			require.NoError(t, err)
			_, err = list.Items(b.ctx)
			require.NoError(t, err)
		}
		all = append(all, time.Since(began))
		*most = max(*most, heap())
	}
}

// heap returns how many bytes the objects on the heap take.
func heap() uint64 {
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}
