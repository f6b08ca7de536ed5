package metrics

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/firmhub/firmhub/internal/job"
)

// jobCounts collects the number of jobs in each state. Jobs that succeeded are not counted.
type jobCounts struct {
	count func(context.Context) (map[job.State]int, error)
	desc  *prometheus.Desc

	mu   sync.Mutex // guards the fields below
	last map[job.State]int
	read time.Time
}

const (
	// countsFor is how long a count is reused, because anybody may read the metrics at any rate.
	countsFor    = 10 * time.Second
	countTimeout = 2 * time.Second
)

func newJobCounts(count func(context.Context) (map[job.State]int, error)) *jobCounts {
	return &jobCounts{
		count: count,
		desc: prometheus.NewDesc("firmhub_jobs", "Steps of jobs that wait, run, or have failed within a week, by state.",
			[]string{"state"}, nil),
	}
}

// Describe implements prometheus.Collector.
func (c *jobCounts) Describe(out chan<- *prometheus.Desc) { out <- c.desc }

// Collect implements prometheus.Collector. It reports nothing while the database does not answer.
func (c *jobCounts) Collect(out chan<- prometheus.Metric) {
	for state, n := range c.counts() {
		out <- prometheus.MustNewConstMetric(c.desc, prometheus.GaugeValue, float64(n), string(state))
	}
}

func (c *jobCounts) counts() map[job.State]int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Since(c.read) < countsFor {
		return c.last
	}
	ctx, cancel := context.WithTimeout(context.Background(), countTimeout)
	defer cancel()
	counted, err := c.count(ctx)
	if err != nil {
		slog.WarnContext(ctx, "the jobs could not be counted", "error", err)
	}
	c.last, c.read = counted, time.Now()
	return c.last
}
