package metrics

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

const (
	// countsFor is how long a count is reused, because anybody may read the metrics at any rate.
	countsFor    = 10 * time.Second
	countTimeout = 2 * time.Second
)

// counted collects what the database counts. It shows nothing while the database does not answer.
type counted[T any] struct {
	descs []*prometheus.Desc
	count func(context.Context) (T, error)
	show  func(counts T, gauge func(desc int, n int, labels ...string))

	mu    sync.Mutex // guards the fields below
	last  T
	known bool
	read  time.Time
}

// Describe implements prometheus.Collector.
func (c *counted[T]) Describe(out chan<- *prometheus.Desc) {
	for _, desc := range c.descs {
		out <- desc
	}
}

// Collect implements prometheus.Collector.
func (c *counted[T]) Collect(out chan<- prometheus.Metric) {
	counts, known := c.counts()
	if !known {
		return
	}
	c.show(counts, func(desc int, n int, labels ...string) {
		out <- prometheus.MustNewConstMetric(c.descs[desc], prometheus.GaugeValue, float64(n), labels...)
	})
}

// counts returns the last counts, and false if they could not be read.
func (c *counted[T]) counts() (counts T, known bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Since(c.read) < countsFor {
		return c.last, c.known
	}
	ctx, cancel := context.WithTimeout(context.Background(), countTimeout)
	defer cancel()
	counts, err := c.count(ctx)
	if err != nil {
		slog.WarnContext(ctx, "a metric could not be counted", "metric", c.descs[0].String(), "error", err)
	}
	c.last, c.known, c.read = counts, err == nil, time.Now()
	return c.last, c.known
}
