package metrics

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/firmhub/firmhub/internal/domain/messaging/outgoing"
)

// queueCounts collects the number of messages that are due, by kind of channel and class.
type queueCounts struct {
	count func(context.Context) ([]outgoing.Waiting, error)
	desc  *prometheus.Desc

	mu   sync.Mutex // guards the fields below
	last []outgoing.Waiting
	read time.Time
}

func newQueueCounts(count func(context.Context) ([]outgoing.Waiting, error)) *queueCounts {
	return &queueCounts{
		count: count,
		desc: prometheus.NewDesc("firmhub_sending_queue",
			"Messages of all firms that are to be sent now, by kind of channel and class: Authentication, Single or Campaign.",
			[]string{"kind", "class"}, nil),
	}
}

// Describe implements prometheus.Collector.
func (c *queueCounts) Describe(out chan<- *prometheus.Desc) { out <- c.desc }

// Collect implements prometheus.Collector. It reports nothing while the database does not answer.
func (c *queueCounts) Collect(out chan<- prometheus.Metric) {
	for _, of := range c.counts() {
		out <- prometheus.MustNewConstMetric(c.desc, prometheus.GaugeValue, float64(of.N), string(of.Kind), of.Class.String())
	}
}

func (c *queueCounts) counts() []outgoing.Waiting {
	c.mu.Lock()
	defer c.mu.Unlock()
	if time.Since(c.read) < countsFor {
		return c.last
	}
	ctx, cancel := context.WithTimeout(context.Background(), countTimeout)
	defer cancel()
	counted, err := c.count(ctx)
	if err != nil {
		slog.WarnContext(ctx, "the messages to send could not be counted", "error", err)
	}
	c.last, c.read = counted, time.Now()
	return c.last
}
