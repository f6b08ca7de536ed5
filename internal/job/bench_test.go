package job_test

import (
	"context"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/firmhub/firmhub/internal/db"
	"github.com/firmhub/firmhub/internal/db/dbtest"
	"github.com/firmhub/firmhub/internal/job"
)

// BenchmarkJobs measures how long a job waits for its start, how many are done in a second, and the
// effect on others: the times of ordinary writes and reads without a runner, with an idle one, and
// while jobs run.
func BenchmarkJobs(b *testing.B) {
	for _, dialect := range []string{db.SQLite, db.Postgres} {
		b.Run(dialect, func(b *testing.B) {
			for b.Loop() {
				benchmarkJobs(b, dbtest.Open(b, dialect))
			}
		})
	}
}

func benchmarkJobs(b *testing.B, d *db.DB) {
	b.Helper()
	const many = 1000
	_, ctx := dbtest.Firm(b, d, "Acme")
	_, err := dbtest.SQL(ctx, d).Exec("CREATE TABLE x_marks (n bigint NOT NULL)")
	require.NoError(b, err)
	insert := func(ctx context.Context) error {
		_, err := dbtest.SQL(ctx, d).Exec("INSERT INTO x_marks (n) VALUES (1)")
		return err
	}
	others := func(phase string, until func(began time.Time) bool) {
		var writes, reads []time.Duration
		ticker := time.NewTicker(5 * time.Millisecond)
		defer ticker.Stop()
		for began := time.Now(); !until(began); <-ticker.C {
			at := time.Now()
			require.NoError(b, d.Tx(ctx, insert))
			writes, at = append(writes, time.Since(at)), time.Now()
			_, err := db.All[int](dbtest.SQL(ctx, d), "SELECT count(*) FROM (SELECT 1 FROM firms LIMIT 50) AS firms")
			require.NoError(b, err)
			reads = append(reads, time.Since(at))
		}
		b.ReportMetric(percentile(writes, 99), phase+"-write-p99-ms")
		b.ReportMetric(percentile(reads, 99), phase+"-read-p99-ms")
	}
	seconds := func(began time.Time) bool { return time.Since(began) > 3*time.Second }
	others("without", seconds)

	started := make(chan time.Time, 1)
	var done atomic.Int32
	runner := job.NewRunner(job.Config{DB: d, Observe: func(string, job.Result, time.Duration) { done.Add(1) }})
	job.Handle(runner, func(ctx context.Context, step *job.Step[count]) error {
		if step.Args.N == 1 {
			started <- time.Now()
		}
		return insert(ctx)
	})
	running, stop := context.WithCancel(ctx)
	require.NoError(b, runner.Start(running))
	others("idle", seconds)
	var waits []time.Duration
	for range 50 {
		at := time.Now()
		_, err := job.Insert(ctx, d, count{N: 1}, job.Options{})
		require.NoError(b, err)
		waits = append(waits, (<-started).Sub(at))
	}
	b.ReportMetric(percentile(waits, 50), "start-p50-ms")
	b.ReportMetric(percentile(waits, 99), "start-p99-ms")

	done.Store(0)
	began := time.Now()
	for range many {
		_, err := job.Insert(ctx, d, count{}, job.Options{})
		require.NoError(b, err)
	}
	b.ReportMetric(many/time.Since(began).Seconds(), "inserts/s")
	others("busy", func(time.Time) bool { return done.Load() >= many })
	b.ReportMetric(many/time.Since(began).Seconds(), "jobs/s")
	stop()
	require.NoError(b, runner.Wait())
}

// percentile returns a percentile in milliseconds.
func percentile(all []time.Duration, of int) float64 {
	slices.Sort(all)
	return float64(all[len(all)*of/100].Microseconds()) / 1000
}
