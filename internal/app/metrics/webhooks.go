package metrics

import (
	"context"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/firmhub/firmhub/internal/domain/webhook"
)

// newWebhookCounts collects the number of deliveries that are due, and how long the first one has
// been.
func newWebhookCounts(count func(context.Context) (webhook.Waiting, error)) prometheus.Collector {
	return &counted[webhook.Waiting]{
		descs: []*prometheus.Desc{
			prometheus.NewDesc("firmhub_webhook_deliveries_waiting", "Deliveries of all active firms that are to be attempted now.", nil, nil),
			prometheus.NewDesc("firmhub_webhook_oldest_seconds", "For how many seconds the first of these deliveries has waited.", nil, nil),
		},
		count: count,
		show: func(waiting webhook.Waiting, gauge func(int, int, ...string)) {
			gauge(0, waiting.Count)
			gauge(1, int(waiting.Oldest.Seconds()))
		},
	}
}

// attemptCounts collects the attempts of this instance.
type attemptCounts struct {
	count    func() map[string]uint64
	attempts *prometheus.Desc
}

func newAttemptCounts(count func() map[string]uint64) *attemptCounts {
	return &attemptCounts{count, prometheus.NewDesc("firmhub_webhook_attempts_total",
		"Attempts to deliver events to webhooks, by outcome: delivered, refused or unanswered.", []string{"outcome"}, nil)}
}

// Describe implements prometheus.Collector.
func (a *attemptCounts) Describe(out chan<- *prometheus.Desc) { out <- a.attempts }

// Collect implements prometheus.Collector.
func (a *attemptCounts) Collect(out chan<- prometheus.Metric) {
	for outcome, count := range a.count() {
		out <- prometheus.MustNewConstMetric(a.attempts, prometheus.CounterValue, float64(count), outcome)
	}
}
